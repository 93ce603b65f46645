// Internal to algorithms/mesh/: numbers tuned on devices, apart from the plan.
#pragma once

#include "../../engine/device_profile.hpp"
#include "../sort/sort.hpp"

#include <cstdint>

namespace vkalgo {

/// How the work is cut.
struct MeshTuning {
    /// Method hierarchy, if the options leave the traversal to the device: leaves have VKALGO_MESH_LEAF_ITEMS
    /// triangles, and one invocation per leaf traverses the tree.
    bool wide_leaves = false;
    /// Triangles, or items, are sorted along a Hilbert curve instead of a Morton curve.
    bool hilbert = false;
    /// In wide leaves of meshes with at most this number of triangles, only 10 of the 20 bits per axis order them. In
    /// larger meshes, too many triangles crowded into a small part of the mesh would be compared with each other.
    std::uint64_t coarse_keys = 0;
    /// Candidates are tested in runs of VKALGO_MESH_FILTER_EACH.
    bool filter_runs = false;
    /// Results of at most this number of triangles are sorted by two sorts, and only by the bits that their indices
    /// have; at most 2^16.
    std::uint64_t narrow_pairs = 0;
};

MeshTuning mesh_tuning(const DeviceProfile& profile);

}  // namespace vkalgo
