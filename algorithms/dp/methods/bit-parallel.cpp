// Method `bit-parallel`: stores the differences of 32 neighbouring cells in a word, for lcs and edit distance. The plan
// is in bit_parallel_plan.cpp, the kernels in shaders/dp/bits.glsl.
#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/method/method.hpp"
#include "algorithms/dp/methods/bit_parallel/bit_parallel_batch.hpp"
#include "algorithms/dp/methods/bit_parallel/bit_parallel_plan.hpp"
#include "engine/context.hpp"
#include "shaders/dp/bits.h"

#include <algorithm>

namespace vkalgo::dp {
namespace {

constexpr std::uint32_t kSymbolsWorkgroup = 128;
constexpr std::size_t kFirstBitsInput = 8;  // As in bits.glsl

class BitsRun final : public MethodRun {
public:
    BitsRun(Context& context, const BitParallelPlan& plan) : context_(context), plan_(plan) {}

    Result<void> prepare(const CompiledRecurrence& recurrence) {
        VKALGO_TRY(symbols_, make_task(recurrence, VKALGO_BITS_TASK_SYMBOLS));
        if (plan_.has_interior()) {
            VKALGO_TRY(strips_,
                       make_task(recurrence, plan_.fill.waits ? VKALGO_BITS_TASK_WAITING : VKALGO_BITS_TASK_DIAGONALS));
        }
        return {};
    }

    Result<void> record(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                        std::uint64_t count) const override {
        const std::vector<Binding> bindings = bind(arguments);
        if (first == 0) {
            begin(recorder, arguments, bindings);
        }
        const std::uint64_t end = std::min(first + count, plan_.steps);
        if (plan_.bands) {
            for (const BandDispatch& band : plan_.bands->dispatches(first, end, plan_.fill.waits)) {
                dispatch_band(recorder, arguments, bindings, band.part, band.slot);
            }
            return recorder.status();
        }
        for (std::uint64_t step = first; step < end && plan_.has_interior(); ++step) {
            dispatch_strips(recorder, arguments, bindings, static_cast<std::int64_t>(step));
        }
        return recorder.status();
    }

    Result<void> record_traceback(Recorder& recorder, const RunArguments& /*arguments*/, std::uint64_t /*first*/,
                                  std::uint64_t /*count*/) const override {
        return recorder.status();  // No solution is kept.
    }

private:
    Result<std::shared_ptr<const Kernel>> make_task(const CompiledRecurrence& recurrence, std::uint32_t task) const {
        const BitsShape& fill = plan_.fill;
        const bool is_symbols = task == VKALGO_BITS_TASK_SYMBOLS;
        const bool one_subgroup = !is_symbols && !fill.shared_lanes;
        return make_kernel(context_, recurrence, plan_.modules[0],
                           {{VKALGO_BITS_CONSTANT_WORKGROUP, is_symbols ? kSymbolsWorkgroup : fill.invocations()},
                            {VKALGO_BITS_CONSTANT_LANES, fill.lanes},
                            {VKALGO_BITS_CONSTANT_LANES + 1, fill.shared_lanes},
                            {VKALGO_BITS_CONSTANT_WORDS, fill.words},
                            {VKALGO_BITS_CONSTANT_DIGITS, fill.digits},
                            {VKALGO_BITS_CONSTANT_HELPERS, is_symbols ? 0 : fill.helpers},
                            {VKALGO_BITS_CONSTANT_TASK, task},
                            {VKALGO_BITS_CONSTANT_BANDS, plan_.bands.has_value()},
                            {VKALGO_BITS_CONSTANT_ROW_STEP, plan_.header.bits->row_step},
                            {VKALGO_BITS_CONSTANT_COLUMN_STEP, plan_.header.bits->column_step}},
                           one_subgroup ? context_.profile().required_subgroup_size() : 0);
    }

    BufferView part(const RunArguments& arguments, const ScratchLayout::Part& which) const {
        return ScratchLayout::view(arguments.scratch, which);
    }

    std::vector<Binding> bind(const RunArguments& arguments) const {
        std::vector<Binding> views(kFirstBitsInput);
        views[VKALGO_BITS_CARRIES] = part(arguments, plan_.carries);
        views[VKALGO_BITS_SYMBOLS_IN] = views[VKALGO_BITS_SYMBOLS_OUT] = part(arguments, plan_.symbols);
        views[kStatusBinding] = arguments.status;
        views[VKALGO_BITS_STATE_IN] = views[VKALGO_BITS_STATE_OUT] = part(arguments, plan_.state);
        views[VKALGO_BITS_TICKET] = part(arguments, plan_.ticket);
        views[VKALGO_BITS_ANSWER] = arguments.answer;
        add_arrays(views, arguments);
        return views;
    }

