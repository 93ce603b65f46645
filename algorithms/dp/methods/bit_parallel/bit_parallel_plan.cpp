#include "algorithms/dp/methods/bit_parallel/bit_parallel_plan.hpp"

#include "algorithms/counted.hpp"
#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/method/lanes.hpp"
#include "algorithms/dp/method/prediction.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "shaders/dp/bits.h"

#include <algorithm>
#include <limits>

namespace vkalgo::dp {
namespace {

/// Blocks per tile if workgroups do not wait. With this many blocks it costs little to fill and drain the lanes, and
/// many tiles of a diagonal still run at once.
constexpr std::int64_t kTileBlocks = 256;
/// Approximate seconds of a dispatch of strips that wait. The end of a dispatch drains all processors, so dispatches
/// are as long as drivers allow. Windows stops a dispatch after 2 seconds, and predictions may be wrong by a factor of
/// 2.
constexpr double kDispatchSeconds = 0.5;
/// The most workgroups per processor that a dispatch has, for workgroups of one subgroup. With this number each strip
/// of most tables has its own workgroup, and few of these workgroups wait for long.
constexpr std::int64_t kWorkgroupsPerProcessor = 16;
/// Subgroups that look up matches. With the subgroup that computes, there are 4, as many as a processor has schedulers.
constexpr std::uint32_t kHelpers = 3;
/// Number of failed polls after which an invocation gives up: tens of seconds on every GPU whose workgroups may wait.
constexpr std::uint32_t kSpinLimit = 200'000'000;

std::int64_t processors_of(const DeviceProfile& profile) {
    return profile.processors != 0 ? profile.processors : 16;
}

}  // namespace

bool elements_suffice(const BitCells& bits, const Shape& shape) {
    const auto within = [](std::int64_t last, std::int64_t offset, std::int64_t count) {
        return last < 1 || (1 + offset >= 0 && last + offset < count);
    };
    // Without cells below and right of the base, no element is read.
    return shape.size.rows < 2 || shape.size.columns < 2 ||
           (within(shape.size.rows - 1, bits.row_offset, shape.input_counts.at(bits.row_input)) &&
            within(shape.size.columns - 1, bits.column_offset, shape.input_counts.at(bits.column_input)));
}

bool params_are_units(const RecurrenceHeader& header, const std::map<std::string, Number, std::less<>>* params) {
    const auto& names = header.bits->unit_params;
    return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
        const Number* given = nullptr;
        if (params != nullptr) {
            const auto found = params->find(name);
            const ParamDeclaration& declared = *header.param(name);
            given = found != params->end() ? &found->second : declared.fallback ? &*declared.fallback : nullptr;
        }
        return given != nullptr && (*given == Number(std::int64_t{1}) || *given == Number(std::uint64_t{1}));
    });
}

namespace {

Result<void> check_request(const PlanRequest& request, const DeviceProfile& profile) {
    const RecurrenceHeader& header = *request.header;
    if (!header.bits) {
        return refused_by("bit-parallel",
                          "runs only recurrences in which the differences between neighbouring cells fit in one or two "
                          "bits, not this one: " +
                              header.no_bits);
    }
    if (request.stage.pattern() != Pattern::NOSE) {
        return refused_by("bit-parallel", "runs only pattern NOSE");
    }
    if (request.keep.table || request.keep.solution) {
        return refused_by("bit-parallel",
                          std::string("gives only the answer, not the ") + (request.keep.table ? "table" : "solution"));
    }
    if (header.answer.searches()) {
        return refused_by("bit-parallel", "takes the answer only from one cell");
    }
    if (!params_are_units(header, request.params)) {
        std::string names;
        for (const std::string& name : header.bits->unit_params) {
            names += (names.empty() ? "" : ", ") + name;
        }
        return refused_by("bit-parallel", "runs this recurrence only if these params are known to be 1: " + names);
    }
    if (request.shape.size.empty()) {
        return refused_by("bit-parallel", "runs only tables that have cells");
    }
    if (!elements_suffice(*header.bits, request.shape)) {
        return refused_by("bit-parallel",
                          "does not test where an input begins and ends, but cell() reads outside of one; method " +
                              std::string(reference_method().name) + " tests this");
    }
    // An upper bound on cells and intermediate sums if the corner is 0.
    const std::int64_t most = request.shape.size.rows + request.shape.size.columns + BitCells::kMaxOffset;
    if (most + header.bits->corner > std::numeric_limits<std::int32_t>::max()) {
        return refused_by("bit-parallel", "runs only tables whose cells fit in 31 bits");
    }
    return check_numbers(header, profile);
}

}  // namespace

