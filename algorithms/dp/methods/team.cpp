// Method `team`: solves many problems of a local recurrence at once, one subgroup per problem, with its rows in the
// lanes' registers. The kernels are recorded in team/team_kernels.cpp.
#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/method/lanes.hpp"
#include "algorithms/dp/method/method.hpp"
#include "algorithms/dp/methods/team/team_plan.hpp"
#include "shaders/dp/batch.h"

#include <algorithm>
#include <limits>
#include <string>

namespace vkalgo::dp {
namespace {

/// Maximum steps of a launch whose cells are kept for a traceback. The cells take some megabytes.
constexpr std::int64_t kTracebackSteps = 2048;
/// Teams per workgroup.
constexpr std::uint32_t kTeams = 4;

Result<double> team_seconds(const BatchRequest& request) {
    const RecurrenceHeader& header = request.header;
    if (!header.properties.reach.within(1)) {
        return refused_batch("team", "runs only recurrences of class local, whose cells read only their neighbours");
    }
    if (header.index_count() != 2 || !header.stage.pattern() || !large_frame(header).diagonal) {
        return refused_batch("team", "runs only the diagonal patterns NOSE, SENO, SONE and NESO");
    }
    if (request.profile.max_loop_iterations != 0 && (header.reduce || header.has_loops)) {
        return refused_batch(
            "team", "computes many cells in one invocation, but this device stops the loops of an invocation after " +
                        std::to_string(request.profile.max_loop_iterations) + " iterations");
    }
    if (request.options.solution && (!header.has_step || header.has_far_steps)) {
        return refused_batch("team", "traces back only by a step(i, j) that goes to neighbours");
    }
    VKALGO_CHECK(check_numbers(header, request.profile));
    VKALGO_CHECK(check_sizes_are_known("team", request));
    return BatchCosts::of(request.profile).cell * std::max<double>(1, static_cast<double>(header.fields.size()));
}

std::vector<std::uint32_t> team_sizes(const BatchRequest& request) {
    const bool has_fields = !request.header.fields.empty();
    if (request.knobs.registers != 0) {
        return {request.knobs.registers};
    }
    if (request.profile.type == DeviceType::software) {  // Compilers of such devices take seconds for unrolled code.
        return has_fields ? std::vector<std::uint32_t>{4} : std::vector<std::uint32_t>{4, 16};
    }
    return has_fields ? std::vector<std::uint32_t>{1, 2, 3, 4}  // With 8 rows per lane, an H200 is slower.
                      : std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 8, 10, 12, 16};
}

/// Returns the number of symbols of the columns' profile of scores. Returns 0 if no profile is made: the recurrence has
/// none, its scores or symbols are not known before a run, there are more than 64 symbols, a column may have another
/// symbol than these, a score does not fit 8 bits, or the profile does not fit the device's shared memory.
std::uint32_t profile_symbols(const TeamPlan& plan, const BatchRequest& request) {
    const RecurrenceHeader& header = request.header;
    if (!header.profile) {
        return 0;
    }
    const Instance& common = *request.batch.common;
    const ProfileRead& read = *header.profile;
    const auto factor = Expression::parse(read.factor);
    const auto symbols = factor ? factor->evaluate(scope_of(header, common)) : Result<std::int64_t>(0);
    const auto table = common.inputs.find(header.inputs[read.table].name);
    const InputDeclaration& column = header.inputs[read.column];
    const bool has_scores = table != common.inputs.end() && !table->second.data.empty();
    if (!symbols || !has_scores || !std::holds_alternative<Expression>(column.range->low)) {
        return 0;
    }
    const auto range = whole_range(column, scope_of(header, common));
    constexpr std::int64_t kMaxSymbols = 64;
    if (!range || *symbols < 1 || *symbols > kMaxSymbols || range->low < 0 || range->high >= *symbols) {
        return 0;
    }
    for (std::uint64_t k = 0; k < table->second.count; ++k) {
        const std::int64_t score = table->second.integer(k);
        if (score < std::numeric_limits<std::int8_t>::min() || score > std::numeric_limits<std::int8_t>::max()) {
            return 0;
        }
    }
    const std::uint64_t words = (plan.sizes.back() + 3) / 4;
    // Shared memory also holds the candidates of the lanes for a search, and the exchange between lanes.
    const std::uint64_t invocations = std::uint64_t{plan.lanes} * plan.teams;
    const std::uint64_t bytes = (4 * words * static_cast<std::uint64_t>(*symbols) + 32) * invocations + 1024;
    return bytes <= request.profile.shared_memory ? static_cast<std::uint32_t>(*symbols) : 0;
}

Result<std::unique_ptr<BatchPlan>> plan_team(const BatchRequest& request) {
    const RecurrenceHeader& header = request.header;
    auto plan = std::make_unique<TeamPlan>();
    begin_plan(*plan, request);
    const Frame frame = large_frame(header);
    const std::optional<Cell> first = first_interior_cell(header, frame);
    plan->region_test = !first;
    plan->first_row = first ? first->i : 0;
    plan->first_column = first ? first->j : 0;
    plan->reflect_rows = frame.reflect_rows;
    plan->reflect_columns = frame.reflect_columns;
    plan->inputs_suffice = request.facts.suffice(*find_method("team"));
    plan->step_columns = VKALGO_BATCH_GROUP;
    choose_lanes(*plan, request);
    const std::uint32_t most_teams = request.profile.type == DeviceType::software ? 1 : kTeams;
    plan->teams = choose_teams(request.profile, {plan->lanes, plan->shared_lanes}, most_teams);
    plan->sizes = team_sizes(request);
    drop_rare_sizes(*plan, request.batch);
    plan->keys = header.searches_small_values() && request.facts.bound < VKALGO_BATCH_KEY_LIMIT;
    plan->symbols = profile_symbols(*plan, request);
    return plan;
}

bool team_reads_within(const RecurrenceHeader& header, const Shape& shape) {
    if (!header.stage.pattern() || !large_frame(header).diagonal || header.index_count() != 2) {
        return false;
    }
    const Frame frame = Frame::of(*header.stage.pattern(), shape.size);
    const Cell first = first_interior_cell(header, frame).value_or(Cell{});
    const bool has_interior = frame.canonical_rows() > first.i && frame.canonical_columns() > first.j;
    return !has_interior || inputs_suffice(header, shape, frame.to_user(first),
                                           frame.to_user({frame.canonical_rows() - 1, frame.canonical_columns() - 1}));
}

}  // namespace

