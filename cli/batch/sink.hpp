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

/// A set of names of references with their lengths and hashes. It takes some tens of bytes per name, in addition to the
/// name.
class ReferenceNames {
public:
    /// A sequence, by its length and a hash of its letters.
    struct Letters {
        std::uint64_t length = 0, hash = 0;
    };
    /// Returns the letters stored for the name. For a new name, stores `letters`, sets `is_new` and returns them.
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
    /// Indices of entries plus 1, by hash; 0: an empty slot.
    std::vector<std::uint32_t> slots_;
};

/// A sink that makes the output from formatted rows, in the order of the problems.
class Sink : public OutputSink {
public:
    /// Writes to a file or to "-". An empty path is for the JSON on standard output.
    Sink(const OutputFormat& output_format, std::string path);

    /// For SAM: adds all of these references to the header, in their order. Errors: two references have the same name
    /// and different letters.
    Result<void> add_references(const Rows& rows);
    /// Takes formatted rows. Errors: the disk is full; for SAM, those of add_references().
    Result<void> take(const FormattedRows& formatted) override;
    Result<void> end_of_slot(std::uint64_t /*tag*/, std::uint64_t /*problems*/) override { return {}; }
    /// Completes the output, which then waits for deliver().
    Result<void> finish(std::uint64_t problems);
    Result<void> deliver() { return main_.deliver(); }
    /// Adds "answers" and the other lists to the result, for JSON without a file.
    Result<void> describe(Json& result);

private:
    Result<void> add_references(const FormattedRows& formatted);
    Result<void> add_reference(std::string_view name, const ReferenceNames::Letters& letters);

    const OutputFormat& output_format_;
    std::string path_;
    /// The output itself, and the parts that are appended to it at the end.
    Spool main_, body_, pairs_, statuses_;
    bool has_answers_ = false, has_statuses_ = false;
    ReferenceNames references_;
    Spool strands_, names_;
    bool has_strands_ = false, has_names_ = false;
};

}  // namespace vkalgo::cli
