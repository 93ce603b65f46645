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

/// `labels` and `scratch` share no byte with anything else here. Views are at multiples of storage_offset_alignment,
/// and may be null if the grid has no cells.
struct WatershedArguments {
    /// a FlowCode per cell, flow_codes_bytes(cells) bytes
    BufferView codes;
    /// Optional: a uint32 per cell, not 0 where the cell is an outlet: its label.
    BufferView outlets = {};
    /// a uint32 per cell
    BufferView labels;
    /// as many bytes as Watersheds::scratch says
    BufferView scratch = {};
    RoundRange rounds = {};
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct WatershedAccess {
    ArgumentAccess codes;
    ArgumentAccess outlets;
    ArgumentAccess labels;
    ArgumentAccess scratch;
};

/// Which outlet each cell's water meets first, the cell itself included: its label, or 0 if the water ends before one.
/// Several outlets may have one label. Without given outlets a watershed is everything that comes together before it
/// leaves the grid, meets no data or stays: the label is 1 + the number (row * width + column) of the last cell. Cells
/// without data have the label 0, and are no outlets.
///
/// scratch() begins with a uint32 that is not 0 once it is done; by default all rounds that any directions need are
/// recorded at once, 34 at most. If the word is still 0 then, the directions run in a circle.
///
/// vkalgo does: record dispatches, a fill and the barriers between them.
/// The caller does: everything that Recorder asks of him; create the buffers with kUsage and the scratch with the usage
/// of its ScratchNeed; tell the recorder by `assume` and `hand_over` about its own accesses, or put its own barriers
/// from them to access() and back; keep buffers and this object until the fence.
class Watersheds {
public:
    /// Takes the kernels from the context's cache. Errors: those of Context::kernel.
    static Result<Watersheds> create(Context& context);

    /// Bytes needed besides the arguments. Errors: those of check_grid; too_large (for one storage buffer).
    static Result<ScratchNeed> scratch(const TerrainGrid& grid, const DeviceProfile& profile);

    /// Rounds after which directions without a circle are done.
    static std::uint32_t rounds(const TerrainGrid& grid);

    /// Buffer usage that every argument but scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// How `record` would touch these arguments. Errors: those of record.
    Result<WatershedAccess> access(const TerrainGrid& grid, const WatershedArguments& arguments) const;

    /// Records the rounds that the arguments name. Thread-safe; submits, waits for and allocates nothing.
    /// Errors: those of scratch; invalid_argument for a view that is missing, too small, badly aligned or that overlaps
    /// another, for a recorder of another context; the recorder's.
    Result<void> record(Recorder& recorder, const TerrainGrid& grid, const WatershedArguments& arguments) const;

private:
    Context* context_ = nullptr;
    std::uint32_t threads_ = 0;
    std::vector<std::shared_ptr<const Kernel>> kernels_;
};

}  // namespace vkalgo
