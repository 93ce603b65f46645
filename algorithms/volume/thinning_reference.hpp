#pragma once

#include "../../engine/result.hpp"
#include "thinning_plan.hpp"
#include "volume_bits.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// What thinning comes to on the CPU.
struct ThinningReference {
    /// a bit volume
    std::vector<std::uint32_t> skeleton;
    /// in which something was deleted
    std::uint32_t iterations = 0;
};

/// The rule of a method, voxel by voxel on one core: what Thinning is compared with, bit for bit. `bits` is a bit
/// volume of shape.words() words. Errors: those of plan_thinning about options; invalid_argument (other words).
Result<ThinningReference> thinning_reference(const VolumeShape& shape, std::span<const std::uint32_t> bits,
                                             const ThinningOptions& options);

/// A neighbourhood of 3 x 3 x 3 voxels: bit 9 * (dz + 1) + 3 * (dy + 1) + dx + 1 is the voxel's at that distance.
using Neighbourhood = std::uint32_t;

/// Whether Palagyi and Kuba's templates for the border to (x, y, z), one of the six directions, match: `palagyi`
/// deletes such voxels.
bool palagyi_deletes(Neighbourhood around, int x, int y, int z, SkeletonKind kind);

/// Whether they would match with some choice of the voxels that are not in `known`.
bool palagyi_could_delete(Neighbourhood around, Neighbourhood known, int x, int y, int z);

/// Whether the topology stays the same without the middle voxel, which is set: its neighbours that are set are one
/// 26-connected piece, and those that are not and share a face or an edge with it hold one 6-connected piece that
/// reaches a face (Bertrand and Malandain, Pattern Recognition Letters 15, 1994).
bool is_simple(Neighbourhood around);

}  // namespace vkalgo
