// Internal to algorithms/terrain/: what a file of methods/ defines.
#pragma once

#include "engine/kernel.hpp"
#include "engine/recorder.hpp"
#include "flow_accumulation.hpp"
#include "flow_accumulation_plan.hpp"
#include "terrain_parts.hpp"

#include <memory>
#include <span>
#include <vector>

namespace vkalgo {

/// One recording: the plan, its kernels in the order of AccumulationMethod::kernels, the caller's arguments, each view
/// no longer than its values.
struct AccumulationRecording {
    Recorder& recorder;
    const AccumulationPlan& plan;
    std::span<const std::shared_ptr<const Kernel>> kernels;
    const AccumulationArguments& arguments;

    BufferView part(const ScratchLayout::Part& part) const { return ScratchLayout::view(arguments.scratch, part); }
    /// VKALGO_WATER_...
    std::uint32_t flags() const;
    /// What kernels that take a cell, or `count` things, are pushed.
    shader::WaterPush push(std::uint64_t count) const;
    /// The weights; without them something that may be bound.
    BufferView weights() const;
    /// The rounds of the range: a dispatch of `kernel` each, with one invocation for each of `count`.
    using Bind = std::function<std::vector<Binding>(std::uint32_t round)>;
    using Push = std::function<std::vector<std::byte>(std::uint32_t round)>;
    void rounds(const Kernel& kernel, std::uint64_t count, const Bind& bind, const Push& push) const;
};

/// How water is accumulated. A file methods/<name>.cpp defines `accumulation_method_<name>()`; nothing else knows it.
struct AccumulationMethod {
    const char* name;
    /// Words about it, for lists.
    const char* summary;
    /// For "auto": of the methods with a rank above 0 the highest that a plan does not refuse is taken.
    int rank;
    /// Cells per invocation in each direction, for the kernels.
    std::uint32_t block;
    /// A round is one of the document's: all moving water goes on by one cell.
    bool stepwise;
    /// Fills in scratch, parts, rounds and loop_iterations; what is common stands already. Errors: too_large.
    Result<void> (*plan)(AccumulationPlan& plan, ScratchLayout& layout, const DeviceProfile& profile);
    std::vector<KernelInfo> (*kernels)();
    void (*record)(const AccumulationRecording& recording);
};

/// All methods in order of name (made by CMake).
std::span<const AccumulationMethod* const> accumulation_methods();

// What the document's three methods have in common.
/// Two buffers of moving water.
Result<void> plan_moving_water(AccumulationPlan& plan, ScratchLayout& layout, const DeviceProfile& profile);
/// Each cell's own water, ready to move, by the kernel begin_accumulation.
void begin_moving_water(const AccumulationRecording& recording, const Kernel& begin);

// Numbers of the caller's own.
Result<AccumulationPlan> plan_tuned_accumulation(const TerrainGrid& grid, const AccumulationOptions& options,
                                                 const DeviceProfile& profile, const TerrainTuning& tuning);
Result<FlowAccumulation> create_tuned_accumulation(Context& context, const AccumulationOptions& options,
                                                   const TerrainTuning& tuning);

}  // namespace vkalgo
