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

/// A method to count boxes from the origin whose side is a power of two.
struct BoxCountMethod {
    const char* name;
    /// A short description for lists.
    const char* summary;
};
/// Returns `pyramid` and `sort`.
std::span<const BoxCountMethod* const> box_count_methods();

/// The value of BoxCountCallOptions::steps for grids at every offset.
inline constexpr std::uint32_t kEveryOffset = ~0U;

/// What is counted.
struct BoxCountCallOptions {
    /// Which voxels are inside.
    VoxelSelection selection = {};
    /// The sides of boxes, ascending, distinct and at least 1. Empty: 1, 2, 4, ... up to the first side that contains
    /// the whole volume.
    std::vector<std::uint32_t> sizes = {};
    /// Grids per axis for each size, but at most the side of the box. Their offsets are spread evenly.
    std::uint32_t steps = 1;
    /// Instead of `steps`: the offsets of the grids, each taken modulo the side.
    std::vector<std::array<std::uint32_t, 3>> offsets = {};
    /// Whether the masses of boxes are counted too, for BoxSize::lacunarity.
    bool lacunarity = false;
    /// "auto" or one of box_count_methods(): the method for boxes from the origin whose side is a power of two. There
    /// is only one method for other boxes, and for boxes of side 2 and more whose masses are counted.
    std::string method = "auto";
    CallOptions call = {};
};

/// The counts of one size.
struct BoxSize {
    /// The side of a box in voxels, or in cells of points.
    std::uint64_t size = 1;
    /// The number of boxes that contain a voxel that is inside. With several grids, the least of their numbers.
    std::uint64_t count = 0;
    /// The mean over the grids of the number of boxes that contain a voxel that is inside.
    double mean_count = 0;
    std::uint64_t grids = 1;
    /// With BoxCountCallOptions::lacunarity, over all grids: the number of boxes that are completely inside the volume;
    /// the mean and the variance of their masses; and E[m^2] / E[m]^2 of the masses m. The mass of a box is the number
    /// of its voxels that are inside. `lacunarity` is empty if no box is completely inside the volume, or if all such
    /// boxes have the mass 0.
    std::uint64_t whole_boxes = 0;
    double mean_mass = 0, mass_variance = 0;
    std::optional<double> lacunarity = {};
};

/// The result of count_boxes() or count_point_boxes().
struct BoxCounts {
    /// The shape of the volume; for points, the number of cells from the least to the largest coordinate along each
    /// axis.
    VolumeShape shape;
    /// The number of voxels that are inside, or of cells that contain a point.
    std::uint64_t inside = 0;
    /// The counts of each size, in the order of the options.
    std::vector<BoxSize> sizes;
    /// The method for boxes from the origin whose side is a power of two; never "auto".
    std::string method;
    /// The number of parts in which voxels are uploaded: 1 if all voxels fit at once.
    std::uint64_t parts = 1;
    CallReport report;
};

/// A size on one or several grids, and where its results are in the buffer of all results.
struct BoxGridJob {
    /// The index in BoxCountCallPlan::sizes.
    std::size_t size = 0;
    BoxGrids grids;
    std::uint64_t offset = 0, bytes = 0;
    /// The number of grids.
    std::uint64_t count = 1;
};

/// How a call of count_boxes() uses device memory.
struct BoxCountCallPlan {
    VolumeShape shape;
    /// The type of the voxels, and which of them are inside.
    VolumeBitsOptions voxels;
    bool lacunarity = false;
    /// The method for boxes from the origin whose side is a power of two; never "auto".
    std::string method;
    BoxCountPlan powers;
    /// The options of the method `sort`.
    BoxCodesOptions codes;
    /// The sizes, in the order of the options, with no counts yet.
    std::vector<BoxSize> sizes;
    /// The grids of the sizes that `powers` does not cover.
    std::vector<BoxGridJob> jobs;
    std::uint64_t results_bytes = 0;
    /// BoxCounts::parts; the number of slices of each part (the last part may have fewer); the bytes of a part.
    std::uint64_t parts = 1;
    std::uint32_t slices = 0;
    std::uint64_t part_bytes = 0;
    /// Bytes of device memory, staging included. The method `sort` needs more, depending on how many voxels are inside.
    std::uint64_t device_bytes = 0;

