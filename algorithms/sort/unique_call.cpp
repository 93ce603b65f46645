#include "algorithms/sort/unique_call.hpp"

#include "algorithms/sort/call_runs.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace vkalgo {

Result<UniqueCallPlan> plan_unique_call(const SortCallOptions& options, std::uint64_t count,
                                        const DeviceProfile& profile) {
    const SortOptions& order = options.sort;
    if (order.values || order.indices || order.begin_bit != 0 || order.end_bit != 0) {
        return Error{ErrorCode::invalid_argument,
                     "distinct keys come without values or indices, and all bits of a key are compared; leave out "
                     "values, indices, begin_bit and end_bit",
                     "sort"};
    }
    UniqueCallPlan call;
    VKALGO_TRY(call.sort, plan_sort({order, count}, profile));
    VKALGO_TRY(call.plan, plan_unique({{order.type}, count}, profile));
    call.keys_bytes = call_buffer_bytes(call.plan.keys_bytes);
    call.distinct_bytes = call_buffer_bytes(call.plan.distinct_bytes);
    call.counts_bytes = call_buffer_bytes(call.plan.counts_bytes);
    call.found_bytes = call_buffer_bytes(sizeof(std::uint32_t));
    call.scratch_bytes = call_buffer_bytes(std::max(call.sort.scratch_bytes, call.plan.scratch_bytes));
    call.staging_bytes =
        Runner::staging_bytes(call.keys_bytes, std::max({call.distinct_bytes, call.counts_bytes, call.found_bytes}));
    VKALGO_CHECK(check_call_memory("this search for distinct keys", call.device_bytes(), options.call, profile));
    return call;
}

Result<UniqueResult> unique_of(Runner& runner, std::span<const std::byte> keys, const SortCallOptions& options) {
    VKALGO_TRY(const std::uint64_t count,
               whole_keys(keys.size(), size_of(options.sort.type), to_string(options.sort.type)));
    const SortCallOptions own{options.sort, within_context(options.call, runner.context())};
    VKALGO_TRY(const UniqueCallPlan plan, plan_unique_call(own, count, runner.context().profile()));
    return unique_of(runner, keys, plan, options.call);
}

Result<UniqueResult> unique_of(Runner& runner, std::span<const std::byte> keys, const UniqueCallPlan& plan,
                               const CallOptions& call) {
    const ElementType type = plan.plan.options.type;
    VKALGO_TRY(const std::uint64_t count, whole_keys(keys.size(), size_of(type), to_string(type)));
    VKALGO_CHECK(check_planned(plan.plan.count, count, false, false));
    Context& context = runner.context();
    VKALGO_TRY(const Sort sort, Sort::create_planned(context, plan.sort));
    VKALGO_TRY(const Unique unique, Unique::create_planned(context, plan.plan));
    UniqueResult result;
    result.sort = plan.sort;
    result.plan = plan.plan;
    result.keys.resize(plan.plan.most * size_of(type));
    result.counts.resize(plan.plan.most);
    std::uint32_t found = 0;
    const CallBuffer buffers[] = {{"keys", plan.keys_bytes, keys},
                                  {"distinct keys", plan.distinct_bytes, {}, result.keys},
                                  {"counts", plan.counts_bytes, {}, std::as_writable_bytes(std::span(result.counts))},
                                  {"found", plan.found_bytes, {}, std::as_writable_bytes(std::span(&found, 1))},
                                  {"scratch", plan.scratch_bytes}};
    VKALGO_TRY(result.report, run_call(runner, call, "search for distinct keys", buffers,
                                       [&](Recorder& recorder, std::span<const BufferView> views) -> Result<void> {
                                           VKALGO_CHECK(sort.record(
                                               recorder, {.keys = views[0], .scratch = views[4], .count = count}));
                                           return unique.record(recorder, {.keys = views[0],
                                                                           .distinct = views[1],
                                                                           .counts = views[2],
                                                                           .found = views[3],
                                                                           .scratch = views[4],
                                                                           .count = count});
                                       }));
    result.report.scratch_bytes = plan.scratch_bytes;
    result.keys.resize(std::uint64_t{found} * size_of(type));
    result.counts.resize(found);
    return result;
}

Result<UniqueFound> unique_reference(std::span<const std::byte> keys, const SortOptions& options) {
    std::vector<std::byte> sorted(keys.begin(), keys.end());
    VKALGO_CHECK(sort_reference(sorted, {}, options));
    const std::size_t bytes = size_of(options.type);
    UniqueFound found;
    for (std::size_t at = 0; at < sorted.size(); at += bytes) {
        if (at == 0 || std::memcmp(sorted.data() + at, sorted.data() + at - bytes, bytes) != 0) {
            found.keys.insert(found.keys.end(), sorted.begin() + static_cast<std::ptrdiff_t>(at),
                              sorted.begin() + static_cast<std::ptrdiff_t>(at + bytes));
            found.counts.push_back(0);
        }
        ++found.counts.back();
    }
    return found;
}

}  // namespace vkalgo