std::uint32_t bit_digits_of(const RecurrenceHeader& header) {
    std::uint32_t bits = 0;
    for (const std::size_t number : {header.bits->row_input, header.bits->column_input}) {
        const InputDeclaration& input = header.inputs[number];
        std::uint32_t own = 8 * size_of(input.type);
        if (input.range && std::holds_alternative<Expression>(input.range->low)) {
            const auto unknown = [](auto...) { return Result<std::int64_t>(Error{ErrorCode::unsupported, "", ""}); };
            const auto range = whole_range(input, {unknown, unknown});
            while (range && range->low >= 0 && own > 4 && range->high >> (own - 4) == 0) {
                own -= 4;
            }
        }
        bits = std::max(bits, own);
    }
    return bits / 4;
}

namespace {

/// Returns the most words per lane. On an H200, a word of edit distance takes more than twice as long with four words
/// per lane as with two.
std::uint32_t most_words(const BitParallelPlan& plan) {
    return plan.header.bits->kind == BitCells::Kind::edit ? 2 : 4;
}

/// Returns the words per lane. If there are few strips, the chain of dependent operations in a column decides the time;
/// then few words per lane are best, since they make more strips that run in parallel. Otherwise many words per lane
/// are best, since they share the other costs of a column.
std::uint32_t words_of(const BitParallelPlan& plan, const DeviceProfile& profile, const TestKnobs& knobs) {
    if (knobs.words != 0) {
        return knobs.words;
    }
    if (profile.type == DeviceType::software) {
        return 4;
    }
    const std::int64_t strips = plan.device_rows() / (std::int64_t{32} * plan.fill.lanes);
    const std::int64_t each = strips / processors_of(profile);
    return std::min(most_words(plan), each < 4 ? 1U : each < 8 ? 2U : 4U);
}

/// Returns whether there are at most two strips per processor, so that the latency of columns decides the time.
bool has_few_strips(const BitParallelPlan& plan, const DeviceProfile& profile) {
    return profile.type != DeviceType::software &&
           plan.device_rows() <= 2 * processors_of(profile) * plan.fill.strip_rows();
}

bool fits(const BitsShape& fill, const DeviceProfile& profile) {
    return fill.shared_bytes() <= profile.shared_memory && fill.invocations() <= profile.max_workgroup_invocations &&
           (fill.shared_lanes || profile.full_subgroups(fill.invocations()));
}

/// Chooses the number of helpers. Each helper runs beside its strip's subgroup on another scheduler of the processor.
void choose_helpers(BitParallelPlan& plan, const DeviceProfile& profile, const TestKnobs& knobs) {
    BitsShape helped = plan.fill;
    helped.helpers = knobs.helpers.value_or(has_few_strips(plan, profile) ? kHelpers : 0);
    if (!helped.shared_lanes && fits(helped, profile)) {
        plan.fill = helped;
    }
}

/// Seconds of a strip. `work` is its share of the time of all processors when they are busy; `column` and `columns` are
/// the latencies of one column and of all columns one after another.
struct StripCosts {
    double work = 0, column = 0, columns = 0;
};
StripCosts strip_costs(const BitParallelPlan& plan, const DeviceProfile& profile) {
    const CostTable cost = cost_table(profile);
    const double factor = plan.header.bits->kind == BitCells::Kind::edit ? 1.75 : 1.0;
    // The cost of a column, relative to a column of lcs with one word per lane. This word takes 0.2 of the column's
    // time.
    const double column = factor * (0.8 + 0.2 * plan.fill.words);
    const double alone = plan.fill.helpers != 0 ? 1.0 : 1.5;
    const auto columns = static_cast<double>(plan.columns);
    StripCosts costs;
    costs.work = plan.fill.lanes * columns * cost.bit_word * column;
    costs.column = cost.bit_column * column * alone;
    costs.columns = columns * costs.column;
    return costs;
}

}  // namespace

