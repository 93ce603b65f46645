#pragma once

#include "../../../engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// A recurrence whose neighbouring cells differ by so little that one or two bits hold the difference. So one or two
/// words hold the differences of 32 cells, and a few operations compute all 32. A cell reads three neighbours: the
/// upper left one is D, the upper one is D + a, and the left one is D + b. It also compares an element of an input,
/// chosen by the cell's row, with an element of an input, chosen by the cell's column.
struct BitCells {
    /// The value of a cell, for every D.
    enum class Kind : std::uint8_t {
        /// a and b are 0 or 1. The cell is D + 1 if the elements are equal, otherwise the greater of D + a and D + b.
        lcs,
        /// a and b are -1, 0 or 1. The cell is the least of three numbers: D + a + 1, D + b + 1, and D if the elements
        /// are equal or D + 1 if they are not.
        edit
    };
    Kind kind = Kind::lcs;
    /// Numbers of the inputs, in header order. Cell (i, j) compares elements i + row_offset and j + column_offset.
    std::size_t row_input = 0, column_input = 0;
    std::int64_t row_offset = 0, column_offset = 0;
    /// The values of base(): that of cell (0, 0), then the difference between neighbouring cells in the first row and
    /// in the first column. Each difference is 0 or 1.
    std::uint32_t corner = 0, row_step = 0, column_step = 0;
    /// The params that cell() or base() names. This struct describes the recurrence only if each of these params is 1.
    std::vector<std::string> unit_params;

    /// The largest number that cell() and base() may contain.
    static constexpr std::int64_t kMaxNumber = 255;
    /// The largest absolute value of the constant in a value that the text computes, such as 3 in D + 3.
    static constexpr std::int64_t kMaxOffset = 4096;
};

/// Reads the text of cell() and base(). It understands the part of GLSL that shown_value() lists (shown_value.hpp). It
/// computes cell() for each a, each b and each outcome of the comparison, and base() in the corner and along the two
/// borders. D, or for base() the index along a border, stays unknown. No branch may depend on the unknown, so the
/// result holds for all tables and symbols. Errors: unsupported: the cells are of another kind, or are not understood;
/// the message says why.
Result<BitCells> bit_cells_of(const RecurrenceHeader& header, const SourceText& text);

}  // namespace vkalgo::dp
