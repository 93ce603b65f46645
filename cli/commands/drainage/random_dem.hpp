#pragma once

#include "cli/formats.hpp"
#include "formats/rasters/dem.hpp"

#include <cstdint>

namespace vkalgo::cli {

/// Returns hills of `side` rows and columns, with cells of side 1. They are noise in octaves; from octave to octave,
/// the wavelength and the height halve. Heights are rounded down to integers, so that there are pits and flats. The
/// same seed gives the same hills everywhere.
Dem random_dem(std::uint32_t side, std::uint64_t seed);

}  // namespace vkalgo::cli
