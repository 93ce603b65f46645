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

/// Whose boxes are counted by their sorted codes.
struct BoxCodesOptions {
    /// 2 or 3
    std::uint32_t axes = 3;
    /// Sizes 1, 2, 4, ..., 2^(levels - 1), the last of which holds all: coordinates are below it. 1 to
    /// most_code_levels(axes).
    std::uint32_t levels = 1;
    /// The points are the voxels of a bit volume that are inside; else their coordinates are given.
    bool volume = false;
};

/// A code has 64 bits: 33 of two axes, 22 of three.
constexpr std::uint32_t most_code_levels(std::uint32_t axes) {
    return axes == 2 ? 33 : 22;
}
/// The levels of a volume: to the first size that holds the whole.
std::uint32_t code_levels(const VolumeShape& shape);

/// What one recording reads and writes.
struct BoxCodesArguments {
    /// Without BoxCodesOptions::volume: a uint32 per axis and point, x first.
    BufferView coordinates = {};
    /// With it: shape.bit_bytes().
    BufferView bits = {};
    VolumeShape shape = {};
    /// Points. With a volume the most voxels inside that there may be.
    std::uint64_t count = 0;
    /// The result: a uint64 per size, boxes of side 1, 2, 4, ... that hold a point. Usage: kCountsUsage.
    BufferView counts;
    /// With a volume: a uint32, how many voxels are inside; if they are more than `count`, the counts are those of
    /// some of them. Usage: kCountsUsage. A whole binding, at a multiple of storage_offset_alignment.
    BufferView found = {};
    /// as many bytes as BoxCodes::scratch says
    BufferView scratch = {};
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct BoxCodesAccess {
    ArgumentAccess coordinates, bits, counts, found, scratch;
};

/// What `record` will do.
struct BoxCodesPlan {
    BoxCodesOptions options;
    std::uint64_t count = 0;
    /// of a code: 4 or 8
    std::uint32_t code_bytes = 4;
    std::uint64_t coordinates_bytes = 0;
    std::uint64_t counts_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    /// of one invocation, at most, beside those of the sort
    std::uint64_t loop_iterations = 0;
};

/// A pure function of its arguments. Errors: invalid_argument (axes, levels), those of plan_sort, too_large (2^32
/// points or more, or what does not fit one storage buffer).
Result<BoxCodesPlan> plan_box_codes(const BoxCodesOptions& options, std::uint64_t count, const DeviceProfile& profile);

/// Boxes of all sides 1, 2, 4, ... that hold one of many points, by sorting: the points' coordinates are interleaved
/// bit by bit, the codes sorted, and each code that differs from the one before begins a box of every side up to the
/// highest bit that differs. The time is that of the sort, whatever the extent; for volumes BoxCount is faster.
///
/// Source: Hou, Gilmore, Mindlin, Solari: An efficient algorithm for fast O(N log N) box counting, Phys. Lett. A 151,
/// 1990; on a GPU: Jimenez, Ruiz de Miras: Fast box-counting algorithm on GPU, Comput. Methods Programs Biomed. 108,
/// 2012.
///
/// vkalgo does: record fills of `counts` and `found`, dispatches and the barriers between them. The caller does:
/// everything that Recorder asks of him; create the buffers with kUsage and kCountsUsage and the scratch with the usage
/// of its ScratchNeed; keep buffers and this object until the fence.
class BoxCodes {
public:
    /// Takes the kernels from the context's cache. Errors: those of plan_box_codes, Sort::create and Context::kernel.
    static Result<BoxCodes> create(Context& context, const BoxCodesOptions& options);

    /// Bytes needed besides the arguments. Errors: those of plan_box_codes.
    static Result<ScratchNeed> scratch(const BoxCodesOptions& options, std::uint64_t count,
                                       const DeviceProfile& profile);

    /// Buffer usage of `coordinates` and `bits`.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    /// Buffer usage of `counts` and `found`.
    static constexpr VkBufferUsageFlags kCountsUsage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    /// As given to create().
    const BoxCodesOptions& options() const { return options_; }

    /// How `record` would touch these arguments. Errors: those of record.
    Result<BoxCodesAccess> access(const BoxCodesArguments& arguments) const;

    /// Records the whole count. Thread-safe; submits, waits for and allocates nothing on the device.
    /// Errors: those of plan_box_codes; invalid_argument for a view that is missing, too small, badly aligned or that
    /// overlaps another, for a shape that the levels do not hold, for a recorder of another context; the recorder's.
    Result<void> record(Recorder& recorder, const BoxCodesArguments& arguments) const;

private:
    Context* context_ = nullptr;
    BoxCodesOptions options_;
    std::uint32_t threads_ = 0;
    std::shared_ptr<const Sort> sort_;
    std::shared_ptr<const Kernel> make_, count_;
};

}  // namespace vkalgo
