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

/// The order of the cells of a kept table, chosen so that cells of one stage are adjacent: by rows, by columns, by
/// diagonals of equal i + j (which NOSE and SENO fill), or by diagonals of equal j - i (which SONE and NESO fill).
enum class Layout : std::uint8_t { rows, columns, nose_diagonals, sone_diagonals };
/// The names that the command takes, indexed by the layout.
inline constexpr std::array<std::string_view, 4> kLayoutNames{"ROWS", "COLUMNS", "DIAGS-NOSE", "DIAGS-SONE"};

/// The positions at which a kept table stores its cells. The index of cell (i, j, k, l) is the origin, plus each of i,
/// j, k and l multiplied by its stride. Origin and strides are counted in cells.
struct TableLayout {
    std::int64_t origin = 0;
    std::array<std::int64_t, kMaxIndices> strides{};
    /// Storage size in cells, padding included.
    std::int64_t cells = 0;

    /// Returns the row-major layout in the user's own orientation.
    static TableLayout row_major(TableSize size);
    /// Returns the layout of a table of up to 2^60 cells. Rows and columns have no padding; each diagonal takes as many
    /// cells as the longest diagonal. Errors: unsupported, for diagonals of a table of more than two indices.
    static Result<TableLayout> of(Layout layout, TableSize size);
    /// Returns the index of a cell in the table, in cells.
    std::int64_t index_of(Cell user) const;
};

/// Converts the cells of a table stored row by row to another layout, without padding. The result is stored column by
/// column, or diagonal by diagonal: the diagonal of the least i + j (or j - i) first, and the cells of a diagonal by
/// rising i. A cell has `cell_bytes` bytes. Errors: those of TableLayout::of.
Result<std::vector<std::byte>> arranged(std::span<const std::byte> rows, TableSize size, std::uint32_t cell_bytes,
                                        Layout layout);

}  // namespace vkalgo::dp
