// Internal to algorithms/volume/: what kernels that read voxels (shaders/volume/voxels.glsl) are told about them.
#pragma once

#include "algorithms/volume/volume_bits.hpp"
#include "engine/kernel.hpp"
#include "shaders/volume/voxels.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

struct DeviceProfile;

/// One module per way in which voxels come, in this order.
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
/// Those of a kernel, by form.
using VoxelKernels = std::array<KernelInfo, kVoxelForms>;

/// How voxels of these options come.
VoxelForm voxel_form(const VolumeBitsOptions& options);

/// Errors: unsupported (an image of another type than f32, u32 or i32).
Result<void> check_voxel_options(const VolumeBitsOptions& options);
/// Errors: invalid_argument (several slices of an image of two dimensions).
Result<void> check_voxel_shape(const VolumeShape& shape, const VolumeBitsOptions& options);

/// Keys low to high are inside, none if low > high; see VoxelPush.
struct VoxelKeys {
    /// VKALGO_VOXELS_ORDER_...
    std::uint32_t order = 0;
    std::uint64_t low = 1;
    std::uint64_t high = 0;
};
VoxelKeys voxel_keys(const VoxelSelection& selection, ElementType type);

/// How rows of the shape lie in a buffer: VKALGO_VOXELS_LIE_..., which is also the number of the kernel.
std::uint32_t voxel_lie(const VolumeShape& shape, const VolumeBitsOptions& options);

/// The kernels of the options' form by how rows lie; only the first for images.
Result<void> make_voxel_kernels(Context& context, const VolumeBitsOptions& options, const VoxelKernels& infos,
                                std::uint32_t threads, std::shared_ptr<const Kernel> (&kernels)[3]);

/// What they are pushed, of so many slices.
shader::VoxelPush voxel_push(const VolumeShape& shape, const VolumeBitsOptions& options, std::uint32_t slices);

/// Bytes of so many slices of voxels, to the end of the last word.
std::uint64_t voxels_bytes(const VolumeShape& shape, ElementType type, std::uint32_t slices);

/// The most slices whose voxels a kernel reads from one buffer.
std::uint32_t most_voxel_slices(const VolumeShape& shape, const VolumeBitsOptions& options,
                                const DeviceProfile& profile);

/// Errors: too_large: a bit volume of that shape does not fit one storage buffer. Its words then have 32-bit numbers.
Result<void> check_bit_volume(const VolumeShape& shape, const DeviceProfile& profile);

/// Invocations of a workgroup: 256, or fewer on a device that takes fewer.
std::uint32_t volume_threads(const DeviceProfile& profile);

}  // namespace vkalgo
