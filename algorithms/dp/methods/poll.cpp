// Method `poll`: in every round, every cell that is not done checks whether all cells that it reads are done. This is
// algorithm 3 of the thesis that shaders/dp/poll.glsl names, corrected as described there. It exists for comparison: it
// needs no graph, but most checks are in vain.
#include "algorithms/counted.hpp"
#include "algorithms/dp/method/method.hpp"
#include "algorithms/dp/method/prediction.hpp"
#include "algorithms/dp/methods/numbered/numbered_cells.hpp"
#include "engine/context.hpp"
#include "shaders/dp/numbered.h"

#include <algorithm>
#include <array>

namespace vkalgo::dp {
namespace {

/// Maximum number of checks: rounds times cells. They take some minutes on a GPU.
constexpr std::uint64_t kMaxLooks = std::uint64_t{1} << 42;

struct PollPlan : NumberedPlan {
    ScratchLayout::Part grid;
};

Result<std::unique_ptr<MethodPlan>> plan_poll(const PlanRequest& request, const DeviceProfile& profile) {
    const RecurrenceHeader& header = *request.header;
    if (header.has_loops) {
        return refused_by("poll",
                          "computes cells before all cells that they read are done; the loops of this recurrence "
                          "may then never end");
    }
    if (!header.outputs.empty()) {
        return refused_by("poll", "computes cells more than once, but these may write outputs");
    }
    auto plan = std::make_unique<PollPlan>();
    VKALGO_CHECK(plan_numbered(*plan, request, profile, "poll", 4, 4 * VKALGO_POLL_WORDS, "counter and done words"));
    ScratchLayout layout;
    plan->description = layout.add(plan->description.size);
    plan->cells = layout.add(plan->cells.size);
    plan->grid = layout.add(Rounds::kBytesPerGrid);
    plan->scratch_bytes = layout.bytes();
    const std::uint64_t looks = plan->steps * plan->numbers;
    if (looks > kMaxLooks) {
        return Error{ErrorCode::too_large,
                     "method poll would look at " + std::to_string(plan->numbers) + " cells in each of up to " +
                         std::to_string(plan->steps) + " rounds; rounds times cells must not exceed " +
                         std::to_string(kMaxLooks),
                     "size"};
    }
    plan->dispatches = 2 * plan->steps + 1;
    const CostTable cost = cost_table(profile);
    plan->run_seconds =
        static_cast<double>(plan->dispatches) * cost.dispatch + static_cast<double>(looks) * cost.stored_cell;
    plan->summary = "up to " + counted(plan->steps, "round") + ", each over all " + counted(plan->numbers, "cell") +
                    " of the table";
    return std::unique_ptr<MethodPlan>(std::move(plan));
}

class PollRun final : public NumberedRun {
public:
    PollRun(Context& context, const PollPlan& plan) : NumberedRun(context, plan), plan_(plan) {}

    Result<void> prepare(const CompiledRecurrence& recurrence) { return make_kernels(recurrence); }

    Result<void> record(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                        std::uint64_t count) const override {
        const BufferView words = cells(arguments);
        if (first == 0) {
            begin(recorder, arguments);
            recorder.fill(words, 0);
            const auto left = static_cast<std::uint32_t>(plan_.domain_cells);
            recorder.update(words.slice(4 * VKALGO_POLL_LEFT, 4), std::as_bytes(std::span(&left, 1)));
        }
        const std::uint64_t end = std::min(first + count, plan_.steps);
        if (first >= end) {
            return recorder.status();
        }
        const std::vector<Binding> bindings = bind(arguments);
        const std::uint32_t each = numbered_workgroup(context().profile());
        const std::array grids{Groups::linear((plan_.numbers + each - 1) / each, context())};
        recorder.record_rounds({.most = static_cast<std::uint32_t>(end - first),
                                .done = words.slice(4 * VKALGO_POLL_OVER, 4),
                                .grids = grids,
                                .arguments = ScratchLayout::view(arguments.scratch, plan_.grid)},
                               [&](const Round& round) -> Result<void> {
                                   const shader::VkalgoPollPush push{static_cast<std::uint32_t>(first) + round.index,
                                                                     static_cast<std::uint32_t>(plan_.numbers)};
                                   recorder.dispatch_indirect(kernel(), bindings_of(kernel(), bindings),
                                                              push_with_params(push, arguments.params), round.grid(0));
                                   return {};
                               });
        if (end == plan_.steps) {
            answer(recorder, arguments);
        }
        return recorder.status();
    }

private:
    const PollPlan& plan_;
};

Result<std::unique_ptr<MethodRun>> create_poll(Context& context, const CompiledRecurrence& recurrence,
                                               const MethodPlan& plan) {
    auto run = std::make_unique<PollRun>(context, static_cast<const PollPlan&>(plan));
    VKALGO_CHECK(run->prepare(recurrence));
    return std::unique_ptr<MethodRun>(std::move(run));
}

}  // namespace

const Method& method_poll();
const Method& method_poll() {
    static const Method method{
        .name = "poll",
        .about = "every cell tests in every round whether its reads are done; for comparisons, up to 2^22 cells",
        .runs_everything = false,
        .checks_reads = true,
        .many_cells_per_invocation = false,
        .only_by_name = true,
        .plan = plan_poll,
        .create = create_poll,
    };
    return method;
}

}  // namespace vkalgo::dp
