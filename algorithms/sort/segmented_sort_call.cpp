#include "algorithms/sort/segmented_sort_call.hpp"

#include "algorithms/sort/call_runs.hpp"
#include "engine/context.hpp"

#include <limits>
#include <string>
#include <utility>

namespace vkalgo {

Result<SegmentedSortResult> segmented_sort_in_place(Runner& runner, std::span<std::byte> keys,
                                                    std::span<std::uint32_t> values,
                                                    std::span<const std::uint32_t> offsets,
                                                    const SortCallOptions& options) {
    VKALGO_TRY(const std::uint64_t count,
               whole_keys(keys.size(), size_of(options.sort.type), to_string(options.sort.type)));
    VKALGO_CHECK(check_values(values.size(), count, options.sort.indices));
    if (const std::string wrong = segment_offsets_error(offsets, count); !wrong.empty()) {
        return Error{ErrorCode::invalid_argument, wrong, "offsets"};
    }
    if (offsets.size() - 1 > std::numeric_limits<std::uint32_t>::max()) {
        return Error{ErrorCode::too_large, "there are more than 4,294,967,295 segments", "offsets"};
    }
    Context& context = runner.context();
    SegmentedSortOptions own{options.sort, static_cast<std::uint32_t>(offsets.size() - 1)};
    own.sort.values = !values.empty() || own.sort.indices;
    SegmentedSortResult result;
    VKALGO_TRY(result.plan, plan_segmented_sort({own, count, own.most_segments}, context.profile()));
    VKALGO_TRY(const SegmentedSort sort, SegmentedSort::create(context, own));
    const SegmentedSortPlan& plan = result.plan;
    const std::span<const std::byte> given = std::as_bytes(values).first(own.sort.indices ? 0 : values.size_bytes());
    const CallBuffer buffers[] = {{"keys", plan.keys_bytes, keys, keys},
                                  {"values", plan.values_bytes, given, std::as_writable_bytes(values)},
                                  {"offsets", plan.offsets_bytes, std::as_bytes(offsets)},
                                  {"scratch", plan.scratch_bytes}};
    VKALGO_TRY(result.report, run_call(runner, options.call, "segmented sort", buffers,
                                       [&](Recorder& recorder, std::span<const BufferView> views) {
                                           return sort.record(recorder, {.keys = views[0],
                                                                         .values = views[1],
                                                                         .offsets = views[2],
                                                                         .scratch = views[3],
                                                                         .count = count,
                                                                         .segments = own.most_segments});
                                       }));
    result.report.scratch_bytes = plan.scratch_bytes;
    return result;
}

}  // namespace vkalgo
