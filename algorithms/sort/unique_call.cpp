#include "algorithms/sort/unique_call.hpp"

#include "algorithms/sort/call_runs.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace vkalgo {

namespace {

/// Where the scratch of the sort and that of what follows it lie: over the same bytes.
std::uint64_t scratch_bytes(const UniqueResult& result) {
    return std::max(result.sort.scratch_bytes, result.plan.scratch_bytes);
}

}  // namespace

Result<UniqueResult> unique_of(Runner& runner, std::span<const std::byte> keys, const SortCallOptions& options) {
    const SortOptions& order = options.sort;
    VKALGO_TRY(const std::uint64_t count, whole_keys(keys.size(), size_of(order.type), to_string(order.type)));
    if (order.values || order.indices || order.begin_bit != 0 || order.end_bit != 0) {
        return Error{ErrorCode::invalid_argument, "distinct keys have no values, and all of their bits decide", "sort"};
    }
    Context& context = runner.context();
    UniqueResult result;
    VKALGO_TRY(result.sort, plan_sort({order, count}, context.profile()));
    VKALGO_TRY(result.plan, plan_unique({{order.type}, count}, context.profile()));
    VKALGO_TRY(const Sort sort, Sort::create(context, order));
    VKALGO_TRY(const Unique unique, Unique::create(context, {order.type}));
    const UniquePlan& plan = result.plan;
    result.keys.resize(plan.most * size_of(order.type));
    result.counts.resize(plan.most);
    std::uint32_t found = 0;
    const CallBuffer buffers[] = {{"keys", plan.keys_bytes, keys},
                                  {"distinct keys", plan.distinct_bytes, {}, result.keys},
                                  {"counts", plan.counts_bytes, {}, std::as_writable_bytes(std::span(result.counts))},
                                  {"found", 4, {}, std::as_writable_bytes(std::span(&found, 1))},
                                  {"scratch", scratch_bytes(result)}};
    VKALGO_TRY(result.report, run_call(runner, options.call, "search for distinct keys", buffers,
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
    result.report.scratch_bytes = scratch_bytes(result);
    result.keys.resize(std::uint64_t{found} * size_of(order.type));
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
