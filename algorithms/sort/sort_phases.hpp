#pragma once

#include "../../engine/device_profile.hpp"
#include "../../engine/profiler.hpp"
#include "../../engine/result.hpp"
#include "sort_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace vkalgo {

/// What a sort did for one increment, the means per thread exactly: a model on the processor goes the device's ways.
/// Of pratt a phase is a pass: its increment is the number of columns, a class a tile, which a workgroup has, or an
/// invocation where tiles are columns.
struct SortPhase {
    /// "increment 41", "pass at 729", "merge at 729"; of keys in parts "part 0: pass at 729", "parts 0 and 1:
    /// exchange", "part 0: bitonic at 8192": the name of the span
    std::string name;
    std::uint64_t increment = 1;
    std::uint64_t classes = 1;
    /// Of shell-e and shell-f that is a run of the class, too, though a workgroup has it.
    std::uint64_t threads_per_class = 1;
    double elements_per_thread = 0;
    /// sorts of a thread's keys, the one that found nothing to do included
    double passes = 0;
    /// of keys in device memory (of the array itself for a method on the processor), exchanges between threads included
    double reads = 0;
    double writes = 0;
    /// of the last run, by the device's clock or, of a method on the processor, the host's; 0 without timestamps, and
    /// for runs of one key, for which nothing is dispatched
    double milliseconds = 0;
};

/// Sorts of more phases are not planned with SortOptions::phases: a recording times so many spans.
inline constexpr std::size_t kMaxSortPhases = 250;

/// Called with the keys as unsigned numbers in the order wanted (sort_ordinal): before the first phase and after each.
using SortStateVisitor = std::function<void(std::span<const std::uint64_t> keys)>;

/// The phases of a sort by `plan`, which was made with SortOptions::phases. `keys` are those before the sort, `spans`
/// what its run reported, or nothing. Takes as long as a sort on the processor. Errors: unsupported (a method without
/// phases); invalid_argument (a number of keys that is not the plan's).
Result<std::vector<SortPhase>> sort_phases(const SortPlan& plan, const DeviceProfile& profile,
                                           std::span<const std::byte> keys, std::span<const SpanTime> spans,
                                           const SortStateVisitor& visit = {});

}  // namespace vkalgo
