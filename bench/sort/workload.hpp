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

/// How a sort is timed.
struct SortEffort {
    int repetitions = 9;
    /// No further repetition after so many milliseconds of wall time; one is made in any case.
    double budget_ms = std::numeric_limits<double>::infinity();
    /// As Runner::measure warms up; else so after one run, if that was a short one.
    bool long_warm_up = true;
};

/// What came of it.
struct SortTiming {
    std::string method;
    /// milliseconds of the sort alone, on the device's clock, or the host's of a method that runs there
    Spread spread;
    /// of wall time, for one run
    double wall_ms = 0;
    std::uint64_t unsorted_pairs = 0;
    std::uint64_t dispatches = 0;
    /// of the last run
    std::vector<SpanTime> spans;
};

/// Keys of one type, on the device and on the host.
class SortWorkload {
public:
    SortWorkload(Runner& runner, ElementType type, std::vector<std::byte> keys);

    std::uint64_t count() const { return count_; }
    const std::vector<std::byte>& before() const { return data_; }

    /// A wrong result ends the program; a method that does not sort must keep the keys.
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
    /// of the keys, whatever their order
    std::uint64_t print_ = 0;
    Buffer input_, keys_, values_;
};

/// Random bits.
std::vector<std::byte> random_keys(ElementType type, std::uint64_t count);

}  // namespace vkalgo::bench
