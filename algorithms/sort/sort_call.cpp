#include "algorithms/sort/sort_call.hpp"

#include "algorithms/sort/call_runs.hpp"
#include "algorithms/sort/sort_method.hpp"
#include "engine/clock.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

/// The host's input (`keys`, `values`), and where the results go (`sorted`, `moved`). Empty spans are not copied.
struct HostSpans {
    std::span<const std::byte> keys;
    std::span<const std::byte> values;
    std::span<std::byte> sorted;
    std::span<std::byte> moved;
};

SortCallOptions with_values(SortCallOptions options, std::span<const std::uint32_t> values) {
    options.sort.values = !values.empty() || options.sort.indices;
    options.sort.value_bits = 32;
    return options;
}

Result<std::uint64_t> count_of(std::span<const std::byte> keys, const SortOptions& options) {
    return whole_keys(keys.size(), size_of(options.type), to_string(options.type));
}

/// Returns the plan, within the context's memory limit.
Result<SortCallPlan> planned(const Context& context, SortCallOptions own, std::uint64_t count) {
    own.call = within_context(std::move(own.call), context);
    return plan_sort_call(own, count, context.profile());
}

Result<SortResult> sort_on_device(Runner& runner, const HostSpans& spans, const SortCallPlan& plan,
                                  const CallOptions& call) {
    const std::uint64_t count = plan.plan.count;
    VKALGO_TRY(const Sort sort, Sort::create_planned(runner.context(), plan.plan));
    const CallBuffer buffers[] = {{"keys", plan.keys_bytes, spans.keys, spans.sorted},
                                  {"values", plan.values_bytes, spans.values, spans.moved},
                                  {"scratch", plan.scratch_bytes}};
    SortResult result;
    VKALGO_TRY(result.report,
               run_call(runner, call, "sort", buffers, [&](Recorder& recorder, std::span<const BufferView> views) {
                   return sort.record(recorder,
                                      {.keys = views[0], .values = views[1], .scratch = views[2], .count = count});
               }));
    result.report.scratch_bytes = plan.scratch_bytes;
    result.plan = plan.plan;
    return result;
}

/// Checks the keys that a plan is to sort, and the values that go with them.
template <class Value>
Result<void> check_spans(std::span<const std::byte> keys, std::span<Value> values, const SortPlan& plan) {
    VKALGO_TRY(const std::uint64_t count, count_of(keys, plan.options));
    VKALGO_CHECK(check_planned(plan.count, count, plan.options.values, !values.empty()));
    if (!values.empty() && plan.options.value_bits != 8 * sizeof(Value)) {
        return Error{ErrorCode::invalid_argument,
                     "the plan has values of " + std::to_string(plan.options.value_bits) +
                         " bits, but the given values have " + std::to_string(8 * sizeof(Value)),
                     "plan"};
    }
    return check_values(values.size(), count, plan.options.indices);
}

}  // namespace

Result<SortCallPlan> plan_sort_call(const SortCallOptions& options, std::uint64_t count, const DeviceProfile& profile) {
    SortCallPlan call;
    VKALGO_TRY(call.plan, plan_sort({options.sort, count}, profile));
    if (call.plan.on_host()) {
        return call;
    }
    call.keys_bytes = Buffer::rounded(call.plan.keys_bytes);
    call.values_bytes = call_buffer_bytes(call.plan.values_bytes);
    call.scratch_bytes = call_buffer_bytes(call.plan.scratch_bytes);
    const std::uint64_t uploaded = options.sort.indices ? 0 : call.values_bytes;
    call.staging_bytes =
        Runner::staging_bytes(std::max(call.keys_bytes, uploaded), std::max(call.keys_bytes, call.values_bytes));
    VKALGO_CHECK(
        check_call_memory("a sort of " + std::to_string(count) + " keys", call.device_bytes(), options.call, profile));
    return call;
}

Result<SortResult> sort_in_place(Runner& runner, std::span<std::byte> keys, std::span<std::uint32_t> values,
                                 const SortCallOptions& options) {
    VKALGO_TRY(const std::uint64_t count, count_of(keys, options.sort));
    VKALGO_CHECK(check_values(values.size(), count, options.sort.indices));
    VKALGO_TRY(const SortCallPlan plan, planned(runner.context(), with_values(options, values), count));
    return sort_in_place(runner, keys, values, plan, options.call);
}