    /// Returns whether the method is `sort`, which counts by sorted codes.
    bool by_codes() const { return method == "sort"; }
    /// Returns whether voxels are packed to bits before they are counted.
    bool needs_bits() const { return !jobs.empty() || by_codes() || parts > 1; }
};

/// Plans a call, so that it can be checked before there are voxels. A pure function of its arguments. Of options.call
/// it uses memory_limit. Errors: invalid_argument (sizes, steps, offsets, method); too_large (the memory does not hold
/// the bits and one slice of voxels; too many grids of one size); those of plan_volume_bits, plan_box_grid and, for the
/// method `sort`, plan_box_codes.
Result<BoxCountCallPlan> plan_box_count_call(const VolumeShape& shape, ElementType type,
                                             const BoxCountCallOptions& options, const DeviceProfile& profile);

/// Counts the boxes in a volume that contain a voxel that is inside, by the rules of BoxCount and BoxGrid. A volume of
/// one slice is an image, and its boxes are squares. `voxels`: shape.voxels() elements of `type`. Voxels that do not
/// fit in one storage buffer or in memory are packed to bits part by part. Errors: those of plan_box_count_call;
/// invalid_argument (too few or too many bytes, fewer than one timed run), cancelled; those of the runner.
Result<BoxCounts> count_boxes(Runner& runner, const VolumeShape& shape, ElementType type,
                              std::span<const std::byte> voxels, const BoxCountCallOptions& options = {});
/// Counts the boxes in a volume by a plan, which is run unchanged and contains all options except `call`;
/// call.memory_limit has no effect here. Errors: those of count_boxes, except those of plan_box_count_call.
Result<BoxCounts> count_boxes(Runner& runner, std::span<const std::byte> voxels, const BoxCountCallPlan& plan,
                              const CallOptions& call = {});

/// Options of box counts of points: `unit` and `cells` are for place_points().
struct PointBoxOptions {
    /// The side of a cell, in the unit of the coordinates. Sizes of boxes are numbers of cells. If empty, the longest
    /// extent is divided into `cells`.
    std::optional<double> unit = {};
    std::uint32_t cells = 1024;
    CallOptions call = {};
};

/// Points on a grid of cells.
struct PointGrid {
    /// The number of coordinates of a point: 2 or 3.
    std::uint32_t axes = 2;
    /// The side of a cell.
    double unit = 1;
    /// The least coordinate along each axis.
    std::array<double, 3> origin = {};
    /// The cell of each point, `axes` numbers per point: floor((x - origin) / unit). If PointBoxOptions::cells
    /// determines the unit, a point at the far end belongs to the last cell.
    std::vector<std::uint32_t> coordinates;
    /// The number of cells along each axis, and the number of sizes 1, 2, 4, ... up to the first that contains all
    /// points.
    VolumeShape shape;
    std::uint32_t levels = 1;
};

/// Computes the cells of points. `coordinates`: x, y (and z) per point. Errors: invalid_argument (axes other than 2 or
/// 3, an incomplete point, a coordinate that is not finite, a unit that is not a finite number above 0, no cells),
/// too_large (more than 2^21 cells along one of three axes, or more than 2^32 along one of two axes: give a larger unit
/// or fewer cells; an extent that f64 cannot hold or cannot divide into the cells: scale the coordinates).
Result<PointGrid> place_points(std::span<const double> coordinates, std::uint32_t axes, const PointBoxOptions& options);

/// Counts the boxes of side 1, 2, 4, ... cells that contain one of the points, by their sorted codes (BoxCodes).
/// Errors: those of plan_box_codes; too_large (for the memory); cancelled; those of the runner.
Result<BoxCounts> count_point_boxes(Runner& runner, const PointGrid& points, const CallOptions& call = {});

}  // namespace vkalgo
