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

/// `filled` and `scratch` share no byte with anything else here. Views are at multiples of storage_offset_alignment,
/// and may be null if the grid has no cells.
struct FillArguments {
    /// f32 per cell
    BufferView heights;
    /// f32 per cell
    BufferView filled;
    /// as many bytes as DepressionFill::scratch says
    BufferView scratch;
    RoundRange rounds = {};
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct FillAccess {
    ArgumentAccess heights;
    ArgumentAccess filled;
    ArgumentAccess scratch;
};

/// What `record` will do.
struct FillPlan {
    TerrainGrid grid;
    /// bytes
    std::uint64_t heights_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    /// no terrain takes more
    std::uint32_t rounds = 0;
    /// of the busiest invocation in one dispatch, at most
    std::uint64_t loop_iterations = 0;
};

/// A pure function of its arguments. Errors: those of check_grid; too_large (for one storage buffer).
Result<FillPlan> plan_fill(const TerrainGrid& grid, const DeviceProfile& profile);

/// Fills depressions: raises every cell to the lowest level from which water finds a way, never climbing, to a cell
/// beside the outside, and no cell more. The outside is off the grid, and every cell without data (see is_height);
/// the cells beside it keep their height. The surface is that of fill_reference bit for bit, on every device: cells
/// without data keep their bits, others hold what effective_height makes of some height.
///
/// Basins of local minima are joined over their lowest saddles, round by round, until all water finds its way out. The
/// saddles are listed once; rounds go over basins and lists, not over cells (Boruvka's algorithm, as in
/// Jain, Kerbl, Gain, Finley, Cordonnier, FastFlow, Computer Graphics Forum 43, 2024).
///
/// scratch() begins with a uint32 that is not 0 once the surface is complete; see RoundRange.
///
/// vkalgo does: record dispatches, a fill and the barriers between them.
/// The caller does: everything that Recorder asks of him; create the buffers with kUsage and the scratch with the usage
/// of its ScratchNeed; tell the recorder by `assume` and `hand_over` about its own accesses, or put its own barriers
/// from them to access() and back; keep buffers and this object until the fence.
class DepressionFill {
public:
    /// Takes the kernels from the context's cache. Errors: those of Context::kernel.
    static Result<DepressionFill> create(Context& context);

    /// Bytes needed besides the arguments. Errors: those of plan_fill.
    static Result<ScratchNeed> scratch(const TerrainGrid& grid, const DeviceProfile& profile);

    /// Buffer usage that every argument but scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// How `record` would touch these arguments. Errors: those of record.
    Result<FillAccess> access(const TerrainGrid& grid, const FillArguments& arguments) const;

    /// Records the rounds that the arguments name. Thread-safe; submits, waits for and allocates nothing.
    /// Errors: those of plan_fill; invalid_argument for a view that is missing, too small, badly aligned or that
    /// overlaps another, for a recorder of another context; the recorder's.
    Result<void> record(Recorder& recorder, const TerrainGrid& grid, const FillArguments& arguments) const;

private:
    friend Result<DepressionFill> create_tuned_fill(Context& context, const TerrainTuning& tuning);

    Context* context_ = nullptr;
    std::shared_ptr<const TerrainTuning> tuning_;
    std::vector<std::shared_ptr<const Kernel>> kernels_, tile_kernels_;
};

}  // namespace vkalgo
