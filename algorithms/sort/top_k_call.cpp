#include "algorithms/sort/top_k_call.hpp"

#include "algorithms/sort/call_runs.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace vkalgo {

Result<TopKCallPlan> plan_top_k_call(const TopKCallOptions& options, std::uint64_t count, std::uint64_t k,
                                     const DeviceProfile& profile) {
    TopKCallPlan call;
    VKALGO_TRY(call.plan, plan_top_k({options.top, count, k}, profile));
    call.keys_bytes = call_buffer_bytes(call.plan.keys_bytes);
    call.values_bytes = call_buffer_bytes(call.plan.values_bytes);
    call.top_keys_bytes = call_buffer_bytes(call.plan.top_keys_bytes);
    call.top_values_bytes = call_buffer_bytes(call.plan.top_values_bytes);
    call.scratch_bytes = call_buffer_bytes(call.plan.scratch_bytes);
    call.staging_bytes = Runner::staging_bytes(std::max(call.keys_bytes, call.values_bytes),
                                               std::max(call.top_keys_bytes, call.top_values_bytes));
    VKALGO_CHECK(check_call_memory("this search for the first keys", call.device_bytes(), options.call, profile));
    return call;
}

Result<TopKResult> top_k_of(Runner& runner, std::span<const std::byte> keys, std::span<const std::uint32_t> values,
                            std::uint64_t k, const TopKCallOptions& options) {
    VKALGO_TRY(const std::uint64_t count,
               whole_keys(keys.size(), size_of(options.top.type), to_string(options.top.type)));
    VKALGO_CHECK(check_values(values.size(), count, false));
    TopKCallOptions own{options.top, within_context(options.call, runner.context())};
    own.top.values = !values.empty();
    VKALGO_TRY(const TopKCallPlan plan, plan_top_k_call(own, count, k, runner.context().profile()));
    return top_k_of(runner, keys, values, plan, options.call);
}

Result<TopKResult> top_k_of(Runner& runner, std::span<const std::byte> keys, std::span<const std::uint32_t> values,
                            const TopKCallPlan& plan, const CallOptions& call) {
    const TopKOptions& options = plan.plan.options;
    VKALGO_TRY(const std::uint64_t count, whole_keys(keys.size(), size_of(options.type), to_string(options.type)));
    VKALGO_CHECK(check_planned(plan.plan.count, count, options.values, !values.empty()));
    VKALGO_CHECK(check_values(values.size(), count, false));
    VKALGO_TRY(const TopK top, TopK::create_planned(runner.context(), plan.plan));
    TopKResult result;
    result.plan = plan.plan;
    result.keys.resize(plan.plan.k * size_of(options.type));
    result.values.resize(plan.plan.top_values_bytes / 4);
    const CallBuffer buffers[] = {
        {"keys", plan.keys_bytes, keys},
        {"values", plan.values_bytes, std::as_bytes(values)},
        {"top keys", plan.top_keys_bytes, {}, result.keys},
        {"top values", plan.top_values_bytes, {}, std::as_writable_bytes(std::span(result.values))},
        {"scratch", plan.scratch_bytes}};
    VKALGO_TRY(result.report, run_call(runner, call, "search for the first keys", buffers,
                                       [&](Recorder& recorder, std::span<const BufferView> views) {
                                           return top.record(recorder, {.keys = views[0],
                                                                        .values = views[1],
                                                                        .top_keys = views[2],
                                                                        .top_values = views[3],
                                                                        .scratch = views[4],
                                                                        .count = count,
                                                                        .k = plan.plan.k});
                                       }));
    result.report.scratch_bytes = plan.scratch_bytes;
    return result;
}

Result<TopKFound> top_k_reference(std::span<const std::byte> keys, std::span<const std::uint32_t> values,
                                  std::uint64_t k, const TopKOptions& options) {
    TopKFound found{{keys.begin(), keys.end()}, {values.begin(), values.end()}};
    const std::uint64_t count = keys.size() / size_of(options.type);
    if (values.empty()) {
        found.values.resize(count);
        std::iota(found.values.begin(), found.values.end(), 0U);
    }
    VKALGO_CHECK(sort_reference(found.keys, found.values, {.type = options.type, .descending = !options.smallest}));
    found.keys.resize(std::min(count, k) * size_of(options.type));
    found.values.resize(std::min(count, k));
    return found;
}

}  // namespace vkalgo
