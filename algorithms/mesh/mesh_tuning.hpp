// Internal to algorithms/mesh/: numbers tuned on devices, apart from the plan.
#pragma once

#include "../../engine/device_profile.hpp"
#include "../sort/sort.hpp"

#include <cstdint>

namespace vkalgo {

/// Sizes, and choices between variants of the kernels.
struct MeshTuning {
    /// Whether leaves are wide in the method "hierarchy" with MeshWalk::automatic: a leaf then has
    /// VKALGO_MESH_LEAF_ITEMS triangles, and one invocation per VKALGO_MESH_WIDE_ROWS triangles traverses the tree.
    bool wide_leaves = false;
    /// Whether the items of a hierarchy are sorted along a Hilbert curve instead of a Morton curve.
    bool hilbert = false;
    /// If leaves are wide and a mesh has at most this number of triangles, its triangles are sorted by only 10 of the
    /// 20 bits per axis. In a larger mesh, the triangles of a crowded part would get equal keys; too many of them would
    /// then be compared with each other.
    std::uint64_t coarse_keys = 0;
    /// Whether an invocation of the filter tests VKALGO_MESH_FILTER_EACH successive candidates instead of one.
    bool filter_runs = false;
    /// If a mesh has at most this number of triangles, its results are ordered by two sorts, each by the 16 bits that
    /// an index then has. At most 2^16.
    std::uint64_t narrow_pairs = 0;
};

MeshTuning mesh_tuning(const DeviceProfile& profile);

}  // namespace vkalgo
