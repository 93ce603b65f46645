#pragma once

#include "../../../engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// A recurrence whose neighbouring cells differ by a bit or two, so that words hold the differences of 32 cells and a
/// few operations compute them all. A cell reads its upper left neighbour D, the upper one D + a, the left one D + b
/// and whether an element of one input, chosen by its row, equals an element of another, chosen by its column.
struct BitCells {
    /// What a cell is, for every D.
    enum class Kind : std::uint8_t {
        /// a and b are 0 or 1; equal: D + 1; else the greatest of D + a and D + b
        lcs,
        /// a and b are -1, 0 or 1; the least of D (equal) or D + 1, D + a + 1 and D + b + 1
        edit
    };
    Kind kind = Kind::lcs;
    /// numbers of the inputs, in header order; cell (i, j) compares elements i + row_offset and j + column_offset
    std::size_t row_input = 0, column_input = 0;
    std::int64_t row_offset = 0, column_offset = 0;
    /// of base(): the cell (0, 0), and what each cell of the first row and of the first column has more than the one
    /// before, 0 or 1
    std::uint32_t corner = 0, row_step = 0, column_step = 0;
    /// the params that cell() and base() name: all of this holds where each of them is 1
    std::vector<std::string> unit_params;

    /// Numbers in the text are this large at most.
    static constexpr std::int64_t kMaxNumber = 255;
    /// Sums on the way to a cell are this much greater than the cell's neighbours at most.
    static constexpr std::int64_t kMaxOffset = 4096;
};

/// Reads the text of cell() and base(), of which a small part of GLSL is understood: constants, `if`, `return`, `?:`,
/// comparisons, sums, min and max. What they give is computed with D, or the place in a border, as an unknown, for each
/// a, b and outcome of the comparison: every branch taken must be the same for all values of the unknown, so what is
/// found holds for all tables and symbols. Errors: unsupported: these are no such cells, or are not understood; says
/// why.
Result<BitCells> bit_cells_of(const RecurrenceHeader& header, const SourceText& text);

}  // namespace vkalgo::dp
