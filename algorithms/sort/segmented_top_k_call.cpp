#include "algorithms/sort/segmented_top_k_call.hpp"

#include "algorithms/sort/call_runs.hpp"
#include "algorithms/sort/composed.hpp"
#include "algorithms/sort/sort_method.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

/// Returns the index at which the found keys of each segment begin and, as one more element, the number of all found
/// keys.
std::vector<std::uint32_t> found_offsets(std::span<const std::uint32_t> offsets, std::uint64_t k) {
    std::vector<std::uint32_t> found{0};
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
        const std::uint64_t keys = offsets[s + 1] - offsets[s];
        found.push_back(found.back() + static_cast<std::uint32_t>(std::min(keys, k)));
    }
    return found;
}

/// Returns the rank of each found key in the order of all keys. All keys are ordered by segment first, so the keys of
/// segment s have the ranks from offsets[s] on.
std::vector<std::uint32_t> ranks_of(std::span<const std::uint32_t> offsets, std::span<const std::uint32_t> found) {
    std::vector<std::uint32_t> ranks;
    ranks.reserve(found.back());
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
        for (std::uint32_t i = 0; i < found[s + 1] - found[s]; ++i) {
            ranks.push_back(offsets[s] + i);
        }
    }
    return ranks;
}

}  // namespace

Result<SegmentedTopKCallPlan> plan_segmented_top_k_call(const TopKCallOptions& options,
                                                        std::span<const std::uint32_t> offsets, std::uint64_t k,
                                                        const DeviceProfile& profile) {
    const std::uint64_t count = offsets.empty() ? 0 : offsets.back();
    if (const std::string wrong = segment_offsets_error(offsets, count); !wrong.empty()) {
        return Error{ErrorCode::invalid_argument, wrong, "offsets"};
    }
    if (options.top.values && options.top.indices) {
        return Error{ErrorCode::invalid_argument, "indices take the place of values; set only one of them", "indices"};
    }
    const std::uint64_t segments = offsets.size() - 1;
    const SortOptions order{
        .type = options.top.type, .descending = !options.top.smallest, .values = true, .indices = true};
    SegmentedTopKCallPlan call;
    call.options = options.top;
    call.k = k;
    call.found = found_offsets(offsets, k).back();
    VKALGO_TRY(call.sort,
               plan_segmented_sort({{order, static_cast<std::uint32_t>(segments)}, count, segments}, profile));
    call.keys_bytes = call_buffer_bytes(call.sort.keys_bytes);
    call.order_bytes = call_buffer_bytes(call.sort.values_bytes);
    call.offsets_bytes = call_buffer_bytes(call.sort.offsets_bytes);
    call.ranks_bytes = call_buffer_bytes(call.found * 4);
    call.positions_bytes = call.ranks_bytes;
    call.scratch_bytes = call_buffer_bytes(call.sort.scratch_bytes);
    call.staging_bytes =
        Runner::staging_bytes(std::max({call.keys_bytes, call.offsets_bytes, call.ranks_bytes}), call.positions_bytes);
    VKALGO_CHECK(
        check_call_memory("this search for the first keys of segments", call.device_bytes(), options.call, profile));
    return call;
}

Result<SegmentedTopKResult> segmented_top_k_of(Runner& runner, std::span<const std::byte> keys,
                                               std::span<const std::uint32_t> values,
                                               std::span<const std::uint32_t> offsets, std::uint64_t k,
                                               const TopKCallOptions& options) {
    TopKCallOptions own{options.top, within_context(options.call, runner.context())};
    own.top.values = !values.empty();
    VKALGO_TRY(const SegmentedTopKCallPlan plan,
               plan_segmented_top_k_call(own, offsets, k, runner.context().profile()));
    return segmented_top_k_of(runner, keys, values, offsets, plan, options.call);
}

Result<SegmentedTopKResult> segmented_top_k_of(Runner& runner, std::span<const std::byte> keys,
                                               std::span<const std::uint32_t> values,
                                               std::span<const std::uint32_t> offsets,
                                               const SegmentedTopKCallPlan& plan, const CallOptions& call) {
    const TopKOptions& options = plan.options;
    const std::size_t bytes = size_of(options.type);
    VKALGO_TRY(const std::uint64_t count, whole_keys(keys.size(), size_of(options.type), to_string(options.type)));
    if (const std::string wrong = segment_offsets_error(offsets, count); !wrong.empty()) {
        return Error{ErrorCode::invalid_argument, wrong, "offsets"};
    }
    VKALGO_CHECK(check_planned(plan.sort.count, count, options.values, !values.empty()));
    VKALGO_CHECK(check_values(values.size(), count, false));
    SegmentedTopKResult result;
    result.plan = plan;
    result.offsets = found_offsets(offsets, plan.k);
    if (offsets.size() - 1 != plan.sort.segments || result.offsets.back() != plan.found) {
        return Error{ErrorCode::invalid_argument, "the plan is for other segments; plan again for these offsets",
                     "plan"};
    }
    Context& context = runner.context();
    VKALGO_TRY(const SegmentedSort sort, SegmentedSort::create_planned(context, plan.sort));
    VKALGO_TRY(const auto gather, context.kernel(sort_gather_kernel(32)));
    const std::vector<std::uint32_t> ranks = ranks_of(offsets, result.offsets);
    std::vector<std::uint32_t> positions(ranks.size());
    const CallBuffer buffers[] = {{"keys", plan.keys_bytes, keys},
                                  {"order", plan.order_bytes},
                                  {"offsets", plan.offsets_bytes, std::as_bytes(offsets)},
                                  {"ranks", plan.ranks_bytes, std::as_bytes(std::span(ranks))},
                                  {"positions", plan.positions_bytes, {}, std::as_writable_bytes(std::span(positions))},
                                  {"scratch", plan.scratch_bytes}};
    VKALGO_TRY(result.report, run_call(runner, call, "search for the first keys", buffers,
                                       [&](Recorder& recorder, std::span<const BufferView> views) -> Result<void> {
                                           VKALGO_CHECK(sort.record(recorder, {.keys = views[0],
                                                                               .values = views[1],
                                                                               .offsets = views[2],
                                                                               .scratch = views[5],
                                                                               .count = count,
                                                                               .segments = plan.sort.segments}));
                                           if (plan.found != 0) {
                                               gather_sort_elements(
                                                   recorder, *gather, views[3], views[1],
                                                   views[4].slice(0, plan.found * 4), plan.found,
                                                   count_word({}, views[3], recorder.context().profile()));
                                           }
                                           return recorder.status();
                                       }));
    result.report.scratch_bytes = plan.scratch_bytes;
    // The host has the keys and the values: the device only returns the positions of the found keys.
    result.keys.resize(positions.size() * bytes);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        std::memcpy(result.keys.data() + i * bytes, keys.data() + positions[i] * bytes, bytes);
    }
    if (options.indices) {
        result.values = std::move(positions);
    } else if (options.values) {
        result.values.resize(positions.size());
        std::transform(positions.begin(), positions.end(), result.values.begin(),
                       [&](std::uint32_t position) { return values[position]; });
    }
    return result;
}

}  // namespace vkalgo
