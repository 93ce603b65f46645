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

/// A voxel of a volume in the form that the device takes: its x, and its row, y + shape.y * z.
struct VoxelPosition {
    std::uint32_t x = 0, row = 0;
    bool operator==(const VoxelPosition&) const = default;
};

/// The buffers of one recording. `distances` must not overlap any other argument. Views begin at multiples of
/// storage_offset_alignment.
struct VoxelDistanceArguments {
    /// A bit volume, shape.bit_bytes() bytes.
    BufferView volume;
    /// A VoxelPosition for each voxel that is measured.
    BufferView voxels;
    /// A float for each voxel that is measured.
    BufferView distances;
    /// The number of voxels that are measured.
    std::uint64_t count = 0;
    /// The distance from a voxel to its neighbours along x, y and z: finite and above 0.
    std::array<float, 3> spacing{1, 1, 1};
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct VoxelDistanceAccess {
    ArgumentAccess volume;
    ArgumentAccess voxels;
    ArgumentAccess distances;
};

/// The Euclidean distance of given voxels, for example those of a skeleton, to the nearest voxel that is not set, from
/// centre to centre: the radius of the object there. Everything outside the volume counts as not set, except that a
/// volume of one slice is an image and has nothing above and below. A voxel that is not set has the distance 0. The
/// distance is the square root of the least x * x + y * y + z * z, computed in floats. For a spacing of 1 and distances
/// below 4096 only the root is rounded; otherwise the squares and their sums are rounded too.
///
/// vkalgo records a dispatch. The caller does what Recorder requires, creates the buffers with kUsage, and keeps the
/// buffers and this object until the fence is signalled. The caller declares its own accesses by `assume` and
/// `hand_over`, or records its own barriers between them and the accesses that access() returns.
class VoxelDistances {
public:
    /// Takes the kernel from the context's cache. Errors: those of Context::kernel.
    static Result<VoxelDistances> create(Context& context);

    /// The buffer usage that every argument needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<VoxelDistanceAccess> access(const VolumeShape& shape, const VoxelDistanceArguments& arguments) const;

    /// Records the whole work. Thread-safe. Does not submit, wait or allocate. Errors: invalid_argument for a view that
    /// is missing, too small, badly aligned or overlaps another, for a wrong spacing, and for a recorder of another
    /// context; too_large (for one storage buffer, or one dispatch); those of the recorder.
    Result<void> record(Recorder& recorder, const VolumeShape& shape, const VoxelDistanceArguments& arguments) const;

private:
    Context* context_ = nullptr;
    std::shared_ptr<const Kernel> kernel_;
};

}  // namespace vkalgo
