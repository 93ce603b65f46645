#pragma once

#include "cli/dp/solution_kind.hpp"
#include "engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// A traceback as the columns of an alignment.
namespace vkalgo::cli {

/// Letters of one sequence, from 1, both included; `first` is greater where the other strand is meant. count 0: none.
struct LetterRange {
    std::int64_t first = 0, last = 0, count = 0;
};

struct AlignedColumns {
    /// One letter per column, in the order of the sequences: '=' equal letters, 'X' others, 'I' a letter of the query
    /// alone, 'D' one of the reference alone, or as the recurrence's own line says.
    std::string columns;
    /// "3=1X", equal columns joined
    std::string cigar;
    /// cells of the table: the alignment is of x[begin.i .. end.i) and y[begin.j .. end.j)
    dp::Cell begin, end;
};

/// Decision k is letter k of the line `solution alignment as =XID`; a '.' there means that the step is no part of the
/// alignment. An alignment of whole sequences has the border that the traceback ends on in a gap; of takes_scores() see
/// docs/alignment.md. Errors: invalid_argument: a decision without a letter.
Result<AlignedColumns> alignment_of(const Solved& solved);

/// Columns of each kind, and the rows as people know them.
struct AlignedRows {
    std::uint64_t matches = 0, mismatches = 0, positives = 0, gap_columns = 0, gaps = 0;
    LetterRange x, y;
    /// letters, '-' in gaps; a byte that cannot be printed is '?'
    std::string x_row, y_row;
    /// '|' equal letters, ':' others that score more than 0, '.' the others, ' ' a gap
    std::string middle;

    /// Equal letters per column in percent; 0 without columns.
    double identity() const;
};

/// Two sequences as places in alphabets, which are empty where the places are letters, and the input `score`.
struct AlignedPair {
    std::span<const std::byte> x, y;
    std::string x_alphabet, y_alphabet;
    /// letters x letters numbers of i32
    std::span<const std::byte> scores;
    std::uint64_t letters = 0;
    /// y is the reverse complement of what was given
    bool reverse_strand = false;
};
AlignedRows aligned_rows(const AlignedPair& pair, const AlignedColumns& alignment);
/// Of a recurrence that takes_scores(). The letters are those of alphabet_of().
AlignedRows aligned_rows(const Solved& solved, const AlignedColumns& alignment);

/// The alignment as fields: "cigar", "columns", "matches", "identity", ..., "aligned".
Json alignment_json(const AlignedColumns& alignment, const AlignedRows& rows, bool reverse_strand);

/// As text: the CIGAR, what there is to count, and the rows, 60 columns in a line, between the places of their first
/// and last letters.
std::string alignment_text(const AlignedColumns& alignment, const AlignedRows& rows, bool reverse_strand);

}  // namespace vkalgo::cli
