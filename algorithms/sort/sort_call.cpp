#include "algorithms/sort/sort_call.hpp"

#include "algorithms/sort/call_runs.hpp"
#include "algorithms/sort/sort_method.hpp"
#include "engine/context.hpp"

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

Result<std::uint64_t> count_of(std::span<const std::byte> keys, const SortOptions& options) {
    return whole_keys(keys.size(), size_of(options.type), to_string(options.type));
}

Result<SortResult> sort_spans(Runner& runner, const HostSpans& spans, const SortCallOptions& options,
                              std::uint64_t count) {
    Context& context = runner.context();
    SortCallOptions own = options;
    own.call.memory_limit = tighter_limit(options.call.memory_limit, context.memory_limit());
    VKALGO_TRY(SortCallPlan plan, plan_sort_call(own, count, context.profile()));
    VKALGO_TRY(const Sort sort, Sort::create(context, own.sort));
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
    call.keys_bytes = Buffer::rounded(call.plan.keys_bytes);
    call.values_bytes = buffer_bytes(call.plan.values_bytes);
    call.scratch_bytes = buffer_bytes(call.plan.scratch_bytes);
    call.staging_bytes = Runner::staging_bytes(call.keys_bytes, call.keys_bytes);
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
    SortCallOptions own = options;
    own.sort.values = !values.empty() || own.sort.indices;
    const HostSpans spans{keys, own.sort.indices ? std::span<std::uint32_t>() : values, keys, values};
    return sort_spans(runner, spans, own, count);
}

Result<ArgsortResult> argsort_of(Runner& runner, std::span<const std::byte> keys, const SortCallOptions& options) {
    VKALGO_TRY(const std::uint64_t count, count_of(keys, options.sort));
    SortCallOptions own = options;
    own.sort.values = own.sort.indices = true;
    ArgsortResult result;
    result.indices.resize(count);
    VKALGO_TRY(result.sorted, sort_spans(runner, {keys, {}, {}, result.indices}, own, count));
    return result;
}

}  // namespace vkalgo
