#pragma once

#include "cli/dp/solution_kind.hpp"
#include "engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// A traceback as the columns of an alignment.
namespace vkalgo::cli {

/// A range of letters of one sequence, from 1, both ends included. On the reverse strand, the positions descend from
/// `first` to `last`. An empty range has count 0.
struct LetterRange {
    std::int64_t first = 0, last = 0, count = 0;
    /// The number of all letters of the sequence.
    std::int64_t length = 0;

    /// Returns the percentage of the sequence's letters that are in the range; 0 without letters.
    double coverage() const;
};

/// Returns the letters [begin, end) of a sequence as a range. With `reversed`, begin and end are counted in the reverse
/// complement, and the range is that of the sequence itself.
LetterRange letter_range(std::int64_t begin, std::int64_t end, std::size_t length, bool reversed = false);

struct AlignedColumns {
    /// One letter per column, in the order of the sequences: '=' for equal letters, 'X' for different letters, 'I' for
    /// a letter of the query without a letter of the reference, 'D' for a letter of the reference without a letter of
    /// the query. If the recurrence's solution line gives letters of its own, these are used instead. The query is x
    /// for recurrences with takes_scores(), else y.
    std::string columns;
    /// The CIGAR: "3=1X", with equal columns joined.
    std::string cigar;
    /// Cells of the table: x[begin.i .. end.i) is aligned with y[begin.j .. end.j).
    dp::Cell begin, end;
};

/// Returns the columns of a traceback. Decision k is letter k of the line `solution alignment as =XID`; '.' means that
/// the step does not belong to the alignment. In an alignment of whole sequences, the letters between the cell where
/// the traceback ends and the corner of the table stand opposite gaps. For recurrences with takes_scores() see
/// docs/alignment.md. Errors: invalid_argument: a decision without a letter.
Result<AlignedColumns> alignment_of(const Solved& solved);

/// The numbers of columns of each kind, and the printed rows. `positives` counts pairs with a score above 0, `gaps` the
/// runs of equal gap columns.
struct AlignedRows {
    std::uint64_t matches = 0, mismatches = 0, positives = 0, gap_columns = 0, gaps = 0;
    LetterRange x, y;
    /// Letters, with '-' in gaps. A byte that cannot be printed is '?'.
    std::string x_row, y_row;
    /// '|' for equal letters, ':' for different letters with a score above 0, '.' for other pairs, ' ' for a gap.
    std::string middle;

    /// Returns the equal letters per column in percent; 0 without columns.
    double identity() const;
};

/// Two sequences as indices in alphabets, and the input `score`. An empty alphabet means that the indices are letters.
struct AlignedPair {
    std::span<const std::byte> x, y;
    std::string x_alphabet, y_alphabet;
    /// The scores: letters x letters numbers of type i32.
    std::span<const std::byte> scores;
    std::uint64_t letters = 0;
    /// Whether y is the reverse complement of the given y.
    bool reverse_strand = false;
};
AlignedRows aligned_rows(const AlignedPair& pair, const AlignedColumns& alignment);
/// Returns the rows for a recurrence with takes_scores(). The letters are those of alphabet_of().
AlignedRows aligned_rows(const Solved& solved, const AlignedColumns& alignment);

/// Returns the alignment as fields: "cigar", "columns", "matches", "identity", ..., "aligned".
Json alignment_json(const AlignedColumns& alignment, const AlignedRows& rows, bool reverse_strand);

/// Returns the alignment as text: the CIGAR, the counts, and the rows, 60 columns per line, between the positions of
/// their first and last letters.
std::string alignment_text(const AlignedColumns& alignment, const AlignedRows& rows, bool reverse_strand);

}  // namespace vkalgo::cli
