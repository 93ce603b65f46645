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

/// `codes` and `scratch` share no byte with anything else here. Views are at multiples of storage_offset_alignment, and
/// may be null if the grid has no cells.
struct CarvingArguments {
    /// A FlowCode per cell, flow_codes_bytes(cells) bytes: the directions on the surface as it is, flats resolved; they
    /// are replaced.
    BufferView codes;
    /// the same of the filled surface
    BufferView ways;
    /// as many bytes as PitCarving::scratch says
    BufferView scratch;
    /// All rounds that the tiles need fit in the default.
    RoundRange rounds = {};
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct CarvingAccess {
    ArgumentAccess codes;
    ArgumentAccess ways;
    ArgumentAccess scratch;
};

/// Leads water out of pits and leaves the surface as it is: from each cell whose water stays, over the lowest saddle,
/// along the way that the filled surface gives, as if a channel were carved. Cells on such a way take the direction of
/// the filled surface; all others keep that of the surface as it is, and so water runs down into a pit before it leaves
/// it. No water stays, and no direction leads in a circle: what is on a way goes on along it until it is out, and what
/// is not runs down to a pit, where a way begins, or out.
///
/// scratch() begins with a uint32 that is not 0 once all ways are followed; see RoundRange.
///
/// vkalgo does: record dispatches, fills and the barriers between them.
/// The caller does: everything that Recorder asks of him; create the buffers with kUsage and the scratch with the usage
/// of its ScratchNeed; tell the recorder by `assume` and `hand_over` about its own accesses, or put its own barriers
/// from them to access() and back; keep buffers and this object until the fence.
class PitCarving {
public:
    /// Takes the kernels from the context's cache. Errors: those of Context::kernel.
    static Result<PitCarving> create(Context& context);

    /// Bytes needed besides the arguments. Errors: those of plan_accumulation.
    static Result<ScratchNeed> scratch(const TerrainGrid& grid, const DeviceProfile& profile);

    /// Rounds after which all ways are followed. Errors: those of plan_accumulation.
    static Result<std::uint32_t> rounds(const TerrainGrid& grid, const DeviceProfile& profile);

    /// Buffer usage that every argument but scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// How `record` would touch these arguments. Errors: those of record.
    Result<CarvingAccess> access(const TerrainGrid& grid, const CarvingArguments& arguments) const;

    /// Records the rounds that the arguments name. Thread-safe; submits, waits for and allocates nothing.
    /// Errors: those of scratch; invalid_argument for a view that is missing, too small, badly aligned or that overlaps
    /// another, for a recorder of another context; the recorder's.
    Result<void> record(Recorder& recorder, const TerrainGrid& grid, const CarvingArguments& arguments) const;

private:
    Context* context_ = nullptr;
    std::uint32_t threads_ = 0;
    FlowAccumulation passing_;
    std::vector<std::shared_ptr<const Kernel>> kernels_;
};

}  // namespace vkalgo
