#pragma once

#include "cli/formats.hpp"
#include "formats/rasters/dem.hpp"

#include <cstdint>

namespace vkalgo::cli {

/// Hills of so many rows and columns, with cells of side 1: noise of halving wavelengths and heights, in whole numbers,
/// so that there are pits and flats. The same seed gives the same hills everywhere.
Dem random_dem(std::uint32_t side, std::uint64_t seed);

}  // namespace vkalgo::cli
