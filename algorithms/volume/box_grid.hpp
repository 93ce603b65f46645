#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "volume_bits.hpp"

#include <array>
#include <cstdint>
#include <memory>

namespace vkalgo {

class Context;

/// Boxes of one side on one or several grids. Box (i, j, k) begins at voxel (i * side - x, j * side - y, k * side - z),
/// where (x, y, z) is the grid's offset. In a volume of one slice, boxes are one voxel thick along z, and the offset
/// along z is 0.
struct BoxGrids {
    /// Voxels of a box along each axis; 1 to kMaxBoxSide.
    std::uint32_t side = 1;
    /// The first grid's offset. Each component is below the side.
    std::array<std::uint32_t, 3> offset = {0, 0, 0};
    /// The number of grids along each axis, 1 to the side. Grid i has an offset of floor(i * side / steps) from the
    /// first grid, for i from 0 to steps - 1. If steps is above 1, the first offset must be 0. steps * side must be
    /// below 2^32.
    std::uint32_t steps = 1;

    bool operator==(const BoxGrids&) const = default;
};

/// The largest side of a box, and the most voxels along an axis.
inline constexpr std::uint32_t kMaxBoxSide = 1U << 30;

/// Returns the number of grids: steps^3, for a volume of one slice steps^2.
std::uint64_t grid_count(const VolumeShape& shape, const BoxGrids& grids);
/// Returns the offset of grid `number`, from 0: x varies fastest, then y, then z.
std::array<std::uint32_t, 3> grid_offset(const VolumeShape& shape, const BoxGrids& grids, std::uint64_t number);
/// Returns the number of boxes of the grid with this side and offset that are completely inside the volume.
std::uint64_t whole_boxes(const VolumeShape& shape, std::uint32_t side, const std::array<std::uint32_t, 3>& offset);

/// The counts of one grid, in the layout of the results.
struct BoxMasses {
    /// The number of boxes that contain a voxel that is inside, including boxes cut by the volume's border.
    std::uint64_t count = 0;
    /// The sum of the masses of whole boxes. A whole box is completely inside the volume. Its mass is the number of its
    /// voxels that are inside.
    std::uint64_t mass = 0;
    /// The sum of the squares of the masses of whole boxes: its low 64 bits, and its bits above them.
    std::uint64_t square_low = 0;
    std::uint32_t square_high = 0;
    std::uint32_t unused = 0;

    /// Returns the sum of the squares as a double.
    double square() const { return static_cast<double>(square_low) + static_cast<double>(square_high) * 0x1p64; }
    bool operator==(const BoxMasses&) const = default;
};
static_assert(sizeof(BoxMasses) == 32);

/// What is counted.
struct BoxGridOptions {
    /// Whether the masses are counted too, not only the boxes that are not empty.
    bool masses = false;
};

/// The buffers of one recording. They must not overlap. Views begin at multiples of storage_offset_alignment.
struct BoxGridArguments {
    /// The volume as bits: shape.bit_bytes() bytes.
    BufferView bits;
    /// A BoxMasses per grid. Without BoxGridOptions::masses only `count` is set. Usage: kResultsUsage.
    BufferView results;
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct BoxGridAccess {
    ArgumentAccess bits;
    ArgumentAccess results;
};

/// The plan of what `record` will do.
struct BoxGridPlan {
    VolumeShape shape;
    BoxGrids grids;
    std::uint64_t bits_bytes = 0;
    std::uint64_t results_bytes = 0;
    /// The number of boxes of the grid that has the most.
    std::uint64_t boxes = 0;
    /// Invocations per box.
    std::uint32_t team = 1;
    std::uint64_t groups_per_grid = 0;
    /// Loop iterations of one invocation, at most.
    std::uint64_t loop_iterations = 0;
};

/// Plans the count. A pure function of its arguments. Errors: invalid_argument (the side, the offset or the steps),
/// too_large (an axis of more than kMaxBoxSide voxels; 2^32 or more boxes of a grid, or workgroups; bits or results
/// that exceed one storage buffer; masses of boxes with 2^32 voxels or more; boxes so large that this device stops the
/// kernel's loop).
Result<BoxGridPlan> plan_box_grid(const VolumeShape& shape, const BoxGrids& grids, const BoxGridOptions& options,
                                  const DeviceProfile& profile);

/// Box counts for any side, on grids with any offsets, in a bit volume. For powers of two from the origin BoxCount is
/// faster.
///
/// Lacunarity (Allain, Cloitre: Characterizing the lacunarity of random and deterministic fractal sets, Phys. Rev. A
/// 44, 3552, 1991) is E[m^2] / E[m]^2 of the masses m of boxes of one side. With steps = side, the whole boxes of all
/// grids are the positions of one box that glides over the volume voxel by voxel.
///
/// vkalgo records a fill of `results`, one dispatch and the barriers. The caller does what Recorder requires, creates
/// the buffers with kUsage and kResultsUsage, and keeps them and this object until the fence is signalled.
class BoxGrid {
public:
    /// Takes the kernel from the context's cache. Errors: those of Context::kernel.
    static Result<BoxGrid> create(Context& context, const BoxGridOptions& options = {});

    /// The buffer usage that `bits` needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    /// The buffer usage that `results` needs.
    static constexpr VkBufferUsageFlags kResultsUsage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    /// Returns the options given to create().
    const BoxGridOptions& options() const { return options_; }

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<BoxGridAccess> access(const VolumeShape& shape, const BoxGrids& grids,
                                 const BoxGridArguments& arguments) const;

    /// Records the whole count; for a volume without voxels only the fill. Thread-safe. Does not submit, wait or
    /// allocate. Errors: those of plan_box_grid; invalid_argument for a view that is missing, too small, badly aligned
    /// or overlaps the other, and for a recorder of another context; those of the recorder.
    Result<void> record(Recorder& recorder, const VolumeShape& shape, const BoxGrids& grids,
                        const BoxGridArguments& arguments) const;

private:
    Context* context_ = nullptr;
    BoxGridOptions options_;
    std::shared_ptr<const Kernel> kernel_;
};

}  // namespace vkalgo
