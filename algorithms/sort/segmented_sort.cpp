#include "algorithms/sort/segmented_sort.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/kept_plans.hpp"
#include "algorithms/sort/composed.hpp"
#include "algorithms/sort/sort_method.hpp"
#include "engine/context.hpp"
#include "shaders/sort/segments.h"
#include <vkalgo_spirv/sort/gather_elements.hpp>
#include <vkalgo_spirv/sort/mark_segments.hpp>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

/// Invocations of a workgroup of mark_segments and gather_elements, and the items of each invocation.
constexpr std::uint32_t kThreads = 128;
constexpr std::uint32_t kSegmentedEach = 16;
/// Bytes moved per key between the sorts and after them. The segment of each index is written and read, and the segment
/// of each key is written and read. Indices are read twice, to gather the segments and to gather the keys.
constexpr std::uint32_t kMovedBytes = 24;

SortOptions order_of_keys(SortOptions options) {
    options.values = true;
    return sort_by_indices(options);
}

/// Returns the options of the sort by segment numbers. The number of bits is rounded up to a multiple of 8, so that one
/// kernel serves many values of most_segments.
SortOptions order_of_segments(const SegmentedSortOptions& options) {
    const auto bits = static_cast<std::uint32_t>(std::bit_width(options.most_segments - 1));
    return {.values = true, .end_bit = std::max((bits + 7) / 8, 1U) * 8};
}

/// The parts of the scratch.
struct SegmentedParts {
    ScratchLayout::Part keys, values, order;
    ScratchLayout::Part by_key;
    ScratchLayout::Part marks, segments, by_segment;
    ScratchNeed need;
};

SegmentedParts parts_of(const SegmentedSortPlan& plan) {
    ScratchLayout layout;
    SegmentedParts parts;
    const bool moved = plan.options.sort.values && !plan.options.sort.indices;
    parts.keys = layout.add(plan.keys_bytes);
    parts.values = layout.add(moved ? plan.values_bytes : 0);
    parts.order = layout.add(plan.options.sort.indices ? 0 : plan.count * 4);
    const auto phases = layout.mark();
    parts.by_key = layout.add(plan.by_key.scratch_bytes);
    layout.rewind(phases);
    if (plan.options.most_segments > 1) {
        parts.marks = layout.add(plan.count * 4);
        parts.segments = layout.add(plan.count * 4);
        parts.by_segment = layout.add(plan.by_segment.scratch_bytes);
    }
    parts.need = layout.need();
    return parts;
}

/// Declares every argument, in the order of SegmentedSortAccess.
std::vector<Argument> arguments_of(const SegmentedSortArguments& arguments, const SegmentedSortPlan& plan,
                                   const DeviceProfile& profile) {
    return {{.name = "keys",
             .view = arguments.keys,
             .bytes = plan.keys_bytes,
             .alignment = size_of(plan.options.sort.type) < 4 ? profile.vector_offset_alignment() : 0,
             .access = Access::read_write},
            {.name = "values", .view = arguments.values, .bytes = plan.values_bytes, .access = Access::read_write},
            {.name = "offsets", .view = arguments.offsets, .bytes = plan.offsets_bytes},
            scratch_argument(arguments.scratch, plan.scratch_bytes, profile.vector_offset_alignment()),
            count_argument(arguments.count_buffer)};
}

std::vector<SpecializationConstant> constants_of(std::uint32_t bits) {
    return {{VKALGO_SEGMENTS_CONSTANT_THREADS, kThreads},
            {VKALGO_SEGMENTS_CONSTANT_EACH, kSegmentedEach},
            {VKALGO_SEGMENTS_CONSTANT_BITS, bits}};
}

}  // namespace

