#include "algorithms/sort/segmented_sort_call.hpp"

#include "algorithms/sort/call_runs.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

/// Returns the number of keys. Errors: invalid_argument, as segmented_sort_in_place returns it.
Result<std::uint64_t> checked_count(std::span<const std::byte> keys, std::span<const std::uint32_t> values,
                                    std::span<const std::uint32_t> offsets, const SortOptions& options) {
    VKALGO_TRY(const std::uint64_t count, whole_keys(keys.size(), size_of(options.type), to_string(options.type)));
    VKALGO_CHECK(check_values(values.size(), count, options.indices));
    if (const std::string wrong = segment_offsets_error(offsets, count); !wrong.empty()) {
        return Error{ErrorCode::invalid_argument, wrong, "offsets"};
    }
    return count;
}

}  // namespace

Result<SegmentedSortCallPlan> plan_segmented_sort_call(const SortCallOptions& options, std::uint64_t count,
                                                       std::uint64_t segments, const DeviceProfile& profile) {
    if (segments > std::numeric_limits<std::uint32_t>::max()) {
        return Error{ErrorCode::too_large,
                     std::to_string(segments) + " segments are too many; give at most " +
                         std::to_string(std::numeric_limits<std::uint32_t>::max()),
                     "offsets"};
    }
    const SegmentedSortOptions own{options.sort, static_cast<std::uint32_t>(segments)};
    SegmentedSortCallPlan call;
    VKALGO_TRY(call.plan, plan_segmented_sort({own, count, segments}, profile));
    call.keys_bytes = call_buffer_bytes(call.plan.keys_bytes);
    call.values_bytes = call_buffer_bytes(call.plan.values_bytes);
    call.offsets_bytes = call_buffer_bytes(call.plan.offsets_bytes);
    call.scratch_bytes = call_buffer_bytes(call.plan.scratch_bytes);
    const std::uint64_t given = options.sort.indices ? 0 : call.values_bytes;
    call.staging_bytes = Runner::staging_bytes(std::max({call.keys_bytes, given, call.offsets_bytes}),
                                               std::max(call.keys_bytes, call.values_bytes));
    VKALGO_CHECK(check_call_memory("this segmented sort", call.device_bytes(), options.call, profile));
    return call;
}

Result<SegmentedSortResult> segmented_sort_in_place(Runner& runner, std::span<std::byte> keys,
                                                    std::span<std::uint32_t> values,
                                                    std::span<const std::uint32_t> offsets,
                                                    const SortCallOptions& options) {
    VKALGO_TRY(const std::uint64_t count, checked_count(keys, values, offsets, options.sort));
    SortCallOptions own{options.sort, within_context(options.call, runner.context())};
    own.sort.values = !values.empty() || own.sort.indices;
    own.sort.value_bits = 32;
    VKALGO_TRY(const SegmentedSortCallPlan plan,
               plan_segmented_sort_call(own, count, offsets.size() - 1, runner.context().profile()));
    return segmented_sort_in_place(runner, keys, values, offsets, plan, options.call);
}

Result<SegmentedSortResult> segmented_sort_in_place(Runner& runner, std::span<std::byte> keys,
                                                    std::span<std::uint32_t> values,
                                                    std::span<const std::uint32_t> offsets,
                                                    const SegmentedSortCallPlan& plan, const CallOptions& call) {
    const SegmentedSortOptions& options = plan.plan.options;
    VKALGO_TRY(const std::uint64_t count, checked_count(keys, values, offsets, options.sort));
    VKALGO_CHECK(check_planned(plan.plan.count, count, options.sort.values, !values.empty()));
    if (options.sort.value_bits != 32) {
        return Error{ErrorCode::invalid_argument, "the plan has values of 64 bits, but the given values have 32",
                     "plan"};
    }
    if (offsets.size() - 1 != plan.plan.segments) {
        return Error{ErrorCode::invalid_argument,
                     "the plan is for " + std::to_string(plan.plan.segments) + " segments, but there are " +
                         std::to_string(offsets.size() - 1),
                     "plan"};
    }
    VKALGO_TRY(const SegmentedSort sort, SegmentedSort::create_planned(runner.context(), plan.plan));
    SegmentedSortResult result;
    result.plan = plan.plan;
    const std::span<const std::byte> given =
        std::as_bytes(values).first(options.sort.indices ? 0 : values.size_bytes());
    const CallBuffer buffers[] = {{"keys", plan.keys_bytes, keys, keys},
                                  {"values", plan.values_bytes, given, std::as_writable_bytes(values)},
                                  {"offsets", plan.offsets_bytes, std::as_bytes(offsets)},
                                  {"scratch", plan.scratch_bytes}};
    VKALGO_TRY(result.report, run_call(runner, call, "segmented sort", buffers,
                                       [&](Recorder& recorder, std::span<const BufferView> views) {
                                           return sort.record(recorder, {.keys = views[0],
                                                                         .values = views[1],
                                                                         .offsets = views[2],
                                                                         .scratch = views[3],
                                                                         .count = count,
                                                                         .segments = plan.plan.segments});
                                       }));
    result.report.scratch_bytes = plan.scratch_bytes;
    return result;
}

}  // namespace vkalgo
