#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"
#include "flow_accumulation.hpp"
#include "round_range.hpp"
#include "terrain_grid.hpp"

#include <memory>
#include <vector>

namespace vkalgo {

class Context;

/// The buffers and rounds of one recording. `codes` and `scratch` must not overlap any other argument. Views begin at
/// multiples of storage_offset_alignment, and may be null if the grid has no cells.
struct CarvingArguments {
    /// A FlowCode per cell, flow_codes_bytes(cells) bytes: the directions on the original surface, with flats resolved.
    /// The result replaces them.
    BufferView codes;
    /// The directions on the filled surface, in the same form.
    BufferView ways;
    /// At least the bytes that PitCarving::scratch returns.
    BufferView scratch;
    /// The default covers all rounds of the accumulation method "tiled".
    RoundRange rounds = {};
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct CarvingAccess {
    ArgumentAccess codes;
    ArgumentAccess ways;
    ArgumentAccess scratch;
};

/// The carving of pits. It drains pits and leaves the surface unchanged. From each cell where water stays, it leads the
/// water over the lowest saddle along the way that the filled surface gives, as if a channel were carved. Cells on such
/// a way take the direction of the filled surface. All other cells keep their direction on the original surface, so
/// water first runs down into a pit, and then leaves the pit. Afterwards no water stays and no direction leads in a
/// circle. Water on a way follows it to the outside. Other water runs down until it reaches a way or the outside.
///
/// The buffer `scratch` begins with a uint32 that becomes nonzero once all ways are followed; see RoundRange.
///
/// vkalgo records dispatches, fills and the barriers between them. The caller does what Recorder requires, creates the
/// buffers with kUsage and the scratch with the usage of its ScratchNeed, and keeps the buffers and this object until
/// the fence is signalled. The caller declares its own accesses by `assume` and `hand_over`, or records its own
/// barriers between them and the accesses that access() returns.
class PitCarving {
public:
    /// Takes the kernels from the context's cache. Errors: those of Context::kernel.
    static Result<PitCarving> create(Context& context);

    /// Returns the scratch that `record` needs. Errors: those of plan_accumulation.
    static Result<ScratchNeed> scratch(const TerrainGrid& grid, const DeviceProfile& profile);

    /// Returns the number of rounds that suffices to follow all ways, whatever the directions are. Errors: those of
    /// plan_accumulation.
    static Result<std::uint32_t> rounds(const TerrainGrid& grid, const DeviceProfile& profile);

    /// The buffer usage that every argument except the scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<CarvingAccess> access(const TerrainGrid& grid, const CarvingArguments& arguments) const;

    /// Records the rounds that the arguments name. Thread-safe. Does not submit, wait or allocate. Errors: those of
    /// scratch; invalid_argument for a view that is missing, too small, badly aligned or overlaps another, and for a
    /// recorder of another context; those of the recorder.
    Result<void> record(Recorder& recorder, const TerrainGrid& grid, const CarvingArguments& arguments) const;

private:
    Context* context_ = nullptr;
    std::uint32_t threads_ = 0;
    FlowAccumulation passing_;
    std::vector<std::shared_ptr<const Kernel>> kernels_;
};

}  // namespace vkalgo
