#pragma once

#include "../../engine/result.hpp"
#include "mesh_view.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// Connected groups of triangles that intersect.
struct MeshGroups {
    /// per triangle: its group, numbered from 1; 0: it is in no pair
    std::vector<std::uint32_t> group_of;
    /// how many triangles each group has, that of group 1 first
    std::vector<std::uint32_t> sizes;
};

/// Triangles are in one group if pairs lead from one to the other, a triangle without area alone in its own. Groups are
/// numbered in the order of their first triangles. Of two meshes, the triangles of the second one follow those of the
/// first: `triangles` counts both, and `split` is how many the first has; 0: there is one mesh. On the processor, in
/// linear time but for a logarithm. Errors: invalid_argument: a pair names a triangle that does not exist.
Result<MeshGroups> mesh_groups(std::span<const MeshPair> pairs, std::uint64_t triangles, std::uint64_t split = 0);

}  // namespace vkalgo
