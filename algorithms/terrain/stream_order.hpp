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

/// `orders` and `scratch` share no byte with anything else here. Views are at multiples of storage_offset_alignment,
/// and may be null if the grid has no cells.
struct StreamArguments {
    /// a FlowCode per cell, flow_codes_bytes(cells) bytes
    BufferView codes;
    /// Optional: a byte per cell, flow_codes_bytes(cells) bytes, not 0 where the cell is in the network; else all cells
    /// with data are.
    BufferView network = {};
    /// a uint32 per cell
    BufferView orders;
    /// as many bytes as StreamOrder::scratch says
    BufferView scratch = {};
    RoundRange rounds = {};
    /// For a grid that is some rows of a larger one: the orders of its first or last row are known, as `orders` has
    /// them, and stay. Orders only ever rise as more is known of the rows around; 0 is a start.
    bool knows_first = false;
    bool knows_last = false;
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct StreamAccess {
    ArgumentAccess codes;
    ArgumentAccess network;
    ArgumentAccess orders;
    ArgumentAccess scratch;
};

/// Strahler's order of each cell of the network: 1 where no cell of the network flows in; else the greatest order among
/// those that do, and one more if two of them have it. 0 outside the network.
///
/// The directions must not run in a circle. scratch() begins with a uint32 that is not 0 once it is done; see
/// RoundRange. A round takes every stream through a tile, so there are about as many as a stream passes tiles.
///
/// vkalgo does: record dispatches, a fill and the barriers between them.
/// The caller does: everything that Recorder asks of him; create the buffers with kUsage and the scratch with the usage
/// of its ScratchNeed; tell the recorder by `assume` and `hand_over` about its own accesses, or put its own barriers
/// from them to access() and back; keep buffers and this object until the fence.
class StreamOrder {
public:
    /// Takes the kernels from the context's cache. Errors: those of Context::kernel.
    static Result<StreamOrder> create(Context& context);

    /// Bytes needed besides the arguments. Errors: those of check_grid; too_large (for one storage buffer).
    static Result<ScratchNeed> scratch(const TerrainGrid& grid, const DeviceProfile& profile);

    /// No directions take more rounds.
    static std::uint32_t rounds(const TerrainGrid& grid) { return static_cast<std::uint32_t>(grid.cells() + 2); }

    /// Buffer usage that every argument but scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// How `record` would touch these arguments. Errors: those of record.
    Result<StreamAccess> access(const TerrainGrid& grid, const StreamArguments& arguments) const;

    /// Records the rounds that the arguments name. Thread-safe; submits, waits for and allocates nothing.
    /// Errors: those of scratch; invalid_argument for a view that is missing, too small, badly aligned or that overlaps
    /// another, for a recorder of another context; the recorder's.
    Result<void> record(Recorder& recorder, const TerrainGrid& grid, const StreamArguments& arguments) const;

private:
    friend Result<StreamOrder> create_tuned_streams(Context& context, const TerrainTuning& tuning);

    Context* context_ = nullptr;
    std::shared_ptr<const TerrainTuning> tuning_;
    std::vector<std::shared_ptr<const Kernel>> cell_kernels_, tile_kernels_;
};

}  // namespace vkalgo