/// Returns the number of base cells that a search visits; 0 if the answer is not searched for. Cells that are in both a
/// base row and a base column count twice.
std::int64_t TeamPlan::base_cells(const BatchItem& item) const {
    return header->answer.searches() ? first_row * item.columns + first_column * item.rows : 0;
}

std::int64_t TeamPlan::iterations(const BatchItem& item, std::size_t size) const {
    const std::int64_t columns = interior_columns(item);
    const std::int64_t strip = 2 * (divided_up(columns, VKALGO_BATCH_GROUP) + lanes) + symbols + 4;
    const std::int64_t begin = (columns + base_cells(item)) / lanes;
    return strips(item, size) * strip + begin + (solution ? item.rows + item.columns : 0);
}

std::int64_t TeamPlan::launch_steps(std::size_t size) const {
    // Loop iterations per step, counted as in iterations(): 2 for the step itself, 1 for a base cell that the search
    // visits, a share of the base row, and a share of the beginning of a strip. A strip has at least `lanes` steps.
    const std::int64_t each = 3 + divided_up(VKALGO_BATCH_GROUP, lanes) + divided_up(symbols + 4, lanes);
    const std::int64_t traceback = VKALGO_BATCH_GROUP + sizes[size];
    const std::int64_t most = max_loop_iterations == 0
                                  ? kBatchDeviceSteps
                                  : max_loop_iterations / 2 / (solution ? std::max(each, traceback) : each);
    return std::clamp<std::int64_t>(most, 1, solution ? kTracebackSteps : kBatchDeviceSteps);
}

std::int64_t TeamPlan::launches(const BatchItem& item, const BatchFit& fit) const {
    const std::int64_t all = std::max(steps(item, fit.size), divided_up(base_cells(item), lanes));
    return fit.is_cut ? std::max<std::int64_t>(1, divided_up(all, launch_steps(fit.size))) : 1;
}

std::uint64_t TeamPlan::table_cells(const BatchItem& item, const BatchFit& fit) const {
    const std::int64_t all = steps(item, fit.size);
    const std::int64_t kept = !solution ? 0 : fit.is_cut ? std::min(all, launch_steps(fit.size)) : all;
    return static_cast<std::uint64_t>(kept) * VKALGO_BATCH_GROUP * sizes[fit.size] * lanes;
}

std::uint64_t TeamPlan::row_cells(const BatchItem& item, const BatchFit& fit) const {
    const std::int64_t row = divided_up(interior_columns(item), VKALGO_BATCH_GROUP) * VKALGO_BATCH_GROUP;
    if (!fit.is_cut) {
        return static_cast<std::uint64_t>(row);
    }
    const std::int64_t left = std::int64_t{lanes} * (sizes[fit.size] + 1 + VKALGO_BATCH_GROUP);
    return static_cast<std::uint64_t>(solution ? (strips(item, fit.size) + 1) * row + launches(item, fit) * left
                                               : row + left);
}

std::uint64_t TeamPlan::row_bytes() const {
    return header->cell_bytes();
}

BatchPlan::Seconds TeamPlan::seconds(const BatchItem& item, const BatchFit& fit) const {
    const auto rows = static_cast<double>(strips(item, fit.size)) * lanes * sizes[fit.size];
    const double cells = rows * static_cast<double>(interior_columns(item));
    const double fields = std::max<double>(1, static_cast<double>(header->fields.size()));
    const double twice = solution && fit.is_cut ? 2 : 1;  // A traceback computes cut tables twice.
    const double cell = twice * cost.cell * fields;
    const double step = twice * (cost.table.step + cost.table.step_row * sizes[fit.size] * fields);
    const double alone = cost.table.step != 0 ? step * static_cast<double>(steps(item, fit.size)) : cells * cell;
    return {cost.table.dispatch * static_cast<double>(launches(item, fit)) + alone, cells * cell / cost.processors};
}

const Method& method_team();
const Method& method_team() {
    static const BatchMethod batch{.cell_seconds = team_seconds, .plan = plan_team, .reads_within = team_reads_within};
    static const Method method{
        .name = "team",
        .about = "many problems of class local, one subgroup per problem",
        .runs_everything = false,
        .checks_reads = true,
        .many_cells_per_invocation = true,
        .batch = &batch,
    };
    return method;
}

}  // namespace vkalgo::dp
