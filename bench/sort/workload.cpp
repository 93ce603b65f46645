#include "bench/sort/workload.hpp"

#include "algorithms/sort/sort.hpp"
#include "algorithms/sort/sort_call.hpp"
#include "engine/clock.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace vkalgo::bench {
namespace {

using Clock = std::chrono::steady_clock;

struct Facts {
    /// A fingerprint of the keys. It is the same for every order of the keys, and almost surely different for other
    /// keys.
    std::uint64_t print = 0;
    /// Number of pairs of neighbours that are out of order.
    std::uint64_t unsorted_pairs = 0;
};

Facts facts_of(ElementType type, const std::vector<std::byte>& data) {
    Facts facts;
    std::uint64_t last = 0;
    for (std::size_t at = 0; at < data.size(); at += size_of(type)) {
        std::uint64_t key = 0;
        std::memcpy(&key, data.data() + at, size_of(type));  // Little-endian, as all devices are
        facts.unsorted_pairs += key < last ? 1U : 0U;
        last = key;
        std::uint64_t mixed = (key + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ (mixed >> 31)) * 0x94d049bb133111eb;
        facts.print += mixed ^ (mixed >> 29);
    }
    return facts;
}

}  // namespace

SortWorkload::SortWorkload(Runner& runner, ElementType type, std::vector<std::byte> keys)
    : runner_(runner),
      type_(type),
      data_(std::move(keys)),
      count_(data_.size() / size_of(type)),
      print_(facts_of(type, data_).print) {
    input_ = value_of(runner.upload_new(data_, "input"));
    keys_ = value_of(Buffer::create(runner.context(), {.size = data_.size(), .name = "keys"}));
    values_ = value_of(Buffer::create(runner.context(), {.size = count_ * 4, .name = "values"}));
}

SortTiming SortWorkload::sort(const SortOptions& options, const SortEffort& effort, const SortTuning* tuned) {
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
    const Facts facts = facts_of(type_, sorted);
    timing.unsorted_pairs = facts.unsorted_pairs;
    if (facts.print != print_ || (plan.sorts() && timing.unsorted_pairs != 0)) {
        std::fprintf(stderr, "vkalgo_bench_sort: %s sorts %llu keys wrongly\n", timing.method.c_str(),
                     static_cast<unsigned long long>(count_));
        std::exit(4);
    }
    return timing;
}

void SortWorkload::sort_on_processor(const SortOptions& options, const SortEffort& effort,
                                     std::vector<std::byte>& sorted, SortTiming& timing) const {
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

void SortWorkload::sort_on_device(const SortPlan& plan, const SortEffort& effort, std::vector<std::byte>& sorted,
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
        append_span_times(times, report, span);
        timing.spans = std::move(report.spans);
    };
    if (effort.long_warm_up) {
        value_of(runner_.measure(once, 0));
        timed();
    } else {
        timed();
        timing.wall_ms = times.front();                      // The driver may compile the kernel in the first run
        if (milliseconds_since(start) < effort.budget_ms) {  // Else the first run is the only run
            if (timing.wall_ms < 50) {
                value_of(runner_.measure(once, 0));  // An idle GPU begins with a low clock
            }
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

std::vector<std::byte> random_keys(ElementType type, std::uint64_t count) {
    std::vector<std::byte> data(count * size_of(type));
    Random random(4711);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t key = random.next();
        std::memcpy(data.data() + i * size_of(type), &key, size_of(type));
    }
    return data;
}

}  // namespace vkalgo::bench
