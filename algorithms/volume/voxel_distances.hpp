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

/// A voxel of a volume as the device takes it: its x, and its row, y + shape.y * z.
struct VoxelPlace {
    std::uint32_t x = 0, row = 0;
    bool operator==(const VoxelPlace&) const = default;
};

/// `distances` shares no byte with anything else. Views at multiples of storage_offset_alignment.
struct VoxelDistanceArguments {
    /// a bit volume, shape.bit_bytes() bytes
    BufferView volume;
    /// a VoxelPlace for each voxel that is measured
    BufferView voxels;
    /// a float for each
    BufferView distances;
    /// voxels that are measured
    std::uint64_t count = 0;
    /// from a voxel to its neighbours along x, y and z: finite and above 0
    std::array<float, 3> spacing{1, 1, 1};
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct VoxelDistanceAccess {
    ArgumentAccess volume;
    ArgumentAccess voxels;
    ArgumentAccess distances;
};

/// The Euclidean distance of given voxels, those of a skeleton say, to the nearest voxel that is not set, from centre
/// to centre: the radius of the object there. What lies outside of the volume is not set, but a volume of one slice is
/// an image, and has nothing above and below; a voxel that is not set itself has the distance 0. The least of x * x + y
/// * y + z * z, each in floats, and then the root: exact but for rounding, and for a spacing of 1 exact but for that of
/// the root.
///
/// vkalgo does: record a dispatch.
/// The caller does: everything that Recorder asks of him; create the buffers with kUsage; tell the recorder by `assume`
/// and `hand_over` about its own accesses, or put its own barriers from them to access() and back; keep buffers and
/// this object until the fence.
class VoxelDistances {
public:
    /// Takes the kernel from the context's cache. Errors: those of Context::kernel.
    static Result<VoxelDistances> create(Context& context);

    /// Buffer usage that every argument needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// How `record` would touch these arguments. Errors: those of record.
    Result<VoxelDistanceAccess> access(const VolumeShape& shape, const VoxelDistanceArguments& arguments) const;

    /// Records all of it. Thread-safe; submits, waits for and allocates nothing. Errors: invalid_argument for a view
    /// that is missing, too small, badly aligned or that overlaps another, for a spacing, for a recorder of another
    /// context; too_large (for one storage buffer, or one grid); the recorder's.
    Result<void> record(Recorder& recorder, const VolumeShape& shape, const VoxelDistanceArguments& arguments) const;

private:
    Context* context_ = nullptr;
    std::shared_ptr<const Kernel> kernel_;
};

}  // namespace vkalgo
