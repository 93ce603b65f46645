#pragma once

#include "../../engine/result.hpp"
#include "volume_bits.hpp"

#include <cstdint>
#include <span>

namespace vkalgo {

/// What thinning leaves as it is. What lies outside of the volume is background.
struct VolumeTopology {
    /// 26-connected pieces of what is set
    std::uint64_t objects = 0;
    /// 6-connected pieces of what is not, but for the one that is outside
    std::uint64_t cavities = 0;
    /// of the closed cubes of the voxels that are set: vertices - edges + faces - cubes
    std::int64_t euler = 0;

    /// Holes through objects, counted by independent loops: objects + cavities - euler.
    std::int64_t tunnels() const { return static_cast<std::int64_t>(objects + cavities) - euler; }
    bool operator==(const VolumeTopology&) const = default;
};

/// Counts them on one core, by runs of voxels: in time and memory that grow with the number of runs and rows. `bits` is
/// a bit volume of shape.words() words. Errors: invalid_argument (other words).
Result<VolumeTopology> volume_topology(const VolumeShape& shape, std::span<const std::uint32_t> bits);

}  // namespace vkalgo
