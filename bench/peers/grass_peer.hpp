#pragma once

#include "algorithms/terrain/terrain_grid.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/rasters/dem.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// What GRASS says of a DEM.
struct GrassDrainage {
    /// "GRASS 8.2.1 (2023)"
    std::string version;
    /// of r.watershed alone, its start included
    std::vector<double> milliseconds;
    /// whichever way its water leaves the map; one per cell
    std::vector<FlowCode> codes;
};

/// r.watershed -s (one direction per cell) in a location of its own that is gone afterwards. Errors: unsupported (there
/// is no `grass` in PATH, or it fails or does not end within `most`).
Result<GrassDrainage> drain_by_grass(const Dem& dem, int repeat, std::chrono::seconds most);

}  // namespace vkalgo::cli
