#include "formats/rasters/geo_transform.hpp"

#include "formats/rasters/dem_format.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace vkalgo::formats {

Result<void> take_transform(const GeoTransform& transform, std::uint32_t rows, const std::string& name,
                            GeoReference& georeference, CellOrder& order) {
    const auto& [west, step_x, turn_x, north, turn_y, step_y] = transform;
    if (turn_x != 0 || turn_y != 0) {
        return bad_dem(name, "is rotated or sheared against its coordinates; convert it with: gdalwarp IN OUT");
    }
    if (step_x < 0 && step_y != 0) {
        return bad_dem(name, "has its columns from east to west; convert it with: gdalwarp IN OUT");
    }
    if (!(step_x > 0) || !(step_y != 0)) {
        return bad_dem(
            name, fmt::format("has cells of {} x {}, which are not sizes; correct its coordinates", step_x, step_y));
    }
    georeference.west = west;
    georeference.north = north;
    georeference.cell_x = step_x;
    georeference.cell_y = std::abs(step_y);
    if (step_y > 0) {
        order.from_south = true;
        georeference.north += rows * step_y;
    }
    return {};
}

bool cells_coincide(const GeoTransform& one, const GeoTransform& other, std::uint32_t rows, std::uint32_t columns) {
    constexpr double kOfACell = 0.1;
    const double most_x = kOfACell * std::min(std::abs(one[1]), std::abs(other[1]));
    const double most_y = kOfACell * std::min(std::abs(one[5]), std::abs(other[5]));
    for (const double row : {0.0, static_cast<double>(rows)}) {
        for (const double column : {0.0, static_cast<double>(columns)}) {
            const auto apart = [&](std::size_t first) {
                return std::abs(one.at(first) - other.at(first) + column * (one.at(first + 1) - other.at(first + 1)) +
                                row * (one.at(first + 2) - other.at(first + 2)));
            };
            if (!(apart(0) <= most_x) || !(apart(3) <= most_y)) {
                return false;
            }
        }
    }
    return true;
}

GeoTransform transform_of(const GeoReference& georeference) {
    return {georeference.west, georeference.cell_x, 0, georeference.north, 0, -georeference.cell_y};
}

}  // namespace vkalgo::formats
