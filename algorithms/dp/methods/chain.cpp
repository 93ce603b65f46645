// Method `chain`: tables of one row or column. The kernel is shaders/dp/chain.glsl.
#include "shaders/dp/chain.h"

#include "algorithms/counted.hpp"
#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/method/method.hpp"
#include "algorithms/dp/method/prediction.hpp"
#include "algorithms/dp/method/stored_run.hpp"
#include "algorithms/dp/method/team.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/recurrence/chain.hpp"
#include "engine/context.hpp"
#include "engine/scratch.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace vkalgo::dp {
namespace {

/// Maximum invocations of a workgroup for a `reduce`.
constexpr std::uint32_t kWorkgroup = 256;
/// Task products: minimum number of terms per invocation, and maximum number of parts into which the terms of a cell
/// are divided.
constexpr std::int64_t kTermsEach = 8, kMaxParts = 64;
/// Without a `reduce`, one invocation computes all cells of a dispatch. Maximum cells per dispatch: without loops in
/// the text, and with loops.
constexpr std::int64_t kCellsPerDispatch = 1 << 16, kLoopsPerDispatch = 4096;
/// Approximate maximum of iterations of the text's loops per dispatch. It is assumed that the loops of each cell read
/// all cells. This many iterations take milliseconds.
constexpr std::int64_t kLoopTurns = 1 << 22;
/// Approximate iterations per cell of all loops except those over terms, for a `reduce`.
constexpr std::int64_t kTurnsPerCell = 16;

struct ChainPlan : StoredPlan {
    std::int64_t cells = 0;
    std::int64_t cells_per_dispatch = 1;
    TeamShape team, product_team;
    /// Task products: maximum parts per cell. 0: there is no `reduce`.
    std::int64_t product_parts = 0;
    bool clear_table = false;
    ScratchLayout::Part partials, put_off;

    bool reflect() const { return frame.transpose ? frame.reflect_columns : frame.reflect_rows; }

