#pragma once

#include "../../engine/result.hpp"
#include "mesh_view.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// Connected groups of triangles that intersect.
struct MeshGroups {
    /// The group of each triangle, numbered from 1; 0 if the triangle is in no pair.
    std::vector<std::uint32_t> group_of;
    /// The number of triangles of each group, beginning with group 1.
    std::vector<std::uint32_t> sizes;
};

/// Finds the groups. Triangles are in one group if pairs connect them. A triangle without area, which is in no pair
/// except with itself, is the only one in its group. Groups are numbered in the order of their first triangles. With
/// two meshes, the triangles of the second follow those of the first: `triangles` counts the triangles of both meshes,
/// `split` those of the first; split 0: there is one mesh. Runs on the CPU, in n log n steps at most for n triangles
/// and pairs. Errors: invalid_argument if a pair names a triangle that does not exist.
Result<MeshGroups> mesh_groups(std::span<const MeshPair> pairs, std::uint64_t triangles, std::uint64_t split = 0);

}  // namespace vkalgo