std::int64_t bit_iterations_of(const BitsShape& fill, std::int64_t blocks) {
    const std::int64_t column = 3 + fill.digits + fill.words * (2 + fill.digits);
    const std::int64_t table = fill.words * (16 * fill.digits + 32 * (1 + fill.digits) + 8);
    return table + (blocks + fill.lanes) * (12 + 2 * fill.digits + VKALGO_BITS_BLOCK * column);
}

namespace {

/// Counts the strips of a shape and sets whether they wait. Errors: unsupported.
Result<void> count_strips(BitParallelPlan& plan, const DeviceProfile& profile, const TestKnobs& knobs) {
    BitsShape& fill = plan.fill;
    plan.strips = plan.has_interior() ? (plan.rows + fill.strip_rows() - 1) / fill.strip_rows() : 0;
    plan.blocks = (plan.columns + VKALGO_BITS_BLOCK - 1) / VKALGO_BITS_BLOCK;
    const std::int64_t limit = profile.max_loop_iterations;
    const bool may_wait = profile.cross_workgroup_progress &&
                          (limit == 0 || bit_iterations_of(fill, plan.blocks) <= limit / 2) &&
                          (plan.share || strip_costs(plan, profile).columns <= kDispatchSeconds);
    fill.waits = may_wait && knobs.schedule != TestKnobs::Schedule::diagonals;
    if (knobs.schedule == TestKnobs::Schedule::waiting && !fill.waits) {
        return Error{ErrorCode::unsupported,
                     "workgroups of this device cannot wait for each other, or not for so many columns", "schedule"};
    }
    return {};
}

Result<void> choose_shape(BitParallelPlan& plan, const DeviceProfile& profile, const TestKnobs& knobs) {
    BitsShape& fill = plan.fill;
    const TeamLanes lanes = choose_team_lanes(profile, knobs.lanes);
    fill.lanes = lanes.count;
    fill.shared_lanes = lanes.shared;
    fill.digits = bit_digits_of(plan.header);
    fill.words = words_of(plan, profile, knobs);
    choose_helpers(plan, profile, knobs);
    while (fill.words > 1 && !fits(fill, profile)) {
        fill.words /= 2;
    }
    if (!fits(fill, profile)) {
        return refused_by("bit-parallel", "needs workgroups of " + std::to_string(fill.invocations()) +
                                              " invocations with " + std::to_string(fill.shared_bytes()) +
                                              " bytes of shared memory, but this device has at most " +
                                              std::to_string(profile.max_workgroup_invocations) + " and " +
                                              std::to_string(profile.shared_memory));
    }
    return count_strips(plan, profile, knobs);
}

/// Returns the blocks per tile if there is one dispatch per diagonal of tiles.
std::int64_t diagonal_tile(const BitParallelPlan& plan, const DeviceProfile& profile) {
    const std::int64_t limit = profile.max_loop_iterations;
    std::int64_t blocks = kTileBlocks;
    while (limit != 0 && blocks > VKALGO_BITS_AHEAD && bit_iterations_of(plan.fill, blocks) > limit / 2) {
        blocks /= 2;
    }
    return blocks;
}

/// Returns the number of blocks by which a strip that waits lags behind the strip above.
std::int64_t lag_blocks(const BitsShape& fill) {
    return std::int64_t{fill.lanes} + std::int64_t{4} * VKALGO_BITS_AHEAD;
}

/// Schedules the slots of one device, if several devices share the table. The slots are the plan's steps after the
/// first one.
void schedule_bands(BitParallelPlan& plan, const DeviceProfile& profile, const TestKnobs& knobs) {
    const std::int64_t limit = profile.max_loop_iterations;
    const BitsShape& fill = plan.fill;
    const std::int64_t processors = processors_of(profile);
    // If workgroups wait, a strip follows the strip above it at some distance anyway. A tile is as long as this
    // distance, so in fact no workgroup has to wait.
    const std::int64_t own = fill.waits ? lag_blocks(fill) : diagonal_tile(plan, profile);
    plan.tile_blocks = knobs.band_tile_blocks != 0 ? std::int64_t{knobs.band_tile_blocks} : own;
    BandNeeds needs{.share = *plan.share, .groups = plan.strips};
    needs.tiles = (plan.blocks + plan.tile_blocks - 1) / plan.tile_blocks;
    needs.at_once = std::max<std::int64_t>(1, processors * kWorkgroupsPerProcessor / (1 + fill.helpers));
    const StripCosts costs = strip_costs(plan, profile);
    const auto tiles = static_cast<double>(needs.tiles);
    const double step = std::max(costs.columns / tiles,  // The latency, or the work of the strips that run at once
                                 costs.work / tiles * static_cast<double>(std::min(plan.strips, needs.at_once)));
    needs.most_steps = static_cast<std::int64_t>(std::clamp(kDispatchSeconds / std::max(step, 1e-12), 1.0, 1e9));
    plan.spin_limit = kSpinLimit;
    if (limit != 0) {
        // As in schedule(), one workgroup may end up with all strips of a slot. Here these are at most the strips of
        // two bands.
        const std::int64_t strips = 2 * (knobs.band_groups != 0 ? knobs.band_groups : needs.at_once);
        needs.most_steps = std::min(needs.most_steps, limit / 2 / (strips * bit_iterations_of(fill, plan.tile_blocks)));
        plan.spin_limit = static_cast<std::uint32_t>(limit / 4);
    }
    plan.bands = cut_bands(needs, knobs);
    plan.bands->adds_answers = true;
    plan.workgroups = needs.at_once;
    plan.steps = plan.bands->slots() + 1;
}

void schedule(BitParallelPlan& plan, const DeviceProfile& profile, const TestKnobs& knobs) {
    plan.steps = 1;
    if (!plan.has_interior()) {
        return;
    }
    const std::int64_t limit = profile.max_loop_iterations;
    const std::int64_t processors = processors_of(profile);
    if (!plan.fill.waits) {
        plan.tile_blocks = diagonal_tile(plan, profile);
        plan.steps =
            static_cast<std::uint64_t>(plan.strips - 1 + (plan.blocks + plan.tile_blocks - 1) / plan.tile_blocks);
        return;
    }
    const double aim = kDispatchSeconds / strip_costs(plan, profile).work;
    const std::int64_t at_once = processors * kWorkgroupsPerProcessor;
    plan.strips_per_step =
        std::max(processors, static_cast<std::int64_t>(std::min(aim, static_cast<double>(plan.strips))));
    plan.spin_limit = kSpinLimit;
    if (limit != 0) {
        // One workgroup may end up with all strips. Half of its loop iterations are for the columns of the strips, a
        // quarter for waits.
        const std::int64_t most = limit / 2 / bit_iterations_of(plan.fill, plan.blocks);
        plan.strips_per_step = std::min(plan.strips_per_step, std::max<std::int64_t>(1, most));
        plan.spin_limit = static_cast<std::uint32_t>(limit / 4);
    }
    if (knobs.groups_per_dispatch != 0) {
        plan.strips_per_step = knobs.groups_per_dispatch;
    }
    plan.strips_per_step = std::min(plan.strips_per_step, plan.strips);
    plan.workgroups = std::min(plan.strips_per_step, at_once);
    plan.steps = static_cast<std::uint64_t>((plan.strips + plan.strips_per_step - 1) / plan.strips_per_step);
}

Result<void> plan_memory(BitParallelPlan& plan, const DeviceProfile& profile) {
    const std::uint64_t states = plan.header.bits->kind == BitCells::Kind::edit ? 2 : 1;
    const auto blocks = static_cast<std::uint64_t>(std::max<std::int64_t>(1, plan.blocks));
    const auto words = static_cast<std::uint64_t>(plan.strips * plan.fill.strip_rows() / 32);
    ScratchLayout layout;
    plan.carries = layout.add(4 * blocks);
    plan.symbols = layout.add(4 * blocks * plan.fill.digits);
    const bool cuts_columns = plan.bands || !plan.fill.waits;
    plan.state = layout.add(cuts_columns ? std::max<std::uint64_t>(4, 4 * states * words) : 4);
    plan.ticket = layout.add(plan.fill.waits ? 4 * plan.steps : 4);
    plan.scratch_bytes = layout.bytes();
    plan.parts = {{"differences between strips", plan.carries.size},
                  {"symbols", plan.symbols.size},
                  {"differences between tiles", cuts_columns ? plan.state.size : 0}};
    if (plan.bands) {
        plan.bands->border = plan.carries;
        plan.bands->tile_bytes = 4 * static_cast<std::uint64_t>(plan.tile_blocks);
        plan.bands->border_end = 4 * blocks;
    }
    std::erase_if(plan.parts, [](const MethodPlan::Part& part) { return part.bytes == 0; });
    return check_scratch(
        "bit-parallel", plan.scratch_bytes,
        {{plan.symbols, "symbols"}, {plan.state, "differences between tiles"}, {plan.ticket, "tickets"}}, profile);
}

/// Returns the predicted seconds: the time of the words on all processors, or the latency of consecutive columns if it
/// is larger. The latency includes the delay of each strip relative to the strip above.
double predict(const BitParallelPlan& plan, const DeviceProfile& profile) {
    const CostTable cost = cost_table(profile);
    const std::uint64_t steps = plan.bands ? plan.bands->of_first().slots() + 1 : plan.steps;
    const double dispatches = static_cast<double>(steps + 1) * cost.dispatch;
    if (!plan.has_interior()) {
        return dispatches;
    }
    const StripCosts strip = strip_costs(plan, profile);
    const auto strips = static_cast<double>(plan.strips);
    const double work = strips * strip.work;
    const auto lag = static_cast<double>(VKALGO_BITS_BLOCK * lag_blocks(plan.fill));
    if (plan.bands) {
        const Bands bands = plan.bands->of_first();
        const auto late =
            static_cast<double>((bands.share.devices - 1) * (bands.groups_per_band + bands.steps_per_slot));
        // In each slot the lanes of a strip begin and end one after another, which takes about as long as a tile.
        const double tile = static_cast<double>(plan.tile_blocks * VKALGO_BITS_BLOCK) * strip.column *
                            (1 + 1 / static_cast<double>(bands.steps_per_slot));
        return dispatches + std::max(work / bands.share.devices, (static_cast<double>(bands.steps()) + late) * tile);
    }
    if (plan.fill.waits) {
        return dispatches + std::max(work, strip.columns + strip.column * strips * lag);
    }
    const auto tile = static_cast<double>(std::min(plan.tile_blocks, plan.blocks) * VKALGO_BITS_BLOCK);
    return dispatches + std::max(work, static_cast<double>(plan.steps) * strip.column * (tile + lag));
}

/// Chooses the shape and the slots for one device's part of a shared table. Strips also wait for other devices, so the
/// shape that is best for one device may not be best here. On a GPU whose lanes do not exchange values through shared
/// memory, tries 1, 2 and 4 words per lane (1 and 2 for edit distance), each with and without helpers. Takes the shape
/// with the least predicted time among those that fit and do not crowd the processors.
Result<void> choose_shared_shape(BitParallelPlan& plan, const DeviceProfile& profile, const TestKnobs& knobs) {
    VKALGO_CHECK(choose_shape(plan, profile, knobs));
    schedule_bands(plan, profile, knobs);
    if (profile.type == DeviceType::software || knobs.words != 0 || knobs.helpers || plan.fill.shared_lanes) {
        return {};
    }
    for (std::uint32_t words = 1; words <= most_words(plan); words *= 2) {
        for (const std::uint32_t helpers : {0U, kHelpers}) {
            BitParallelPlan other = plan;
            other.fill.words = words;
            other.fill.helpers = helpers;
            if (!fits(other.fill, profile)) {
                continue;
            }
            VKALGO_CHECK(count_strips(other, profile, knobs));
            schedule_bands(other, profile, knobs);
            // With helpers and two strips on a processor, a column takes twice as long on an H200.
            const bool crowded = helpers != 0 && other.bands->groups_per_band > processors_of(profile);
            if (!crowded && predict(other, profile) < predict(plan, profile)) {
                plan = other;
            }
        }
    }
    return {};
}

std::string summary_of(const BitParallelPlan& plan) {
    if (!plan.has_interior()) {
        return "only base cells";
    }
    const BitsShape& fill = plan.fill;
    const std::string strips = counted(static_cast<std::uint64_t>(plan.strips), "strip") + " of " +
                               std::to_string(fill.lanes) + " lanes x " + std::to_string(32 * fill.words) + " rows, " +
                               std::to_string(VKALGO_BITS_BLOCK) + " columns per step" +
                               (fill.helpers == 0 ? "; " : " and " + counted(fill.helpers, "helper") + " per strip; ");
    if (plan.bands) {
        return strips + plan.bands->text();
    }
    if (!fill.waits) {
        return strips + counted(plan.steps, "dispatch") + ", one per diagonal of tiles";
    }
    return strips + (plan.steps == 1 ? "one dispatch" : std::to_string(plan.steps) + " dispatches") + " of " +
           counted(static_cast<std::uint64_t>(plan.workgroups), "workgroup") +
           (plan.workgroups == 1 ? "" : " that wait for each other");
}

}  // namespace

