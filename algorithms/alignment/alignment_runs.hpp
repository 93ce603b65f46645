#pragma once

#include "../../engine/result.hpp"
#include "../dp/batch.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Tracebacks of recurrences with `solution alignment`, as runs of equal operations.
namespace vkalgo {

/// Equal operations of neighbouring columns: one part of a CIGAR.
struct CigarRun {
    /// '=' for pairs of equal letters, 'X' for pairs of different letters, 'I' for query letters without a target
    /// letter, 'D' for target letters without a query letter, or a character that the recurrence defines in its
    /// `solution` line.
    char operation = ' ';
    /// Number of columns, at least 1.
    std::int64_t count = 0;
    bool operator==(const CigarRun&) const = default;
};

/// Number of columns of each kind.
struct ColumnCounts {
    /// The numbers of all columns, of = columns, and of columns that are neither = columns nor gaps.
    std::int64_t columns = 0, matches = 0, mismatches = 0;
    /// The number of gaps, and the number of I and D columns in them.
    std::int64_t gaps = 0, gap_columns = 0;

    /// Returns the share of = columns among all columns, in percent; 0 without columns.
    double identity() const;
};

/// Returns matches / columns in percent; 0 if `columns` is 0.
double identity_percent(std::int64_t matches, std::int64_t columns);

/// Counts the columns of the runs.
ColumnCounts count_columns(std::span<const CigarRun> runs);

/// An alignment in the order of the sequences.
struct AlignmentRuns {
    /// Operations as the recurrence names them, or as SAM names them: I for a letter of x without a letter of y, D for
    /// a letter of y without a letter of x.
    std::vector<CigarRun> runs;
    /// The cell before the first operation, and the cell of the last operation.
    dp::Cell begin, end;
};

/// Returns true if the traceback goes against the order of the sequences, so that an alignment must be read from the
/// traceback's end.
bool traces_backwards(const dp::RecurrenceHeader& header);

/// A reader of a recurrence's tracebacks.
class AlignmentReader {
public:
    /// Returns true if the class can read the tracebacks of this recurrence: those of `solution alignment` in tables
    /// with two indices that are traced back from the end to the beginning.
    static bool can_read(const dp::RecurrenceHeader& header);
    /// Makes a reader. `params` may contain `anchored`: whether a semiglobal alignment begins at the start of y.
    explicit AlignmentReader(const dp::RecurrenceHeader& header, const dp::Params& params = {});

    /// Reads the traceback from the answer's cell to `traceback_end` into `target`, whose memory is reused. `as_sam`:
    /// operations are named as in SAM (see AlignmentRuns::runs). Errors: invalid_argument: a decision that has no
    /// operation.
    Result<void> read(std::span<const dp::PathRecord> path, dp::Cell answer, dp::Cell traceback_end, bool as_sam,
                      AlignmentRuns& target) const;

    /// Reads a traceback of steps to neighbours, one byte each: bit 0 is set if the row changes, bit 1 if the column
    /// changes; bits 2 to 7 hold the decision. Otherwise as read().
    Result<void> read_moves(std::span<const std::uint8_t> moves, dp::Cell answer, dp::Cell traceback_end, bool as_sam,
                            AlignmentRuns& target) const;

    /// Reads the traceback of problem p: with read_moves() if `paths` has the moves of the problem, else with read().
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
    /// Whether the answer is searched for. If it is, letters after the answer's cell are not part of the alignment.
    bool searches_ = false;
    /// `of_query_`: x is the query, so the operations are those of SAM. `whole_query_`: all of the query is aligned.
    /// `anchored_`: the alignment begins at the start of y.
    bool of_query_ = false, whole_query_ = false, anchored_ = false;
};

/// Appends runs in the form "3=1X".
void append_runs(std::span<const CigarRun> runs, std::string& text);

}  // namespace vkalgo
