#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"
#include "flow_accumulation_plan.hpp"
#include "round_range.hpp"
#include "terrain_grid.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace vkalgo {

class Context;

/// The buffers and rounds of one recording. `sums`, `network` and `scratch` must not overlap any other argument. Views
/// begin at multiples of storage_offset_alignment, and may be null if the grid has no cells.
struct AccumulationArguments {
    /// A FlowCode per cell, flow_codes_bytes(cells) bytes.
    BufferView codes;
    /// With AccumulationOptions::weighted: a uint32 per cell, with AccumulationOptions::wide a uint64. Sums are taken
    /// modulo 2^32 or 2^64.
    BufferView weights = {};
    /// A uint32 per cell, with AccumulationOptions::wide a uint64.
    BufferView sums;
    /// With AccumulationOptions::network: a byte per cell, flow_codes_bytes(cells) bytes. It is 1 in the network, else
    /// 0.
    BufferView network = {};
    /// At least the bytes that FlowAccumulation::scratch returns.
    BufferView scratch = {};
    RoundRange rounds = {};
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct AccumulationAccess {
    ArgumentAccess codes;
    ArgumentAccess weights;
    ArgumentAccess sums;
    ArgumentAccess network;
    ArgumentAccess scratch;
};

/// The amount of water that flows through each cell: the water of all cells upstream, and the cell's own water with
/// AccumulationOptions::include_self. Water stops where it leaves the grid, at a cell without data, or at a code of 0.
/// Cells without data (codes above 8) have no water, and their sum is 0. The sums are sums of integers, so the results
/// are the same with every method, at every run and on every device.
///
/// The buffer `scratch` begins with a uint32 that becomes nonzero once no water moves any more (method "tiled": once
/// the tiles are joined). The method "tiled" takes at most 40 rounds. A RoundRange has 64 rounds by default, so all of
/// them are recorded at once. The other methods take one round more than the longest flow path has cells. If the word
/// is still 0 after all the rounds of the plan, the directions run in a circle; with AccumulationOptions::iterations,
/// water may still be moving.
///
/// vkalgo records dispatches, fills and the barriers between them. The caller does what Recorder requires, creates the
/// buffers with kUsage and the scratch with the usage of its ScratchNeed, and keeps the buffers and this object until
/// the fence is signalled. The caller declares its own accesses by `assume` and `hand_over`, or records its own
/// barriers between them and the accesses that access() returns.
class FlowAccumulation {
public:
    /// Takes the kernels from the context's cache. Errors: those of plan_accumulation and Context::kernel.
    static Result<FlowAccumulation> create(Context& context, const AccumulationOptions& options = {});

    /// Returns the scratch that `record` needs. Errors: those of plan_accumulation.
    static Result<ScratchNeed> scratch(const TerrainGrid& grid, const AccumulationOptions& options,
                                       const DeviceProfile& profile);

    /// The buffer usage that every argument except the scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// Returns the options given to create().
    const AccumulationOptions& options() const { return options_; }

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<AccumulationAccess> access(const TerrainGrid& grid, const AccumulationArguments& arguments) const;

    /// Records the rounds that the arguments name. Thread-safe. Does not submit, wait or allocate. Errors: those of
    /// plan_accumulation; invalid_argument for a view that is missing, too small, badly aligned or overlaps another,
    /// and for a recorder of another context; those of the recorder.
    Result<void> record(Recorder& recorder, const TerrainGrid& grid, const AccumulationArguments& arguments) const;

private:
    friend Result<FlowAccumulation> create_tuned_accumulation(Context& context, const AccumulationOptions& options,
                                                              const TerrainTuning& tuning);

    struct MethodKernels {
        const AccumulationMethod* method = nullptr;
        std::vector<std::shared_ptr<const Kernel>> kernels;
    };
    Context* context_ = nullptr;
    AccumulationOptions options_;
    std::shared_ptr<const TerrainTuning> tuning_;
    std::vector<MethodKernels> methods_;
    std::shared_ptr<const Kernel> network_;
};

}  // namespace vkalgo
