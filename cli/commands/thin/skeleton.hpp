#pragma once

#include "algorithms/volume/skeleton_graph.hpp"
#include "algorithms/volume/thinning_call.hpp"
#include "algorithms/volume/volume_bits.hpp"
#include "algorithms/volume/volume_topology.hpp"
#include "cli/answer.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/bytes.hpp"
#include "formats/volumes/volume.hpp"
#include "formats/writer.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// What `vkalgo thin` makes of a volume and of its skeleton.
namespace vkalgo::cli {

VolumeShape shape_of(const Volume& volume);

/// The nearest f64 of a voxel, counted from 0.
double voxel_value(const Volume& volume, std::size_t voxel);

/// Voxels as labels. Errors: invalid_argument: a voxel that is no whole number from 0 to 2^32 - 1.
Result<std::vector<std::uint32_t>> labels_of(const Volume& volume, const std::string& name);

/// The skeleton as a volume: 1 where it is, or the voxels of a label map as they are, else 0.
Volume skeleton_volume(const Volume& volume, std::span<const std::uint32_t> skeleton, bool keeps_values);
/// f32: the radius where the skeleton is, else 0.
Volume radius_volume(const Volume& volume, std::span<const std::uint32_t> skeleton, std::span<const float> radius);

/// Returns a graph as an output: a row per branch, or JSON with nodes, branches and their voxels. Voxels are (x, y, z)
/// from 0, positions and lengths in units of the spacing. Both outlive it.
OutputTable graph_table(const SkeletonGraph& graph, const SkeletonVoxels& skeleton);

/// A PNG: what is selected of the volume, seen along its shortest side, by its greatest values on each line of sight
/// (of labels, or where there is one value: by how many voxels), and the skeleton as lines on it, each label in a
/// colour of its own. Small volumes are enlarged; voxels are as long as the skeleton's spacing says.
Result<Bytes> skeleton_picture(const Volume& volume, std::span<const std::uint32_t> selected,
                               const SkeletonVoxels& skeleton);

/// What --verify finds.
struct SkeletonCheck {
    Verification verification;
    /// before and after; with labels, sums of the numbers of each label by itself
    VolumeTopology before, after;
};

/// The skeleton against the rule on one core, and its topology against that of what it was made of; with labels, of
/// each label by itself.
SkeletonCheck check_skeleton(const Volume& volume, std::span<const std::uint32_t> bits,
                             std::span<const std::uint32_t> labels, const ThinningOptions& options,
                             const ThinningResult& thinned);

/// "1 object, 2 cavities and 3 tunnels"
std::string topology_text(const VolumeTopology& topology);

}  // namespace vkalgo::cli
