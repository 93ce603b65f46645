#include "algorithms/sort/top_k.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/kept_plans.hpp"
#include "algorithms/sort/composed.hpp"
#include "algorithms/sort/sort_method.hpp"
#include "algorithms/word.hpp"
#include "engine/context.hpp"
#include "shaders/sort/select.h"
#include "shaders/sort/sort.h"
#include <vkalgo_spirv/sort/choose_digit.hpp>
#include <vkalgo_spirv/sort/count_digits.hpp>
#include <vkalgo_spirv/sort/count_selected.hpp>
#include <vkalgo_spirv/sort/move_selected.hpp>
#include <vkalgo_spirv/sort/store_keys.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

constexpr std::uint32_t kTopKEach = 8;
constexpr std::uint64_t kMaxGroups = 1024;
constexpr std::uint64_t kSelectDigits = 1U << VKALGO_SELECT_DIGIT_BITS;

std::uint32_t rounds_of(const TopKOptions& options) {
    return 8 * size_of(options.type) / VKALGO_SELECT_DIGIT_BITS;
}

/// Returns the order in which keys are wanted.
SortOptions wanted_order(const TopKOptions& options) {
    return {.type = options.type, .descending = !options.smallest, .values = options.values};
}

/// Returns the options of the sort of the found keys. The kernels store these keys as unsigned integers that ascend in
/// the wanted order.
SortOptions order_of_words(const TopKOptions& options) {
    const bool wide = size_of(options.type) == 8;
    return {.type = wide ? ElementType::u64 : ElementType::u32,
            .values = options.values || options.indices,
            .end_bit = 8 * size_of(options.type)};
}

std::uint64_t word_bytes(const TopKOptions& options) {
    return std::max(size_of(options.type), 4U);
}

/// The parts of the scratch.
struct TopKParts {
    ScratchLayout::Part state, totals, spare;
    ScratchLayout::Part tiles, scan;
    ScratchLayout::Part words, sort;
    ScratchNeed need;
};

Result<TopKParts> parts_of(const TopKPlan& plan, const DeviceProfile& profile) {
    ScratchLayout layout;
    TopKParts parts;
    const std::uint64_t rounds = rounds_of(plan.options);
    parts.state = layout.add((rounds + 1) * VKALGO_STATE_WORDS * 4);
    parts.totals = layout.add(rounds * kSelectDigits * 4);
    parts.spare = layout.add(4);
    parts.words = layout.add(plan.k * word_bytes(plan.options));
    const auto phases = layout.mark();
    parts.tiles = layout.add((2 * plan.tiles + 1) * 4);
    VKALGO_TRY(const ScratchNeed scan, Scan::scratch({kSortScan, 2 * plan.tiles + 1}, profile));
    parts.scan = layout.add(scan.bytes, scan.usage);
    layout.rewind(phases);
    parts.sort = layout.add(plan.sort.scratch_bytes);
    parts.need = layout.need();
    return parts;
}

std::uint64_t key_bytes(const TopKOptions& options, std::uint64_t keys) {
    return divide_up(keys * size_of(options.type), 4) * 4;
}

/// Declares every argument, in the order of TopKAccess.
std::vector<Argument> arguments_of(const TopKArguments& arguments, const TopKPlan& plan, const DeviceProfile& profile) {
    return {{.name = "keys", .view = arguments.keys, .bytes = plan.keys_bytes},
            {.name = "values", .view = arguments.values, .bytes = plan.values_bytes},
            {.name = "top_keys",
             .view = arguments.top_keys,
             .bytes = plan.top_keys_bytes,
             .access = size_of(plan.options.type) < 4 ? Access::read_write : Access::write},
            {.name = "top_values",
             .view = arguments.top_values,
             .bytes = plan.top_values_bytes,
             .access = Access::read_write},
            found_argument(arguments.found),
            scratch_argument(arguments.scratch, plan.scratch_bytes, profile.vector_offset_alignment()),
            count_argument(arguments.count_buffer)};
}

std::vector<SpecializationConstant> constants_of(const TopKOptions& options, const DeviceProfile& profile) {
    std::vector<SpecializationConstant> constants =
        sort_item_constants(wanted_order(options), composed_threads(profile));
    constants.push_back({VKALGO_SELECT_CONSTANT_KEY_BITS, 8 * size_of(options.type)});
    constants.push_back({VKALGO_SELECT_CONSTANT_EACH, kTopKEach});
    constants.push_back({VKALGO_SELECT_CONSTANT_INDICES, options.indices ? 1u : 0u});
    return constants;
}

