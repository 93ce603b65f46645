#pragma once

#include "cli/answer.hpp"
#include "cli/batch/formatter.hpp"
#include "cli/batch/solved.hpp"
#include "cli/batch/spool.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::cli {

/// Names of references with what they are, a few bytes more than the names for each.
class ReferenceNames {
public:
    /// A sequence, by its length and a hash of its letters.
    struct Letters {
        std::uint64_t length = 0, hash = 0;
    };
    /// What is known for the name, which is this from now on if there was nothing; `is_new` says so.
    Letters letters_of(std::string_view name, const Letters& letters, bool& is_new);

private:
    struct Entry {
        std::uint64_t hash = 0, begin = 0;
        Letters letters;
        std::uint32_t size = 0;
    };
    void grow();

    std::string names_;
    std::vector<Entry> entries_;
    /// numbers of entries from 1, by hash; 0: none
    std::vector<std::uint32_t> slots_;
};

/// Takes what is told, in the order of the problems, and makes the output of it.
class Sink : public OutputSink {
public:
    /// For a file or "-"; empty: for the JSON on standard output.
    Sink(const OutputFormat& output_format, std::string path);

    /// Of SAM: the header names all of these, in their order. Errors: two of one name and different letters.
    Result<void> add_references(const Rows& rows);
    /// Errors: the disk is full; SAM: as add_references().
    Result<void> take(const FormattedRows& formatted) override;
    Result<void> end_of_slot(std::uint64_t /*tag*/, std::uint64_t /*problems*/) override { return {}; }
    /// All is told. Then the output waits for deliver().
    Result<void> finish(std::uint64_t problems);
    Result<void> deliver() { return main_.deliver(); }
    /// Puts "answers" and the like into the result; for JSON without a file.
    Result<void> describe(Json& result);

private:
    Result<void> add_references(const FormattedRows& formatted);
    Result<void> add_reference(std::string_view name, const ReferenceNames::Letters& letters);

    const OutputFormat& output_format_;
    std::string path_;
    /// the output itself, and what comes into it at the end
    Spool main_, body_, pairs_, statuses_;
    bool has_answers_ = false, has_statuses_ = false;
    ReferenceNames references_;
    Spool strands_, names_;
    bool has_strands_ = false, has_names_ = false;
};

}  // namespace vkalgo::cli
