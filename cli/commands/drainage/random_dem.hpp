#pragma once

#include "cli/formats.hpp"
#include "formats/rasters/dem.hpp"

#include <cstdint>

namespace vkalgo::cli {

/// Returns hills of `side` rows and columns, with cells of side 1. They are a sum of ten noises. From noise to noise
/// the greatest height halves, beginning with 512, and the wavelength halves too, beginning with half the side, until
/// it is one cell. Heights are rounded down to integers, so that there are pits and flats. The same seed gives the same
/// hills everywhere.
Dem random_dem(std::uint32_t side, std::uint64_t seed);

}  // namespace vkalgo::cli
