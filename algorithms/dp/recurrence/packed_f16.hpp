#pragma once

#include "../../../engine/result.hpp"
#include "expression.hpp"

#include <cstddef>
#include <cstdint>

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// A recurrence whose cells are those of a local alignment (Smith-Waterman; Gotoh), so that two of them fit the 16-bit
/// halves of a word. With the score S that a symbol of the row and one of the column have in a table:
///   E = max(left.H - open, left.E - extend)
///   F = max(up.H - open, up.F - extend)
///   H = max(corner.H + S, 0, E, F)
/// A cell is H, E and F in whatever order, or H alone: then gaps cost the same for each symbol, and E is left.H - open,
/// F up.H - open. The answer is the greatest H. Where S is found is RecurrenceHeader::profile.
struct PackedF16Cells {
    /// of rows (F) and of columns (E), made of params and numbers; with H alone open is extend
    Expression row_open, row_extend, column_open, column_extend;
    /// what base() gives everywhere; with H alone all are the same
    Expression base_h, base_e, base_f;

    /// Numbers in the text, and the factors of params, are this large at most.
    static constexpr std::int64_t kMaxNumber = std::int64_t{1} << 30;
};

/// Reads the text of cell() and base(), of which a small part of GLSL is understood: declarations, assignments,
/// `return`, sums, max, the greater of two by `?:`, cells and their fields. Values are written out as the greatest of
/// sums of a neighbour's number, the score and a constant, so that what counts is what is computed and not how. Errors:
/// unsupported: these are no such cells, or are not understood; says why.
Result<PackedF16Cells> packed_f16_cells_of(const RecurrenceHeader& header, const SourceText& text);

}  // namespace vkalgo::dp
