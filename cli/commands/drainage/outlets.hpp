#pragma once

#include "algorithms/terrain/terrain_grid.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/rasters/dem.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::cli {

/// Reads points from a CSV file. Returns their cells (row * width + column) in the order of the file. The columns are
/// either `row` and `column`, integers >= 0 counted from the north-west, or `x` and `y` in the coordinates of the DEM.
/// Lines that begin with # are comments. Calls `notice` in three cases: the file gives rows and columns, but the DEM's
/// file does not store its cells row by row from the north-west; a point is in a cell without data; several points are
/// in one cell. `directions` are the directions that the user gave; if empty, cells without data are those without a
/// height. If the DEM has no heights yet, as random hills before they are generated, all cells have data. Errors:
/// invalid_argument (those of parse_csv_columns; no point; a point outside the grid; a row or column that is not whole;
/// x and y, although the DEM has no coordinates).
Result<std::vector<std::uint64_t>> parse_outlets(std::string_view text, const std::string& name, const Dem& dem,
                                                 std::span<const FlowCode> directions,
                                                 const std::function<void(const std::string&)>& notice);

}  // namespace vkalgo::cli
