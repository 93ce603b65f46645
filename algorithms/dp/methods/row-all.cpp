// Method `row-all`: reductions over the previous row. The kernel is shaders/dp/row_all.glsl.
#include "algorithms/counted.hpp"
#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/method/method.hpp"
#include "algorithms/dp/method/prediction.hpp"
#include "algorithms/dp/method/stored_run.hpp"
#include "algorithms/dp/method/team.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/method/two_rows.hpp"
#include "engine/context.hpp"
#include "shaders/dp/row_all.h"

#include <algorithm>
#include <array>
#include <limits>

namespace vkalgo::dp {
namespace {

struct RowAllPlan : StoredPlan {
    /// Canonical rows and columns of the table.
    std::int64_t rows = 0, columns = 0;
    TeamShape team;
    /// Cells of a row in shared memory. 0: one dispatch per row.
    std::int64_t shared_cells = 0;
    std::int64_t rows_per_dispatch = 1;
    TwoRows kept;
};

Result<void> check_row_all(const PlanRequest& request, const DeviceProfile& profile) {
    const RecurrenceHeader& header = *request.header;
    if (!header.reduce) {
        return refused_by("row-all", "runs only recurrences with a 'reduce' over cells of the previous row");
    }
    // The modules are made for the order that the file declares, so this order must fit too.
    const StageFunction& unfit = header.reads_stage_before(request.stage) ? header.stage : request.stage;
    if (!header.reads_stage_before(unfit)) {
        return refused_by("row-all",
                          "runs only patterns RUD, RDU, CLR and CRL, and only recurrences whose cells read just the "
                          "previous row (or column); here " +
                              stage_text(header, unfit) +
                              " has cells that read at these distances per index: " + header.properties.reach.text(2));
    }
    if (header.domain != Domain::full) {
        return refused_by("row-all", "runs only full tables, but this one has a domain");
    }
    if (!header.outputs.empty()) {
        return refused_by("row-all", "runs only recurrences without outputs");
    }
    if (!answer_on_one_border(header)) {
        return refused_by("row-all", "takes the answer only from one cell or one border");
    }
    return check_numbers(header, profile);
}

/// Chooses many rows per dispatch, in one workgroup, if two rows fit the shared memory of the workgroup and this takes
/// less time. Otherwise chooses one dispatch per row.
Result<void> choose_row_all_form(RowAllPlan& plan, const PlanRequest& request, const DeviceProfile& profile) {
    const CostTable cost = cost_table(profile);
    const auto columns = static_cast<double>(plan.columns);
    const double processors = profile.processors != 0 ? profile.processors : 16;
    const double terms = columns * columns;  // Each cell has as many terms as a row has cells, if nothing else is known
    const double wide_row = cost.dispatch + cost.team_row + terms * cost.team_term / processors;
    const double narrow_row = cost.team_row + terms * cost.team_term;
    const std::int64_t shared = ceiling_power(std::max<std::int64_t>(plan.columns, 1));
    const TeamShape narrow = choose_team(
        {.cells = plan.columns, .terms = plan.columns, .workgroup = kNarrowWorkgroup, .invocations = kNarrowWorkgroup},
        profile, request.knobs);
    const std::uint64_t bytes =
        (2 * static_cast<std::uint64_t>(shared) + narrow.workgroup) * plan.header.cell_bytes() + 64;
    const bool fits = bytes <= profile.shared_memory;
    const bool forced = request.knobs != nullptr && request.knobs->rows != 0;
    if (fits && (forced ? request.knobs->rows > 1 : narrow_row < wide_row)) {
        plan.team = narrow;
        plan.shared_cells = shared;
        const std::int64_t teams = narrow.workgroup / narrow.lanes;
        const std::int64_t turns = (plan.columns + teams - 1) / teams * (plan.columns / narrow.lanes + 3) + 1;
        plan.rows_per_dispatch =
            std::max<std::int64_t>(1, static_cast<std::int64_t>(kRowsDispatchSeconds / narrow_row));
        if (profile.max_loop_iterations != 0) {
            plan.rows_per_dispatch =
                std::clamp<std::int64_t>(profile.max_loop_iterations / 2 / turns, 1, plan.rows_per_dispatch);
        }
        if (forced) {
            plan.rows_per_dispatch = request.knobs->rows;
        }
    } else {
        plan.team = choose_team({.cells = plan.columns, .terms = plan.columns, .workgroup = kWideWorkgroup}, profile,
                                request.knobs);
    }
    if (profile.max_loop_iterations != 0 && plan.columns / plan.team.lanes >= profile.max_loop_iterations) {
        return Error{ErrorCode::too_large,
                     "a cell reduces up to " + std::to_string(plan.columns) + " terms, divided among " +
                         std::to_string(plan.team.lanes) + " invocations, but this device stops a loop after " +
                         std::to_string(profile.max_loop_iterations) + " iterations",
                     "size"};
    }
    plan.steps = static_cast<std::uint64_t>(
        std::max<std::int64_t>(1, (plan.rows + plan.rows_per_dispatch - 1) / plan.rows_per_dispatch));
    plan.run_seconds = plan.shared_cells != 0 ? static_cast<double>(plan.rows) * narrow_row +
                                                    static_cast<double>(plan.steps) * cost.dispatch
                                              : static_cast<double>(plan.rows) * wide_row;
    const std::int64_t most = std::min(plan.rows_per_dispatch, std::max<std::int64_t>(1, plan.rows));
    plan.summary = counted(plan.steps, "dispatch") + (most == 1 ? " of " : " of up to ") +
                   counted(static_cast<std::uint64_t>(most), plan.frame.transpose ? "column" : "row") +
                   (plan.shared_cells != 0 ? ", one workgroup per dispatch, of " : ", each by workgroups of ") +
                   std::to_string(plan.team.workgroup) + " invocations, with a team of " +
                   std::to_string(plan.team.lanes) + " per cell";
    return {};
}

Result<std::unique_ptr<MethodPlan>> plan_row_all(const PlanRequest& request, const DeviceProfile& profile) {
    VKALGO_CHECK(check_row_all(request, profile));
    auto plan = std::make_unique<RowAllPlan>();
    plan->take(request);
    plan->rows = plan->frame.canonical_rows();
    plan->columns = plan->frame.canonical_columns();
    if (std::max(plan->rows, plan->columns) > std::numeric_limits<std::int32_t>::max() / 2) {
        return refused_by("row-all", "runs only tables of fewer than 2^30 rows and fewer than 2^30 columns");
    }
    ScratchLayout scratch;
    VKALGO_TRY(plan->kept, TwoRows::make(*plan, scratch, request, profile));
    plan->scratch_bytes = scratch.bytes();
    VKALGO_CHECK(check_scratch("row-all", plan->scratch_bytes, {{plan->kept.row[0], "kept row"}}, profile));
    VKALGO_CHECK(plan->add_modules("row-all", request, profile));
    VKALGO_CHECK(choose_row_all_form(*plan, request, profile));
    plan->dispatches = plan->steps + 1 + plan->traceback_steps;
    plan->make_seconds = cost_table(profile).team_kernels;
    return std::unique_ptr<MethodPlan>(std::move(plan));
}

class RowAllRun final : public StoredRun {
public:
    RowAllRun(Context& context, const RowAllPlan& plan) : StoredRun(context, plan), plan_(plan) {}

