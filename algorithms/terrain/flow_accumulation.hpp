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

/// `sums`, `network` and `scratch` share no byte with anything else here. Views are at multiples of
/// storage_offset_alignment, and may be null if the grid has no cells.
struct AccumulationArguments {
    /// a FlowCode per cell, flow_codes_bytes(cells) bytes
    BufferView codes;
    /// With AccumulationOptions::weighted: a uint32 per cell, with AccumulationOptions::wide a uint64. Sums are taken
    /// modulo 2^32 or 2^64.
    BufferView weights = {};
    /// a uint32 per cell, or a uint64
    BufferView sums;
    /// With AccumulationOptions::network: a byte per cell, flow_codes_bytes(cells) bytes: 1 in the network, else 0.
    BufferView network = {};
    /// as many bytes as FlowAccumulation::scratch says
    BufferView scratch = {};
    RoundRange rounds = {};
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct AccumulationAccess {
    ArgumentAccess codes;
    ArgumentAccess weights;
    ArgumentAccess sums;
    ArgumentAccess network;
    ArgumentAccess scratch;
};

/// How much water comes together in each cell: the sum over all cells whose water flows through it, without its own
/// unless AccumulationOptions::include_self. Water that leaves the grid, meets a cell without data or a code of 0 goes
/// no further. Cells without data (codes beyond 8) have no water, and 0 as their sum. Whole numbers are summed, so the
/// results are the same by every method, at every run and on every device.
///
/// scratch() begins with a uint32 that is not 0 once no water moves any more (method "tiled": once the tiles are
/// joined). The method "tiled" takes at most 40 rounds, and so by default all at once; the others take as many as the
/// longest way has cells. If the word is still 0 after all the rounds of the plan, the directions run in a circle; with
/// AccumulationOptions::iterations water may be on its way still.
///
/// vkalgo does: record dispatches, fills and the barriers between them.
/// The caller does: everything that Recorder asks of him; create the buffers with kUsage and the scratch with the usage
/// of its ScratchNeed; tell the recorder by `assume` and `hand_over` about its own accesses, or put its own barriers
/// from them to access() and back; keep buffers and this object until the fence.
class FlowAccumulation {
public:
    /// Takes the kernels from the context's cache. Errors: those of plan_accumulation and Context::kernel.
    static Result<FlowAccumulation> create(Context& context, const AccumulationOptions& options = {});

    /// Bytes needed besides the arguments. Errors: those of plan_accumulation.
    static Result<ScratchNeed> scratch(const TerrainGrid& grid, const AccumulationOptions& options,
                                       const DeviceProfile& profile);

    /// Buffer usage that every argument but scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// As given to create().
    const AccumulationOptions& options() const { return options_; }

    /// How `record` would touch these arguments. Errors: those of record.
    Result<AccumulationAccess> access(const TerrainGrid& grid, const AccumulationArguments& arguments) const;

    /// Records the rounds that the arguments name. Thread-safe; submits, waits for and allocates nothing.
    /// Errors: those of plan_accumulation; invalid_argument for a view that is missing, too small, badly aligned or
    /// that overlaps another, for a recorder of another context; the recorder's.
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
