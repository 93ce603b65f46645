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

/// The input in which boxes are counted.
struct BoxCountOptions {
    /// Whether the voxels come as a bit volume. `voxels` is then ignored.
    bool bits = false;
    /// The type of the voxels, which of them are inside, and whether they come from a two- or three-dimensional image.
    VolumeBitsOptions voxels = {};
};

/// The buffers of one recording. One of `voxels`, `image` and `bits` is given, as the options require. `counts` and
/// `scratch` must not overlap any other argument. Views begin at multiples of storage_offset_alignment.
struct BoxCountArguments {
    /// The voxels row by row without padding; only the end is rounded up to a multiple of 4 bytes. The offset must also
    /// be a multiple of 16.
    BufferView voxels = {};
    /// As VolumeBitsArguments::image.
    ImageView image = {};
    /// The volume as bits: shape.bit_bytes() bytes.
    BufferView bits = {};
    /// The result, BoxCountPlan::levels uint64, one per size: the number of boxes of side 1, 2, 4, ... that contain a
    /// voxel that is inside. Usage: BoxCount::kCountsUsage.
    BufferView counts;
    /// At least the bytes that BoxCount::scratch returns. May be null if that is 0.
    BufferView scratch = {};
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct BoxCountAccess {
    ArgumentAccess voxels;
    ArgumentAccess bits;
    ArgumentAccess counts;
    ArgumentAccess scratch;
};

/// One dispatch. It counts up to six sizes. Unless it is the last one, it also writes the bit volume of the boxes of
/// side 32 (in units of its first size), in which the next dispatch counts.
struct BoxCountStage {
    /// The shape of the volume, in boxes of the stage's first size.
    VolumeShape shape;
    /// The level of the first size, that is, its base-2 logarithm.
    std::uint32_t first = 0;
    /// The number of sizes that are counted.
    std::uint32_t levels = 0;
    /// Invocations of a workgroup along x, y, z, and slices per invocation.
    std::uint32_t across = 1, down = 8, deep = 8, layers = 4;
    /// Workgroups along x, y, z.
    std::uint64_t groups_across = 0, groups_down = 0, groups_deep = 0;

    /// Returns the number of all workgroups.
    std::uint64_t groups() const { return groups_across * groups_down * groups_deep; }
};

/// The plan of what `record` will do.
struct BoxCountPlan {
    VolumeShape shape;
    BoxCountOptions options;
    /// The number of sizes 1, 2, 4, ..., 2^(levels - 1). The last of them is the least size that contains the whole
    /// volume. 0 for a volume without voxels.
    std::uint32_t levels = 0;
    /// The stages, one per dispatch.
    std::vector<BoxCountStage> stages;
    /// Bytes of BoxCountArguments::voxels; 0 if the voxels come in another form.
    std::uint64_t voxels_bytes = 0;
    /// Bytes of BoxCountArguments::bits; 0 if the voxels come in another form.
    std::uint64_t bits_bytes = 0;
    std::uint64_t counts_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    /// Loop iterations of one invocation, at most.
    std::uint64_t loop_iterations = 0;
};

/// Plans the count. A pure function of its arguments. Errors: unsupported (an image of another type than f32, u32 or
/// i32), too_large (the voxels, or the bits, do not fit one storage buffer; VolumeBits can pack voxels part by part),
/// invalid_argument (several slices of a two-dimensional image).
Result<BoxCountPlan> plan_box_count(const VolumeShape& shape, const BoxCountOptions& options,
                                    const DeviceProfile& profile);

/// Counts of the boxes of side 1, 2, 4, ... that contain a voxel that is inside. One pass over the voxels counts all
/// sizes, for every type of voxels. Boxes begin at voxel (0, 0, 0). Boxes that are cut by the far sides of the volume
/// are counted too. In an image, the boxes are squares. The counts are exact 64-bit integers.
///
/// vkalgo records fills of `counts` and scratch, dispatches that count five sizes each (the last one up to six; so two
/// dispatches up to 1024 voxels per side), and the barriers between them. The caller does what Recorder requires,
/// creates the buffers with kUsage, `counts` with kCountsUsage and the scratch with the usage of its ScratchNeed, keeps
/// the buffers, the image and this object until the fence is signalled, and transitions the image to its layout.
class BoxCount {
public:
    /// Takes the kernels from the context's cache. Errors: those of Context::kernel; unsupported (an image of another
    /// type than f32, u32 or i32).
    static Result<BoxCount> create(Context& context, const BoxCountOptions& options = {});

    /// Returns the scratch that `record` needs. Errors: those of plan_box_count.
    static Result<ScratchNeed> scratch(const VolumeShape& shape, const BoxCountOptions& options,
                                       const DeviceProfile& profile);

    /// The buffer usage that every argument except `counts` and the scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    /// The buffer usage that `counts` needs.
    static constexpr VkBufferUsageFlags kCountsUsage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    /// Returns the options given to create().
    const BoxCountOptions& options() const { return options_; }

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<BoxCountAccess> access(const VolumeShape& shape, const BoxCountArguments& arguments) const;

    /// Records the whole count; nothing for a volume without voxels. Thread-safe. Does not submit, wait or allocate.
    /// Errors: those of plan_box_count; invalid_argument for a view that is missing, too small, badly aligned or
    /// overlaps another, for an image whose format is read as another type, and for a recorder of another context;
    /// those of the recorder.
    Result<void> record(Recorder& recorder, const VolumeShape& shape, const BoxCountArguments& arguments) const;

private:
    Context* context_ = nullptr;
    BoxCountOptions options_;
    /// Without BoxCountOptions::bits: a kernel for each alignment of the rows of voxels.
    std::shared_ptr<const Kernel> kernels_[3];
    std::shared_ptr<const Kernel> of_bits_;
};

}  // namespace vkalgo
