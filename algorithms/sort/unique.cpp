#include "algorithms/sort/unique.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/kept_plans.hpp"
#include "algorithms/sort/composed.hpp"
#include "algorithms/sort/sort_method.hpp"
#include "algorithms/word.hpp"
#include "engine/context.hpp"
#include "shaders/sort/select.h"
#include "shaders/sort/sort.h"
#include "shaders/sort/unique.h"
#include <vkalgo_spirv/sort/count_heads.hpp>
#include <vkalgo_spirv/sort/count_repeats.hpp>
#include <vkalgo_spirv/sort/move_heads.hpp>
#include <vkalgo_spirv/sort/store_keys.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

constexpr std::uint32_t kUniqueEach = 8;

/// The parts of the scratch.
struct UniqueParts {
    ScratchLayout::Part tiles, scan, words, indices, found, spare;
    ScratchNeed need;
};

Result<UniqueParts> parts_of(const UniquePlan& plan, const DeviceProfile& profile) {
    ScratchLayout layout;
    UniqueParts parts;
    parts.tiles = layout.add(plan.tiles * 4);
    VKALGO_TRY(const ScratchNeed scan, Scan::scratch({kSortScan, plan.tiles}, profile));
    parts.scan = layout.add(scan.bytes, scan.usage);
    parts.words = layout.add(plan.most * std::max(size_of(plan.options.type), 4U));
    parts.indices = layout.add(plan.most * 4);
    parts.found = layout.add(4);
    parts.spare = layout.add(4);
    parts.need = layout.need();
    return parts;
}

/// Declares every argument, in the order of UniqueAccess.
std::vector<Argument> arguments_of(const UniqueArguments& arguments, const UniquePlan& plan,
                                   const DeviceProfile& profile) {
    return {{.name = "keys", .view = arguments.keys, .bytes = plan.keys_bytes},
            {.name = "distinct",
             .view = arguments.distinct,
             .bytes = plan.distinct_bytes,
             .access = size_of(plan.options.type) < 4 ? Access::read_write : Access::write},
            {.name = "counts", .view = arguments.counts, .bytes = plan.counts_bytes, .access = Access::write},
            found_argument(arguments.found),
            scratch_argument(arguments.scratch, plan.scratch_bytes, profile.vector_offset_alignment()),
            count_argument(arguments.count_buffer)};
}

}  // namespace

Result<UniquePlan> plan_unique(const UniqueParams& params, const DeviceProfile& profile) {
    UniquePlan plan;
    plan.options = params.options;
    plan.count = params.count;
    VKALGO_TRY(const SortBytes sorted, sort_bytes({{.type = params.options.type}, params.count}, profile));
    const std::uint64_t bytes = size_of(params.options.type);
    plan.most = bytes < 4 ? std::min(params.count, std::uint64_t{1} << 8 * bytes) : params.count;
    const std::uint64_t threads = composed_threads(profile);
    plan.tiles = divide_up(plan.count, threads * kUniqueEach);
    plan.keys_bytes = sorted.keys;
    plan.distinct_bytes = divide_up(plan.most * bytes, 4) * 4;
    plan.counts_bytes = plan.most * 4;
    VKALGO_TRY(const UniqueParts parts, parts_of(plan, profile));
    plan.scratch_bytes = parts.need.bytes;
    VKALGO_CHECK(check_scratch("the search for distinct keys", plan.scratch_bytes,
                               std::max({parts.words.size, parts.indices.size, plan.counts_bytes}), profile));
    VKALGO_TRY(const ScanPlan scan, plan_scan({kSortScan, plan.tiles}, profile));
    plan.dispatches = scan.dispatches + 4;
    plan.predicted_ms = predict_beside(profile, plan.dispatches, plan.count, 2 * word(bytes)) +
                        predict_beside(profile, 0, plan.most, 2 * std::max(word(bytes), 4U) + word(bytes) + 12);
    plan.loop_iterations = std::max(2 * std::uint64_t{kUniqueEach} + 16, scan.loop_iterations);
    return plan;
}

struct Unique::Plans : KeptPlans<std::uint64_t, UniquePlan> {};

Result<Unique> Unique::create(Context& context, const UniqueOptions& options) {
    VKALGO_TRY(const UniquePlan any, plan_unique({options, 1}, context.profile()));
    return create_planned(context, any);
}

