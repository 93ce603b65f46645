#pragma once

#include "algorithms/sort/sort_call.hpp"
#include "algorithms/sort/sort_tuning.hpp"
#include "bench/harness.hpp"
#include "engine/runner.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace vkalgo::bench {

/// How a sort is timed.
struct SortEffort {
    int repetitions = 9;
    /// No further repetition after so many milliseconds of wall time; one is made in any case.
    double budget_ms = std::numeric_limits<double>::infinity();
    /// As Runner::measure warms up; else by one run.
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
    SortWorkload(Runner& runner, ElementType type, std::vector<std::byte> keys)
        : runner_(runner), type_(type), data_(std::move(keys)), count_(data_.size() / size_of(type)) {
        print_ = print_of(nullptr);
        input_ = value_of(runner.upload_new(data_, "input"));
        keys_ = value_of(Buffer::create(runner.context(), {.size = data_.size(), .name = "keys"}));
        values_ = value_of(Buffer::create(runner.context(), {.size = count_ * 4, .name = "values"}));
    }

    std::uint64_t count() const { return count_; }
    std::span<const std::byte> before() const { return data_; }

    /// A wrong result ends the program; a method that does not sort must keep the keys.
    SortTiming sort(const SortOptions& options, const SortEffort& effort, const SortTuning* tuned = nullptr) {
        Context& context = runner_.context();
        const SortParams params{options, count_};
        const SortPlan plan = value_of(tuned != nullptr ? plan_tuned_sort(params, context.profile(), *tuned)
                                                        : plan_sort(params, context.profile()));
        SortTiming timing;
        timing.method = std::string(plan.method_name());
        timing.dispatches = plan.dispatches;
        std::vector<std::byte> sorted(data_.size());
        if (plan.on_host()) {
            sort_on_processor(options, effort, sorted, timing);
        } else {
            sort_on_device(plan, effort, sorted, timing);
        }
        if (print_of(&timing.unsorted_pairs, sorted) != print_ || (plan.sorts() && timing.unsorted_pairs != 0)) {
            std::fprintf(stderr, "vkalgo_bench_sort: %s sorts %llu keys wrongly\n", timing.method.c_str(),
                         static_cast<unsigned long long>(count_));
            std::exit(4);
        }
        return timing;
    }

private:
    using Clock = std::chrono::steady_clock;
    static double milliseconds_since(Clock::time_point start) {
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    }

    void sort_on_processor(const SortOptions& options, const SortEffort& effort, std::vector<std::byte>& sorted,
                           SortTiming& timing) const {
        std::vector<double> times;
        const Clock::time_point start = Clock::now();
        do {
            sorted = data_;
            SortCallOptions call;
            call.sort = options;
            const SortResult result = value_of(sort_on_host(sorted, {}, call));
            times.push_back(result.host_milliseconds.front());
            timing.spans = result.report.spans;
        } while (times.size() < static_cast<std::size_t>(effort.repetitions) &&
                 milliseconds_since(start) < effort.budget_ms);
        timing.spread = spread_of(times);
        timing.wall_ms = timing.spread.median;
    }

    void sort_on_device(const SortPlan& plan, const SortEffort& effort, std::vector<std::byte>& sorted,
                        SortTiming& timing) {
        Context& context = runner_.context();
        const Sort sort = value_of(create_tuned_sort(context, plan.options, *plan.tuning));
        Buffer scratch;
        if (plan.scratch_bytes != 0) {
            scratch = value_of(Buffer::create(context, {.size = plan.scratch_bytes, .name = "scratch"}));
        }
        const std::string span = std::string("sort ") + timing.method;
        const auto once = [&](Recorder& recorder) {
            recorder.copy(input_.view(), keys_.view());
            return sort.record(recorder, {.keys = keys_.view(),
                                          .values = plan.options.values ? values_.view() : BufferView{},
                                          .scratch = scratch.view(),
                                          .count = count_});
        };
        const Clock::time_point start = Clock::now();
        std::vector<double> times;
        const auto timed = [&] {
            const Clock::time_point began = Clock::now();
            RunReport report = value_of(runner_.run(once));
            timing.wall_ms = milliseconds_since(began);
            for (const SpanTime& each : report.spans) {
                if (each.name == span) {
                    times.push_back(each.milliseconds);
                }
            }
            timing.spans = std::move(report.spans);
        };
        if (effort.long_warm_up) {
            value_of(runner_.measure(once, 0));
            timed();
        } else {
            timed();
            timing.wall_ms = times.front();  // the driver may compile the kernel in the first run
            if (milliseconds_since(start) < effort.budget_ms) {  // else the first run has to do
                times.clear();
                timed();
            }
        }
        while (times.size() < static_cast<std::size_t>(effort.repetitions) &&
               milliseconds_since(start) < effort.budget_ms) {
            timed();
        }
        timing.spread = spread_of(times);
        value_of(runner_.download(keys_.view().slice(0, sorted.size()), sorted));
    }

    /// A number that all orders of the same keys share, and other keys hardly; how many neighbours are out of order.
    std::uint64_t print_of(std::uint64_t* unsorted) const { return print_of(unsorted, data_); }
    std::uint64_t print_of(std::uint64_t* unsorted, const std::vector<std::byte>& data) const {
        std::uint64_t print = 0;
        std::uint64_t last = 0;
        std::uint64_t pairs = 0;
        for (std::uint64_t i = 0; i < count_; ++i) {
            std::uint64_t key = 0;
            std::memcpy(&key, data.data() + i * size_of(type_), size_of(type_));  // little-endian, as all devices are
            pairs += key < last ? 1U : 0U;
            last = key;
            std::uint64_t mixed = (key + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
            mixed = (mixed ^ (mixed >> 31)) * 0x94d049bb133111eb;
            print += mixed ^ (mixed >> 29);
        }
        if (unsorted != nullptr) {
            *unsorted = pairs;
        }
        return print;
    }

    Runner& runner_;
    ElementType type_;
    std::vector<std::byte> data_;
    std::uint64_t count_;
    std::uint64_t print_ = 0;
    Buffer input_, keys_, values_;
};

/// Random bits.
inline std::vector<std::byte> random_keys(ElementType type, std::uint64_t count) {
    std::vector<std::byte> data(count * size_of(type));
    Random random(4711);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t key = random.next();
        std::memcpy(data.data() + i * size_of(type), &key, size_of(type));
    }
    return data;
}

}  // namespace vkalgo::bench
