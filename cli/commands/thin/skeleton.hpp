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

/// The results of `vkalgo thin`, made from a volume and its skeleton.
namespace vkalgo::cli {

VolumeShape shape_of(const Volume& volume);

/// Returns the f64 that is nearest to the voxel with this index, counted from 0.
double voxel_value(const Volume& volume, std::size_t voxel);

/// Returns the voxels as labels. Errors: invalid_argument: a voxel that is not a whole number from 0 to 2^32 - 1.
Result<std::vector<std::uint32_t>> labels_of(const Volume& volume, const std::string& name);

/// Returns the skeleton as a volume. It is 0 outside the skeleton. On the skeleton it is 1 or, with `keeps_values`, the
/// voxel of the label map.
Volume skeleton_volume(const Volume& volume, std::span<const std::uint32_t> skeleton, bool keeps_values);
/// Returns a volume of f32. It is the radius on the skeleton, and 0 elsewhere.
Volume radius_volume(const Volume& volume, std::span<const std::uint32_t> skeleton, std::span<const float> radius);

/// Returns a graph as an output: a row per branch, or JSON with nodes, branches and their voxels. Voxels are (x, y, z)
/// counted from 0; positions and lengths are in units of the spacing. `graph` and `skeleton` must outlive the result.
OutputTable graph_table(const SkeletonGraph& graph, const SkeletonVoxels& skeleton);

/// Returns a PNG that shows the selected voxels along the shortest side, and over them the skeleton as lines. Each
/// label has a colour of its own. A line of sight is the lighter, the greater the greatest value on it is. For labels,
/// or if all selected voxels have the same value, it is the lighter, the more selected voxels are on it. Small volumes
/// are enlarged. The sides of voxels follow the skeleton's spacing.
Result<Bytes> skeleton_picture(const Volume& volume, std::span<const std::uint32_t> selected,
                               const SkeletonVoxels& skeleton);

/// What --verify finds.
struct SkeletonCheck {
    Verification verification;
    /// Topology before and after. With labels, the sums of the counts of each label by itself.
    VolumeTopology before, after;
};

/// Compares the skeleton with the one that the method's rule gives on one core. Also compares the topology of the
/// skeleton with that of the original object. With labels, each label is compared by itself.
SkeletonCheck check_skeleton(const Volume& volume, std::span<const std::uint32_t> bits,
                             std::span<const std::uint32_t> labels, const ThinningOptions& options,
                             const ThinningResult& thinned);

/// Returns for example "1 object, 2 cavities and 3 tunnels".
std::string topology_text(const VolumeTopology& topology);

}  // namespace vkalgo::cli
