#include "cli/commands/drainage/cell_weights.hpp"

#include "cli/commands/drainage/same_cells.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {

Result<CellWeights> read_cell_weights(const std::string& path, InputSettings settings, const Dem& dem,
                                      const std::string& dem_name) {
    settings.format.clear();
    VKALGO_TRY(Dem read, read_dem(path, settings));
    const TerrainGrid& grid = dem.grid;
    VKALGO_CHECK(lay_on(dem, dem_name, read, path, settings.notice));
    std::vector<double> values = std::move(read.wide);
    if (values.empty()) {
        values.assign(read.heights.begin(), read.heights.end());
    }
    CellWeights weights;
    bool whole = true;
    for (std::size_t cell = 0; cell < values.size(); ++cell) {
        double& value = values[cell];
        if (!is_height(dem.heights[cell])) {
            value = 0;
        }
        if (!std::isfinite(value) || value < 0) {
            return Error{
                ErrorCode::invalid_argument,
                fmt::format("{}: row {}, column {} (from 0) has {}, but a weight must be a finite number of 0 or more; "
                            "give 0 to cells without water",
                            path, cell / grid.width, cell % grid.width,
                            std::isnan(value) ? "no data" : fmt::format("{}", value)),
                {}};
        }
        whole = whole && value == std::floor(value);
        weights.sum += value;
    }
    if (whole && weights.sum <= std::numeric_limits<std::uint32_t>::max()) {
        weights.whole.assign(values.begin(), values.end());
    } else {
        weights.real = std::move(values);
    }
    return weights;
}

}  // namespace vkalgo::cli
