#pragma once

#include "../../engine/call.hpp"
#include "../../engine/result.hpp"
#include "../../engine/runner.hpp"
#include "box_codes.hpp"
#include "box_count.hpp"
#include "box_grid.hpp"
#include "volume_bits.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vkalgo {

/// A way to count powers of two.
struct BoxCountMethod {
    const char* name;
    /// Words about it, for lists.
    const char* summary;
};
/// `pyramid` and `sort`.
std::span<const BoxCountMethod* const> box_count_methods();

/// For BoxCountCallOptions::steps: grids at every offset.
inline constexpr std::uint32_t kEveryOffset = ~0U;

/// What is counted.
struct BoxCountCallOptions {
    /// Which voxels are inside.
    VoxelSelection selection = {};
    /// Sides of boxes, ascending, each once and at least 1. Empty: 1, 2, 4, ... to the first that holds the whole.
    std::vector<std::uint32_t> sizes = {};
    /// Grids along each axis for each size, or as many as its side if that is less: their offsets are spread evenly.
    std::uint32_t steps = 1;
    /// Instead of `steps`: the offsets of the grids, each taken modulo the side.
    std::vector<std::array<std::uint32_t, 3>> offsets = {};
    /// The masses of boxes too, for BoxSize::lacunarity.
    bool lacunarity = false;
    /// "auto" or one of box_count_methods(): how powers of two from the origin are counted; other boxes have one way.
    std::string method = "auto";
    CallOptions call = {};
};

/// What was counted of one size.
struct BoxSize {
    /// voxels, or cells of points
    std::uint64_t size = 1;
    /// Boxes that hold a voxel that is inside; of several grids the fewest.
    std::uint64_t count = 0;
    /// on average over the grids
    double mean_count = 0;
    std::uint64_t grids = 1;
    /// With BoxCountCallOptions::lacunarity: boxes that lie inside the volume as a whole, of all grids; the mean and
    /// the variance of how many voxels inside each has; and E[m^2] / E[m]^2 of these, none if there are no such boxes
    /// or all are empty.
    std::uint64_t whole_boxes = 0;
    double mean_mass = 0, mass_variance = 0;
    std::optional<double> lacunarity = {};
};

/// What a call found.
struct BoxCounts {
    /// of the volume; of points, the cells from the least to the largest along each axis
    VolumeShape shape;
    /// voxels that are inside; cells that hold a point
    std::uint64_t inside = 0;
    /// in the order of the options
    std::vector<BoxSize> sizes;
    /// never "auto"
    std::string method;
    /// Uploads of voxels that it took: 1 if all fit at once.
    std::uint64_t parts = 1;
    CallReport report;
};

/// A size on one grid or several, and where its results lie among those of all.
struct BoxGridJob {
    /// number in BoxCountCallPlan::sizes
    std::size_t size = 0;
    BoxGrids grids;
    std::uint64_t offset = 0, bytes = 0;
    /// grids
    std::uint64_t count = 1;
};

/// What a call does with device memory.
struct BoxCountCallPlan {
    VolumeShape shape;
    /// of the voxels, and which of them are inside
    VolumeBitsOptions voxels;
    bool lacunarity = false;
    /// never "auto"
    std::string method;
    BoxCountPlan powers;
    /// of the method `sort`
    BoxCodesOptions codes;
    /// in the order of the options, nothing counted
    std::vector<BoxSize> sizes;
    /// of the sizes that `powers` does not give
    std::vector<BoxGridJob> jobs;
    std::uint64_t results_bytes = 0;
    /// BoxCounts::parts, each of so many slices but perhaps the last, and its bytes
    std::uint64_t parts = 1;
    std::uint32_t slices = 0;
    std::uint64_t part_bytes = 0;
    /// Bytes of device memory, staging included; codes take more, by how many voxels are inside.
    std::uint64_t device_bytes = 0;

    /// Powers of two are counted by sorted codes.
    bool by_codes() const { return method == "sort"; }
    /// Voxels are packed to bits before they are counted.
    bool needs_bits() const { return !jobs.empty() || by_codes() || parts > 1; }
};

/// A pure function of its arguments, to ask before there are voxels. Of options.call it looks at memory_limit. Errors:
/// invalid_argument (sizes, steps, offsets, method), too_large (the bits do not fit the device or the memory; more
/// offsets than can be counted).
Result<BoxCountCallPlan> plan_box_count_call(const VolumeShape& shape, ElementType type,
                                             const BoxCountCallOptions& options, const DeviceProfile& profile);

/// Boxes in a volume (of one slice: squares in an image) that hold a voxel which is inside, by the rules of BoxCount
/// and BoxGrid. `voxels`: shape.voxels() elements of `type`. What does not fit in one storage buffer or in memory is
/// packed to bits part by part.
/// Errors: those of plan_box_count_call; invalid_argument (the number of bytes, no timed run), cancelled; those of the
/// runner.
Result<BoxCounts> count_boxes(Runner& runner, const VolumeShape& shape, ElementType type,
                              std::span<const std::byte> voxels, const BoxCountCallOptions& options = {});
/// The same by a plan, which is run as it is and says all but `call`; of that memory_limit has no effect here. Errors:
/// those of count_boxes but for plan_box_count_call.
Result<BoxCounts> count_boxes(Runner& runner, std::span<const std::byte> voxels, const BoxCountCallPlan& plan,
                              const CallOptions& call = {});

/// What is counted of points.
struct PointBoxOptions {
    /// The side of a cell, the unit of sizes, in that of the coordinates. None: the longest extent is divided into
    /// `cells`.
    std::optional<double> unit = {};
    std::uint32_t cells = 1024;
    CallOptions call = {};
};

/// Points on a grid of cells.
struct PointGrid {
    /// 2 or 3
    std::uint32_t axes = 2;
    /// the side of a cell
    double unit = 1;
    /// the least coordinate along each axis
    std::array<double, 3> origin = {};
    /// The cell of each point, `axes` numbers per point: floor((x - origin) / unit), of points at the far end of
    /// `cells` the last one.
    std::vector<std::uint32_t> coordinates;
    /// cells along each axis, and sizes 1, 2, 4, ... to the one that holds all
    VolumeShape shape;
    std::uint32_t levels = 1;
};

/// The cells of points. `coordinates`: x, y (and z) per point. Errors: invalid_argument (axes other than 2 or 3, a part
/// of a point, a coordinate that is not finite, a unit that is not above 0, no cells), too_large (more than 2^21 cells
/// along an axis, of two axes 2^32: give a larger unit).
Result<PointGrid> place_points(std::span<const double> coordinates, std::uint32_t axes, const PointBoxOptions& options);

/// Boxes of side 1, 2, 4, ... cells that hold one of the points, by their sorted codes (BoxCodes).
/// Errors: those of plan_box_codes; cancelled; those of the runner.
Result<BoxCounts> count_point_boxes(Runner& runner, const PointGrid& points, const CallOptions& call = {});

}  // namespace vkalgo
