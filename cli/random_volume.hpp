#pragma once

#include <cstdint>
#include <vector>

namespace vkalgo::cli {

/// Returns a porous body in a cube of `side` voxels per side, x fastest. Voxels inside are 1 (about half of all
/// voxels), voxels outside 0. The body is made from noise of three wavelengths. The longest is the largest power of two
/// up to a quarter of the side; each other is half of the previous one. None is below one voxel. The noise is computed
/// in integers, so the same seed gives the same body everywhere. `side` is at most 2,048.
std::vector<std::uint8_t> random_volume(std::uint32_t side, std::uint64_t seed);

}  // namespace vkalgo::cli
