#pragma once

#include "../../engine/result.hpp"
#include "box_grid.hpp"
#include "volume_bits.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// Counts on the CPU what BoxGrid counts for one grid: the mass of every box is summed voxel by voxel. `inside`: a byte
/// per voxel, nonzero if the voxel is inside. Memory: 8 bytes per box.
BoxMasses box_reference(const VolumeShape& shape, std::span<const std::uint8_t> inside, std::uint32_t side,
                        const std::array<std::uint32_t, 3>& offset = {0, 0, 0});

/// Returns a byte per voxel: 1 if the voxel is inside, else 0. `voxels`: at least shape.voxels() elements of `type`.
std::vector<std::uint8_t> inside_reference(const VolumeShape& shape, std::span<const std::byte> voxels,
                                           ElementType type, const VoxelSelection& selection);

/// Counts the boxes of side 1, 2, 4, ..., 2^(levels - 1) that contain a point, on one core, by sorted codes as in
/// BoxCodes. The GPU's results are compared with this. `coordinates`: `axes` (2 or 3) per point, below 2^(levels - 1).
std::vector<std::uint64_t> box_codes_reference(std::span<const std::uint32_t> coordinates, std::uint32_t axes,
                                               std::uint32_t levels);

}  // namespace vkalgo
