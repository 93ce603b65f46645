// Method `scan`: rows that are linear recurrences. The kernel is shaders/dp/scan.glsl.
#include "shaders/dp/scan.h"

#include "algorithms/counted.hpp"
#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/method/method.hpp"
#include "algorithms/dp/method/prediction.hpp"
#include "algorithms/dp/method/stored_run.hpp"
#include "algorithms/dp/method/team.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/method/two_rows.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <limits>

namespace vkalgo::dp {
namespace {

/// Cells per lane, unless the row needs more than kMaxBlocks workgroups; and the maximum number of workgroups that
/// share a row.
constexpr std::int64_t kCellsPerLane = 8, kMaxBlocks = 1024;

struct ScanPlan : StoredPlan {
    std::int64_t rows = 0, columns = 0;
    std::uint32_t workgroup = 1;
    /// Workgroups that share a row. 1 if a dispatch computes several rows in one workgroup.
    std::uint32_t blocks = 1;
    /// Cells of a row in shared memory. 0: two dispatches per row.
    std::int64_t shared_cells = 0;
    std::int64_t rows_per_dispatch = 1;
    TwoRows kept;
    ScratchLayout::Part runs;
};

Result<void> check_scan(const PlanRequest& request, const DeviceProfile& profile) {
    const RecurrenceHeader& header = *request.header;
    if (!header.scan) {
        return refused_by("scan", "runs only recurrences with a line '//! scan'");
    }
    if (is_float(header.cell)) {
        return refused_by("scan",
                          "does not add from left to right, so sums of floats would change; declare whole numbers");
    }
    // The modules are made for the order that the file declares, so this order must fit too.
    const StageFunction& unfit = header.reads_line_before(request.stage) ? header.stage : request.stage;
    if (!header.reads_line_before(unfit)) {
        return refused_by(
            "scan", "runs only recurrences whose fresh() and along() read just the previous row (or column); here " +
                        stage_text(header, unfit) +
                        " has cells that read at these distances per index: " + header.properties.reach.text(2));
    }
    if (!header.outputs.empty()) {
        return refused_by("scan", "runs only recurrences without outputs");
    }
    if (!answer_on_one_border(header)) {
        return refused_by("scan", "takes the answer only from one cell or one border");
    }
    if (header.scan->compares() && !profile.int64) {
        return refused_by("scan", "adds in 64 bits, but this device has no 64-bit integers");
    }
    return check_numbers(header, profile);
}

/// Returns the number of invocations of the largest workgroup to use: `most`, a power of two (or the number that a test
/// sets instead), halved until the device allows it.
std::uint32_t largest_workgroup(std::uint32_t most, const PlanRequest& request, const DeviceProfile& profile) {
    if (request.knobs != nullptr && request.knobs->lanes != 0) {
        most = request.knobs->lanes;
    }
    while (most > profile.max_workgroup_invocations) {
        most /= 2;
    }
    return most;
}

/// Returns the bytes of the two numbers that describe how the last cell of a run depends on the cell before the run. A
/// run is a sequence of successive cells of a chain (see scan.glsl).
std::uint64_t run_bytes(const RecurrenceHeader& header) {
    return header.scan->compares() ? 16 : 2 * header.cell_bytes();
}

/// Returns the maximum iterations of a lane's loops per row: loops over the cells of its chains, and the scan over the
/// lanes. A chain consists of the cells whose columns have the same remainder modulo the distance of the scan. Allows
/// for a row whose chains leave nearly half of the lanes idle, and whose last group of chains is nearly empty.
std::int64_t turns_per_row(const ScanPlan& plan) {
    return 8 * (plan.columns / (std::int64_t{plan.workgroup} * plan.blocks)) + 64;
}

/// Chooses many rows per dispatch, in one workgroup, if two rows fit the shared memory of the workgroup and this takes
/// less time. Otherwise chooses two dispatches per row, with several workgroups.
void choose_scan_form(ScanPlan& plan, const PlanRequest& request, const DeviceProfile& profile) {
    const CostTable cost = cost_table(profile);
    const auto columns = static_cast<double>(plan.columns);
    const double processors = profile.processors != 0 ? profile.processors : 16;
    const double wide_row = 2 * cost.dispatch + columns * cost.scan_cell / processors;
    const double narrow_row = cost.scan_row + columns * cost.scan_cell;
    const std::int64_t shared = ceiling_power(std::max<std::int64_t>(plan.columns, 1));
    const std::uint32_t narrow = largest_workgroup(kNarrowWorkgroup, request, profile);
    const std::uint64_t bytes =
        2 * static_cast<std::uint64_t>(shared) * plan.header.cell_bytes() + narrow * run_bytes(plan.header) + 64;
    const bool forced = request.knobs != nullptr && request.knobs->rows != 0;
    if (bytes <= profile.shared_memory && (forced ? request.knobs->rows > 1 : narrow_row < wide_row)) {
        plan.workgroup = narrow;
        plan.shared_cells = shared;
        plan.rows_per_dispatch =
            std::max<std::int64_t>(1, static_cast<std::int64_t>(kRowsDispatchSeconds / narrow_row));
        if (profile.max_loop_iterations != 0) {
            plan.rows_per_dispatch = std::clamp<std::int64_t>(profile.max_loop_iterations / 2 / turns_per_row(plan), 1,
                                                              plan.rows_per_dispatch);
        }
        if (forced) {
            plan.rows_per_dispatch = request.knobs->rows;
        }
    } else {
        plan.workgroup = largest_workgroup(kWideWorkgroup, request, profile);
        const std::int64_t each = plan.workgroup * kCellsPerLane;
        plan.blocks =
            static_cast<std::uint32_t>(std::clamp<std::int64_t>((plan.columns + each - 1) / each, 1, kMaxBlocks));
        if (request.knobs != nullptr && request.knobs->groups_per_dispatch != 0) {
            plan.blocks = request.knobs->groups_per_dispatch;
        }
    }
    plan.steps = static_cast<std::uint64_t>(
        std::max<std::int64_t>(1, (plan.rows + plan.rows_per_dispatch - 1) / plan.rows_per_dispatch));
    const bool is_narrow = plan.shared_cells != 0;
    plan.run_seconds =
        is_narrow ? static_cast<double>(plan.rows) * narrow_row + static_cast<double>(plan.steps) * cost.dispatch
                  : static_cast<double>(plan.rows) * wide_row;
    plan.dispatches = plan.steps * (is_narrow ? 1 : 2) + 1 + plan.traceback_steps;
    plan.make_seconds = cost.team_kernels;
    const std::string line = plan.frame.transpose ? "column" : "row";
    const std::int64_t most = std::min(plan.rows_per_dispatch, std::max<std::int64_t>(1, plan.rows));
    plan.summary = is_narrow ? counted(plan.steps, "dispatch") + " of up to " +
                                   counted(static_cast<std::uint64_t>(most), line) + ", one workgroup per dispatch, of "
                             : counted(plan.steps, line) + ", two dispatches per " + line + ", each of " +
                                   counted(plan.blocks, "workgroup") + " of ";
    plan.summary += std::to_string(plan.workgroup) + " invocations";
}

Result<std::unique_ptr<MethodPlan>> plan_scan(const PlanRequest& request, const DeviceProfile& profile) {
    VKALGO_CHECK(check_scan(request, profile));
    auto plan = std::make_unique<ScanPlan>();
    plan->take(request);
    plan->rows = plan->frame.canonical_rows();
    plan->columns = plan->frame.canonical_columns();
    if (std::max(plan->rows, plan->columns) > std::numeric_limits<std::int32_t>::max() / 2) {
        return refused_by("scan", "runs only tables of fewer than 2^30 rows and fewer than 2^30 columns");
    }
    ScratchLayout scratch;
    VKALGO_TRY(plan->kept, TwoRows::make(*plan, scratch, request, profile));
    VKALGO_CHECK(plan->add_modules("scan", request, profile));
    choose_scan_form(*plan, request, profile);
    if (profile.max_loop_iterations != 0 && turns_per_row(*plan) >= profile.max_loop_iterations) {
        return Error{ErrorCode::too_large,
                     std::string(plan->frame.transpose ? "a column has " : "a row has ") +
                         std::to_string(plan->columns) + " cells, too many for this device, which stops a loop after " +
                         std::to_string(profile.max_loop_iterations) + " iterations",
                     "size"};
    }
    // For each lane of a row, the two numbers of the runs before it that are in the same chain and workgroup, composed;
    // then for each workgroup and each of its chains, the two numbers of all its runs, composed. There are at most as
    // many of the latter as lanes.
    plan->runs = scratch.add(
        plan->shared_cells != 0 ? 16 : 2 * std::uint64_t{plan->blocks} * plan->workgroup * run_bytes(plan->header));
    plan->scratch_bytes = scratch.bytes();
    VKALGO_CHECK(check_scratch("scan", plan->scratch_bytes,
                               {{plan->kept.row[0], "kept row"}, {plan->runs, "runs of cells"}}, profile));
    if (plan->shared_cells == 0) {
        plan->parts.push_back({"runs of cells", plan->runs.size});
    }
    return std::unique_ptr<MethodPlan>(std::move(plan));
}

class ScanRun final : public StoredRun {
public:
    ScanRun(Context& context, const ScanPlan& plan) : StoredRun(context, plan), plan_(plan) {}