Result<SegmentedSortPlan> plan_segmented_sort(const SegmentedSortParams& params, const DeviceProfile& profile) {
    if (params.segments == 0 || params.segments > params.options.most_segments) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(params.segments) + " segments are given; give 1 to most_segments (" +
                         std::to_string(params.options.most_segments) + ")",
                     "segments"};
    }
    SegmentedSortPlan plan;
    plan.options = params.options;
    plan.count = params.count;
    plan.segments = params.segments;
    VKALGO_TRY(const SortBytes asked, sort_bytes({params.options.sort, params.count}, profile));
    VKALGO_TRY(plan.by_key, plan_sort({order_of_keys(params.options.sort), params.count}, profile));
    plan.keys_bytes = asked.keys;
    plan.values_bytes = asked.values;
    plan.offsets_bytes = (params.segments + 1) * 4;
    plan.dispatches = plan.by_key.dispatches + 2;
    if (params.options.most_segments > 1) {
        VKALGO_TRY(plan.by_segment, plan_sort({order_of_segments(params.options), params.count}, profile));
        plan.dispatches += plan.by_segment.dispatches + 2;
    }
    if (params.options.sort.values && !params.options.sort.indices) {
        plan.dispatches += 2;
    }
    const SegmentedParts parts = parts_of(plan);
    plan.scratch_bytes = parts.need.bytes;
    VKALGO_CHECK(check_scratch("the segmented sort", plan.scratch_bytes,
                               std::max({parts.keys.size, parts.values.size, plan.count * 4, plan.offsets_bytes}),
                               profile));
    // In mark_segments the invocations of a workgroup make one search together. Then each index needs one search among
    // the workgroup's segments.
    const std::uint64_t search = static_cast<std::uint64_t>(std::bit_width(params.segments)) + 2;
    plan.loop_iterations = std::max(
        {plan.by_key.loop_iterations, plan.by_segment.loop_iterations, kSegmentedEach * (search + 6) + search});
    const std::uint64_t sorts = plan.by_key.dispatches + plan.by_segment.dispatches;
    plan.predicted_ms = plan.by_key.predicted_ms +
                        (params.options.most_segments > 1 ? plan.by_segment.predicted_ms : 0) +
                        predict_beside(profile, plan.dispatches - sorts, plan.count,
                                       kMovedBytes + 4 * size_of(params.options.sort.type));
    return plan;
}

struct SegmentedSort::Plans : KeptPlans<std::pair<std::uint64_t, std::uint64_t>, SegmentedSortPlan> {};

Result<SegmentedSort> SegmentedSort::create(Context& context, const SegmentedSortOptions& options) {
    VKALGO_TRY(const SegmentedSortPlan any, plan_segmented_sort({options, 1, 1}, context.profile()));
    return create_planned(context, any);
}

Result<SegmentedSort> SegmentedSort::create_planned(Context& context, const SegmentedSortPlan& plan) {
    const SegmentedSortOptions& options = plan.options;
    SegmentedSort sort;
    sort.context_ = &context;
    sort.options_ = options;
    sort.plans_ = std::make_shared<Plans>();
    sort.plans_->keep({plan.count, plan.segments}, plan);
    VKALGO_TRY(sort.by_key_, Sort::create_planned(context, plan.by_key));
    const auto kernel = [&](const char* name, std::span<const std::uint32_t> spirv, std::uint32_t bits) {
        return context.kernel({name, spirv, constants_of(bits), 0});
    };
    if (options.most_segments > 1) {
        VKALGO_TRY(sort.by_segment_, Sort::create_planned(context, plan.by_segment));
        VKALGO_TRY(sort.mark_, kernel("sort/mark_segments", spirv::sort_mark_segments, 0));
    }
    VKALGO_TRY(sort.copy_, context.kernel(sort_copy_kernel()));
    VKALGO_TRY(sort.gather_keys_,
               kernel("sort/gather_elements", spirv::sort_gather_elements, 8 * size_of(options.sort.type)));
    VKALGO_TRY(sort.gather_words_, kernel("sort/gather_elements", spirv::sort_gather_elements, 32));
    VKALGO_TRY(sort.gather_values_,
               kernel("sort/gather_elements", spirv::sort_gather_elements, options.sort.value_bits));
    return sort;
}

