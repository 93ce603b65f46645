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

/// The buffers and rounds of one recording. `labels` and `scratch` must not overlap any other argument. Views begin at
/// multiples of storage_offset_alignment, and may be null if the grid has no cells.
struct WatershedArguments {
    /// A FlowCode per cell, flow_codes_bytes(cells) bytes.
    BufferView codes;
    /// Optional: a uint32 per cell. It is the label of the outlet if the cell is an outlet, else 0.
    BufferView outlets = {};
    /// A uint32 per cell.
    BufferView labels;
    /// At least the bytes that Watersheds::scratch returns.
    BufferView scratch = {};
    RoundRange rounds = {};
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct WatershedAccess {
    ArgumentAccess codes;
    ArgumentAccess outlets;
    ArgumentAccess labels;
    ArgumentAccess scratch;
};

/// The label of the first outlet that each cell's water meets, including the cell itself; 0 if the water ends before it
/// meets an outlet. Several outlets may share a label. If no outlets are given, a watershed is the set of all cells
/// whose water ends in the same cell, where it leaves the grid, meets a cell without data or stays; the label is 1 +
/// the index (row * width + column) of that cell. Cells without data have the label 0 and cannot be outlets.
///
/// The buffer `scratch` begins with a uint32 that becomes nonzero once the labels are complete. By default, `record`
/// records enough rounds for all possible directions at once: rounds() is at most 33. If the word is still 0 after
/// them, the directions run in a circle.
///
/// vkalgo records dispatches, a fill and the barriers between them. The caller does what Recorder requires, creates the
/// buffers with kUsage and the scratch with the usage of its ScratchNeed, and keeps the buffers and this object until
/// the fence is signalled. The caller declares its own accesses by `assume` and `hand_over`, or records its own
/// barriers between them and the accesses that access() returns.
class Watersheds {
public:
    /// Takes the kernels from the context's cache. Errors: those of Context::kernel.
    static Result<Watersheds> create(Context& context);

    /// Returns the scratch that `record` needs. Errors: those of check_grid; too_large (for one storage buffer or one
    /// dispatch).
    static Result<ScratchNeed> scratch(const TerrainGrid& grid, const DeviceProfile& profile);

    /// Returns the number of rounds that suffices for all directions without a circle.
    static std::uint32_t rounds(const TerrainGrid& grid);

    /// The buffer usage that every argument except the scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<WatershedAccess> access(const TerrainGrid& grid, const WatershedArguments& arguments) const;

    /// Records the rounds that the arguments name. Thread-safe. Does not submit, wait or allocate. Errors: those of
    /// scratch; invalid_argument for a view that is missing, too small, badly aligned or overlaps another, and for a
    /// recorder of another context; those of the recorder.
    Result<void> record(Recorder& recorder, const TerrainGrid& grid, const WatershedArguments& arguments) const;

private:
    Context* context_ = nullptr;
    std::uint32_t threads_ = 0;
    std::vector<std::shared_ptr<const Kernel>> kernels_;
};

}  // namespace vkalgo