    Result<void> prepare(const CompiledRecurrence& recurrence) {
        VKALGO_TRY(cells_, make_task(recurrence, VKALGO_SCAN_TASK_CELLS));
        if (plan_.shared_cells == 0) {
            VKALGO_TRY(parts_, make_task(recurrence, VKALGO_SCAN_TASK_PARTS));
        }
        return prepare_ends(recurrence);
    }

private:
    Result<std::shared_ptr<const Kernel>> make_task(const CompiledRecurrence& recurrence, std::uint32_t task) const {
        std::vector<SpecializationConstant> constants = table_constants(plan_, plan_.order, plan_.workgroup);
        constants.push_back({VKALGO_SCAN_CONSTANT_REFLECT, is_reflected(plan_.frame)});
        constants.push_back({VKALGO_SCAN_CONSTANT_KEEPS_TABLE, plan_.kept.keeps_table});
        constants.push_back({VKALGO_SCAN_CONSTANT_SHARED, static_cast<std::uint32_t>(plan_.shared_cells)});
        constants.push_back({VKALGO_SCAN_CONSTANT_TASK, task});
        return make_kernel(context_, recurrence, plan_.modules[0], std::move(constants));
    }

    TableView searched_cells(const RunArguments& arguments) const override {
        return plan_.kept.cells(arguments, plan_.steps);
    }

