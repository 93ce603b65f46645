#pragma once

#include "../../engine/result.hpp"
#include "volume_bits.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// The kind of a node of a skeleton.
enum class SkeletonNodeKind : std::uint8_t {
    /// A voxel with one neighbour.
    end,
    /// A connected set of voxels that have three or more neighbours each.
    junction,
    /// A voxel without neighbours.
    point,
    /// A voxel of a closed line, at which the line begins and ends.
    loop
};
/// Returns "end", "junction", "point" or "loop".
const char* to_string(SkeletonNodeKind kind);

/// A node: a point where branches end.
struct SkeletonNode {
    SkeletonNodeKind kind = SkeletonNodeKind::end;
    /// The indices of the voxels of the node in ascending order: x + shape.x * (y + shape.y * z).
    std::vector<std::uint64_t> voxels;
    /// The centre of the voxels of the node, in units of the spacing. Voxel (0, 0, 0) is at 0.
    std::array<double, 3> position{};
    /// The label of the voxels of the node; 1 without labels.
    std::uint32_t label = 1;
    /// The number of ends of branches at this node.
    std::uint32_t branches = 0;
};

/// A line of voxels from a node to a node.
struct SkeletonBranch {
    std::uint32_t from = 0, to = 0;
    /// The indices of the voxels of the branch in their order, including the first and the last one, which belong to
    /// the two nodes.
    std::vector<std::uint64_t> voxels;
    /// The length of the line in units of the spacing. The line leads from the position of node `from` through the
    /// centres of the voxels between the nodes to the position of node `to`.
    double length = 0;
    /// The mean radius of the voxels of the branch; 0 without radii.
    double mean_radius = 0;
};

/// A skeleton as lines and the nodes where they meet.
struct SkeletonGraph {
    /// The nodes in the order of their first voxels, but all nodes of kind `loop` after the others.
    std::vector<SkeletonNode> nodes;
    /// The branches, in the order of `from`, then of their first and second voxels.
    std::vector<SkeletonBranch> branches;
};

/// The input of skeleton_graph().
struct SkeletonVoxels {
    VolumeShape shape;
    /// The skeleton, a bit volume of shape.words() words.
    std::span<const std::uint32_t> bits;
    /// Optional: a radius for each voxel of the skeleton, in the order of the voxels.
    std::span<const float> radius = {};
    /// Optional: a label per voxel of the shape. Voxels of different labels do not count as neighbours.
    std::span<const std::uint32_t> labels = {};
    /// The distance from a voxel to its neighbours along x, y and z.
    std::array<double, 3> spacing{1, 1, 1};
};

/// Computes the nodes and branches of a skeleton whose voxels touch by faces, edges and corners. Each voxel belongs to
/// one node or lies within one branch. Errors: invalid_argument (sizes that do not fit the shape; more voxels than a
/// 32-bit index covers).
Result<SkeletonGraph> skeleton_graph(const SkeletonVoxels& skeleton);

}  // namespace vkalgo
