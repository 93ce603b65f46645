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

/// How the cells of a kept table follow one another: rows, columns, or diagonals of equal i + j (as NOSE and SENO fill
/// them) or of equal j - i (SONE and NESO), so that cells of one stage are neighbours.
enum class Layout : std::uint8_t { rows, columns, nose_diagonals, sone_diagonals };
/// By a layout's number: the names that the command takes.
inline constexpr std::array<std::string_view, 4> kLayoutNames{"ROWS", "COLUMNS", "DIAGS-NOSE", "DIAGS-SONE"};

/// Where a kept table has its cells: cell (i, j, k, l) at origin + i, j, k, l times the strides, all in cells.
struct TableLayout {
    std::int64_t origin = 0;
    std::array<std::int64_t, kMaxIndices> strides{};
    /// storage size, padding included
    std::int64_t cells = 0;

    /// Row-major in the user's own orientation.
    static TableLayout row_major(TableSize size);
    /// Rows and columns without padding; diagonals each in as many cells as the longest has. For a table of up to 2^60
    /// cells. Errors: unsupported: diagonals of more than two indices.
    static Result<TableLayout> of(Layout layout, TableSize size);
    /// Place of a cell in the table, in cells.
    std::int64_t index_of(Cell user) const;
};

/// The cells of a table that has its rows one after another, in another layout and without padding: columns one after
/// another, or diagonals, the least i + j (or j - i) first, each by rising i. `cell_bytes` per cell. Errors: those of
/// TableLayout::of.
Result<std::vector<std::byte>> arranged(std::span<const std::byte> rows, TableSize size, std::uint32_t cell_bytes,
                                        Layout layout);

}  // namespace vkalgo::dp
