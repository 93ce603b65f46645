#pragma once

#include "../../engine/result.hpp"
#include "../dp/batch.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Tracebacks of `solution alignment` as runs of operations, without text in between.
namespace vkalgo {

/// Equal operations of neighbouring columns: one part of a CIGAR.
struct CigarRun {
    /// '=' a pair of equal letters, 'X' of others, 'I' a letter of the query alone, 'D' one of the target alone, or as
    /// the recurrence's own line says
    char operation = ' ';
    /// how many columns, at least 1
    std::int64_t count = 0;
    bool operator==(const CigarRun&) const = default;
};

/// Columns of each kind.
struct ColumnCounts {
    /// all of them; those of = and, of the rest, those that are no gaps
    std::int64_t columns = 0, matches = 0, mismatches = 0;
    /// gaps, and the columns of I and D in them
    std::int64_t gaps = 0, gap_columns = 0;

    /// Equal letters per column in percent; 0 without columns.
    double identity() const;
};

/// Equal letters per column in percent; 0 without columns.
double identity_percent(std::int64_t matches, std::int64_t columns);

/// Counts what runs have.
ColumnCounts count_columns(std::span<const CigarRun> runs);

/// An alignment in the order of the sequences.
struct AlignmentRuns {
    /// operations as the recurrence calls them, or as SAM does: of x alone I, of y alone D
    std::vector<CigarRun> runs;
    /// the cell before the first operation and the one of the last
    dp::Cell begin, end;
};

/// Does the traceback run against the order of the table, so that it reads naturally from its end?
bool traces_backwards(const dp::RecurrenceHeader& header);

/// What a recurrence's tracebacks mean.
class AlignmentReader {
public:
    /// Whether it reads the tracebacks of this recurrence: of `solution alignment` in tables of two indices that are
    /// traced back from their end to their beginning.
    static bool can_read(const dp::RecurrenceHeader& header);
    /// `params` may have `anchored`, of semiglobal alignments.
    explicit AlignmentReader(const dp::RecurrenceHeader& header, const dp::Params& params = {});

    /// The traceback from the answer's cell on to `traceback_end`. Reuses what `target` holds. Errors:
    /// invalid_argument: a decision without an operation.
    Result<void> read(std::span<const dp::PathRecord> path, dp::Cell answer, dp::Cell traceback_end, bool as_sam,
                      AlignmentRuns& target) const;

    /// The same of steps to neighbours, a byte each: bit 0 is set where the row changes, bit 1 for the column, and the
    /// decision is above them.
    Result<void> read_moves(std::span<const std::uint8_t> moves, dp::Cell answer, dp::Cell traceback_end, bool as_sam,
                            AlignmentRuns& target) const;

    /// The traceback of problem p, by its moves where the paths of a batch give them.
    template <class Paths>
    Result<void> read_traceback(const Paths& paths, std::size_t p, dp::Cell answer, dp::Cell traceback_end, bool as_sam,
                                AlignmentRuns& target) const {
        if constexpr (requires { std::span<const std::uint8_t>(*paths.moves(p)); }) {
            if (const auto moves = paths.moves(p)) {
                return read_moves(*moves, answer, traceback_end, as_sam, target);
            }
        }
        return read(paths.path(p), answer, traceback_end, as_sam, target);
    }

private:
    Result<char> operation_of(std::uint32_t decision) const;
    void finish(dp::Cell traceback_end, bool left_out, bool as_sam, AlignmentRuns& target) const;

    std::string operations_;
    /// the answer is searched for, so that what the traceback leaves of the sequences is no part of it
    bool searches_ = false;
    /// x is the query, so that operations are SAM's; all of it is aligned, and with what is before y's first one
    bool of_query_ = false, whole_query_ = false, anchored_ = false;
};

/// Appends "3=1X".
void append_runs(std::span<const CigarRun> runs, std::string& text);

}  // namespace vkalgo