Result<SortResult> sort_in_place(Runner& runner, std::span<std::byte> keys, std::span<std::uint32_t> values,
                                 const SortCallPlan& plan, const CallOptions& call) {
    if (plan.plan.on_host()) {
        return sort_on_host(keys, values, plan.plan, call);
    }
    VKALGO_CHECK(check_spans(keys, values, plan.plan));
    const std::span<std::byte> moved = std::as_writable_bytes(values);
    const bool written_only = plan.plan.options.indices;
    return sort_on_device(runner, {keys, written_only ? std::span<std::byte>() : moved, keys, moved}, plan, call);
}

Result<SortResult> sort_pairs_in_place(Runner& runner, std::span<std::byte> keys, std::span<std::uint64_t> values,
                                       const SortCallOptions& options) {
    VKALGO_TRY(const std::uint64_t count, count_of(keys, options.sort));
    VKALGO_CHECK(check_values(values.size(), count, true));
    SortCallOptions own = options;
    own.sort.values = true;
    own.sort.value_bits = 64;
    VKALGO_TRY(const SortCallPlan plan, planned(runner.context(), std::move(own), count));
    return sort_pairs_in_place(runner, keys, values, plan, options.call);
}

Result<SortResult> sort_pairs_in_place(Runner& runner, std::span<std::byte> keys, std::span<std::uint64_t> values,
                                       const SortCallPlan& plan, const CallOptions& call) {
    VKALGO_CHECK(check_spans(keys, values, plan.plan));
    const std::span<std::byte> moved = std::as_writable_bytes(values);
    return sort_on_device(runner, {keys, moved, keys, moved}, plan, call);
}

Result<ArgsortResult> argsort_of(Runner& runner, std::span<const std::byte> keys, const SortCallOptions& options) {
    VKALGO_TRY(const std::uint64_t count, count_of(keys, options.sort));
    ArgsortResult result;
    result.indices.resize(count);
    SortCallOptions with_indices = options;
    with_indices.sort.values = with_indices.sort.indices = true;
    with_indices.sort.value_bits = 32;
    VKALGO_TRY(const SortCallPlan plan, planned(runner.context(), std::move(with_indices), count));
    if (plan.plan.on_host()) {
        std::vector<std::byte> sorted(keys.begin(), keys.end());
        VKALGO_TRY(result.sorted, sort_on_host(sorted, result.indices, plan.plan, options.call));
        return result;
    }
    VKALGO_TRY(result.sorted, sort_on_device(runner, {keys, {}, {}, std::as_writable_bytes(std::span(result.indices))},
                                             plan, options.call));
    return result;
}

Result<SortResult> sort_on_host(std::span<std::byte> keys, std::span<std::uint32_t> values,
                                const SortCallOptions& options) {
    VKALGO_TRY(const std::uint64_t count, count_of(keys, options.sort));
    VKALGO_CHECK(check_values(values.size(), count, options.sort.indices));
    VKALGO_CHECK(check_repeat(options.call));
    VKALGO_TRY(const SortPlan plan, plan_sort({with_values(options, values).sort, count}, DeviceProfile{}));
    return sort_on_host(keys, values, plan, options.call);
}

Result<SortResult> sort_on_host(std::span<std::byte> keys, std::span<std::uint32_t> values, const SortPlan& plan,
                                const CallOptions& call) {
    VKALGO_CHECK(check_spans(keys, values, plan));
    VKALGO_CHECK(check_repeat(call));
    SortResult result;
    result.plan = plan;
    if (!plan.on_host()) {
        return Error{ErrorCode::unsupported,
                     "the method '" + std::string(plan.method_name()) + "' needs a device; use sort_in_place",
                     "method"};
    }
    std::vector<std::byte> sorted_keys;
    std::vector<std::uint32_t> sorted_values;
    const int untimed = call.warm_up ? 1 : 0;
    for (int turn = 0; turn < untimed + call.repeat; ++turn) {
        sorted_keys.assign(keys.begin(), keys.end());
        sorted_values.assign(values.begin(), values.end());
        if (plan.options.indices) {
            std::iota(sorted_values.begin(), sorted_values.end(), 0U);
        }
        result.report.spans.clear();
        const auto start = std::chrono::steady_clock::now();
        VKALGO_CHECK(plan.method->sort_on_host(plan, sorted_keys, sorted_values, call.cancel, result.report.spans));
        const double taken = milliseconds_since(start);
        if (turn < untimed) {
            continue;
        }
        result.host_milliseconds.push_back(taken);
        if (call.progress) {
            call.progress((turn - untimed + 1.0) / call.repeat);
        }
        if (call.cancel.stop_requested()) {
            return Error{ErrorCode::cancelled, "the sort was cancelled", "cancel"};
        }
    }
    std::copy(sorted_keys.begin(), sorted_keys.end(), keys.begin());
    std::copy(sorted_values.begin(), sorted_values.end(), values.begin());
    return result;
}

}  // namespace vkalgo
