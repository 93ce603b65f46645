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

/// The buffers and rounds of one recording. `filled` and `scratch` must not overlap any other argument. Views begin at
/// multiples of storage_offset_alignment, and may be null if the grid has no cells.
struct FillArguments {
    /// An f32 per cell.
    BufferView heights;
    /// An f32 per cell.
    BufferView filled;
    /// At least the bytes that DepressionFill::scratch returns.
    BufferView scratch;
    RoundRange rounds = {};
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct FillAccess {
    ArgumentAccess heights;
    ArgumentAccess filled;
    ArgumentAccess scratch;
};

/// The plan of what `record` will do.
struct FillPlan {
    TerrainGrid grid;
    /// Bytes of the heights, and of the scratch.
    std::uint64_t heights_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    /// The most rounds that any terrain takes.
    std::uint32_t rounds = 0;
    /// Loop iterations of the busiest invocation in one dispatch, at most.
    std::uint64_t loop_iterations = 0;
};

/// Plans the filling. A pure function of its arguments. Errors: those of check_grid; too_large (for one storage buffer
/// or one dispatch).
Result<FillPlan> plan_fill(const TerrainGrid& grid, const DeviceProfile& profile);

/// The filling of depressions. It raises every cell to the lowest level from which water can flow, without climbing, to
/// a cell beside the outside, and raises no cell higher than that. The outside is everything off the grid and every
/// cell without data (see is_height); the cells beside it keep their height. The surface equals that of fill_reference
/// bit for bit on every device: cells without data keep their bits, and every other cell gets the effective_height of
/// its own height or of the height of another cell.
///
/// Basins of local minima are joined over their lowest saddles, round by round, until all water can flow out. The
/// saddles are listed once. The rounds then visit basins and lists, and no cells except those of tiles with more
/// saddles than a list can hold (Boruvka's algorithm, as in Jain, Kerbl, Gain, Finley, Cordonnier, FastFlow, Computer
/// Graphics Forum 43, 2024).
///
/// The buffer `scratch` begins with a uint32 that becomes nonzero once the surface is complete; see RoundRange.
///
/// vkalgo records dispatches, a fill and the barriers between them. The caller does what Recorder requires, creates the
/// buffers with kUsage and the scratch with the usage of its ScratchNeed, and keeps the buffers and this object until
/// the fence is signalled. The caller declares its own accesses by `assume` and `hand_over`, or records its own
/// barriers between them and the accesses that access() returns.
class DepressionFill {
public:
    /// Takes the kernels from the context's cache. Errors: those of Context::kernel.
    static Result<DepressionFill> create(Context& context);

    /// Returns the scratch that `record` needs. Errors: those of plan_fill.
    static Result<ScratchNeed> scratch(const TerrainGrid& grid, const DeviceProfile& profile);

    /// The buffer usage that every argument except the scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<FillAccess> access(const TerrainGrid& grid, const FillArguments& arguments) const;

    /// Records the rounds that the arguments name. Thread-safe. Does not submit, wait or allocate. Errors: those of
    /// plan_fill; invalid_argument for a view that is missing, too small, badly aligned or overlaps another, and for a
    /// recorder of another context; those of the recorder.
    Result<void> record(Recorder& recorder, const TerrainGrid& grid, const FillArguments& arguments) const;

private:
    friend Result<DepressionFill> create_tuned_fill(Context& context, const TerrainTuning& tuning);

    Context* context_ = nullptr;
    std::shared_ptr<const TerrainTuning> tuning_;
    std::vector<std::shared_ptr<const Kernel>> kernels_, tile_kernels_;
};

}  // namespace vkalgo