    shader::VkalgoBitsPush push() const {
        shader::VkalgoBitsPush push{};
        push.rows = static_cast<std::uint32_t>(plan_.rows);
        push.columns = static_cast<std::uint32_t>(plan_.columns);
        push.tile_blocks = static_cast<std::uint32_t>(plan_.tile_blocks);
        push.spin_limit = plan_.spin_limit;
        push.corner = plan_.header.bits->corner;
        return push;
    }

    void begin(Recorder& recorder, const RunArguments& arguments, const std::vector<Binding>& bindings) const {
        recorder.fill(arguments.status, 0);
        recorder.fill(arguments.answer, 0);
        if (plan_.fill.waits) {
            recorder.fill(part(arguments, plan_.ticket), 0);
        }
        const SpanScope span(recorder, "symbols");
        const auto blocks = static_cast<std::uint64_t>(plan_.blocks);
        const std::uint64_t groups = std::max<std::uint64_t>(1, (blocks + kSymbolsWorkgroup - 1) / kSymbolsWorkgroup);
        recorder.dispatch(*symbols_, bindings_of(*symbols_, bindings), push_with_params(push(), arguments.params),
                          Groups::linear(groups, context_));
        // The kernel for symbols has written the part of the answer that no strip adds. Only the first device keeps
        // this part, so that it counts once in the sum of all devices.
        if (plan_.bands && plan_.bands->share.device != 0) {
            recorder.fill(arguments.answer.slice(0, sizeof(std::uint32_t)), 0);
        }
    }

    void dispatch_band(Recorder& recorder, const RunArguments& arguments, const std::vector<Binding>& bindings,
                       const BandPart& of, std::uint64_t slot) const {
        const Bands& bands = *plan_.bands;
        const auto word = [](std::int64_t value) { return static_cast<std::uint32_t>(value); };
        shader::VkalgoBitsPush strips = push();
        strips.first_strip = word(of.first_group);
        strips.strips = word(of.groups);
        strips.ticket = static_cast<std::uint32_t>(slot);
        strips.band_strips = word(bands.groups_per_band);
        strips.band_period = word(bands.period());
        strips.band_stride = word(bands.groups_per_band * bands.share.devices);
        strips.band_first = word(bands.number_of(of.band) * bands.groups_per_band);
        strips.band_step = word(of.first_step);
        strips.band_steps = word(of.steps);
        const std::int64_t workgroups = plan_.fill.waits ? std::min(plan_.workgroups, of.groups) : of.groups;
        recorder.dispatch(*strips_, bindings_of(*strips_, bindings), push_with_params(strips, arguments.params),
                          Groups::linear(static_cast<std::uint64_t>(workgroups), context_));
    }

    void dispatch_strips(Recorder& recorder, const RunArguments& arguments, const std::vector<Binding>& bindings,
                         std::int64_t step) const {
        shader::VkalgoBitsPush strips = push();
        std::int64_t first = 0;
        std::int64_t end = 0;
        if (plan_.fill.waits) {
            first = step * plan_.strips_per_step;
            end = std::min(plan_.strips, first + plan_.strips_per_step);
        } else {
            const std::int64_t tiles = (plan_.blocks + plan_.tile_blocks - 1) / plan_.tile_blocks;
            first = std::max<std::int64_t>(0, step - tiles + 1);
            end = std::min(plan_.strips, step + 1);
        }
        strips.first_strip = static_cast<std::uint32_t>(first);
        strips.strips = static_cast<std::uint32_t>(end - first);
        strips.diagonal = strips.ticket = static_cast<std::uint32_t>(step);
        const std::int64_t workgroups = plan_.fill.waits ? std::min(plan_.workgroups, end - first) : end - first;
        recorder.dispatch(*strips_, bindings_of(*strips_, bindings), push_with_params(strips, arguments.params),
                          Groups::linear(static_cast<std::uint64_t>(workgroups), context_));
    }

    Context& context_;
    const BitParallelPlan& plan_;
    std::shared_ptr<const Kernel> symbols_, strips_;
};

Result<std::unique_ptr<MethodRun>> create_bits(Context& context, const CompiledRecurrence& recurrence,
                                               const MethodPlan& plan) {
    auto run = std::make_unique<BitsRun>(context, static_cast<const BitParallelPlan&>(plan));
    VKALGO_CHECK(run->prepare(recurrence));
    return std::unique_ptr<MethodRun>(std::move(run));
}

}  // namespace

const Method& method_bit_parallel();
const Method& method_bit_parallel() {
    static const Method method{
        .name = "bit-parallel",
        .about = "32 cells per word; gives only the answer, and runs only lcs, edit-distance and similar recurrences",
        .runs_everything = false,
        .checks_reads = false,
        .many_cells_per_invocation = false,
        .shares = true,
        .plan = plan_bit_parallel,
        .create = create_bits,
        .batch = &kBitParallelBatch,
    };
    return method;
}

}  // namespace vkalgo::dp
