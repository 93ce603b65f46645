#pragma once

#include <cstdint>
#include <vector>

namespace vkalgo::cli {

/// A porous body in a cube of so many voxels a side, x fastest: 1 inside, about half of the voxels, and 0 outside.
/// Noise of three halving wavelengths, the longest about a quarter of the side, in whole numbers: the same seed gives
/// the same body everywhere. `side`: at most 2,048.
std::vector<std::uint8_t> random_volume(std::uint32_t side, std::uint64_t seed);

}  // namespace vkalgo::cli
