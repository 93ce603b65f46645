#pragma once

#include "algorithms/terrain/terrain_grid.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/rasters/dem.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace vkalgo::bench {

/// GRASS's result for a DEM.
struct GrassDrainage {
    /// "GRASS 8.2.1 (2023)".
    std::string version;
    /// Milliseconds of r.watershed, including its start.
    std::vector<double> milliseconds;
    /// One code per cell, without the sign by which GRASS marks water that leaves the map.
    std::vector<FlowCode> codes;
};

/// Runs r.watershed -s (one direction per cell) in a separate location, which is removed afterwards. Errors:
/// unsupported (PATH has no `grass`, or `grass` fails or does not end within `most`).
Result<GrassDrainage> drain_by_grass(const formats::Dem& dem, int repeat, std::chrono::seconds most);

}  // namespace vkalgo::bench
