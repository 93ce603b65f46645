#include "cli/commands/drainage/given_directions.hpp"

#include "support/numbers.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

namespace vkalgo::cli {

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
            return Error{ErrorCode::invalid_argument,
                         fmt::format("{}: row {}, column {} has {}, which is no code of a direction; give a raster of "
                                     "directions, or heights without --directions",
                                     name, cell / dem.grid.width, cell % dem.grid.width, value),
                         name};
        }
        const auto whole = static_cast<std::int32_t>(value);
        directions[cell] = grass ? flow_from_grass(whole) : flow_from_esri(whole);
        // What a file without a number of its own for no data has there: 255 of ESRI's, negative ones.
        if (directions[cell] == kFlowNoData && whole > 0 && whole != 255) {
            first = unknown == 0 ? cell : first;
            ++unknown;
        }
    }
    if (unknown != 0) {
        notice(
            fmt::format("{}: in {} is no code of --codes {}, which counts as no data, the first {} at row {}, "
                        "column {}; are these codes of --codes {}?",
                        name, plural(unknown, "cell"), codes, dem.heights[first], first / dem.grid.width,
                        first % dem.grid.width, grass ? "esri" : "grass"));
    }
    return directions;
}

}  // namespace vkalgo::cli
