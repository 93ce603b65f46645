#include "algorithms/sort/sort_call.hpp"

#include "algorithms/sort/call_runs.hpp"
#include "algorithms/sort/sort_method.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

std::uint64_t buffer_bytes(std::uint64_t bytes) {
    return bytes == 0 ? 0 : Buffer::rounded(bytes);
}

/// What the host has, and what it wants back; nothing of what is empty.
struct HostSpans {
    std::span<const std::byte> keys;
    std::span<const std::uint32_t> values;
    std::span<std::byte> sorted;
    std::span<std::uint32_t> moved;
};

SortCallOptions with_values(SortCallOptions options, std::span<const std::uint32_t> values) {
    options.sort.values = !values.empty() || options.sort.indices;
    return options;
}

Result<std::uint64_t> count_of(std::span<const std::byte> keys, const SortOptions& options) {
    return whole_keys(keys.size(), size_of(options.type), to_string(options.type));
}

/// What a call is asked for, within the context's memory, and its plan.
struct Planned {
    SortCallOptions own;
    SortCallPlan plan;
};

Result<Planned> planned(const Context& context, SortCallOptions own, std::uint64_t count) {
    own.call.memory_limit = tighter_limit(own.call.memory_limit, context.memory_limit());
    VKALGO_TRY(SortCallPlan plan, plan_sort_call(own, count, context.profile()));
    return Planned{std::move(own), std::move(plan)};
}

Result<SortResult> sort_on_device(Runner& runner, const HostSpans& spans, const SortCallOptions& own,
                                  SortCallPlan plan) {
    const std::uint64_t count = plan.plan.count;
    VKALGO_TRY(const Sort sort, Sort::create(runner.context(), own.sort));
    const CallBuffer buffers[] = {
        {"keys", plan.keys_bytes, spans.keys, spans.sorted},
        {"values", plan.values_bytes, std::as_bytes(spans.values), std::as_writable_bytes(spans.moved)},
        {"scratch", plan.scratch_bytes}};
    SortResult result;
    VKALGO_TRY(result.report,
               run_call(runner, own.call, "sort", buffers, [&](Recorder& recorder, std::span<const BufferView> views) {
                   return sort.record(recorder,
                                      {.keys = views[0], .values = views[1], .scratch = views[2], .count = count});
               }));
    result.report.scratch_bytes = plan.scratch_bytes;
    result.plan = std::move(plan.plan);
    return result;
}

}  // namespace

Result<SortCallPlan> plan_sort_call(const SortCallOptions& options, std::uint64_t count, const DeviceProfile& profile) {
    SortCallPlan call;
    VKALGO_TRY(call.plan, plan_sort({options.sort, count}, profile));
    if (call.plan.on_host()) {
        return call;
    }
    call.keys_bytes = Buffer::rounded(call.plan.keys_bytes);
    call.values_bytes = buffer_bytes(call.plan.values_bytes);
    call.scratch_bytes = buffer_bytes(call.plan.scratch_bytes);
    const std::uint64_t uploaded = options.sort.indices ? 0 : call.values_bytes;
    call.staging_bytes =
        Runner::staging_bytes(std::max(call.keys_bytes, uploaded), std::max(call.keys_bytes, call.values_bytes));
    const std::uint64_t available = tighter_limit(options.call.memory_limit, profile.device_memory);
    if (available != 0 && call.device_bytes() > available) {
        return Error{ErrorCode::too_large,
                     "a sort of " + std::to_string(count) + " keys takes " + std::to_string(call.device_bytes()) +
                         " bytes of device memory, and " + std::to_string(available) + " are available",
                     "memory_limit"};
    }
    return call;
}

Result<SortResult> sort_in_place(Runner& runner, std::span<std::byte> keys, std::span<std::uint32_t> values,
                                 const SortCallOptions& options) {
    VKALGO_TRY(const std::uint64_t count, count_of(keys, options.sort));
    VKALGO_CHECK(check_values(values.size(), count, options.sort.indices));
    VKALGO_TRY(Planned call, planned(runner.context(), with_values(options, values), count));
    if (call.plan.plan.on_host()) {
        return sort_on_host(keys, values, call.own);
    }
    const HostSpans spans{keys, options.sort.indices ? std::span<std::uint32_t>() : values, keys, values};
    return sort_on_device(runner, spans, call.own, std::move(call.plan));
}

Result<ArgsortResult> argsort_of(Runner& runner, std::span<const std::byte> keys, const SortCallOptions& options) {
    VKALGO_TRY(const std::uint64_t count, count_of(keys, options.sort));
    ArgsortResult result;
    result.indices.resize(count);
    SortCallOptions with_indices = options;
    with_indices.sort.values = with_indices.sort.indices = true;
    VKALGO_TRY(Planned call, planned(runner.context(), std::move(with_indices), count));
    if (call.plan.plan.on_host()) {
        std::vector<std::byte> sorted(keys.begin(), keys.end());
        VKALGO_TRY(result.sorted, sort_on_host(sorted, result.indices, call.own));
        return result;
    }
    VKALGO_TRY(result.sorted, sort_on_device(runner, {keys, {}, {}, result.indices}, call.own, std::move(call.plan)));
    return result;
}

Result<SortResult> sort_on_host(std::span<std::byte> keys, std::span<std::uint32_t> values,
                                const SortCallOptions& options) {
    VKALGO_TRY(const std::uint64_t count, count_of(keys, options.sort));
    VKALGO_CHECK(check_values(values.size(), count, options.sort.indices));
    VKALGO_CHECK(check_repeat(options.call));
    SortResult result;
    VKALGO_TRY(result.plan, plan_sort({with_values(options, values).sort, count}, DeviceProfile{}));
    if (!result.plan.on_host()) {
        return Error{
            ErrorCode::unsupported,
            "the method '" + std::string(result.plan.method_name()) + "' needs a device: sort_in_place takes it",
            "method"};
    }
    std::vector<std::byte> sorted_keys;
    std::vector<std::uint32_t> sorted_values;
    const int untimed = options.call.warm_up ? 1 : 0;
    for (int turn = 0; turn < untimed + options.call.repeat; ++turn) {
        sorted_keys.assign(keys.begin(), keys.end());
        sorted_values.assign(values.begin(), values.end());
        if (options.sort.indices) {
            std::iota(sorted_values.begin(), sorted_values.end(), 0U);
        }
        result.report.spans.clear();
        const auto start = std::chrono::steady_clock::now();
        VKALGO_CHECK(result.plan.method->sort_on_host(result.plan, sorted_keys, sorted_values, options.call.cancel,
                                                      result.report.spans));
        const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
        if (turn < untimed) {
            continue;
        }
        result.host_milliseconds.push_back(taken.count());
        if (options.call.progress) {
            options.call.progress((turn - untimed + 1.0) / options.call.repeat);
        }
        if (options.call.cancel.stop_requested()) {
            return Error{ErrorCode::cancelled, "the sort was cancelled", "cancel"};
        }
    }
    std::copy(sorted_keys.begin(), sorted_keys.end(), keys.begin());
    std::copy(sorted_values.begin(), sorted_values.end(), values.begin());
    return result;
}

}  // namespace vkalgo
