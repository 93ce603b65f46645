#include "cli/commands/drainage/outlets.hpp"

#include "cli/commands/drainage/given_directions.hpp"
#include "formats/meshes/points.hpp"
#include "formats/rasters/crs.hpp"
#include "formats/tables/csv.hpp"
#include "support/numbers.hpp"
#include "support/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <map>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Reads two columns of numbers as pairs.
Result<std::vector<std::array<double, 2>>> read_pairs(std::string_view text, const std::string& name,
                                                      const std::array<std::string, 2>& columns, char delimiter) {
    constexpr std::array kTypes{ElementType::f64, ElementType::f64};
    VKALGO_TRY(const std::vector<Array> read,
               parse_csv_columns(text, columns, kTypes, name, {.form = {.delimiter = delimiter}}));
    std::vector<std::array<double, 2>> pairs(read[0].count());
    for (std::size_t point = 0; point < pairs.size(); ++point) {
        for (std::size_t k = 0; k < 2; ++k) {
            std::memcpy(&pairs[point].at(k), read.at(k).data.data() + point * sizeof(double), sizeof(double));
        }
    }
    return pairs;
}

std::string extent_text(const Dem& dem) {
    const GeoReference& georeference = *dem.georeference;
    return fmt::format(", which have x from {:.10g} to {:.10g} and y from {:.10g} to {:.10g} in {}", georeference.west,
                       georeference.west + dem.grid.width * georeference.cell_x,
                       georeference.north - dem.grid.height * georeference.cell_y, georeference.north,
                       georeference.crs.empty() && georeference.geographic ? "degrees" : crs_name(georeference.crs));
}

/// Returns true if the header, the first line that is not blank, has a cell with this name.
bool has_column(std::string_view rows, std::string_view wanted, char delimiter) {
    rows.remove_prefix(std::min(rows.find_first_not_of("\r\n"), rows.size()));
    std::string_view header = rows.substr(0, rows.find_first_of("\r\n"));
    for (;;) {
        const std::size_t end = std::min(header.find(delimiter), header.size());
        std::string_view cell = without_blanks(header.substr(0, end));
        if (cell.size() >= 2 && cell.starts_with('"') && cell.ends_with('"')) {
            cell = cell.substr(1, cell.size() - 2);
        }
        if (cell == wanted) {
            return true;
        }
        if (end == header.size()) {
            return false;
        }
        header.remove_prefix(end + 1);
    }
}

/// Calls `notice` for points whose watersheds are empty: their cells have no data, or belong to later points too.
void tell_of_empty_outlets(std::span<const std::uint64_t> cells, const std::string& name, const Dem& dem,
                           std::span<const FlowCode> directions,
                           const std::function<void(const std::string&)>& notice) {
    std::map<std::uint64_t, std::size_t> last;
    for (std::size_t point = 0; point < cells.size(); ++point) {
        last[cells[point]] = point;
    }
    constexpr std::size_t kNamed = 5;
    std::size_t outside = 0, repeated = 0;
    const auto more = [&](std::size_t count, const char* what) {
        if (count > kNamed) {
            const std::size_t rest = count - kNamed;
            notice(fmt::format("{}: {} more {} in {}", name, rest, rest == 1 ? "point lies" : "points lie", what));
        }
    };
    for (std::size_t point = 0; point < cells.size(); ++point) {
        const std::uint64_t cell = cells[point];
        const bool none =
            !directions.empty() ? directions[cell] > 8 : !dem.heights.empty() && !is_height(dem.heights[cell]);
        if (none && ++outside <= kNamed) {
            notice(
                fmt::format("{}: point {} (from 1) lies in a cell without data, {}, so its watershed is empty; move it",
                            name, point + 1, cell_text(dem, cell)));
        }
        if (last[cell] != point && ++repeated <= kNamed) {
            notice(fmt::format(
                "{}: points {} and {} (from 1) lie in the same cell, {}; this cell belongs to the last of the "
                "points, so watershed {} is empty; remove one of the points",
                name, point + 1, last[cell] + 1, cell_text(dem, cell), point + 1));
        }
    }
    more(outside, "cells without data");
    more(repeated, "the cells of later points");
}

}  // namespace

Result<std::vector<std::uint64_t>> parse_outlets(std::string_view text, const std::string& name, const Dem& dem,
                                                 std::span<const FlowCode> directions,
                                                 const std::function<void(const std::string&)>& notice) {
    const std::string rows = uncommented_rows(text);
    const char delimiter = delimiter_of_points(name);
    const bool by_rows = has_column(rows, "row", delimiter);
    if (!by_rows && !dem.georeference) {
        return Error{ErrorCode::invalid_argument,
                     name +
                         ": has no column 'row', and the grid has no coordinates for x and y; give the columns 'row' "
                         "and 'column'",
                     name};
    }
    if (by_rows && !dem.order.is_usual()) {
        notice(fmt::format(
            "'{}' gives rows and columns, which count from the north-west, but the cells in the file of the "
            "DEM are in another order; give x and y to be sure",
            name));
    }
    VKALGO_TRY(const auto points,
               read_pairs(rows, name,
                          by_rows ? std::array<std::string, 2>{"row", "column"} : std::array<std::string, 2>{"x", "y"},
                          delimiter));
    if (points.empty()) {
        return Error{ErrorCode::invalid_argument,
                     name + ": has a header but no point; give at least one, or leave out --outlets", name};
    }
    std::vector<std::uint64_t> cells;
    for (std::size_t point = 0; point < points.size(); ++point) {
        double row = points[point][0], column = points[point][1];
        if (!by_rows) {
            row = std::floor((dem.georeference->north - points[point][1]) / dem.georeference->cell_y);
            column = std::floor((points[point][0] - dem.georeference->west) / dem.georeference->cell_x);
        }
        const bool whole = row == std::floor(row) && column == std::floor(column);
        if (!whole || !(row >= 0 && row < dem.grid.height && column >= 0 && column < dem.grid.width)) {
            return Error{ErrorCode::invalid_argument,
                         fmt::format("{}: point {} (from 1) with {} {}, {} {} is not in the {} of {}{}; correct it",
                                     name, point + 1, by_rows ? "row" : "x", points[point][0], by_rows ? "column" : "y",
                                     points[point][1], plural(dem.grid.height, "row"), plural(dem.grid.width, "cell"),
                                     by_rows ? ", which are numbered from 0 by whole numbers" : extent_text(dem)),
                         name};
        }
        cells.push_back(static_cast<std::uint64_t>(row) * dem.grid.width + static_cast<std::uint64_t>(column));
    }
    tell_of_empty_outlets(cells, name, dem, directions, notice);
    return cells;
}

}  // namespace vkalgo::cli