/// Returns the number of keys of a workgroup of count_digits.
std::uint64_t digit_items(const TopKPlan& plan, std::uint64_t threads) {
    return std::max(divide_up(plan.count, kMaxGroups), threads * 4);
}

}  // namespace

Result<TopKPlan> plan_top_k(const TopKParams& params, const DeviceProfile& profile) {
    const TopKOptions& options = params.options;
    if (params.k > std::numeric_limits<std::uint32_t>::max()) {
        return Error{ErrorCode::invalid_argument,
                     "k is " + std::to_string(params.k) + "; it can be at most " +
                         std::to_string(std::numeric_limits<std::uint32_t>::max()),
                     "k"};
    }
    if (options.values && options.indices) {
        return Error{ErrorCode::invalid_argument, "indices take the place of values; set only one of them", "indices"};
    }
    TopKPlan plan;
    plan.options = options;
    plan.count = params.count;
    plan.k = std::min(params.count, params.k);
    VKALGO_TRY(const SortBytes all, sort_bytes({wanted_order(options), plan.count}, profile));
    VKALGO_TRY(plan.sort, plan_sort({order_of_words(options), plan.k}, profile));
    const std::uint64_t threads = composed_threads(profile);
    plan.tiles = divide_up(plan.count, threads * kTopKEach);
    plan.keys_bytes = all.keys;
    plan.values_bytes = all.values;
    plan.top_keys_bytes = key_bytes(options, plan.k);
    plan.top_values_bytes = plan.sort.values_bytes;
    VKALGO_TRY(const TopKParts parts, parts_of(plan, profile));
    plan.scratch_bytes = parts.need.bytes;
    VKALGO_CHECK(check_scratch("the search for the first keys", plan.scratch_bytes,
                               std::max(parts.words.size, parts.tiles.size), profile));
    VKALGO_TRY(const ScanPlan scan, plan_scan({kSortScan, 2 * plan.tiles + 1}, profile));
    plan.dispatches = 2 * rounds_of(options) + scan.dispatches + plan.sort.dispatches + 3;
    plan.predicted_ms =
        plan.sort.predicted_ms + predict_beside(profile, plan.dispatches - plan.sort.dispatches, plan.count,
                                                (rounds_of(options) + 2) * size_of(options.type));
    plan.loop_iterations =
        std::max({digit_items(plan, threads) / threads + 3 * divide_up(kSelectDigits, threads),
                  3 * std::uint64_t{kTopKEach} + 16, scan.loop_iterations, plan.sort.loop_iterations});
    return plan;
}

struct TopK::Plans : KeptPlans<std::pair<std::uint64_t, std::uint64_t>, TopKPlan> {};

Result<TopK> TopK::create(Context& context, const TopKOptions& options) {
    VKALGO_TRY(const TopKPlan any, plan_top_k({options, 1, 1}, context.profile()));
    return create_planned(context, any);
}

Result<TopK> TopK::create_planned(Context& context, const TopKPlan& plan) {
    const DeviceProfile& profile = context.profile();
    const TopKOptions& options = plan.options;
    TopK top;
    top.context_ = &context;
    top.options_ = options;
    top.plans_ = std::make_shared<Plans>();
    top.plans_->keep({plan.count, plan.k}, plan);
    VKALGO_TRY(top.sort_, Sort::create_planned(context, plan.sort));
    VKALGO_TRY(Scan scan, Scan::create(context, kSortScan));
    top.scan_ = std::make_shared<const Scan>(std::move(scan));
    const auto kernel = [&](const char* name, std::span<const std::uint32_t> spirv) {
        return context.kernel({name, spirv, constants_of(options, profile), 0});
    };
    VKALGO_TRY(top.count_digits_, kernel("sort/count_digits", spirv::sort_count_digits));
    VKALGO_TRY(top.choose_digit_, kernel("sort/choose_digit", spirv::sort_choose_digit));
    VKALGO_TRY(top.count_selected_, kernel("sort/count_selected", spirv::sort_count_selected));
    VKALGO_TRY(top.move_selected_, kernel("sort/move_selected", spirv::sort_move_selected));
    VKALGO_TRY(top.store_, kernel("sort/store_keys", spirv::sort_store_keys));
    return top;
}

Result<ScratchNeed> TopK::scratch(const TopKParams& params, const DeviceProfile& profile) {
    VKALGO_TRY(const TopKPlan plan, plan_top_k(params, profile));
    VKALGO_TRY(const TopKParts parts, parts_of(plan, profile));
    return parts.need;
}

