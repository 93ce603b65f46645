#include "algorithms/terrain/flow_accumulation.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/recorded.hpp"
#include "algorithms/terrain/accumulation_method.hpp"
#include "algorithms/terrain/terrain_tuning.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/terrain/mark_network.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace vkalgo {

namespace {

static_assert(sizeof(shader::WaterPush) <= 128 && sizeof(shader::WaterTilesPush) <= 128);

/// Declares every argument once, in the order of AccumulationAccess.
std::vector<Argument> arguments_of(const AccumulationArguments& arguments, const AccumulationPlan& plan) {
    return {{.name = "codes", .view = arguments.codes, .bytes = plan.codes_bytes},
            {.name = "weights", .view = arguments.weights, .bytes = plan.options.weighted ? plan.sums_bytes : 0},
            {.name = "sums", .view = arguments.sums, .bytes = plan.sums_bytes, .access = Access::read_write},
            {.name = "network",
             .view = arguments.network,
             .bytes = plan.options.network ? plan.codes_bytes : 0,
             .access = Access::write},
            {.name = "scratch",
             .view = arguments.scratch,
             .bytes = plan.scratch.bytes,
             .access = Access::read_write,
             .usage = plan.scratch.usage}};
}

}  // namespace

std::uint32_t AccumulationRecording::flags() const {
    return (plan.options.weighted ? VKALGO_WATER_WEIGHTED : 0) |
           (plan.options.include_self ? VKALGO_WATER_INCLUDES_SELF : 0);
}

shader::WaterPush AccumulationRecording::push(std::uint64_t count) const {
    return {plan.grid.width,
            plan.grid.height,
            static_cast<std::uint32_t>(count),
            0,
            0,
            flags(),
            static_cast<std::uint32_t>(plan.options.threshold),
            static_cast<std::uint32_t>(plan.options.threshold >> 32)};
}

BufferView AccumulationRecording::weights() const {
    return plan.options.weighted ? arguments.weights : arguments.codes;
}

void AccumulationRecording::rounds(const Kernel& kernel, std::uint64_t count, const Bind& bind,
                                   const Push& push) const {
    const RoundRange& range = arguments.rounds;
    const std::uint32_t most = std::min(range.count, plan.rounds - std::min(plan.rounds, range.first));
    if (most == 0) {
        return;
    }
    const std::array dispatched{Groups::linear(divide_up(count, plan.threads), recorder.context())};
    recorder.record_rounds({.most = most,
                            .done = part(plan.status).slice(4 * VKALGO_TERRAIN_DONE, 4),
                            .grids = dispatched,
                            .arguments = part(plan.grids)},
                           [&](const Round& round) -> Result<void> {
                               const std::uint32_t number = range.first + round.index;
                               recorder.dispatch_indirect(kernel, bind(number), push(number), round.grid(0));
                               return {};
                           });
}

void begin_moving_water(const AccumulationRecording& recording, const Kernel& begin) {
    const AccumulationPlan& plan = recording.plan;
    recording.recorder.fill(recording.part(plan.status), 0);
    const shader::WaterPush push = recording.push(plan.grid.cells());
    recording.recorder.dispatch(begin,
                                {recording.arguments.codes, recording.weights(), recording.part(plan.moving[0]),
                                 recording.part(plan.moving[1]), recording.arguments.sums},
                                push,
                                Groups::linear(divide_up(push.count, plan.threads), recording.recorder.context()));
}

Result<FlowAccumulation> create_tuned_accumulation(Context& context, const AccumulationOptions& options,
                                                   const TerrainTuning& tuning) {
    FlowAccumulation made;
    made.context_ = &context;
    made.options_ = options;
    made.tuning_ = std::make_shared<const TerrainTuning>(tuning);
    VKALGO_TRY(const AccumulationPlan plan, plan_tuned_accumulation({1, 1}, options, context.profile(), tuning));
    const std::uint32_t side = water_side(tuning, plan.words, context.profile());
    // For some grids "auto" uses another method, because its first choice does not fit. So it needs the kernels of
    // every method that it may use.
    for (const AccumulationMethod* method : accumulation_methods()) {
        const bool fits = method->rank > 0 && (method->stepwise || !options.iterations);
        if (method != plan.method && (options.method != "auto" || !fits)) {
            continue;
        }
        FlowAccumulation::MethodKernels entry{method, {}};
        VKALGO_TRY(entry.kernels,
                   terrain_kernels(context, method->kernels(), tuning.threads, side, method->block, plan.words));
        made.methods_.push_back(std::move(entry));
    }
    if (options.network) {
        const KernelInfo info{"terrain/mark_network", spirv::terrain_mark_network};
        VKALGO_TRY(auto kernels, terrain_kernels(context, {info}, tuning.threads, side, 1, plan.words));
        made.network_ = std::move(kernels[0]);
    }
    return made;
}

Result<FlowAccumulation> FlowAccumulation::create(Context& context, const AccumulationOptions& options) {
    return create_tuned_accumulation(context, options, terrain_tuning(context.profile()));
}

Result<ScratchNeed> FlowAccumulation::scratch(const TerrainGrid& grid, const AccumulationOptions& options,
                                              const DeviceProfile& profile) {
    VKALGO_TRY(const AccumulationPlan plan, plan_accumulation(grid, options, profile));
    return plan.scratch;
}

Result<AccumulationAccess> FlowAccumulation::access(const TerrainGrid& grid,
                                                    const AccumulationArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "accumulation"));
    VKALGO_TRY(const AccumulationPlan plan, plan_tuned_accumulation(grid, options_, context_->profile(), *tuning_));
    return accesses_of<AccumulationAccess>(*context_, arguments_of(arguments, plan),
                                           [&](Recorder& recorder) { return record(recorder, grid, arguments); });
}

Result<void> FlowAccumulation::record(Recorder& recorder, const TerrainGrid& grid,
                                      const AccumulationArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "accumulation"));
    VKALGO_TRY(const AccumulationPlan plan, plan_tuned_accumulation(grid, options_, context_->profile(), *tuning_));
    VKALGO_CHECK(check_arguments(arguments_of(arguments, plan), context_->profile()));
    if (grid.cells() == 0) {
        return recorder.status();
    }
    AccumulationArguments bound = arguments;
    bound.codes = first_bytes(arguments.codes, plan.codes_bytes);
    bound.weights = first_bytes(arguments.weights, plan.sums_bytes);
    bound.sums = first_bytes(arguments.sums, plan.sums_bytes);
    bound.network = first_bytes(arguments.network, plan.codes_bytes);
    const auto entry = std::find_if(methods_.begin(), methods_.end(),
                                    [&](const MethodKernels& one) { return one.method == plan.method; });
    const SpanScope span(recorder, std::string("accumulate ") + plan.method->name);
    const AccumulationRecording recording{recorder, plan, entry->kernels, bound};
    plan.method->record(recording);
    if (options_.network && arguments.rounds.last) {
        const shader::WaterPush push = recording.push(plan.codes_bytes / 4);
        recorder.dispatch(*network_, {bound.sums, bound.network}, push,
                          Groups::linear(divide_up(push.count, plan.threads), recorder.context()));
    }
    return recorder.status();
}

}  // namespace vkalgo
