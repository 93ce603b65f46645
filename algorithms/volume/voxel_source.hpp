// Internal to algorithms/volume/: what kernels that read voxels (shaders/volume/voxels.glsl) need to know about them.
#pragma once

#include "algorithms/volume/volume_bits.hpp"
#include "engine/kernel.hpp"
#include "shaders/volume/voxels.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace vkalgo {

struct DeviceProfile;

/// The forms in which voxels come, in the order of VoxelKernels: in a buffer, of 8, 16, 32 or 64 bits; in a
/// three-dimensional image; in a two-dimensional (`flat`) image.
enum class VoxelForm : std::size_t {
    bytes,
    halves,
    words,
    wide,
    image_f32,
    image_u32,
    image_i32,
    flat_f32,
    flat_u32,
    flat_i32
};
inline constexpr std::size_t kVoxelForms = 10;
/// The modules of a kernel, by form.
using VoxelKernels = std::array<KernelInfo, kVoxelForms>;

/// Returns the form in which voxels with these options come.
VoxelForm voxel_form(const VolumeBitsOptions& options);

/// Checks the type. Errors: unsupported (an image of another type than f32, u32 or i32).
Result<void> check_voxel_options(const VolumeBitsOptions& options);
/// Checks the shape. Errors: invalid_argument (several slices of a two-dimensional image).
Result<void> check_voxel_shape(const VolumeShape& shape, const VolumeBitsOptions& options);

/// Checks that a kernel can read every voxel of the shape from the image. `object` names the object in messages, for
/// example "packer". Errors: invalid_argument.
Result<void> check_voxel_image(const ImageView& image, const VolumeShape& shape, const VolumeBitsOptions& options,
                               std::string_view object);

/// An interval of keys: the voxels whose key is from low to high, both included, are inside. If low > high, no voxel is
/// inside. See VoxelPush.
struct VoxelKeys {
    /// The order of the keys: VKALGO_VOXELS_ORDER_...
    std::uint32_t order = 0;
    std::uint64_t low = 1;
    std::uint64_t high = 0;
};
VoxelKeys voxel_keys(const VoxelSelection& selection, ElementType type);

/// Returns the constant VKALGO_VOXELS_LIE_... for the alignment of the rows in a buffer. It is also the index of the
/// kernel.
std::uint32_t voxel_lie(const VolumeShape& shape, const VolumeBitsOptions& options);

/// Sets `kernels` to the kernels for the form of the options, one for each alignment of the rows
/// (VKALGO_VOXELS_LIE_...). For images only the first is created.
Result<void> make_voxel_kernels(Context& context, const VolumeBitsOptions& options, const VoxelKernels& infos,
                                std::uint32_t threads, std::shared_ptr<const Kernel> (&kernels)[3]);

/// Returns the push constants for `slices` slices.
shader::VoxelPush voxel_push(const VolumeShape& shape, const VolumeBitsOptions& options, std::uint32_t slices);

/// Returns the bytes of `slices` slices of voxels, rounded up to whole words.
std::uint64_t voxels_bytes(const VolumeShape& shape, ElementType type, std::uint32_t slices);

/// Returns the largest number of slices whose voxels fit in one buffer that a kernel reads.
std::uint32_t most_voxel_slices(const VolumeShape& shape, const VolumeBitsOptions& options,
                                const DeviceProfile& profile);

/// Checks that a bit volume of that shape fits in one storage buffer; its words then have 32-bit indices. Errors:
/// too_large.
Result<void> check_bit_volume(const VolumeShape& shape, const DeviceProfile& profile);

/// Returns the invocations of a workgroup: the largest power of two that the device allows, at most 256.
std::uint32_t volume_threads(const DeviceProfile& profile);

}  // namespace vkalgo