    void dispatch_step(Recorder& recorder, const RunArguments& arguments, std::uint64_t step) const override {
        if (parts_) {
            dispatch_rows(recorder, arguments, step, *parts_);
        }
        dispatch_rows(recorder, arguments, step, *cells_);
    }

    void dispatch_rows(Recorder& recorder, const RunArguments& arguments, std::uint64_t step,
                       const Kernel& kernel) const {
        shader::VkalgoScanPush push{};
        push.rows = static_cast<std::int32_t>(plan_.rows);
        push.columns = static_cast<std::int32_t>(plan_.columns);
        const std::int64_t first = static_cast<std::int64_t>(step) * plan_.rows_per_dispatch;
        push.first = static_cast<std::int32_t>(first);
        push.count = static_cast<std::int32_t>(std::min(plan_.rows_per_dispatch, plan_.rows - first));
        const Cell answer = plan_.frame.to_canonical(plan_.shape.answer);
        push.answer_row = plan_.header.answer.searches() ? std::numeric_limits<std::int32_t>::max()
                                                         : static_cast<std::int32_t>(answer.i);
        push.answer_column = static_cast<std::int32_t>(answer.j);
        push.blocks = plan_.blocks;
        const BufferView runs = part(arguments, plan_.runs);
        const std::vector<Binding> bindings =
            bind(arguments, plan_.kept.table(arguments),
                 {arguments.status, arguments.answer, part(arguments, plan_.description),
                  plan_.kept.row_of(arguments, step + 1), plan_.kept.row_of(arguments, step), runs, runs});
        arguments.table.use(recorder, Access::write);
        recorder.dispatch(kernel, bindings_of(kernel, bindings), push_with_params(push, arguments.params),
                          Groups::linear(plan_.blocks, context_));
    }

    const ScanPlan& plan_;
    std::shared_ptr<const Kernel> parts_, cells_;
};

Result<std::unique_ptr<MethodRun>> create_scan(Context& context, const CompiledRecurrence& recurrence,
                                               const MethodPlan& plan) {
    auto run = std::make_unique<ScanRun>(context, static_cast<const ScanPlan&>(plan));
    VKALGO_CHECK(run->prepare(recurrence));
    return std::unique_ptr<MethodRun>(std::move(run));
}

}  // namespace

const Method& method_scan();
const Method& method_scan() {
    static const Method method{
        .name = "scan",
        .about = "each row by a parallel scan; recurrences with '//! scan', whole numbers",
        .runs_everything = false,
        .checks_reads = true,
        // False, because `stage` computes even more cells per invocation in a sequential row.
        .many_cells_per_invocation = false,
        .narrows = true,
        .plan = plan_scan,
        .create = create_scan,
    };
    return method;
}

}  // namespace vkalgo::dp
