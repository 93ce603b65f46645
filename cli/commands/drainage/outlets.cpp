#include "cli/commands/drainage/outlets.hpp"

#include "formats/rasters/crs.hpp"
#include "formats/tables/csv.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Two columns of numbers, side by side.
Result<std::vector<std::array<double, 2>>> read_pairs(std::string_view text, const std::string& name,
                                                      const std::array<std::string, 2>& columns) {
    constexpr std::array kTypes{ElementType::f64, ElementType::f64};
    VKALGO_TRY(const std::vector<Array> read, parse_csv_columns(text, columns, kTypes, name));
    std::vector<std::array<double, 2>> pairs(read[0].count());
    for (std::size_t point = 0; point < pairs.size(); ++point) {
        for (std::size_t k = 0; k < 2; ++k) {
            std::memcpy(&pairs[point].at(k), read.at(k).data.data() + point * sizeof(double), sizeof(double));
        }
    }
    return pairs;
}

std::string extent_text(const Dem& dem) {
    const GeoReference& place = *dem.place;
    return fmt::format(", which have x from {:.10g} to {:.10g} and y from {:.10g} to {:.10g} in {}", place.west,
                       place.west + dem.grid.width * place.cell_x, place.north - dem.grid.height * place.cell_y,
                       place.north, place.crs.empty() && place.geographic ? "degrees" : crs_name(place.crs));
}

}  // namespace

Result<std::vector<std::uint64_t>> parse_outlets(std::string_view text, const std::string& name, const Dem& dem,
                                                 const std::function<void(const std::string&)>& notice) {
    const bool by_rows = text.substr(0, text.find_first_of("\r\n")).find("row") != std::string_view::npos;
    if (!by_rows && !dem.place) {
        return Error{ErrorCode::invalid_argument,
                     name + ": the grid has no coordinates; give the columns `row` and `column`", name};
    }
    if (by_rows && !dem.order.is_usual()) {
        notice(
            fmt::format("'{}' counts rows and columns, which are taken from the north-west, and the DEM's file begins "
                        "elsewhere; give x and y to be sure",
                        name));
    }
    VKALGO_TRY(const auto points, read_pairs(text, name,
                                             by_rows ? std::array<std::string, 2>{"row", "column"}
                                                     : std::array<std::string, 2>{"x", "y"}));
    std::vector<std::uint64_t> cells;
    for (std::size_t point = 0; point < points.size(); ++point) {
        double row = points[point][0], column = points[point][1];
        if (!by_rows) {
            row = std::floor((dem.place->north - points[point][1]) / dem.place->cell_y);
            column = std::floor((points[point][0] - dem.place->west) / dem.place->cell_x);
        }
        const bool whole = row == std::floor(row) && column == std::floor(column);
        if (!whole || !(row >= 0 && row < dem.grid.height && column >= 0 && column < dem.grid.width)) {
            return Error{ErrorCode::invalid_argument,
                         fmt::format("{}: point {} ({}, {}) is in no cell of the {} x {} cells{}; correct it", name,
                                     point + 1, points[point][0], points[point][1], dem.grid.height, dem.grid.width,
                                     by_rows ? "" : extent_text(dem)),
                         name};
        }
        cells.push_back(static_cast<std::uint64_t>(row) * dem.grid.width + static_cast<std::uint64_t>(column));
    }
    return cells;
}

}  // namespace vkalgo::cli
