// Internal to algorithms/mesh/: numbers that were tuned on devices, apart from the plan.
#pragma once

#include "../../engine/device_profile.hpp"
#include "../sort/sort.hpp"

#include <cstdint>

namespace vkalgo {

/// How the work is cut.
struct MeshTuning {
    /// method hierarchy: leaves of VKALGO_MESH_LEAF_ITEMS triangles, each walked for by one invocation, where options
    /// leave the walk to the device
    bool wide_leaves = false;
    /// Triangles, or items, are sorted along a Hilbert curve instead of a Morton curve.
    bool hilbert = false;
    /// Up to so many triangles only 10 of the 20 bits per axis order them in wide leaves. Beyond, triangles that crowd
    /// in a small part of the mesh would be too many to be compared with each other.
    std::uint64_t coarse_keys = 0;
    /// Candidates are tested by runs of VKALGO_MESH_FILTER_EACH.
    bool filter_runs = false;
    /// Results of at most so many triangles are sorted by the bits that their numbers have, by two sorts; at most 2^16.
    std::uint64_t narrow_pairs = 0;
};

MeshTuning mesh_tuning(const DeviceProfile& profile);

}  // namespace vkalgo