    /// Returns the number of parts into which task products divides those terms of a cell that read only cells before
    /// the cell's block, which begins at cell `first`. 0: the task does not run before this block.
    std::int64_t parts_before(std::int64_t first) const {
        if (product_parts == 0 || first == 0) {
            return 0;
        }
        const std::int64_t each = std::int64_t{product_team.lanes} * kTermsEach;
        return std::clamp<std::int64_t>((first + each - 1) / each, 1, product_parts);
    }
};

Result<void> check_chain(const PlanRequest& request, const DeviceProfile& profile) {
    const RecurrenceHeader& header = *request.header;
    // The modules are made for the order that the file declares, so no other order can run.
    if (!is_chain(header) || request.stage != header.stage) {
        return refused_by(
            "chain",
            "runs only tables of one row in pattern CLR or CRL ('//! rows 1') or of one column in pattern RUD or RDU "
            "('//! columns 1'), without a domain and without 'sequential row', and only in the pattern that the file "
            "declares");
    }
    if (!header.outputs.empty()) {
        return refused_by("chain", "runs only recurrences without outputs");
    }
    if (header.reduce && header.has_loops) {
        // A term that is postponed continues with an undefined cell, so a loop in it might not end.
        return refused_by("chain", "runs a 'reduce' only if the file has no loops");
    }
    if (!answer_on_one_border(header)) {
        return refused_by("chain", "takes the answer only from one cell or one border");
    }
    return check_numbers(header, profile);
}

Result<void> lay_out_chain_table(ChainPlan& plan, const PlanRequest& request, const DeviceProfile& profile) {
    plan.layout = TableLayout::row_major(plan.shape.size);
    VKALGO_CHECK(reach_table(plan, request, profile, {.cell_bytes = plan.header.cell_bytes(), .where = "size"}));
    if (plan.table_by_address) {
        return Error{ErrorCode::too_large,
                     "method chain binds its whole table of " + std::to_string(plan.table_bytes) +
                         " bytes, but one storage buffer of this device holds at most " +
                         std::to_string(std::min(profile.max_storage_range, profile.largest_buffer())),
                     "size"};
    }
    return {};
}

Result<void> plan_blocks(ChainPlan& plan, const PlanRequest& request, const DeviceProfile& profile) {
    const std::int64_t most_turns = profile.max_loop_iterations != 0 ? profile.max_loop_iterations / 2 : 1 << 30;
    if (!plan.header.reduce) {
        plan.team.workgroup = std::min(64U, profile.max_workgroup_invocations);
        const std::int64_t with_loops =
            std::clamp<std::int64_t>(kLoopTurns / std::max<std::int64_t>(1, plan.cells), 1, kLoopsPerDispatch);
        plan.cells_per_dispatch = std::min(most_turns, plan.header.has_loops ? with_loops : kCellsPerDispatch);
        return {};
    }
    // The whole workgroup is one team.
    plan.team = choose_team({.cells = 1, .terms = kWorkgroup, .workgroup = kWorkgroup, .invocations = kWorkgroup},
                            profile, nullptr);
    plan.product_team = choose_team({.cells = kMaxParts * VKALGO_CHAIN_WINDOW, .terms = 32, .workgroup = kWorkgroup},
                                    profile, request.knobs);
    plan.product_parts = kMaxParts;
    // Loop iterations of an invocation per cell, counted as if all terms were postponed.
    const std::int64_t turns = plan.cells / plan.team.lanes + kTurnsPerCell;
    // When a block begins, an invocation also loops over the parts of a cell, at most kMaxParts.
    const std::int64_t spare = std::int64_t{profile.max_loop_iterations} - kTurnsPerCell - kMaxParts;
    if (profile.max_loop_iterations != 0 && plan.cells / plan.team.lanes >= spare) {
        return Error{ErrorCode::too_large,
                     "method chain divides a reduction over up to " + std::to_string(plan.cells) + " terms among " +
                         std::to_string(plan.team.lanes) + " invocations, but this device stops a loop after " +
                         std::to_string(profile.max_loop_iterations) + " iterations; use a table of at most " +
                         std::to_string(std::max<std::int64_t>(spare * plan.team.lanes - 1, 0)) +
                         " cells, or a device without such a limit",
                     "size"};
    }
    plan.cells_per_dispatch = std::clamp<std::int64_t>(most_turns / turns, 1, VKALGO_CHAIN_WINDOW);
    if (request.knobs != nullptr && request.knobs->rows != 0) {
        plan.cells_per_dispatch = std::min<std::int64_t>(request.knobs->rows, plan.cells_per_dispatch);
    }
    return {};
}

Result<void> check_shared_memory(const ChainPlan& plan, const DeviceProfile& profile) {
    // The cells of the window; for a `reduce` also the best value before each of these cells, the values of a team, and
    // (8 bytes each) the postponed terms.
    const std::uint64_t cells =
        VKALGO_CHAIN_WINDOW +
        (plan.header.reduce ? VKALGO_CHAIN_WINDOW + std::max(plan.team.workgroup, plan.product_team.workgroup) : 0);
    const std::uint64_t bytes = cells * plan.header.cell_bytes() + std::uint64_t{8} * VKALGO_CHAIN_WINDOW;
    if (bytes > profile.shared_memory) {
        return Error{ErrorCode::too_large,
                     "method chain needs " + std::to_string(bytes) + " bytes of shared memory for " +
                         std::to_string(cells) + " cells of " + std::to_string(plan.header.cell_bytes()) +
                         " bytes, but this device has only " + std::to_string(profile.shared_memory) + " bytes",
                     "method"};
    }
    return {};
}

std::string summary_of(const ChainPlan& plan) {
    const std::int64_t most = std::min(plan.cells_per_dispatch, std::max<std::int64_t>(1, plan.cells));
    const std::string text =
        counted(plan.steps, "dispatch") + " of up to " + counted(static_cast<std::uint64_t>(most), "cell");
    if (!plan.header.reduce) {
        return text + ", which one invocation computes one after another";
    }
    const std::string one =
        text + ", which one workgroup of " + std::to_string(plan.team.workgroup) + " invocations computes";
    const std::int64_t parts = plan.parts_before(static_cast<std::int64_t>(plan.steps - 1) * plan.cells_per_dispatch);
    return parts == 0 ? one
                      : one + "; for each cell, up to " + counted(static_cast<std::uint64_t>(parts), "team") + " of " +
                            std::to_string(plan.product_team.lanes) +
                            " invocations compute the terms that read no cell of the same dispatch";
}

Result<std::unique_ptr<MethodPlan>> plan_chain(const PlanRequest& request, const DeviceProfile& profile) {
    VKALGO_CHECK(check_chain(request, profile));
    auto plan = std::make_unique<ChainPlan>();
    plan->take(request);
    plan->cells = std::max<std::int64_t>(plan->frame.canonical_rows(), 0);
    if (plan->cells > std::numeric_limits<std::int32_t>::max() / 2) {
        return refused_by("chain", "runs only tables of fewer than 2^30 cells");
    }
    plan->clear_table = request.keep.table && has_gaps(plan->header);
    VKALGO_CHECK(lay_out_chain_table(*plan, request, profile));
    VKALGO_CHECK(plan_blocks(*plan, request, profile));
    VKALGO_CHECK(check_shared_memory(*plan, profile));
    const auto each = static_cast<std::uint64_t>(plan->cells_per_dispatch);
    plan->steps = std::max<std::uint64_t>(1, (static_cast<std::uint64_t>(plan->cells) + each - 1) / each);
    ScratchLayout layout;
    plan->description = layout.add(sizeof(shader::VkalgoTableLayout));
    plan->partials = layout.add(std::max<std::uint64_t>(
        static_cast<std::uint64_t>(plan->product_parts) * each * plan->header.cell_bytes(), 16));
    plan->put_off = layout.add(std::uint64_t{2} * VKALGO_CHAIN_WINDOW * 4);
    plan->scratch_bytes = layout.bytes();
    if (plan->product_parts != 0) {
        plan->parts.push_back({"best terms of earlier cells", plan->partials.size});
    }
    VKALGO_CHECK(plan->add_modules("chain", request, profile));
    const CostTable cost = cost_table(profile);
    const auto cells = static_cast<double>(plan->cells);
    const double processors = profile.processors != 0 ? profile.processors : 16;
    const double terms = plan->product_parts != 0 ? cells * cells / 2 : 0;
    plan->dispatches = plan->steps * (plan->product_parts != 0 ? 2 : 1) + 1 + plan->traceback_steps;
    plan->make_seconds = cost.team_kernels;
    plan->run_seconds = static_cast<double>(plan->dispatches) * cost.dispatch + cells * cost.team_row +
                        terms * cost.team_term / processors;
    plan->summary = summary_of(*plan);
    return std::unique_ptr<MethodPlan>(std::move(plan));
}

class ChainRun final : public StoredRun {
public:
    ChainRun(Context& context, const ChainPlan& plan) : StoredRun(context, plan), plan_(plan) {}

