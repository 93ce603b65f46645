#pragma once

#include "algorithms/dp/batch.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Walks of `solution alignment` as runs of operations, without text in between.
namespace vkalgo::cli {

/// So many equal operations.
struct Run {
    char operation = ' ';
    std::int64_t count = 0;
    bool operator==(const Run&) const = default;
};

/// An alignment in the order of the sequences.
struct AlignmentRuns {
    /// operations as the recurrence calls them, or as SAM does: of x alone I, of y alone D
    std::vector<Run> runs;
    /// the cell before the first operation and the one of the last
    dp::Cell begin, end;
};

/// What a recurrence's walks mean.
class AlignmentReader {
public:
    /// Of `solution alignment` in tables that are walked from their end to their beginning: others print as
    /// show_solution() does.
    static bool can_read(const dp::RecurrenceHeader& header);
    explicit AlignmentReader(const dp::RecurrenceHeader& header);

    /// The walk from the answer's cell on to `walk_end`. Reuses what `target` holds. Errors: invalid_argument: a
    /// decision without an operation.
    Result<void> read(std::span<const dp::PathRecord> path, dp::Cell answer, dp::Cell walk_end, bool as_sam,
                      AlignmentRuns& target) const;

private:
    std::string operations_;
    /// the answer is searched for, so that what the walk leaves of the sequences is no part of it
    bool searches_ = false;
};

/// Appends "3=1X".
void append_runs(std::span<const Run> runs, std::string& text);

}  // namespace vkalgo::cli