Result<std::shared_ptr<const TopKPlan>> TopK::plan(const TopKArguments& arguments) const {
    return plans_->get({arguments.count, arguments.k}, [&] {
        return plan_top_k({options_, arguments.count, arguments.k}, context_->profile());
    });
}

Result<TopKAccess> TopK::access(const TopKArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "search for the first keys"));
    VKALGO_TRY(const auto plan, this->plan(arguments));
    return accesses_of<TopKAccess>(*context_, arguments_of(arguments, *plan, context_->profile()),
                                   [&](Recorder& recorder) { return record(recorder, arguments); });
}

Result<void> TopK::record(Recorder& recorder, const TopKArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "search for the first keys"));
    const DeviceProfile& profile = context_->profile();
    VKALGO_TRY(const auto kept, this->plan(arguments));
    const TopKPlan& plan = *kept;
    VKALGO_CHECK(check_arguments(arguments_of(arguments, plan, profile), profile));
    const SpanScope span(recorder, "top k");
    VKALGO_TRY(const TopKParts parts, parts_of(plan, profile));
    const auto part = [&](const ScratchLayout::Part& one) { return ScratchLayout::view(arguments.scratch, one); };
    const BufferView state = part(parts.state), totals = part(parts.totals), words = part(parts.words);
    const std::uint32_t rounds = rounds_of(options_);
    const std::uint32_t last_state = rounds * VKALGO_STATE_WORDS;
    recorder.fill(state, 0);
    if (plan.k != 0) {
        const BoundWord counted = count_word(arguments.count_buffer, totals, profile);
        const BufferView keys = arguments.keys.slice(0, plan.keys_bytes);
        const BufferView values = options_.values ? arguments.values.slice(0, plan.values_bytes) : keys;
        const BufferView top_values =
            plan.top_values_bytes != 0 ? arguments.top_values.slice(0, plan.top_values_bytes) : part(parts.spare);
        recorder.fill(totals, 0);
        const std::uint64_t items = digit_items(plan, composed_threads(profile));
        const std::uint64_t groups = divide_up(plan.count, items);
        for (std::uint32_t round = 0; round < rounds; ++round) {
            const std::uint32_t bit = (rounds - 1 - round) * VKALGO_SELECT_DIGIT_BITS;
            const std::uint64_t above = round == 0 ? 0 : ~std::uint64_t{0} << (bit + VKALGO_SELECT_DIGIT_BITS);
            recorder.dispatch(*count_digits_, {keys, keys, state, totals, counted.view},
                              shader::DigitsPush{word(plan.count), counted.index + 1, word(groups), word(items), bit,
                                                 word(above), word(above >> 32), round},
                              Groups::linear(groups, *context_));
            recorder.dispatch(*choose_digit_, {state, state, totals, counted.view},
                              shader::ChoosePush{word(plan.count), counted.index + 1, word(plan.k), bit, round},
                              Groups{});
        }
        const BufferView tiles = part(parts.tiles);
        const shader::SelectPush push{word(plan.count), counted.index + 1, word(plan.tiles), last_state};
        recorder.dispatch(*count_selected_, {keys, keys, state, tiles, counted.view}, push,
                          Groups::linear(plan.tiles, *context_));
        VKALGO_CHECK(scan_->record(
            recorder, {.values = tiles, .results = tiles, .scratch = part(parts.scan), .count = 2 * plan.tiles + 1}));
        recorder.dispatch(*move_selected_, {keys, values, state, tiles, words, top_values, counted.view}, push,
                          Groups::linear(plan.tiles, *context_));
        VKALGO_CHECK(
            sort_.record(recorder, {.keys = words,
                                    .values = plan.top_values_bytes != 0 ? top_values : BufferView{},
                                    .scratch = part(parts.sort),
                                    .count = plan.k,
                                    .count_buffer = state.slice((last_state + VKALGO_STATE_FOUND) * 4ULL, 4)}));
    }
    if (plan.k != 0 || arguments.found) {
        const BufferView top_keys = plan.k != 0 ? arguments.top_keys.slice(0, plan.top_keys_bytes) : part(parts.spare);
        const BoundWord found = bind_word(arguments.found ? arguments.found.slice(0, 4) : part(parts.spare), profile);
        const std::uint64_t stored = plan.top_keys_bytes / 4;
        recorder.dispatch(
            *store_, {words, words, top_keys, top_keys, state, found.view},
            shader::StorePush{word(stored), word(plan.k), last_state + VKALGO_STATE_FOUND, found.index},
            Groups::linear(std::max<std::uint64_t>(divide_up(stored, composed_threads(profile)), 1), *context_));
    }
    return recorder.status();
}

}  // namespace vkalgo
