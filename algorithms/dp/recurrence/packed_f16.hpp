#pragma once

#include "../../../engine/result.hpp"
#include "expression.hpp"

#include <cstddef>
#include <cstdint>

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// A recurrence that computes the cells of a local alignment (Smith-Waterman; Gotoh). Two problems then fit in the
/// 16-bit halves of a word. S is the score that an input holds for the symbol of the row and the symbol of the column:
///   E = max(left.H - open, left.E - extend)
///   F = max(up.H - open, up.F - extend)
///   H = max(corner.H + S, 0, E, F)
/// The fields of a cell are H, E and F in any order, or a cell is H alone. With H alone, a gap costs the same for each
/// symbol: E is left.H - open, and F is up.H - open. The answer is the greatest H. RecurrenceHeader::profile says where
/// S is read.
struct PackedF16Cells {
    /// The costs of F (row_...) and of E (column_...), made of params and numbers. With H alone, open equals extend.
    Expression row_open, row_extend, column_open, column_extend;
    /// The numbers H, E and F of base(), which are the same in all base cells. With H alone, all three are equal.
    Expression base_h, base_e, base_f;

    /// The largest absolute value of a number that the text writes or computes, and of the factor of a param.
    static constexpr std::int64_t kMaxNumber = std::int64_t{1} << 30;
};

/// Reads the text of cell() and base(). It understands a small part of GLSL: declarations, assignments, `return`, sums,
/// products with numbers, max, the greater of two by `?:`, cells and their fields. It writes each value as the greatest
/// of several sums of a neighbour's number, the score and a constant. So texts that compute the same value in different
/// ways are recognized alike. Errors: unsupported: the cells are of another kind, or are not understood; the message
/// says why.
Result<PackedF16Cells> packed_f16_cells_of(const RecurrenceHeader& header, const SourceText& text);

}  // namespace vkalgo::dp
