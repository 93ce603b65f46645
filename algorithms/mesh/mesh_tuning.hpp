// Internal to algorithms/mesh/: numbers tuned on devices, apart from the plan.
#pragma once

#include "../../engine/device_profile.hpp"
#include "../sort/sort.hpp"

#include <cstdint>

namespace vkalgo {

/// How the work is cut.
struct MeshTuning {
    /// Method hierarchy: leaves have VKALGO_MESH_LEAF_ITEMS triangles, and one invocation traverses the tree for each
    /// leaf, if the options leave the traversal to the device.
    bool wide_leaves = false;
    /// Triangles, or items, are sorted along a Hilbert curve instead of a Morton curve.
    bool hilbert = false;
    /// Up to this number of triangles, only 10 of the 20 bits per axis order them in wide leaves. With more, triangles
    /// crowded into a small part of the mesh would be too many to be compared with each other.
    std::uint64_t coarse_keys = 0;
    /// Candidates are tested in runs of VKALGO_MESH_FILTER_EACH.
    bool filter_runs = false;
    /// Results of at most this number of triangles are sorted only by the bits that their indices have, by two sorts;
    /// at most 2^16.
    std::uint64_t narrow_pairs = 0;
};

MeshTuning mesh_tuning(const DeviceProfile& profile);

}  // namespace vkalgo
