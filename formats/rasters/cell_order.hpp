#pragma once

#include "formats/rasters/dem.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace vkalgo::formats {

/// Returns a cell's index in a file with this order. `row` is counted from the north and `column` from the west, both
/// from 0.
inline std::size_t index_in_file(std::uint32_t row, std::uint32_t column, std::uint32_t width, std::uint32_t height,
                                 const CellOrder& order) {
    const std::size_t y = order.from_south ? height - 1 - row : row;
    const std::size_t x = order.from_east ? width - 1 - column : column;
    return order.by_columns ? x * height + y : y * width + x;
}

/// Reorders width * height values, or an empty list, from the file's order to the usual one.
template <class T>
void to_usual_order(std::vector<T>& values, std::uint32_t width, std::uint32_t height, const CellOrder& order) {
    if (order.is_usual() || values.empty()) {
        return;
    }
    std::vector<T> turned(values.size());
    for (std::uint32_t row = 0; row < height; ++row) {
        for (std::uint32_t column = 0; column < width; ++column) {
            turned[std::size_t{row} * width + column] = values[index_in_file(row, column, width, height, order)];
        }
    }
    values = std::move(turned);
}

/// Reorders values from the usual order to the file's order.
template <class T>
void to_file_order(std::vector<T>& values, std::uint32_t width, std::uint32_t height, const CellOrder& order) {
    if (order.is_usual() || values.empty()) {
        return;
    }
    std::vector<T> turned(values.size());
    for (std::uint32_t row = 0; row < height; ++row) {
        for (std::uint32_t column = 0; column < width; ++column) {
            turned[index_in_file(row, column, width, height, order)] = values[std::size_t{row} * width + column];
        }
    }
    values = std::move(turned);
}

}  // namespace vkalgo::formats
