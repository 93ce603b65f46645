// Volumes of voxels, and the bits that say which of the voxels belong to an object.
#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/image.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "../element_type.hpp"
#include "../exact_number.hpp"

#include <cstdint>
#include <memory>

namespace vkalgo {

class Context;
struct DeviceProfile;

/// The number of voxels along each axis; x varies fastest, then y, then z. An image is a volume with z = 1.
///
/// A bit volume of that shape has row_words() words per row: voxel (x, y, z) is bit x % 32 of word
/// (z * shape.y + y) * row_words() + x / 32. The bits after the last voxel of a row are 0.
struct VolumeShape {
    std::uint32_t x = 0;
    std::uint32_t y = 1;
    std::uint32_t z = 1;

    /// Returns the number of all voxels, modulo 2^64.
    constexpr std::uint64_t voxels() const { return std::uint64_t{x} * y * z; }
    /// Returns the number of rows of voxels: y * z.
    constexpr std::uint64_t rows() const { return std::uint64_t{y} * z; }
    /// Returns the number of uint32 per row of a bit volume.
    constexpr std::uint32_t row_words() const { return x / 32 + (x % 32 != 0 ? 1 : 0); }
    /// Returns the number of uint32 of a bit volume.
    constexpr std::uint64_t words() const { return rows() * row_words(); }
    /// Returns the bytes of a bit volume.
    constexpr std::uint64_t bit_bytes() const { return 4 * words(); }
    bool operator==(const VolumeShape&) const = default;
};

/// Which voxels are inside. A NaN is never inside.
enum class VoxelRule : std::uint8_t {
    /// Voxels that are not 0.
    nonzero,
    /// Voxels > value.
    above,
    /// Voxels == value.
    equal
};

/// A rule and the number that it compares with. The comparison is exact, whatever the voxels' type.
struct VoxelSelection {
    VoxelRule rule = VoxelRule::nonzero;
    ExactNumber value = {};
};

/// Returns whether a voxel of `type`, given by its bytes, is inside. The rule is that of the kernels, on the CPU.
bool selects(const VoxelSelection& selection, ElementType type, const void* voxel);

/// What is packed.
struct VolumeBitsOptions {
    /// The type of the voxels. Voxels in a buffer may have every type, on every device. Voxels in an image have the
    /// type that a shader reads from the view's format: f32 for UNORM, SNORM and floating-point formats, u32 for UINT,
    /// i32 for SINT.
    ElementType type = ElementType::u8;
    VoxelSelection selection = {};
    /// Whether voxels come from an image instead of a buffer. The image is three-dimensional unless `flat` is set.
    bool image = false;
    /// With `image`: whether the image is two-dimensional, for shapes of one slice.
    bool flat = false;
};

/// The buffers of one recording. `bits` must not overlap `voxels`. Views begin at multiples of
/// storage_offset_alignment.
struct VolumeBitsArguments {
    /// `slices` slices of voxels, row by row without padding; only the end is rounded up to a multiple of 4 bytes. The
    /// offset must also be a multiple of 16.
    BufferView voxels = {};
    /// Instead of `voxels`: a 3-D view (with VolumeBitsOptions::flat a 2-D view) of a sampled image
    /// (VK_IMAGE_USAGE_SAMPLED_BIT) at least as large as the shape. The kernel reads the red channel of the first mip
    /// level; no sampler is needed. Layout: SHADER_READ_ONLY_OPTIMAL or GENERAL. `format` and `extent` must be set.
    ImageView image = {};
    /// The bit volume: shape.bit_bytes() bytes.
    BufferView bits;
    /// The z of the first slice that is packed, for volumes whose voxels do not fit one buffer. The bits of other
    /// slices stay unchanged. With an image it must be 0.
    std::uint32_t first_slice = 0;
    /// The number of slices. 0: all slices from first_slice on.
    std::uint32_t slices = 0;
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct VolumeBitsAccess {
    ArgumentAccess voxels;
    ArgumentAccess bits;
};

/// The plan of what `record` will do.
struct VolumeBitsPlan {
    VolumeShape shape;
    VolumeBitsOptions options;
    /// Bytes of VolumeBitsArguments::voxels for all slices; 0 with an image.
    std::uint64_t voxels_bytes = 0;
    std::uint64_t bits_bytes = 0;
    /// The most slices whose voxels fit one storage buffer.
    std::uint32_t most_slices = 0;
    /// Loop iterations of one invocation, at most.
    std::uint64_t loop_iterations = 0;
};

/// Plans the packing. A pure function of its arguments. Errors: too_large (the bits, or the voxels of one slice, do not
/// fit one storage buffer); unsupported (an image of another type than f32, u32 or i32); invalid_argument (several
/// slices of a two-dimensional image).
Result<VolumeBitsPlan> plan_volume_bits(const VolumeShape& shape, const VolumeBitsOptions& options,
                                        const DeviceProfile& profile);

/// Packing of voxels to a bit volume. Each voxel is read once, and 4 bytes are written per 32 voxels.
///
/// vkalgo records one dispatch and the barrier before it. The caller does what Recorder requires, creates the buffers
/// with kUsage, keeps the buffers, the image and this object until the fence is signalled, and transitions the image to
/// its layout.
class VolumeBits {
public:
    /// Takes the kernel from the context's cache. Errors: those of Context::kernel; unsupported (an image of another
    /// type than f32, u32 or i32).
    static Result<VolumeBits> create(Context& context, const VolumeBitsOptions& options = {});

    /// The buffer usage that every argument needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// Returns the options given to create().
    const VolumeBitsOptions& options() const { return options_; }

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<VolumeBitsAccess> access(const VolumeShape& shape, const VolumeBitsArguments& arguments) const;

    /// Records the whole work; nothing for a volume without voxels. Thread-safe. Does not submit, wait or allocate.
    /// Errors: those of plan_volume_bits, but only the slices that are packed need to fit; invalid_argument for a view
    /// that is missing, too small, badly aligned or overlaps the other, for an image whose format is read as another
    /// type, for slices outside the shape, and for a recorder of another context; those of the recorder.
    Result<void> record(Recorder& recorder, const VolumeShape& shape, const VolumeBitsArguments& arguments) const;

private:
    Context* context_ = nullptr;
    VolumeBitsOptions options_;
    std::uint32_t threads_ = 0;
    /// A kernel for each alignment of the rows of voxels: any byte, whole words, whole vectors of 16 bytes.
    std::shared_ptr<const Kernel> kernels_[3];
};

}  // namespace vkalgo