std::uint64_t BitsShape::shared_bytes() const {
    const std::uint64_t table = std::uint64_t{16} * digits * words * lanes;
    const std::uint64_t ring = std::uint64_t{4} * lanes * digits;
    const std::uint64_t ready =
        helpers != 0 ? std::uint64_t{2} * VKALGO_BITS_AHEAD * VKALGO_BITS_BLOCK * words * lanes : 4;
    return 4 * (table + ring + ready + (shared_lanes ? lanes : 1) + std::uint64_t{3} * VKALGO_BITS_AHEAD + 1);
}

Result<std::unique_ptr<MethodPlan>> plan_bit_parallel(const PlanRequest& request, const DeviceProfile& profile) {
    VKALGO_CHECK(check_request(request, profile));
    const TestKnobs knobs = request.knobs != nullptr ? *request.knobs : TestKnobs{};
    auto plan = std::make_unique<BitParallelPlan>();
    plan->header = *request.header;
    plan->shape = request.shape;
    plan->rows = request.shape.answer.i;
    plan->columns = request.shape.answer.j;
    plan->share = request.share;
    if (plan->share && !plan->has_interior()) {
        return refused_by("bit-parallel", "cannot share a table among devices if it has only base cells");
    }
    if (plan->share) {
        VKALGO_CHECK(choose_shared_shape(*plan, profile, knobs));
    } else {
        VKALGO_CHECK(choose_shape(*plan, profile, knobs));
        schedule(*plan, profile, knobs);
    }
    VKALGO_CHECK(plan_memory(*plan, profile));
    plan->modules = {"bits"};
    plan->dispatches = (plan->bands && !plan->fill.waits ? static_cast<std::uint64_t>(plan->bands->steps())
                        : plan->has_interior()           ? plan->steps
                                                         : 0) +
                       1;
    plan->make_seconds = cost_table(profile).bit_kernels;
    plan->run_seconds = predict(*plan, profile);
    plan->summary = summary_of(*plan);
    return std::unique_ptr<MethodPlan>(std::move(plan));
}

}  // namespace vkalgo::dp
