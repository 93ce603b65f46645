#include "algorithms/sort/top_k_call.hpp"

#include "algorithms/sort/call_runs.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace vkalgo {

Result<TopKResult> top_k_of(Runner& runner, std::span<const std::byte> keys, std::span<const std::uint32_t> values,
                            std::uint64_t k, const TopKCallOptions& options) {
    VKALGO_TRY(const std::uint64_t count,
               whole_keys(keys.size(), size_of(options.top.type), to_string(options.top.type)));
    VKALGO_CHECK(check_values(values.size(), count, false));
    Context& context = runner.context();
    TopKOptions own = options.top;
    own.values = !values.empty();
    TopKResult result;
    VKALGO_TRY(result.plan, plan_top_k({own, count, k}, context.profile()));
    const TopKPlan& plan = result.plan;
    VKALGO_TRY(const TopK top, TopK::create(context, own));
    result.keys.resize(plan.k * size_of(own.type));
    result.values.resize(plan.top_values_bytes / 4);
    const CallBuffer buffers[] = {
        {"keys", plan.keys_bytes, keys},
        {"values", plan.values_bytes, std::as_bytes(values)},
        {"top keys", plan.top_keys_bytes, {}, result.keys},
        {"top values", plan.top_values_bytes, {}, std::as_writable_bytes(std::span(result.values))},
        {"scratch", plan.scratch_bytes}};
    VKALGO_TRY(result.report, run_call(runner, options.call, "search for the first keys", buffers,
                                       [&](Recorder& recorder, std::span<const BufferView> views) {
                                           return top.record(recorder, {.keys = views[0],
                                                                        .values = views[1],
                                                                        .top_keys = views[2],
                                                                        .top_values = views[3],
                                                                        .scratch = views[4],
                                                                        .count = count,
                                                                        .k = k});
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