Result<Unique> Unique::create_planned(Context& context, const UniquePlan& plan) {
    const DeviceProfile& profile = context.profile();
    const UniqueOptions& options = plan.options;
    Unique unique;
    unique.context_ = &context;
    unique.options_ = options;
    unique.plans_ = std::make_shared<Plans>();
    unique.plans_->keep(plan.count, plan);
    VKALGO_TRY(Scan scan, Scan::create(context, kSortScan));
    unique.scan_ = std::make_shared<const Scan>(std::move(scan));
    std::vector<SpecializationConstant> constants =
        sort_item_constants({.type = options.type}, composed_threads(profile));
    constants.push_back({VKALGO_SELECT_CONSTANT_KEY_BITS, 8 * size_of(options.type)});
    constants.push_back({VKALGO_SELECT_CONSTANT_EACH, kUniqueEach});
    const auto kernel = [&](const char* name, std::span<const std::uint32_t> spirv) {
        return context.kernel({name, spirv, constants, 0});
    };
    VKALGO_TRY(unique.count_heads_, kernel("sort/count_heads", spirv::sort_count_heads));
    VKALGO_TRY(unique.move_heads_, kernel("sort/move_heads", spirv::sort_move_heads));
    VKALGO_TRY(unique.count_repeats_, kernel("sort/count_repeats", spirv::sort_count_repeats));
    VKALGO_TRY(unique.store_, kernel("sort/store_keys", spirv::sort_store_keys));
    return unique;
}

Result<ScratchNeed> Unique::scratch(const UniqueParams& params, const DeviceProfile& profile) {
    VKALGO_TRY(const UniquePlan plan, plan_unique(params, profile));
    VKALGO_TRY(const UniqueParts parts, parts_of(plan, profile));
    return parts.need;
}

Result<std::shared_ptr<const UniquePlan>> Unique::plan(const UniqueArguments& arguments) const {
    return plans_->get(arguments.count, [&] { return plan_unique({options_, arguments.count}, context_->profile()); });
}

Result<UniqueAccess> Unique::access(const UniqueArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "search for distinct keys"));
    VKALGO_TRY(const auto plan, this->plan(arguments));
    return accesses_of<UniqueAccess>(*context_, arguments_of(arguments, *plan, context_->profile()),
                                     [&](Recorder& recorder) { return record(recorder, arguments); });
}

Result<void> Unique::record(Recorder& recorder, const UniqueArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "search for distinct keys"));
    const DeviceProfile& profile = context_->profile();
    VKALGO_TRY(const auto kept, this->plan(arguments));
    const UniquePlan& plan = *kept;
    VKALGO_CHECK(check_arguments(arguments_of(arguments, plan, profile), profile));
    const SpanScope span(recorder, "unique");
    VKALGO_TRY(const UniqueParts parts, parts_of(plan, profile));
    const auto part = [&](const ScratchLayout::Part& one) { return ScratchLayout::view(arguments.scratch, one); };
    const BufferView tiles = part(parts.tiles), words = part(parts.words), indices = part(parts.indices);
    const BufferView found = part(parts.found);
    const std::uint64_t threads = composed_threads(profile);
    const auto groups = [&](std::uint64_t things) {
        return Groups::linear(std::max<std::uint64_t>(divide_up(things, threads), 1), *context_);
    };
    if (plan.count == 0) {
        recorder.fill(found, 0);
    } else {
        const BoundWord counted = count_word(arguments.count_buffer, part(parts.spare), profile);
        const BufferView keys = arguments.keys.slice(0, plan.keys_bytes);
        const shader::UniquePush push{word(plan.count), counted.index + 1, word(plan.tiles), word(plan.most)};
        recorder.dispatch(*count_heads_, {keys, keys, tiles, counted.view}, push,
                          Groups::linear(plan.tiles, *context_));
        VKALGO_CHECK(scan_->record(
            recorder,
            {.values = tiles, .results = tiles, .scratch = part(parts.scan), .count = plan.tiles, .total = found}));
        recorder.dispatch(*move_heads_, {keys, keys, tiles, words, indices, counted.view}, push,
                          Groups::linear(plan.tiles, *context_));
        recorder.dispatch(*count_repeats_, {indices, found, arguments.counts.slice(0, plan.counts_bytes), counted.view},
                          push, groups(plan.most));
    }
    const BufferView distinct = plan.count != 0 ? arguments.distinct.slice(0, plan.distinct_bytes) : part(parts.spare);
    const BoundWord copy = bind_word(arguments.found ? arguments.found.slice(0, 4) : part(parts.spare), profile);
    recorder.dispatch(*store_, {words, words, distinct, distinct, found, copy.view},
                      shader::StorePush{word(plan.distinct_bytes / 4), word(plan.most), 0, copy.index},
                      groups(plan.distinct_bytes / 4));
    return recorder.status();
}

}  // namespace vkalgo
