// The functions of box_count_call.hpp for boxes of points.
#include "algorithms/invalid.hpp"
#include "algorithms/sort/call_runs.hpp"
#include "algorithms/volume/box_codes.hpp"
#include "algorithms/volume/box_count_call.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace vkalgo {

Result<PointGrid> place_points(std::span<const double> coordinates, std::uint32_t axes,
                               const PointBoxOptions& options) {
    if (axes != 2 && axes != 3) {
        return invalid("points must have 2 or 3 coordinates, not " + std::to_string(axes), "axes");
    }
    if (coordinates.size() % axes != 0) {
        return invalid(std::to_string(coordinates.size()) + " coordinates do not make a whole number of points of " +
                           std::to_string(axes) + " coordinates each",
                       "coordinates");
    }
    if (options.unit && !(*options.unit > 0 && std::isfinite(*options.unit))) {
        return invalid("the unit must be a finite number above 0", "unit");
    }
    if (options.cells == 0) {
        return invalid("there must be at least one cell", "cells");
    }
    PointGrid grid;
    grid.axes = axes;
    grid.shape = {0, 1, 1};
    std::array<double, 3> last{};
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        const double x = coordinates[i];
        if (!std::isfinite(x)) {
            return invalid(
                "point " + std::to_string(i / axes) + " (counted from 0) has a coordinate that is not finite",
                "coordinates");
        }
        double& low = grid.origin[i % axes];
        double& high = last[i % axes];
        low = i < axes ? x : std::min(low, x);
        high = i < axes ? x : std::max(high, x);
    }
    double extent = 0;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        extent = std::max(extent, last[axis] - grid.origin[axis]);
    }
    grid.unit = options.unit ? *options.unit : extent > 0 ? extent / options.cells : 1;
    // The number of cells that an axis may have: one more than the largest index of a cell that a code can hold.
    const double most = std::ldexp(1.0, static_cast<int>(most_code_levels(axes)) - 1);
    const double limit = options.unit ? most : std::min<double>(options.cells, most);
    const std::string numbered = std::to_string(static_cast<std::uint64_t>(most)) + ", the most that can be numbered";
    if (!std::isfinite(extent)) {
        return Error{ErrorCode::too_large, "the extent of the points does not fit f64; scale the coordinates",
                     "coordinates"};
    }
    if (options.unit && extent / grid.unit >= most) {
        return Error{ErrorCode::too_large, "the points need more cells of this size along an axis than " + numbered,
                     "unit"};
    }
    if (!options.unit && options.cells > most) {
        return Error{ErrorCode::too_large,
                     std::to_string(options.cells) + " cells along an axis are more than " + numbered, "cells"};
    }
    if (!(grid.unit > 0)) {
        return Error{ErrorCode::too_large,
                     "the extent of the points, divided by the number of cells, is 0 in f64; scale the coordinates",
                     "coordinates"};
    }
    grid.coordinates.resize(coordinates.size());
    std::array<std::uint32_t, 3> largest{};
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        const double cell = std::floor((coordinates[i] - grid.origin[i % axes]) / grid.unit);
        grid.coordinates[i] = static_cast<std::uint32_t>(std::min(cell, limit - 1));
        largest[i % axes] = std::max(largest[i % axes], grid.coordinates[i]);
    }
    if (!coordinates.empty()) {
        // An axis of 2^32 cells gets 2^32 - 1, the largest number that a shape can hold.
        const auto cells = [](std::uint32_t number) { return number == ~0U ? number : number + 1; };
        grid.shape = {cells(largest[0]), cells(largest[1]), axes == 3 ? cells(largest[2]) : 1};
    }
    const std::uint32_t highest = std::max({largest[0], largest[1], largest[2]});
    grid.levels = 1 + static_cast<std::uint32_t>(std::bit_width(highest));
    return grid;
}

Result<BoxCounts> count_point_boxes(Runner& runner, const PointGrid& points, const CallOptions& call) {
    Context& context = runner.context();
    const BoxCodesOptions options{.axes = points.axes, .levels = points.levels};
    const std::uint64_t count = points.coordinates.size() / std::max(points.axes, 1U);
    VKALGO_TRY(const BoxCodesPlan plan, plan_box_codes(options, count, context.profile()));
    VKALGO_TRY(const BoxCodes counter, BoxCodes::create(context, options));
    std::vector<std::uint64_t> counts(points.levels);
    const CallBuffer buffers[] = {{"points", plan.coordinates_bytes, std::as_bytes(std::span(points.coordinates))},
                                  {"counts", plan.counts_bytes, {}, std::as_writable_bytes(std::span(counts))},
                                  {"scratch", plan.scratch_bytes}};
    VKALGO_CHECK(
        check_call_memory("this box count", call_bytes(buffers), within_context(call, context), context.profile()));
    BoxCounts found;
    VKALGO_TRY(found.report,
               run_call(runner, call, "box count", buffers, [&](Recorder& recorder, std::span<const BufferView> views) {
                   return counter.record(
                       recorder, {.coordinates = views[0], .count = count, .counts = views[1], .scratch = views[2]});
               }));
    found.report.scratch_bytes = plan.scratch_bytes;
    found.shape = points.shape;
    found.method = "sort";
    found.inside = counts[0];
    for (std::uint32_t level = 0; level < points.levels; ++level) {
        found.sizes.push_back({.size = std::uint64_t{1} << level,
                               .count = counts[level],
                               .mean_count = static_cast<double>(counts[level])});
    }
    return found;
}

}  // namespace vkalgo
