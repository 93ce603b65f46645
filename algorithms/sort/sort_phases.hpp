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

/// What a sort did for one increment. The means per thread are exact: a model on the processor follows the device step
/// by step. For pratt a phase is a pass. Its increment is the number of columns, and a class is a tile. A tile belongs
/// to a workgroup; if tiles are columns, it belongs to an invocation.
struct SortPhase {
    /// The name of the span: "increment 41", "pass at 729", "merge at 729"; for keys in parts "part 0: pass at 729",
    /// "parts 0 and 1: exchange", "part 0: bitonic at 8192".
    std::string name;
    std::uint64_t increment = 1;
    std::uint64_t classes = 1;
    /// For shell-e and shell-f this is the number of runs of a class, although a workgroup owns the class or the run.
    std::uint64_t threads_per_class = 1;
    double elements_per_thread = 0;
    /// Sorts of a thread's keys. If threads exchange keys, this includes the last sort, after which there was nothing
    /// to exchange.
    double passes = 0;
    /// Reads and writes of keys in device memory (for a method on the processor, of the array itself), including
    /// exchanges between threads.
    double reads = 0;
    double writes = 0;
    /// Duration of the phase in the last timed sort, on the device's clock or, for a method on the processor, on the
    /// host's clock. 0 without timestamps, and if the phase has no dispatch because each thread has only one key.
    double milliseconds = 0;
};

/// The largest number of phases with SortOptions::phases; sorts with more are not planned. A recording times one span
/// per phase.
inline constexpr std::size_t kMaxSortPhases = 250;

/// Called with the keys as unsigned numbers in the wanted order (sort_ordinal): before the first phase and after each.
using SortStateVisitor = std::function<void(std::span<const std::uint64_t> keys)>;

/// Returns the phases of a sort by `plan`, which was made with SortOptions::phases. `keys` are the keys before the
/// sort; `spans` are the spans that the sort reported (CallReport::spans), or empty. Takes as long as a sort on the
/// processor. Errors: unsupported (a method without phases); invalid_argument (a number of keys other than the plan's).
Result<std::vector<SortPhase>> sort_phases(const SortPlan& plan, const DeviceProfile& profile,
                                           std::span<const std::byte> keys, std::span<const SpanTime> spans,
                                           const SortStateVisitor& visit = {});

}  // namespace vkalgo
