// Volumes of voxels, and the bits that say which of them belong to an object.
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

/// Voxels along each axis; x runs fastest, then y, then z. An image is a volume with z = 1.
///
/// A bit volume of that shape has row_words() words per row: bit x % 32 of word (z * y() + y) * row_words() + x / 32 is
/// voxel (x, y, z); the bits behind the last voxel of a row are 0.
struct VolumeShape {
    std::uint32_t x = 0;
    std::uint32_t y = 1;
    std::uint32_t z = 1;

    /// Together; modulo 2^64.
    constexpr std::uint64_t voxels() const { return std::uint64_t{x} * y * z; }
    /// Rows of voxels: y * z.
    constexpr std::uint64_t rows() const { return std::uint64_t{y} * z; }
    /// uint32 per row of a bit volume.
    constexpr std::uint32_t row_words() const { return x / 32 + (x % 32 != 0 ? 1 : 0); }
    /// uint32 of a bit volume.
    constexpr std::uint64_t words() const { return rows() * row_words(); }
    /// Bytes of a bit volume.
    constexpr std::uint64_t bit_bytes() const { return 4 * words(); }
    bool operator==(const VolumeShape&) const = default;
};

/// Which voxels are inside: a NaN never is.
enum class VoxelRule : std::uint8_t {
    /// voxels that are not 0
    nonzero,
    /// voxels > value
    above,
    /// voxels == value
    equal
};

/// A rule and the number that it compares with, which is compared exactly whatever the voxels' type.
struct VoxelSelection {
    VoxelRule rule = VoxelRule::nonzero;
    ExactNumber value = {};
};

/// Whether a voxel of `type`, given by its bytes, is inside: the rule as the kernels have it, on the CPU.
bool selects(const VoxelSelection& selection, ElementType type, const void* voxel);

/// What is packed.
struct VolumeBitsOptions {
    /// Every type of elements, on every device. Of an image, the numbers that a shader reads from the view's format:
    /// f32 for UNORM, SNORM and floating-point formats, u32 for UINT, i32 for SINT.
    ElementType type = ElementType::u8;
    VoxelSelection selection = {};
    /// voxels come from an image instead of a buffer: of three dimensions
    bool image = false;
    /// or, with `image`, of two, for shapes of one slice
    bool flat = false;
};

/// What one recording reads and writes.
struct VolumeBitsArguments {
    /// `slices` slices of voxels, row by row without padding, to the end of the last uint32. Offset: a multiple of 16
    /// as well.
    BufferView voxels = {};
    /// Instead: a 3-D view (a 2-D one, with VolumeBitsOptions::flat) of a sampled image (VK_IMAGE_USAGE_SAMPLED_BIT) at
    /// least as large as the shape, whose first mip level and, of its channels, red is read; no sampler is needed.
    /// Layout: SHADER_READ_ONLY_OPTIMAL or GENERAL.
    ImageView image = {};
    /// the bit volume: shape.bit_bytes()
    BufferView bits;
    /// Voxels of z from here on are packed, for volumes whose voxels do not fit one buffer; the bits of other slices
    /// stay what they are. With an image 0.
    std::uint32_t first_slice = 0;
    /// none: all
    std::uint32_t slices = 0;
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct VolumeBitsAccess {
    ArgumentAccess voxels;
    ArgumentAccess bits;
};

/// What `record` will do.
struct VolumeBitsPlan {
    VolumeShape shape;
    VolumeBitsOptions options;
    /// of VolumeBitsArguments::voxels if all slices are there; 0 with an image
    std::uint64_t voxels_bytes = 0;
    std::uint64_t bits_bytes = 0;
    /// The most slices whose voxels fit one storage buffer.
    std::uint32_t most_slices = 0;
    /// of one invocation, at most
    std::uint64_t loop_iterations = 0;
};

/// A pure function of its arguments. Errors: too_large (the bits, or the voxels of one slice, do not fit one storage
/// buffer); unsupported (an image of another type than f32, u32 or i32); invalid_argument (several slices of a flat
/// image).
Result<VolumeBitsPlan> plan_volume_bits(const VolumeShape& shape, const VolumeBitsOptions& options,
                                        const DeviceProfile& profile);

/// Packs voxels to a bit volume, each voxel read once: 4 bytes are written per 32 voxels.
///
/// vkalgo does: record one dispatch and the barrier before it. The caller does: everything that Recorder asks of him;
/// create the buffers with kUsage; keep buffers, image and this object until the fence; put the image into its layout.
class VolumeBits {
public:
    /// Takes the kernel from the context's cache. Errors: those of Context::kernel; unsupported (the type, of an
    /// image).
    static Result<VolumeBits> create(Context& context, const VolumeBitsOptions& options = {});

    /// Buffer usage that every argument needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// As given to create().
    const VolumeBitsOptions& options() const { return options_; }

    /// How `record` would touch these arguments. Errors: those of record.
    Result<VolumeBitsAccess> access(const VolumeShape& shape, const VolumeBitsArguments& arguments) const;

    /// Records the whole work; nothing for a volume without voxels. Thread-safe; submits, waits for and allocates
    /// nothing on the device. Errors: those of plan_volume_bits, but only the slices that are packed need fit;
    /// invalid_argument for a view that is missing, too small, badly aligned or that overlaps the other, for slices
    /// that are none of the shape, for a recorder of another context; the recorder's.
    Result<void> record(Recorder& recorder, const VolumeShape& shape, const VolumeBitsArguments& arguments) const;

private:
    Context* context_ = nullptr;
    VolumeBitsOptions options_;
    std::uint32_t threads_ = 0;
    /// by how rows of voxels lie: at any byte, at whole words, at whole vectors of 16 bytes
    std::shared_ptr<const Kernel> kernels_[3];
};

}  // namespace vkalgo
