#pragma once

#include "../../engine/result.hpp"
#include "volume_bits.hpp"

#include <cstdint>
#include <span>

namespace vkalgo {

/// What thinning preserves. Everything outside the volume is background.
struct VolumeTopology {
    /// The number of 26-connected components of the voxels that are set.
    std::uint64_t objects = 0;
    /// The number of 6-connected components of the voxels that are not set, without the outer one.
    std::uint64_t cavities = 0;
    /// The Euler number of the closed cubes of the voxels that are set: vertices - edges + faces - cubes.
    std::int64_t euler = 0;

    /// Returns the number of holes through objects, counted by independent loops: objects + cavities - euler.
    std::int64_t tunnels() const { return static_cast<std::int64_t>(objects + cavities) - euler; }
    bool operator==(const VolumeTopology&) const = default;
};

/// Counts objects and cavities and computes the Euler number, on one core, by runs of voxels. Time and memory grow with
/// the number of runs and rows. `bits` is a bit volume of shape.words() words. Errors: invalid_argument (another number
/// of words).
Result<VolumeTopology> volume_topology(const VolumeShape& shape, std::span<const std::uint32_t> bits);

}  // namespace vkalgo