    Result<void> prepare(const CompiledRecurrence& recurrence) {
        std::vector<SpecializationConstant> constants = table_constants(plan_, plan_.order, plan_.team.workgroup);
        add_team_constants(constants, VKALGO_ROW_ALL_CONSTANT_TEAM, plan_.team);
        constants.push_back({VKALGO_ROW_ALL_CONSTANT_TRANSPOSE, plan_.frame.transpose});
        constants.push_back({VKALGO_ROW_ALL_CONSTANT_REFLECT, is_reflected(plan_.frame)});
        constants.push_back({VKALGO_ROW_ALL_CONSTANT_KEEPS_TABLE, plan_.kept.keeps_table});
        constants.push_back({VKALGO_ROW_ALL_CONSTANT_SHARED, static_cast<std::uint32_t>(plan_.shared_cells)});
        VKALGO_TRY(rows_, make_kernel(context_, recurrence, plan_.modules[0], std::move(constants),
                                      plan_.team.required_subgroup_size));
        return prepare_ends(recurrence);
    }

private:
    TableView searched_cells(const RunArguments& arguments) const override {
        return plan_.kept.cells(arguments, plan_.steps);
    }

    void dispatch_step(Recorder& recorder, const RunArguments& arguments, std::uint64_t step) const override {
        shader::VkalgoRowAllPush push{};
        push.rows = static_cast<std::int32_t>(plan_.rows);
        push.columns = static_cast<std::int32_t>(plan_.columns);
        const std::int64_t first = static_cast<std::int64_t>(step) * plan_.rows_per_dispatch;
        push.first = static_cast<std::int32_t>(first);
        push.count = static_cast<std::int32_t>(std::min(plan_.rows_per_dispatch, plan_.rows - first));
        const Cell answer = plan_.frame.to_canonical(plan_.shape.answer);
        const bool searches = plan_.header.answer.searches();
        push.answer_row = searches ? std::numeric_limits<std::int32_t>::max() : static_cast<std::int32_t>(answer.i);
        push.answer_column = static_cast<std::int32_t>(answer.j);
        const std::vector<Binding> bindings =
            bind(arguments, plan_.kept.table(arguments),
                 {arguments.status, arguments.answer, part(arguments, plan_.description),
                  plan_.kept.row_of(arguments, step + 1), plan_.kept.row_of(arguments, step)});
        arguments.table.use(recorder, Access::write);
        const std::int64_t teams = plan_.team.workgroup / plan_.team.lanes;
        const std::int64_t groups = plan_.shared_cells != 0 ? 1 : (plan_.columns + teams - 1) / teams;
        recorder.dispatch(*rows_, bindings_of(*rows_, bindings), push_with_params(push, arguments.params),
                          Groups::linear(static_cast<std::uint64_t>(groups), context_));
    }

    const RowAllPlan& plan_;
    std::shared_ptr<const Kernel> rows_;
};

Result<std::unique_ptr<MethodRun>> create_row_all(Context& context, const CompiledRecurrence& recurrence,
                                                  const MethodPlan& plan) {
    auto run = std::make_unique<RowAllRun>(context, static_cast<const RowAllPlan&>(plan));
    VKALGO_CHECK(run->prepare(recurrence));
    return std::unique_ptr<MethodRun>(std::move(run));
}

}  // namespace

const Method& method_row_all();
const Method& method_row_all() {
    static const Method method{
        .name = "row-all",
        .about = "a team of invocations divides the terms of each cell; reduce over the previous row or column",
        .runs_everything = false,
        .checks_reads = true,
        .many_cells_per_invocation = true,
        .narrows = true,
        .plan = plan_row_all,
        .create = create_row_all,
    };
    return method;
}

}  // namespace vkalgo::dp
