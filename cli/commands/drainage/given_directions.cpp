#include "cli/commands/drainage/given_directions.hpp"

#include "algorithms/terrain/flow_reference.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

struct Circle {
    /// The first cell of the circle in the order of the grid.
    std::uint64_t cell = 0;
    std::uint64_t cells = 0;
};

/// Finds a circle; nullopt if none exists. Follows the water of every cell, each time until a cell that was visited
/// before. Each cell is visited at most three times.
std::optional<Circle> find_circle(std::span<const FlowCode> codes, const TerrainGrid& grid) {
    enum : std::uint8_t { fresh, on_this_way, ends };
    std::vector<std::uint8_t> states(codes.size(), fresh);
    const auto next = [&](std::uint64_t cell) { return flow_target(codes, grid, cell); };
    for (std::uint64_t start = 0; start < codes.size(); ++start) {
        std::uint64_t cell = start;
        for (; cell < codes.size() && states[cell] == fresh; cell = next(cell)) {
            states[cell] = on_this_way;
        }
        if (cell < codes.size() && states[cell] == on_this_way) {
            Circle circle{cell, 1};
            for (std::uint64_t other = next(cell); other != cell; other = next(other)) {
                circle.cell = std::min(circle.cell, other);
                ++circle.cells;
            }
            return circle;
        }
        for (cell = start; cell < codes.size() && states[cell] == on_this_way; cell = next(cell)) {
            states[cell] = ends;
        }
    }
    return std::nullopt;
}

}  // namespace

std::string cell_text(const Dem& dem, std::uint64_t cell) {
    const std::uint64_t row = cell / dem.grid.width, column = cell % dem.grid.width;
    std::string text =
        fmt::format("row {}, column {} (from 0{}", row, column, dem.order.is_usual() ? "" : " in the north-west");
    if (dem.georeference) {
        text += fmt::format("; x {:.10g}, y {:.10g}",
                            dem.georeference->west + (static_cast<double>(column) + 0.5) * dem.georeference->cell_x,
                            dem.georeference->north - (static_cast<double>(row) + 0.5) * dem.georeference->cell_y);
    }
    return text + ")";
}

Result<void> check_circles(const Dem& dem, std::span<const FlowCode> directions, const std::string& name) {
    const std::optional<Circle> circle = find_circle(directions, dem.grid);
    if (!circle) {
        return {};
    }
    return Error{ErrorCode::invalid_argument,
                 fmt::format("{}: the directions form a cycle of {} through {}; give one of these cells another "
                             "direction, or no data",
                             name, plural(circle->cells, "cell"), cell_text(dem, circle->cell)),
                 name};
}

Result<std::vector<FlowCode>> given_directions(const Dem& dem, const std::string& name, const std::string& codes,
                                               const std::function<void(const std::string&)>& notice) {
    const bool grass = codes == "grass";
    std::vector<FlowCode> directions(dem.heights.size());
    std::size_t unknown = 0, first = 0;
    for (std::size_t cell = 0; cell < directions.size(); ++cell) {
        const float value = dem.heights[cell];
        if (!std::isfinite(value)) {
            directions[cell] = kFlowNoData;
            continue;
        }
        if (value != std::floor(value) || std::abs(value) > 255) {
            return Error{
                ErrorCode::invalid_argument,
                fmt::format("{}: row {}, column {} (from 0) has {}, which is not a code of a direction; give a raster "
                            "of directions, or heights without --directions",
                            name, cell / dem.grid.width, cell % dem.grid.width, value),
                name};
        }
        const auto whole = static_cast<std::int32_t>(value);
        directions[cell] = grass ? flow_from_grass(whole) : flow_from_esri(whole);
        // In a file that defines no number for "no data", 255 (ESRI) and negative numbers that are not codes mean "no
        // data". They are not reported.
        if (directions[cell] == kFlowNoData && whole > 0 && whole != 255) {
            first = unknown == 0 ? cell : first;
            ++unknown;
        }
    }
    if (unknown != 0) {
        notice(fmt::format(
            "{}: {} without a code of --codes {} {} as no data; the first has {} at row {}, column {} (from "
            "0); if these are codes of --codes {}, give that option",
            name, plural(unknown, "cell"), codes, unknown == 1 ? "counts" : "count", dem.heights[first],
            first / dem.grid.width, first % dem.grid.width, grass ? "esri" : "grass"));
    }
    return directions;
}

}  // namespace vkalgo::cli
