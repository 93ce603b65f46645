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
/// few operations compute all of them. A cell reads its upper left neighbour D, the upper one D + a and the left one D
/// + b. It also reads whether an element of one input, chosen by its row, equals an element of another, chosen by its
/// column.
struct BitCells {
    /// The value of a cell, for every D.
    enum class Kind : std::uint8_t {
        /// a and b are 0 or 1. The cell is D + 1 if the elements are equal, else the greatest of D + a and D + b.
        lcs,
        /// a and b are -1, 0 or 1. The cell is the least of D (if equal) or D + 1 (if not), D + a + 1 and D + b + 1.
        edit
    };
    Kind kind = Kind::lcs;
    /// Numbers of the inputs, in header order. Cell (i, j) compares elements i + row_offset and j + column_offset.
    std::size_t row_input = 0, column_input = 0;
    std::int64_t row_offset = 0, column_offset = 0;
    /// What base() gives: the cell (0, 0), and the difference of each cell of the first row and of the first column to
    /// the one before it, 0 or 1.
    std::uint32_t corner = 0, row_step = 0, column_step = 0;
    /// The params that cell() and base() name. Everything here holds if each of them is 1.
    std::vector<std::string> unit_params;

    /// The largest number in the text.
    static constexpr std::int64_t kMaxNumber = 255;
    /// The most by which sums on the way to a cell exceed the cell's neighbours.
    static constexpr std::int64_t kMaxOffset = 4096;
};

/// Reads the text of cell() and base(). It understands a small part of GLSL: constants, `if`, `return`, `?:`,
/// comparisons, sums, min and max. It computes their values with D, or the index along a border, as an unknown, for
/// each a, b and outcome of the comparison. Every branch taken must be the same for all values of the unknown, so the
/// result holds for all tables and symbols. Errors: unsupported: the cells are of another kind, or are not understood;
/// the message says why.
Result<BitCells> bit_cells_of(const RecurrenceHeader& header, const SourceText& text);

}  // namespace vkalgo::dp
