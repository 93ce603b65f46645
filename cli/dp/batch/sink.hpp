#pragma once

#include "cli/answer.hpp"
#include "cli/dp/batch/solved.hpp"
#include "cli/dp/batch/spool.hpp"

#include <memory>
#include <string>
#include <unordered_map>

namespace vkalgo::cli {

/// Takes what is told, in the order of the problems, and makes the output of it.
class Sink {
public:
    /// For a file or "-"; empty: for the JSON on standard output.
    Sink(const Telling& telling, std::string path);

    /// Errors: the disk is full; SAM: two references of one name and different lengths.
    Result<void> take(const Told& told);
    /// All is told. Then the output waits for deliver().
    Result<void> finish(std::uint64_t problems);
    Result<void> deliver() { return main_.deliver(); }
    /// Puts "answers" and the like into the result; for JSON without a file.
    Result<void> describe(Json& result);

private:
    Result<void> add_references(const Told& told);

    const Telling& telling_;
    std::string path_;
    /// the output itself, and what comes into it at the end
    Spool main_, body_, pairs_, statuses_;
    bool has_statuses_ = false;
    std::unordered_map<std::string, std::uint64_t> references_;
};

}  // namespace vkalgo::cli
