#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/image.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"
#include "volume_bits.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace vkalgo {

class Context;

/// In what boxes are counted.
struct BoxCountOptions {
    /// The voxels come as a bit volume; `voxels` then counts for nothing.
    bool bits = false;
    /// The voxels' type, which of them are inside, whether they come from an image, of three dimensions or of two.
    VolumeBitsOptions voxels = {};
};

/// What one recording reads and writes: one of `voxels`, `image` and `bits`, as the options say.
struct BoxCountArguments {
    /// voxels row by row without padding, to the end of the last uint32. Offset: a multiple of 16 as well.
    BufferView voxels = {};
    /// as VolumeBitsArguments has it
    ImageView image = {};
    /// shape.bit_bytes()
    BufferView bits = {};
    /// The result: a uint64 per size, BoxCountPlan::levels of them: boxes of side 1, 2, 4, ... that hold a voxel that
    /// is inside. Usage: as BoxCount::kCountsUsage.
    BufferView counts;
    /// as many bytes as BoxCount::scratch says; may be null if that is 0
    BufferView scratch = {};
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct BoxCountAccess {
    ArgumentAccess voxels;
    ArgumentAccess bits;
    ArgumentAccess counts;
    ArgumentAccess scratch;
};

/// One dispatch: sizes of five or six levels, and the boxes that the next one counts on.
struct BoxCountStage {
    /// in boxes of the stage's first size
    VolumeShape shape;
    /// level of that size
    std::uint32_t first = 0;
    /// sizes that are counted
    std::uint32_t levels = 0;
    /// invocations of a workgroup along x, y, z, and slices of an invocation
    std::uint32_t across = 1, down = 8, deep = 8, layers = 4;
    /// workgroups along x, y, z
    std::uint64_t groups_across = 0, groups_down = 0, groups_deep = 0;

    /// All workgroups.
    std::uint64_t groups() const { return groups_across * groups_down * groups_deep; }
};

/// What `record` will do.
struct BoxCountPlan {
    VolumeShape shape;
    BoxCountOptions options;
    /// Sizes 1, 2, 4, ..., 2^(levels - 1), the last of which is the first to hold the whole; 0 for a volume without
    /// voxels.
    std::uint32_t levels = 0;
    /// a dispatch each
    std::vector<BoxCountStage> stages;
    /// of BoxCountArguments::voxels; 0 where they come otherwise
    std::uint64_t voxels_bytes = 0;
    /// of BoxCountArguments::bits; 0 where the voxels come otherwise
    std::uint64_t bits_bytes = 0;
    std::uint64_t counts_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    /// of one invocation, at most
    std::uint64_t loop_iterations = 0;
};

/// A pure function of its arguments. Errors: unsupported (an image of another type than f32, u32 or i32), too_large
/// (the voxels, or the bits, do not fit one storage buffer: VolumeBits packs voxels part by part), invalid_argument
/// (several slices of a flat image).
Result<BoxCountPlan> plan_box_count(const VolumeShape& shape, const BoxCountOptions& options,
                                    const DeviceProfile& profile);

/// How many boxes of side 1, 2, 4, ... hold a voxel that is inside, all sizes from one pass over the voxels, whatever
/// their type. Boxes begin at voxel (0, 0, 0); those at the far sides may be cut, and count. An image is counted in
/// squares. The counts are exact, of 64 bits.
///
/// vkalgo does: record fills of `counts` and scratch, one dispatch per five sizes (two up to 1024 voxels a side), and
/// the barriers between them. The caller does: everything that Recorder asks of him; create the buffers with kUsage,
/// `counts` with kCountsUsage and the scratch with the usage of its ScratchNeed; keep buffers, image and this object
/// until the fence; put the image into its layout.
class BoxCount {
public:
    /// Takes the kernels from the context's cache. Errors: those of Context::kernel; unsupported (the type, of an
    /// image).
    static Result<BoxCount> create(Context& context, const BoxCountOptions& options = {});

    /// Bytes needed besides the arguments. Errors: those of plan_box_count.
    static Result<ScratchNeed> scratch(const VolumeShape& shape, const BoxCountOptions& options,
                                       const DeviceProfile& profile);

    /// Buffer usage that every argument but `counts` and scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    /// Buffer usage that `counts` needs.
    static constexpr VkBufferUsageFlags kCountsUsage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    /// As given to create().
    const BoxCountOptions& options() const { return options_; }

    /// How `record` would touch these arguments. Errors: those of record.
    Result<BoxCountAccess> access(const VolumeShape& shape, const BoxCountArguments& arguments) const;

    /// Records the whole count; nothing for a volume without voxels. Thread-safe; submits, waits for and allocates
    /// nothing on the device. Errors: those of plan_box_count; invalid_argument for a view that is missing, too small,
    /// badly aligned or that overlaps another, for a recorder of another context; the recorder's.
    Result<void> record(Recorder& recorder, const VolumeShape& shape, const BoxCountArguments& arguments) const;

private:
    Context* context_ = nullptr;
    BoxCountOptions options_;
    /// by how rows of voxels lie
    std::shared_ptr<const Kernel> kernels_[3];
    std::shared_ptr<const Kernel> of_bits_;
};

}  // namespace vkalgo
