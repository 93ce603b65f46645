#pragma once

#include "../../engine/result.hpp"
#include "thinning_plan.hpp"
#include "volume_bits.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// The result of thinning on the CPU.
struct ThinningReference {
    /// The skeleton, a bit volume of shape.words() words.
    std::vector<std::uint32_t> skeleton;
    /// Iterations in which something was deleted.
    std::uint32_t iterations = 0;
};

/// Thins by the rule of a method, voxel by voxel on one core. Thinning is compared with this, bit for bit. `bits` is a
/// bit volume of shape.words() words. Errors: those of plan_thinning about options; invalid_argument (another number of
/// words).
Result<ThinningReference> thinning_reference(const VolumeShape& shape, std::span<const std::uint32_t> bits,
                                             const ThinningOptions& options);

/// A neighbourhood of 3 x 3 x 3 voxels: bit 9 * (dz + 1) + 3 * (dy + 1) + dx + 1 is the voxel at the offset (dx, dy,
/// dz).
using Neighbourhood = std::uint32_t;

/// Returns whether `palagyi` deletes the middle voxel when it thins the border towards (x, y, z), which is one of the
/// six face directions. It does so if the voxel at (x, y, z) is not set and one of Palagyi and Kuba's templates for
/// that direction matches. With SkeletonKind::surface, it keeps a voxel between two opposite neighbours that are not
/// set.
bool palagyi_deletes(Neighbourhood around, int x, int y, int z, SkeletonKind kind);

/// Returns whether a template of palagyi_deletes() would match for some choice of the voxels that are not in `known`.
bool palagyi_could_delete(Neighbourhood around, Neighbourhood known, int x, int y, int z);

/// Returns whether the topology stays the same without the middle voxel, which must be set. It stays the same if two
/// conditions hold (Bertrand and Malandain, Pattern Recognition Letters 15, 1994). First, the neighbours that are set
/// form exactly one 26-connected component. Second, consider the neighbours that are not set and share a face or an
/// edge with the middle voxel: exactly one of their 6-connected components contains a neighbour that shares a face with
/// the middle voxel.
bool is_simple(Neighbourhood around);

}  // namespace vkalgo
