#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"
#include "volume_bits.hpp"

#include <cstdint>
#include <memory>

namespace vkalgo {

class Context;
class Sort;

/// Which points are counted.
struct BoxCodesOptions {
    /// The number of coordinates of a point: 2 or 3.
    std::uint32_t axes = 3;
    /// The sizes are 1, 2, 4, ..., 2^(levels - 1). All coordinates are below the last size. From 1 to
    /// most_code_levels(axes).
    std::uint32_t levels = 1;
    /// Whether the points are the voxels inside a bit volume. Otherwise the coordinates of the points are given.
    bool volume = false;
};

/// Returns the largest number of levels that codes can have. A code has at most 64 bits, which suffice for 33 levels of
/// two axes or 22 of three.
constexpr std::uint32_t most_code_levels(std::uint32_t axes) {
    return axes == 2 ? 33 : 22;
}
/// Returns the number of levels of a volume: one per size, up to the first size that contains the whole volume.
std::uint32_t code_levels(const VolumeShape& shape);

/// The buffers of one recording. `counts`, `found` and `scratch` must not overlap any other argument. Views begin at
/// multiples of storage_offset_alignment.
struct BoxCodesArguments {
    /// Without BoxCodesOptions::volume: a uint32 per axis and point, x first.
    BufferView coordinates = {};
    /// With BoxCodesOptions::volume: shape.bit_bytes() bytes.
    BufferView bits = {};
    VolumeShape shape = {};
    /// The number of points. With a volume: the largest possible number of voxels inside.
    std::uint64_t count = 0;
    /// The result, a uint64 per size: the number of boxes of side 1, 2, 4, ... that contain a point. Usage:
    /// kCountsUsage.
    BufferView counts;
    /// With a volume, a uint32: the number of voxels inside. If it is greater than `count`, the counts are those of
    /// only some of the voxels. Usage: kCountsUsage.
    BufferView found = {};
    /// At least the bytes that BoxCodes::scratch returns. Offset: also a multiple of 16.
    BufferView scratch = {};
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct BoxCodesAccess {
    ArgumentAccess coordinates, bits, counts, found, scratch;
};

/// The plan of what `record` will do.
struct BoxCodesPlan {
    BoxCodesOptions options;
    std::uint64_t count = 0;
    /// Bytes of a code: 4 or 8.
    std::uint32_t code_bytes = 4;
    std::uint64_t coordinates_bytes = 0;
    std::uint64_t counts_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    /// Loop iterations of one invocation, at most, without those of the sort.
    std::uint64_t loop_iterations = 0;
};

/// Plans the count. A pure function of its arguments. Errors: invalid_argument (axes, levels), those of plan_sort,
/// too_large (2^32 points or more; codes or coordinates that do not fit one storage buffer).
Result<BoxCodesPlan> plan_box_codes(const BoxCodesOptions& options, std::uint64_t count, const DeviceProfile& profile);

/// Counts of the boxes of each side 1, 2, 4, ... that contain at least one point, by sorting. The bits of the points'
/// coordinates are interleaved into codes, and the codes are sorted. Each code that differs from the previous code
/// begins a new box of every side up to a limit, which follows from the highest bit that differs. The time is the time
/// of the sort, whatever the extent of the points; for volumes BoxCount is faster.
///
/// Source: Hou, Gilmore, Mindlin, Solari: An efficient algorithm for fast O(N log N) box counting, Phys. Lett. A 151,
/// 1990; on a GPU: Jimenez, Ruiz de Miras: Fast box-counting algorithm on GPU, Comput. Methods Programs Biomed. 108,
/// 2012.
///
/// vkalgo records fills of `counts` and `found`, dispatches and the barriers between them. The caller does what
/// Recorder requires, creates the buffers with kUsage and kCountsUsage and the scratch with the usage of its
/// ScratchNeed, and keeps the buffers and this object until the fence is signalled.
class BoxCodes {
public:
    /// Takes the kernels from the context's cache. Errors: those of plan_box_codes, Sort::create and Context::kernel.
    static Result<BoxCodes> create(Context& context, const BoxCodesOptions& options);

    /// Returns the scratch that `record` needs. Errors: those of plan_box_codes.
    static Result<ScratchNeed> scratch(const BoxCodesOptions& options, std::uint64_t count,
                                       const DeviceProfile& profile);

    /// The buffer usage of `coordinates` and `bits`.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    /// The buffer usage of `counts` and `found`.
    static constexpr VkBufferUsageFlags kCountsUsage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    /// Returns the options given to create().
    const BoxCodesOptions& options() const { return options_; }

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<BoxCodesAccess> access(const BoxCodesArguments& arguments) const;

    /// Records the whole count. Thread-safe. Does not submit, wait or allocate. Errors: those of plan_box_codes;
    /// invalid_argument for a shape that the levels do not cover; invalid_argument for a view that is missing, too
    /// small, badly aligned or overlaps another, and for a recorder of another context; those of the recorder.
    Result<void> record(Recorder& recorder, const BoxCodesArguments& arguments) const;

private:
    Context* context_ = nullptr;
    BoxCodesOptions options_;
    std::uint32_t threads_ = 0;
    std::shared_ptr<const Sort> sort_;
    std::shared_ptr<const Kernel> make_, count_;
};

}  // namespace vkalgo
