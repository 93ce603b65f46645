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

/// Boxes of one side on one grid or several: box (i, j, k) begins at voxel (i * side - x, j * side - y, k * side - z),
/// (x, y, z) being the grid's offset. Along z, boxes of a volume of one slice are one voxel thick, and the offset is 0.
struct BoxGrids {
    /// voxels along each axis; 1 to kMaxBoxSide
    std::uint32_t side = 1;
    /// The first grid's offset, each below the side.
    std::array<std::uint32_t, 3> offset = {0, 0, 0};
    /// Grids along each axis, 1 to the side: their offsets lie floor(i * side / steps) beyond the first, for i from 0
    /// to steps - 1. With more than 1 the first offset is 0. steps * side is below 2^32.
    std::uint32_t steps = 1;

    bool operator==(const BoxGrids&) const = default;
};

/// Larger boxes, and axes with more voxels, are not counted.
inline constexpr std::uint32_t kMaxBoxSide = 1U << 30;

/// Grids together: steps^3, of a volume of one slice steps^2.
std::uint64_t grid_count(const VolumeShape& shape, const BoxGrids& grids);
/// The offset of grid `number`: x runs fastest, then y, then z.
std::array<std::uint32_t, 3> grid_offset(const VolumeShape& shape, const BoxGrids& grids, std::uint64_t number);
/// Boxes of that grid that lie inside the volume as a whole.
std::uint64_t whole_boxes(const VolumeShape& shape, std::uint32_t side, const std::array<std::uint32_t, 3>& offset);

/// What is counted of one grid, as it lies in the results.
struct BoxMasses {
    /// boxes that hold a voxel that is inside, cut ones too
    std::uint64_t count = 0;
    /// voxels inside of whole boxes
    std::uint64_t mass = 0;
    /// the sum of the squares of these boxes' masses: its low 64 bits, and what lies above them
    std::uint64_t square_low = 0;
    std::uint32_t square_high = 0;
    std::uint32_t unused = 0;

    /// As a double.
    double square() const { return static_cast<double>(square_low) + static_cast<double>(square_high) * 0x1p64; }
    bool operator==(const BoxMasses&) const = default;
};
static_assert(sizeof(BoxMasses) == 32);

/// What is counted.
struct BoxGridOptions {
    /// The masses too, not only how many boxes are not empty.
    bool masses = false;
};

/// What one recording reads and writes.
struct BoxGridArguments {
    /// shape.bit_bytes()
    BufferView bits;
    /// A BoxMasses per grid; without BoxGridOptions::masses only `count` is more than 0. Usage: kResultsUsage.
    BufferView results;
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct BoxGridAccess {
    ArgumentAccess bits;
    ArgumentAccess results;
};

/// What `record` will do.
struct BoxGridPlan {
    VolumeShape shape;
    BoxGrids grids;
    std::uint64_t bits_bytes = 0;
    std::uint64_t results_bytes = 0;
    /// of a grid, at most
    std::uint64_t boxes = 0;
    /// invocations per box
    std::uint32_t team = 1;
    std::uint64_t groups_per_grid = 0;
    /// of one invocation, at most
    std::uint64_t loop_iterations = 0;
};

/// A pure function of its arguments. Errors: invalid_argument (the side, the offset or the steps), too_large (an axis
/// of more than kMaxBoxSide voxels; more boxes or grids than 32 bits number; the bits or the results beyond one
/// storage buffer; masses of boxes with 2^32 voxels or more; boxes so large that this device stops the kernel's loop).
Result<BoxGridPlan> plan_box_grid(const VolumeShape& shape, const BoxGrids& grids, const BoxGridOptions& options,
                                  const DeviceProfile& profile);

/// Counts boxes of any side, on grids with any offsets, in a bit volume. BoxCount is faster for powers of two from the
/// origin.
///
/// Lacunarity (Allain, Cloitre: Characterizing the lacunarity of random and deterministic fractal sets, Phys. Rev. A
/// 44, 3552, 1991) is E[m^2] / E[m]^2 of the masses m of boxes of one side. Over the whole boxes of all grids of one
/// side (steps = side) these are those of a box that glides over the volume voxel by voxel.
///
/// vkalgo does: record a fill of `results`, one dispatch and the barriers. The caller does: everything that Recorder
/// asks of him; create the buffers with kUsage and kResultsUsage; keep them and this object until the fence.
class BoxGrid {
public:
    /// Takes the kernel from the context's cache. Errors: those of Context::kernel.
    static Result<BoxGrid> create(Context& context, const BoxGridOptions& options = {});

    /// Buffer usage that `bits` needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    /// Buffer usage that `results` needs.
    static constexpr VkBufferUsageFlags kResultsUsage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    /// As given to create().
    const BoxGridOptions& options() const { return options_; }

    /// How `record` would touch these arguments. Errors: those of record.
    Result<BoxGridAccess> access(const VolumeShape& shape, const BoxGrids& grids,
                                 const BoxGridArguments& arguments) const;

    /// Records the whole count; only the fill for a volume without voxels. Thread-safe; submits, waits for and
    /// allocates nothing on the device. Errors: those of plan_box_grid; invalid_argument for a view that is missing,
    /// too small, badly aligned or that overlaps the other, for a recorder of another context; the recorder's.
    Result<void> record(Recorder& recorder, const VolumeShape& shape, const BoxGrids& grids,
                        const BoxGridArguments& arguments) const;

private:
    Context* context_ = nullptr;
    BoxGridOptions options_;
    std::shared_ptr<const Kernel> kernel_;
};

}  // namespace vkalgo
