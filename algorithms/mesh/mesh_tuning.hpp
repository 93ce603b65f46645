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
    /// If leaves are wide and a mesh has at most this number of triangles, its triangles are sorted by only 10 of the
    /// 20 bits per axis. In a larger mesh, the triangles of a crowded part would get equal keys; too many of them would
    /// then be compared with each other.
    std::uint64_t coarse_keys = 0;
    /// Candidates are tested in runs of VKALGO_MESH_FILTER_EACH.
    bool filter_runs = false;
    /// If a mesh has at most this number of triangles, two sorts order its results, and only by the 16 bits that the
    /// triangles' indices have; at most 2^16.
    std::uint64_t narrow_pairs = 0;
};

MeshTuning mesh_tuning(const DeviceProfile& profile);

}  // namespace vkalgo
