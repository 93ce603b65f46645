#pragma once

#include <cstdint>
#include <vector>

namespace vkalgo::cli {

/// Returns a porous body in a cube of `side` voxels per side, x fastest: 1 inside (about half of the voxels), 0
/// outside. The noise has three wavelengths, each half of the one before; the longest is about a quarter of the side.
/// It is computed in integers: the same seed gives the same body everywhere. `side` is at most 2,048.
std::vector<std::uint8_t> random_volume(std::uint32_t side, std::uint64_t seed);

}  // namespace vkalgo::cli
