#include "algorithms/dp/method/layout.hpp"

#include "algorithms/dp/recurrence/order.hpp"

#include <algorithm>
#include <cstring>

namespace vkalgo::dp {

TableLayout TableLayout::row_major(TableSize size) {
    TableLayout layout;
    const auto extents = size.extents();
    std::int64_t stride = 1;
    for (std::size_t d = kMaxIndices; d-- > 0; stride *= extents[d]) {
        layout.strides[d] = stride;
    }
    layout.cells = stride;
    return layout;
}

Result<TableLayout> TableLayout::of(Layout layout, TableSize size) {
    TableLayout made = row_major(size);
    if (layout == Layout::rows) {
        return made;
    }
    if (layout == Layout::columns) {
        const auto extents = size.extents();
        std::int64_t stride = 1;
        for (std::size_t d = 0; d < kMaxIndices; stride *= extents[d], ++d) {
            made.strides[d] = stride;
        }
        return made;
    }
    if (size.third != 1 || size.fourth != 1) {
        return Error{ErrorCode::unsupported, "only tables of two indices have a layout by diagonals", "layout"};
    }
    // A diagonal has at most one cell for each value of i, and for each value of j. The index that has fewer values (i
    // if both have equally many) is the position of a cell in its diagonal.
    const std::int64_t width = std::min(size.rows, size.columns);
    const bool by_rows = size.rows <= size.columns;
    const bool nose = layout == Layout::nose_diagonals;
    made.origin = nose ? 0 : (size.rows - 1) * width;
    made.strides = {(nose ? width : -width) + (by_rows ? 1 : 0), width + (by_rows ? 0 : 1), 0, 0};
    made.cells = (size.rows + size.columns - 1) * width;
    return made;
}

std::int64_t TableLayout::index_of(Cell user) const {
    const auto at = user.indices();
    std::int64_t index = origin;
    for (std::size_t d = 0; d < kMaxIndices; ++d) {
        index += at[d] * strides[d];
    }
    return index;
}

Result<std::vector<std::byte>> arranged(std::span<const std::byte> rows, TableSize size, std::uint32_t cell_bytes,
                                        Layout layout) {
    VKALGO_CHECK(TableLayout::of(layout, size));
    const TableLayout plain = TableLayout::row_major(size);
    std::vector<std::byte> cells(rows.size());
    std::byte* next = cells.data();
    const auto take = [&](Cell cell) {
        std::memcpy(next, rows.data() + static_cast<std::size_t>(plain.index_of(cell)) * cell_bytes, cell_bytes);
        next += cell_bytes;
    };
    if (layout == Layout::rows || layout == Layout::columns) {
        const bool by_columns = layout == Layout::columns;
        const TableSize flipped{size.fourth, size.third, size.columns, size.rows};
        for_each_cell(by_columns ? flipped : size, [&](Cell cell) {
            take(by_columns ? Cell{cell.l, cell.k, cell.j, cell.i} : cell);
        });
        return cells;
    }
    const bool nose = layout == Layout::nose_diagonals;
    for (std::int64_t diagonal = 0; diagonal + 1 < size.rows + size.columns; ++diagonal) {
        for (std::int64_t i = 0; i < size.rows; ++i) {
            const std::int64_t j = nose ? diagonal - i : diagonal - (size.rows - 1) + i;
            if (j >= 0 && j < size.columns) {
                take({i, j});
            }
        }
    }
    return cells;
}

}  // namespace vkalgo::dp
