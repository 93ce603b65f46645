#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"
#include "round_range.hpp"
#include "terrain_grid.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace vkalgo {

class Context;
struct TerrainTuning;

/// The buffers and rounds of one recording. `orders` and `scratch` must not overlap any other argument. Views begin at
/// multiples of storage_offset_alignment, and may be null if the grid has no cells.
struct StreamArguments {
    /// A FlowCode per cell, flow_codes_bytes(cells) bytes.
    BufferView codes;
    /// Optional: a byte per cell, flow_codes_bytes(cells) bytes, nonzero where the cell is in the network. Without it,
    /// all cells with data are in the network.
    BufferView network = {};
    /// A uint32 per cell.
    BufferView orders;
    /// At least the bytes that StreamOrder::scratch returns.
    BufferView scratch = {};
    RoundRange rounds = {};
    /// For a grid that is a range of rows of a larger grid: the orders of its first or last row are known. `orders`
    /// contains them, and they stay unchanged. Orders only rise as more becomes known about the rows outside this grid;
    /// an order that is not known yet can begin at 0.
    bool knows_first = false;
    bool knows_last = false;
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct StreamAccess {
    ArgumentAccess codes;
    ArgumentAccess network;
    ArgumentAccess orders;
    ArgumentAccess scratch;
};

/// Strahler's order of each cell of the network: 1 if no cell of the network flows in; otherwise the greatest order
/// among the cells that flow in, plus one if at least two of these cells have this order. The order is 0 outside the
/// network.
///
/// The directions must not run in a circle. The buffer `scratch` begins with a uint32 that becomes nonzero once the
/// orders are complete; see RoundRange. A round follows a stream through about one tile of 32 x 32 cells, so the number
/// of rounds is about the largest number of tiles that a stream passes.
///
/// vkalgo records dispatches, a fill and the barriers between them. The caller does what Recorder requires, creates the
/// buffers with kUsage and the scratch with the usage of its ScratchNeed, and keeps the buffers and this object until
/// the fence is signalled. The caller declares its own accesses by `assume` and `hand_over`, or records its own
/// barriers between them and the accesses that access() returns.
class StreamOrder {
public:
    /// Takes the kernels from the context's cache. Errors: those of Context::kernel.
    static Result<StreamOrder> create(Context& context);

    /// Returns the scratch that `record` needs. Errors: those of check_grid; too_large (for one storage buffer or one
    /// dispatch).
    static Result<ScratchNeed> scratch(const TerrainGrid& grid, const DeviceProfile& profile);

    /// Returns the most rounds that any directions take.
    static std::uint32_t rounds(const TerrainGrid& grid) { return static_cast<std::uint32_t>(grid.cells() + 2); }

    /// The buffer usage that every argument except the scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<StreamAccess> access(const TerrainGrid& grid, const StreamArguments& arguments) const;

    /// Records the rounds that the arguments name. Thread-safe. Does not submit, wait or allocate. Errors: those of
    /// scratch; invalid_argument for a view that is missing, too small, badly aligned or overlaps another, and for a
    /// recorder of another context; those of the recorder.
    Result<void> record(Recorder& recorder, const TerrainGrid& grid, const StreamArguments& arguments) const;

private:
    friend Result<StreamOrder> create_tuned_streams(Context& context, const TerrainTuning& tuning);

    Context* context_ = nullptr;
    std::shared_ptr<const TerrainTuning> tuning_;
    std::vector<std::shared_ptr<const Kernel>> cell_kernels_, tile_kernels_;
};

}  // namespace vkalgo
