#pragma once

#include "../../engine/result.hpp"
#include "volume_bits.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// What a node of a skeleton is.
enum class SkeletonNodeKind : std::uint8_t {
    /// a voxel with one neighbour
    end,
    /// voxels with three neighbours or more that touch each other
    junction,
    /// a voxel with none
    point,
    /// a voxel of a closed line, from which it begins and where it ends
    loop
};
/// "end", "junction", "point", "loop".
const char* to_string(SkeletonNodeKind kind);

/// A node: where branches end.
struct SkeletonNode {
    SkeletonNodeKind kind = SkeletonNodeKind::end;
    /// of them, in ascending order: x + shape.x * (y + shape.y * z)
    std::vector<std::uint64_t> voxels;
    /// the middle of its voxels, in units of the spacing; voxel (0, 0, 0) lies at 0
    std::array<double, 3> position{};
    /// of its voxels, or 1 without labels
    std::uint32_t label = 1;
    /// ends of branches there
    std::uint32_t branches = 0;
};

/// A line of voxels from a node to a node.
struct SkeletonBranch {
    std::uint32_t from = 0, to = 0;
    /// in their order, with the voxels of both nodes that they come from and go to
    std::vector<std::uint64_t> voxels;
    /// of the line through their centres, in units of the spacing
    double length = 0;
    /// the mean over its voxels; 0 if there are no radii
    double mean_radius = 0;
};

/// A skeleton as lines and where they meet.
struct SkeletonGraph {
    /// in the order of their first voxels
    std::vector<SkeletonNode> nodes;
    /// by `from`, then in the order of their second voxels
    std::vector<SkeletonBranch> branches;
};

/// What a graph is made of.
struct SkeletonVoxels {
    VolumeShape shape;
    /// a bit volume
    std::span<const std::uint32_t> bits;
    /// Optional: of each voxel of the skeleton, in the order of the voxels.
    std::span<const float> radius = {};
    /// Optional: a label per voxel of the shape. Voxels of different labels do not touch.
    std::span<const std::uint32_t> labels = {};
    /// from a voxel to its neighbours along x, y and z
    std::array<double, 3> spacing{1, 1, 1};
};

/// Nodes and branches of a skeleton whose voxels touch by faces, edges and corners. Each voxel belongs to one node or
/// lies within one branch. Errors: invalid_argument (sizes that do not fit the shape; more voxels than 32 bits count).
Result<SkeletonGraph> skeleton_graph(const SkeletonVoxels& skeleton);

}  // namespace vkalgo
