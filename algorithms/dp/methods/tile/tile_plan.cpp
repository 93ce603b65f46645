#include "algorithms/dp/methods/tile/tile_plan.hpp"

#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/method/prediction.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/methods/tile/tile_plan_parts.hpp"

#include <algorithm>

namespace vkalgo::dp {
namespace {

Result<void> check_request(const PlanRequest& request, const DeviceProfile& profile) {
    const RecurrenceHeader& header = *request.header;
    if (!header.properties.reach.within(1)) {
        return Error{
            ErrorCode::unsupported,
            "method tile runs only recurrences of class local, whose cells read only their neighbours; this one is " +
                std::string(to_string(header.recurrence_class)) + " (distances at which its cells read, per index: " +
                header.properties.reach.text(header.index_count()) + ")",
            "method"};
    }
    if (header.reduce && profile.max_loop_iterations != 0) {
        return Error{ErrorCode::unsupported,
                     "this device stops the loops of an invocation after " +
                         std::to_string(profile.max_loop_iterations) +
                         " iterations, but method tile computes many reductions in one invocation",
                     "method"};
    }
    if (!header.fields.empty()) {
        return Error{
            ErrorCode::unsupported,
            "method tile runs only recurrences whose cells are one number, but the cells of this one have fields",
            "method"};
    }
    if (!header.outputs.empty()) {
        return Error{ErrorCode::unsupported,
                     "method tile computes cells more than once, but the cells of this recurrence write outputs",
                     "method"};
    }
    const auto pattern = request.stage.pattern();
    if (header.index_count() != 2) {
        return Error{ErrorCode::unsupported, "method tile runs only recurrences of two indices, i and j", "method"};
    }
    if (!pattern || !Frame::of(*pattern, request.shape.size).diagonal) {
        return Error{ErrorCode::unsupported,
                     "method tile runs only the diagonal patterns NOSE, SENO, SONE and NESO, not " +
                         stage_text(header, request.stage),
                     "method"};
    }
    return check_numbers(header, profile);
}

/// Returns whether the answer lies in the canonical last row, which every run keeps.
bool answer_in_last_row(const RecurrenceHeader& header, const Shape& shape, const Frame& frame) {
    if (header.answer.searches()) {
        return header.answer.borders == std::vector<Border>{frame.reflect_rows ? kFirstRow : kLastRow};
    }
    return frame.to_canonical(shape.answer).i == frame.canonical_rows() - 1;
}

Result<void> plan_table(TilePlan& plan, const PlanRequest& request, const DeviceProfile& profile) {
    constexpr std::int64_t kAligned = VKALGO_TILE_ALIGNED;
    const std::int64_t lead = (kAligned - plan.first_column % kAligned) % kAligned;
    plan.pitch = (lead + plan.frame.canonical_columns() + kAligned - 1) / kAligned * kAligned;
    plan.layout = plan.layout_of_rows(plan.pitch, lead, 0);
    plan.layout.cells = plan.frame.canonical_rows() * plan.pitch;
    TableNeed need{.cell_bytes = size_of(plan.header.cell)};
    if (!request.keep.table) {
        need.where = "size";
        need.text = answer_in_last_row(plan.header, plan.shape, plan.frame)
                        ? "the table, which is kept since step() goes further than to neighbours,"
                        : "the table, which is kept since the answer is not in the row that is computed last,";
    }
    return reach_table(plan, request, profile, need);
}

Result<void> plan_kept(TilePlan& plan, const PlanRequest& request, const DeviceProfile& profile) {
    const RecurrenceHeader& header = plan.header;
    const bool table = plan.fill.tile.table;
    plan.kept = table ? TilePlan::Kept::table : request.keep.solution ? TilePlan::Kept::borders : TilePlan::Kept::row;
    if (table) {
        VKALGO_CHECK(plan_table(plan, request, profile));
    }
    if (!request.keep.solution) {
        return {};
    }
    if (!header.has_step) {
        return Error{ErrorCode::invalid_argument,
                     "recurrence '" + header.problem + "' does not say how to find a solution; write a step()",
                     "solution"};
    }
    plan.path_records = static_cast<std::uint64_t>(plan.frame.size.rows + plan.frame.size.columns);
    plan.parts.push_back({"path", plan.path_records * path_record_bytes(header)});
    if (!table) {
        return {};  // The traceback goes over blocks; plan_tile_traceback plans it
    }
    plan.traceback_module = plan.table_by_address ? "traceback-wide" : "traceback";
    plan.traceback_steps = plan.path_records / traceback_steps_per_dispatch(header, profile) + 1;
    return {};
}

/// Returns the maximum bytes of device memory for a plan with a solution: the limit of the request or, without a limit,
/// an eighth of the device's memory, but at least 1 GiB if the device has that much.
std::uint64_t memory_for_solution(const PlanRequest& request, const DeviceProfile& profile) {
    const std::uint64_t all = profile.device_memory != 0 ? profile.device_memory : UINT64_MAX;
    if (request.memory_limit != 0) {
        return std::min(request.memory_limit, all);
    }
    return std::min(std::max(std::uint64_t{1} << 30, profile.device_memory / 8), all);
}

/// Completes a plan whose `kept` is set: plans everything that follows from `kept`.
Result<TilePlan> completed(TilePlan plan, const PlanRequest& request, const DeviceProfile& profile,
                           const TestKnobs& knobs, std::int64_t region_blocks) {
    if (plan.kept == TilePlan::Kept::borders) {
        VKALGO_CHECK(plan_tile_traceback(plan, profile, knobs, region_blocks));
    }
    if (request.share) {
        plan.bands = cut_tile_bands(plan.fill, *request.share, profile, knobs);
    } else {
        schedule_tile_fill(plan.fill, profile, knobs);
    }
    plan.steps = plan.fill.steps + (plan.bands ? 1 : 0);
    plan.dispatches =
        (plan.bands && !plan.fill.persistent ? static_cast<std::uint64_t>(plan.bands->steps()) : plan.steps) + 2 +
        plan.traceback_steps;
    plan.make_seconds = cost_table(profile).tile_kernels;
    plan.run_seconds =
        plan.bands ? predict_tile_bands(plan.fill, *plan.bands, profile) : predict_tile_fill(plan.fill, profile);
    plan_tile_scratch(plan);
    add_transfer_bytes(plan, request);
    return plan;
}

/// Plans to keep the borders of all blocks if there is room for them, otherwise only the borders of regions. If the
/// borders are too large for every size of regions, takes the size with the smallest borders.
Result<TilePlan> completed_within_memory(const TilePlan& begun, const PlanRequest& request,
                                         const DeviceProfile& profile, const TestKnobs& knobs) {
    if (begun.kept != TilePlan::Kept::borders || knobs.region_blocks != 0) {
        return completed(begun, request, profile, knobs, knobs.region_blocks);
    }
    const std::uint64_t most = memory_for_solution(request, profile);
    VKALGO_TRY(TilePlan least, completed(begun, request, profile, knobs, 0));
    const auto bytes = [&](const TilePlan& plan) { return device_bytes(plan, request.shape); };
    const auto binds = [&](const TilePlan& plan) { return check_tile_scratch(plan, profile).has_value(); };
    if (binds(least) && bytes(least) <= most) {
        return least;
    }
    for (const std::int64_t region_blocks : tile_region_choices(begun)) {
        VKALGO_TRY(TilePlan plan, completed(begun, request, profile, knobs, region_blocks));
        if (binds(plan) && bytes(plan) <= most) {
            return plan;
        }
        if (binds(plan) == binds(least) ? bytes(plan) < bytes(least) : binds(plan)) {
            least = std::move(plan);
        }
    }
    return least;
}

}  // namespace

TableLayout TilePlan::layout_of_rows(std::int64_t stride, std::int64_t lead, std::int64_t first) const {
    TableLayout rows;
    const std::int64_t down = frame.reflect_rows ? -stride : stride;
    const std::int64_t right = frame.reflect_columns ? -1 : 1;
    const Cell begin = frame.to_canonical({0, 0});
    rows.strides = {down, right, 0, 0};
    rows.origin = (begin.i - first) * stride + begin.j + lead;
    return rows;
}

bool TilePlan::tiles_leave_answer() const {
    return kept != Kept::table && has_interior() && !header.answer.searches() &&
           frame.to_canonical(shape.answer).j >= first_column;
}

std::int64_t TilePlan::base_cells() const {
    const std::int64_t rows = frame.canonical_rows();
    const std::int64_t columns = frame.canonical_columns();
    if (kept == Kept::table) {
        return std::min(first_row, rows) * columns +
               std::max<std::int64_t>(0, rows - first_row) * std::min(first_column, columns);
    }
    return has_interior() ? 0 : columns;
}

Result<std::unique_ptr<MethodPlan>> plan_tile(const PlanRequest& request, const DeviceProfile& profile) {
    VKALGO_CHECK(check_request(request, profile));
    const TestKnobs knobs = request.knobs != nullptr ? *request.knobs : TestKnobs{};
    auto plan = std::make_unique<TilePlan>();
    plan->header = *request.header;
    plan->shape = request.shape;
    plan->frame = Frame::of(*request.stage.pattern(), request.shape.size);
    plan->order = Order::of(request.stage, request.shape.size, plan->header.domain);
    const std::optional<Cell> first = first_interior_cell(plan->header, plan->frame);
    plan->region_test = !first;
    if (first) {
        plan->first_row = std::min(first->i, plan->frame.canonical_rows());
        plan->first_column = std::min(first->j, plan->frame.canonical_columns());
    }
    plan->inputs_suffice =
        plan->has_interior() &&
        inputs_suffice(plan->header, plan->shape, plan->frame.to_user({plan->first_row, plan->first_column}),
                       plan->frame.to_user({plan->frame.canonical_rows() - 1, plan->frame.canonical_columns() - 1}));
    // A traceback over tiles allows only steps to neighbours.
    const bool traces_over_table = request.keep.solution && plan->header.has_far_steps;
    const bool table =
        request.keep.table || traces_over_table || !answer_in_last_row(plan->header, plan->shape, plan->frame);
    if (request.share && (table || !plan->has_interior())) {
        return Error{ErrorCode::unsupported,
                     table ? "method tile can share a table among devices only if the answer lies in the row that is "
                             "computed last"
                           : "method tile cannot share a table among devices if it has only base cells",
                     "method"};
    }
    const std::int64_t devices = request.share ? request.share->devices : 1;
    VKALGO_TRY(plan->fill, choose_tile_fill({.rows = (plan->interior_rows() + devices - 1) / devices,
                                             .columns = plan->interior_columns(),
                                             .table = table,
                                             .cell_bytes = size_of(plan->header.cell),
                                             .input_bytes = plan->header.column_input_bytes()},
                                            profile, knobs));
    plan->fill.rows = plan->interior_rows();  // The rows of all devices together
    if (!answer_on_one_border(plan->header)) {
        return Error{ErrorCode::unsupported, "method tile takes the answer only from one cell or one border", "method"};
    }
    VKALGO_CHECK(plan_kept(*plan, request, profile));
    VKALGO_TRY(*plan, completed_within_memory(*plan, request, profile, knobs));
    VKALGO_CHECK(check_tile_scratch(*plan, profile));
    const std::string wide = plan->table_by_address ? "-wide" : "";
    plan->fill.module += wide;
    plan->summary = plan->bands ? plan->fill.strips_text() + plan->bands->text() : plan->fill.text();
    plan->modules = {plan->fill.module};
    if (plan->refills()) {
        plan->summary += "; the traceback goes through at most " + std::to_string(plan->regions) + " regions of " +
                         std::to_string(std::min(plan->region_rows, plan->interior_rows())) + " x " +
                         std::to_string(std::min(plan->region_columns, plan->interior_columns())) +
                         " cells that are computed again, each in " + plan->refill.text();
        if (plan->refill.module != plan->fill.module) {
            plan->modules.push_back(plan->refill.module);
        }
    }
    if (plan->kept == TilePlan::Kept::borders && plan->traces_windows()) {
        plan->summary +=
            "; the traceback goes step by step through windows of " +
            std::to_string(std::min(plan->window_rows * plan->traceback_rows, plan->interior_rows())) + " x " +
            std::to_string(std::min(plan->window_columns * plan->traceback_columns, plan->interior_columns())) +
            " cells";
    }
    if (!plan->tiles_leave_answer()) {
        plan->modules.push_back("answer" + wide);
    }
    if (!plan->traceback_module.empty()) {
        plan->modules.push_back(plan->traceback_module);
    }
    return std::unique_ptr<MethodPlan>(std::move(plan));
}

}  // namespace vkalgo::dp