Result<ScratchNeed> SegmentedSort::scratch(const SegmentedSortParams& params, const DeviceProfile& profile) {
    VKALGO_TRY(const SegmentedSortPlan plan, plan_segmented_sort(params, profile));
    return parts_of(plan).need;
}

Result<std::shared_ptr<const SegmentedSortPlan>> SegmentedSort::plan(const SegmentedSortArguments& arguments) const {
    return plans_->get({arguments.count, arguments.segments}, [&] {
        return plan_segmented_sort({options_, arguments.count, arguments.segments}, context_->profile());
    });
}

Result<SegmentedSortAccess> SegmentedSort::access(const SegmentedSortArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "segmented sort"));
    VKALGO_TRY(const auto plan, this->plan(arguments));
    return accesses_of<SegmentedSortAccess>(*context_, arguments_of(arguments, *plan, context_->profile()),
                                            [&](Recorder& recorder) { return record(recorder, arguments); });
}

Result<void> SegmentedSort::record(Recorder& recorder, const SegmentedSortArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "segmented sort"));
    const DeviceProfile& profile = context_->profile();
    VKALGO_TRY(const auto kept, this->plan(arguments));
    const SegmentedSortPlan& plan = *kept;
    VKALGO_CHECK(check_arguments(arguments_of(arguments, plan, profile), profile));
    if (plan.count == 0) {
        return recorder.status();
    }
    const SpanScope span(recorder, "segmented sort");
    const SegmentedParts parts = parts_of(plan);
    const auto part = [&](const ScratchLayout::Part& one) { return ScratchLayout::view(arguments.scratch, one); };
    const bool indices = options_.sort.indices;
    const bool moved = options_.sort.values && !indices;
    const BufferView keys = arguments.keys.slice(0, plan.keys_bytes);
    const BufferView old_keys = part(parts.keys).slice(0, plan.keys_bytes);
    const BufferView values = moved ? arguments.values.slice(0, plan.values_bytes) : BufferView{};
    const BufferView order = indices ? arguments.values.slice(0, plan.values_bytes) : part(parts.order);
    copy_sort_words(recorder, *copy_, keys, old_keys);
    if (moved) {
        copy_sort_words(recorder, *copy_, values, part(parts.values));
    }
    VKALGO_CHECK(by_key_.record(recorder, {.keys = keys,
                                           .values = order,
                                           .scratch = part(parts.by_key),
                                           .count = plan.count,
                                           .count_buffer = arguments.count_buffer}));
    const BoundWord word = count_word(arguments.count_buffer, order, profile);
    const auto dispatch = [&](const Kernel& kernel, std::initializer_list<Binding> bindings, std::uint64_t things) {
        const std::uint64_t groups = divide_up(things, std::uint64_t{kThreads} * kSegmentedEach);
        recorder.dispatch(
            kernel, bindings,
            shader::SegmentsPush{static_cast<std::uint32_t>(plan.count), word.index + 1,
                                 static_cast<std::uint32_t>(groups), static_cast<std::uint32_t>(plan.segments)},
            Groups::linear(groups, *context_));
    };
    if (options_.most_segments > 1) {
        const BufferView marks = part(parts.marks);
        const BufferView segments = part(parts.segments);
        dispatch(*mark_, {arguments.offsets.slice(0, plan.offsets_bytes), marks, word.view}, plan.count);
        dispatch(*gather_words_, {order, marks, segments, segments, word.view}, plan.count);
        VKALGO_CHECK(by_segment_.record(recorder, {.keys = segments,
                                                   .values = order,
                                                   .scratch = part(parts.by_segment),
                                                   .count = plan.count,
                                                   .count_buffer = arguments.count_buffer}));
    }
    dispatch(*gather_keys_, {order, old_keys, keys, keys, word.view}, plan.keys_bytes / 4);
    if (moved) {
        dispatch(*gather_values_, {order, part(parts.values), values, values, word.view}, plan.values_bytes / 4);
    }
    return recorder.status();
}

}  // namespace vkalgo
