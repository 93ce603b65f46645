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
    explicit AlignmentReader(const dp::RecurrenceHeader& header, const dp::Params& params = {});

    /// The walk from the answer's cell on to `walk_end`. Reuses what `target` holds. Errors: invalid_argument: a
    /// decision without an operation.
    Result<void> read(std::span<const dp::PathRecord> path, dp::Cell answer, dp::Cell walk_end, bool as_sam,
                      AlignmentRuns& target) const;

    /// The same of steps to neighbours, a byte each: bit 0 is set where the row changes, bit 1 for the column, and the
    /// decision is above them.
    Result<void> read_moves(std::span<const std::uint8_t> moves, dp::Cell answer, dp::Cell walk_end, bool as_sam,
                            AlignmentRuns& target) const;

    /// The walk of problem p, by its moves where the paths of a batch give them.
    template <class Paths>
    Result<void> read_walk(const Paths& paths, std::size_t p, dp::Cell answer, dp::Cell walk_end, bool as_sam,
                           AlignmentRuns& target) const {
        if constexpr (requires { std::span<const std::uint8_t>(*paths.moves(p)); }) {
            if (const auto moves = paths.moves(p)) {
                return read_moves(*moves, answer, walk_end, as_sam, target);
            }
        }
        return read(paths.path(p), answer, walk_end, as_sam, target);
    }

private:
    Result<char> operation_of(std::uint32_t decision) const;
    void finish(dp::Cell walk_end, bool left_out, bool as_sam, AlignmentRuns& target) const;

    std::string operations_;
    /// the answer is searched for, so that what the walk leaves of the sequences is no part of it
    bool searches_ = false;
    /// x is the query, so that operations are SAM's; all of it is aligned, and with what is before y's first one
    bool of_query_ = false, whole_query_ = false, anchored_ = false;
};

/// Appends "3=1X".
void append_runs(std::span<const Run> runs, std::string& text);

}  // namespace vkalgo::cli
