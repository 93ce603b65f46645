#pragma once

#include "algorithms/sort/sort_plan.hpp"
#include "algorithms/sort/sort_tuning.hpp"
#include "bench/harness/harness.hpp"
#include "engine/runner.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace vkalgo::bench {

/// The options for timing a sort.
struct SortEffort {
    int repetitions = 9;
    /// The milliseconds of wall time after which no further repetition starts. One repetition always runs.
    double budget_ms = std::numeric_limits<double>::infinity();
    /// Whether the sort is always warmed up, as Runner::measure does it. If false, it is warmed up only if the first
    /// run takes less than 50 ms on the device.
    bool long_warm_up = true;
};

/// Result of timing a sort.
struct SortTiming {
    std::string method;
    /// Milliseconds of the sort on the device's clock. For a method that runs on the host, these are on the host's
    /// clock.
    Spread spread;
    /// Milliseconds of wall time of the last run; for a method on the host, of the median run. If only a first run
    /// without a warm-up was made, its milliseconds on the device's clock, since the driver may compile the kernel in
    /// that run.
    double wall_ms = 0;
    std::uint64_t unsorted_pairs = 0;
    std::uint64_t dispatches = 0;
    /// Spans of the last run.
    std::vector<SpanTime> spans;
};

/// Keys of one type, on the device and on the host.
class SortWorkload {
public:
    SortWorkload(Runner& runner, ElementType type, std::vector<std::byte> keys);

    std::uint64_t count() const { return count_; }
    const std::vector<std::byte>& before() const { return data_; }

    /// Times a sort. A wrong result ends the program. A method that does not sort must still keep all keys.
    SortTiming sort(const SortOptions& options, const SortEffort& effort, const SortTuning* tuned = nullptr);

private:
    void sort_on_processor(const SortOptions& options, const SortEffort& effort, std::vector<std::byte>& sorted,
                           SortTiming& timing) const;
    void sort_on_device(const SortPlan& plan, const SortEffort& effort, std::vector<std::byte>& sorted,
                        SortTiming& timing);

    Runner& runner_;
    ElementType type_;
    std::vector<std::byte> data_;
    std::uint64_t count_;
    /// Fingerprint of the keys, independent of their order.
    std::uint64_t print_ = 0;
    Buffer input_, keys_, values_;
};

/// Returns random bits as keys, the same at each call.
std::vector<std::byte> random_keys(ElementType type, std::uint64_t count);

}  // namespace vkalgo::bench
