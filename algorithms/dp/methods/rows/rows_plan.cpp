#include "algorithms/dp/methods/rows/rows_plan.hpp"

#include "algorithms/counted.hpp"
#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/method/prediction.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "shaders/dp/rows.h"

#include <algorithm>
#include <limits>

namespace vkalgo::dp {
namespace {

/// Maximum rows and columns: the sum of the indices of two columns must fit an int.
constexpr std::int64_t kMaxExtent = std::int64_t{1} << 30;

Result<void> check_request(const PlanRequest& request, const DeviceProfile& profile) {
    const RecurrenceHeader& header = *request.header;
    const std::optional<Pattern> pattern = request.stage.pattern();
    if (!pattern || Frame::of(*pattern, request.shape.size).diagonal || header.index_count() != 2) {
        return refused_by("rows", "runs only patterns RUD, RDU, CLR and CRL of two indices, not " +
                                      stage_text(header, request.stage));
    }
    if (header.sequential || header.reduce) {
        return refused_by(
            "rows",
            header.reduce
                ? "runs no recurrences with a 'reduce'"
                : "computes the cells of a row at once, but 'sequential row' needs them computed one after another");
    }
    // The modules are made for the order that the file declares, so this order must fit too.
    if (!header.reads_stage_before(request.stage) || !header.reads_stage_before(header.stage)) {
        return refused_by(
            "rows",
            "runs only recurrences whose cells read just the previous row (or column); here cells read at these "
            "distances per index: " +
                header.properties.reach.text(2));
    }
    if (header.domain != Domain::full) {
        return refused_by("rows", "runs only full tables, but this one has a domain");
    }
    if (std::max(request.shape.size.rows, request.shape.size.columns) > kMaxExtent) {
        return refused_by("rows", "runs only tables of at most 2^30 rows and at most 2^30 columns");
    }
    if (!header.outputs.empty()) {
        return refused_by("rows", "computes cells more than once, but these may write outputs");
    }
    return check_numbers(header, profile);
}

/// Sets the maximum distances along a row between a cell and the cells that it reads. The distances are 0 if there is
/// only one row or column.
Result<void> find_reach(RowsPlan& plan) {
    RowsTask& task = plan.task;
    const std::size_t along = plan.frame.transpose ? 0 : 1;
    if (task.rows <= 1 || task.columns <= 1) {
        return {};
    }
    const Reach& reach = plan.shape.reach;
    task.before = std::min(std::max<std::int64_t>(-reach.least[along], 0), task.columns - 1);
    task.after = std::min(std::max<std::int64_t>(reach.most[along], 0), task.columns - 1);
    if (reach.least[along] <= -Reach::kFar || reach.most[along] >= Reach::kFar) {
        return refused_by(
            "rows", std::string("needs to know how far cells read along the row; add a line such as '//! reach ") +
                        (along == 1 ? "j" : "i") + " 16' to the recurrence");
    }
    return {};
}

/// Returns whether all input elements that kernels keep lie in their inputs. Kernels keep elements at certain offsets
/// from the row or column of a cell.
bool kept_inputs_suffice(const RowsPlan& plan) {
    std::int64_t first = 0;  // Rows that contain only base cells
    for (const BaseRegion& region : plan.header.base) {
        first = region.border == plan.border(false) ? std::max(first, region.amount) : first;
    }
    return first < plan.task.rows && inputs_suffice(plan.header, plan.shape, plan.frame.to_user({first, 0}),
                                                    plan.frame.to_user({plan.task.rows - 1, plan.task.columns - 1}));
}

Result<void> plan_answer(RowsPlan& plan) {
    if (!plan.header.answer.searches()) {
        return {};
    }
    const bool last_row = plan.header.answer.borders == std::vector<Border>{plan.border(true)};
    if (!answer_on_one_border(plan.header) || (!plan.keeps_table && !last_row)) {
        return refused_by("rows",
                          "takes the answer only from one cell or from the border that it computes last; if the table "
                          "is kept, it takes the answer from any one border");
    }
    plan.modules.push_back(module_name("answer", plan.header, plan));
    return {};
}

Result<void> lay_out_table(RowsPlan& plan, const PlanRequest& request, const DeviceProfile& profile) {
    // Stages (rows or columns) are stored one after another, so that the cells of a workgroup are adjacent.
    const std::int64_t across = plan.keeps_table ? plan.task.columns : 0;
    plan.layout.strides = plan.frame.transpose ? std::array<std::int64_t, kMaxIndices>{1, across, 0, 0}
                                               : std::array<std::int64_t, kMaxIndices>{across, 1, 0, 0};
    if (!plan.keeps_table) {
        return {};
    }
    const std::optional<std::int64_t> cells = plan.shape.size.cells();
    if (!cells) {
        return Error{ErrorCode::too_large, "the table would have more than 2^60 cells", "table"};
    }
    plan.layout.cells = *cells;
    return reach_table(plan, request, profile, {.cell_bytes = plan.header.cell_bytes()});
}

Result<void> plan_traceback(RowsPlan& plan, const PlanRequest& request, const DeviceProfile& profile) {
    if (!request.keep.solution) {
        return {};
    }
    const RecurrenceHeader& header = plan.header;
    if (!header.has_step) {
        return refused_by("rows", "finds solutions by step(), which this recurrence does not have");
    }
    plan.traces_from_found = true;
    plan.path_records = static_cast<std::uint64_t>(plan.task.rows) + 1;
    plan.parts.push_back({"path", plan.path_records * path_record_bytes(header)});
    if (plan.keeps_table) {
        plan.traceback_module = module_name("traceback", header, plan);
        plan.modules.push_back(plan.traceback_module);
        plan.traceback_steps = plan.path_records / traceback_steps_per_dispatch(header, profile) + 1;
        return {};
    }
    if (!header.decisions || request.stage != header.stage) {
        return refused_by("rows",
                          header.decisions
                              ? "traces back by 'decisions' only in the pattern that the file declares; keep the table"
                              : "needs a line '//! decisions' to trace back without the table; keep the table, or add "
                                "such a line");
    }
    const bool ends = std::any_of(header.base.begin(), header.base.end(),
                                  [&](const BaseRegion& region) { return region.border == plan.border(false); });
    if (!ends) {
        return refused_by(
            "rows",
            "traces back to the row that it computes first, and that row must be base; keep the table, or declare "
            "that row as base");
    }
    plan.keeps_decisions = true;
    plan.task.decision_bits = header.decisions->bits();
    // An eighth of a memory limit is reserved for rows, inputs and staging.
    const std::uint64_t limit = request.memory_limit != 0 ? request.memory_limit / 8 * 7 : ~std::uint64_t{0};
    plan.task.most_decision_bytes = std::min(profile.max_storage_range, limit);
    plan.traceback_module = module_name("traceback-rows", header, plan);
    plan.modules.push_back(plan.traceback_module);
    return {};
}

void plan_windows(RowsPlan& plan, const DeviceProfile& profile) {
    if (!plan.keeps_decisions) {
        return;
    }
    const std::int64_t rows = plan.task.rows_per_word(plan.fill);
    plan.window = (rows - 1) * (plan.task.before + plan.task.after) + 1;
    const std::int64_t turns = rows * 2 + plan.window / VKALGO_TRACEBACK_ROWS_WORKGROUP + 4;
    const std::int64_t most = profile.max_loop_iterations != 0 ? profile.max_loop_iterations / 2 : 1 << 20;
    plan.traceback_words = static_cast<std::uint32_t>(std::max<std::int64_t>(1, most / turns));
    const std::int64_t words = std::max<std::int64_t>(plan.task.rows - 2, 0) / rows + 1;
    plan.traceback_steps = static_cast<std::uint64_t>((words - 1) / plan.traceback_words + 1);
}

Result<void> plan_scratch(RowsPlan& plan, const DeviceProfile& profile) {
    ScratchLayout layout;
    const std::uint64_t row =
        static_cast<std::uint64_t>(std::max<std::int64_t>(plan.task.columns, 1)) * plan.header.cell_bytes();
    plan.description = layout.add(sizeof(shader::VkalgoTableLayout));
    plan.unused = layout.add(16);
    plan.rows[0] = layout.add(row);
    plan.rows[1] = layout.add(row);
    plan.parts.push_back({"two rows", 2 * plan.rows[0].size});
    plan.decisions = layout.add(std::max<std::uint64_t>(plan.task.decision_bytes(plan.fill), 4));
    if (plan.keeps_decisions) {
        plan.parts.push_back({"decisions", plan.decisions.size});
    }
    plan.scratch_bytes = layout.bytes();
    return check_scratch("rows", plan.scratch_bytes, {{plan.decisions, "decisions"}, {plan.rows[0], "kept row"}},
                         profile, plan.keeps_decisions ? "solution" : "size");
}

std::string summary_of(const RowsPlan& plan) {
    const char* const line = plan.frame.transpose ? "column" : "row";
    const char* const across = plan.frame.transpose ? "row" : "column";
    const auto counts = [](std::int64_t count, const char* noun) {
        return counted(static_cast<std::uint64_t>(count), noun);
    };
    const std::int64_t rows = std::min(plan.fill.rows, std::max<std::int64_t>(1, plan.task.rows));
    std::string text = counted(plan.steps, "dispatch") + " of " + counts(rows, line) + "; each workgroup of " +
                       std::to_string(plan.fill.workgroup) + " invocations computes " +
                       counts(plan.fill.width, across) + " and, before and after them, " +
                       std::to_string(rows * plan.task.before) + " and " + std::to_string(rows * plan.task.after) +
                       " more";
    if (plan.keeps_decisions) {
        text += "; decisions of " + counted(plan.task.decision_bits, "bit");
    }
    return text;
}

}  // namespace

Result<std::unique_ptr<MethodPlan>> plan_rows(const PlanRequest& request, const DeviceProfile& profile) {
    VKALGO_CHECK(check_request(request, profile));
    auto plan = std::make_unique<RowsPlan>();
    plan->header = *request.header;
    plan->shape = request.shape;
    plan->frame = Frame::of(*request.stage.pattern(), request.shape.size);
    plan->order = Order::of(request.stage, request.shape.size, plan->header.domain);
    plan->keeps_table = request.keep.table;
    plan->clear_table = plan->keeps_table && has_gaps(plan->header);
    plan->task.rows = plan->frame.canonical_rows();
    plan->task.columns = plan->frame.canonical_columns();
    plan->task.cell_bytes = plan->header.cell_bytes();
    plan->task.table = plan->keeps_table;
    VKALGO_CHECK(find_reach(*plan));
    VKALGO_CHECK(lay_out_table(*plan, request, profile));
    plan->modules = {module_name("rows", plan->header, *plan)};
    VKALGO_CHECK(plan_traceback(*plan, request, profile));
    VKALGO_TRY(plan->fill, choose_rows(plan->task, profile, request.knobs));
    plan_windows(*plan, profile);
    VKALGO_CHECK(plan_answer(*plan));
    VKALGO_CHECK(plan_scratch(*plan, profile));
    plan->region_test = std::any_of(plan->header.base.begin(), plan->header.base.end(), [&](const BaseRegion& region) {
        return region.border != plan->border(false) || region.amount > 1;
    });
    plan->inputs_suffice = kept_inputs_suffice(*plan);
    plan->steps = static_cast<std::uint64_t>(std::max<std::int64_t>(plan->task.rows - 2, 0) / plan->fill.rows + 1);
    plan->dispatches = plan->steps + 1 + plan->traceback_steps;
    plan->make_seconds = cost_table(profile).rows_kernels;
    plan->run_seconds = predict_rows(plan->task, plan->fill, profile);
    plan->summary = summary_of(*plan);
    return std::unique_ptr<MethodPlan>(std::move(plan));
}

}  // namespace vkalgo::dp
