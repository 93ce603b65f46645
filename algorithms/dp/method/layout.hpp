#pragma once

#include "../../../engine/result.hpp"
#include "../recurrence/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

/// The order of the cells of a kept table: rows, columns, or diagonals of equal i + j (as NOSE and SENO fill them) or
/// of equal j - i (SONE and NESO), so that cells of one stage are adjacent.
enum class Layout : std::uint8_t { rows, columns, nose_diagonals, sone_diagonals };
/// The names that the command takes, indexed by the layout.
inline constexpr std::array<std::string_view, 4> kLayoutNames{"ROWS", "COLUMNS", "DIAGS-NOSE", "DIAGS-SONE"};

/// Where a kept table stores its cells: cell (i, j, k, l) is at origin plus i, j, k, l times the strides, all in cells.
struct TableLayout {
    std::int64_t origin = 0;
    std::array<std::int64_t, kMaxIndices> strides{};
    /// Storage size in cells, padding included.
    std::int64_t cells = 0;

    /// Returns the row-major layout in the user's own orientation.
    static TableLayout row_major(TableSize size);
    /// Returns the layout of a table: rows and columns without padding; each diagonal takes as many cells as the
    /// longest one. The table may have up to 2^60 cells. Errors: unsupported: diagonals of more than two indices.
    static Result<TableLayout> of(Layout layout, TableSize size);
    /// Returns the index of a cell in the table, in cells.
    std::int64_t index_of(Cell user) const;
};

/// Converts the cells of a table stored row by row to another layout, without padding: column by column, or diagonal by
/// diagonal, the least i + j (or j - i) first, each by rising i. A cell has `cell_bytes` bytes. Errors: those of
/// TableLayout::of.
Result<std::vector<std::byte>> arranged(std::span<const std::byte> rows, TableSize size, std::uint32_t cell_bytes,
                                        Layout layout);

}  // namespace vkalgo::dp