    Result<void> prepare(const CompiledRecurrence& recurrence) {
        VKALGO_TRY(cells_, make_task(recurrence, VKALGO_CHAIN_TASK_CELLS, plan_.team));
        if (plan_.product_parts != 0 && plan_.steps > 1) {
            VKALGO_TRY(products_, make_task(recurrence, VKALGO_CHAIN_TASK_PRODUCTS, plan_.product_team));
        }
        return prepare_ends(recurrence);
    }

private:
    Result<std::shared_ptr<const Kernel>> make_task(const CompiledRecurrence& recurrence, std::uint32_t task,
                                                    const TeamShape& team) const {
        std::vector<SpecializationConstant> constants = order_constants(plan_.order, team.workgroup);
        if (plan_.header.reduce) {
            add_team_constants(constants, VKALGO_CHAIN_CONSTANT_TEAM, team);
        }
        constants.push_back({VKALGO_CHAIN_CONSTANT_TRANSPOSE, plan_.frame.transpose});
        constants.push_back({VKALGO_CHAIN_CONSTANT_REFLECT, plan_.reflect()});
        constants.push_back({VKALGO_CHAIN_CONSTANT_TASK, task});
        return make_kernel(context_, recurrence, plan_.modules[0], std::move(constants), team.required_subgroup_size);
    }

    void clear(Recorder& recorder, const RunArguments& arguments) const override {
        recorder.fill(part(arguments, plan_.put_off), 0);
        if (plan_.clear_table) {
            arguments.table.clear(recorder);
        }
    }

    TableView searched_cells(const RunArguments& arguments) const override { return arguments.table; }

    void dispatch_step(Recorder& recorder, const RunArguments& arguments, std::uint64_t step) const override {
        const std::int64_t first = static_cast<std::int64_t>(step) * plan_.cells_per_dispatch;
        const std::int64_t parts = plan_.parts_before(first);
        const Cell answer = plan_.frame.to_canonical(plan_.shape.answer);
        shader::VkalgoChainPush push{};
        push.cells = static_cast<std::int32_t>(plan_.cells);
        push.first = static_cast<std::int32_t>(first);
        push.count = static_cast<std::int32_t>(std::min(plan_.cells_per_dispatch, plan_.cells - first));
        push.parts = static_cast<std::int32_t>(parts);
        push.answer = plan_.header.answer.searches() ? -1 : static_cast<std::int32_t>(answer.i);
        if (parts != 0) {
            const std::int64_t teams = plan_.product_team.workgroup / plan_.product_team.lanes;
            const std::int64_t groups = (push.count * parts + teams - 1) / teams;
            dispatch(recorder, arguments, *products_, push, static_cast<std::uint64_t>(groups));
        }
        dispatch(recorder, arguments, *cells_, push, 1);
    }

    void dispatch(Recorder& recorder, const RunArguments& arguments, const Kernel& kernel,
                  const shader::VkalgoChainPush& push, std::uint64_t groups) const {
        const BufferView partials = part(arguments, plan_.partials);
        const std::vector<Binding> bindings =
            bind(arguments, arguments.table.bound(),
                 {arguments.status, arguments.answer, part(arguments, plan_.description), partials, partials,
                  part(arguments, plan_.put_off)});
        recorder.dispatch(kernel, bindings_of(kernel, bindings), push_with_params(push, arguments.params),
                          Groups::linear(groups, context_));
    }

    const ChainPlan& plan_;
    std::shared_ptr<const Kernel> cells_, products_;
};

Result<std::unique_ptr<MethodRun>> create_chain(Context& context, const CompiledRecurrence& recurrence,
                                                const MethodPlan& plan) {
    auto run = std::make_unique<ChainRun>(context, static_cast<const ChainPlan&>(plan));
    VKALGO_CHECK(run->prepare(recurrence));
    return std::unique_ptr<MethodRun>(std::move(run));
}

}  // namespace

const Method& method_chain();
const Method& method_chain() {
    static const Method method{
        .name = "chain",
        .about =
            "one workgroup computes a block of cells, many compute the terms that read earlier blocks; tables of one "
            "row or column",
        .runs_everything = false,
        .checks_reads = true,
        .many_cells_per_invocation = true,
        .narrows = true,
        .plan = plan_chain,
        .create = create_chain,
    };
    return method;
}

}  // namespace vkalgo::dp
