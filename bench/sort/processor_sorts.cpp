#include "bench/sort/processor_sorts.hpp"

#include "engine/clock.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef VKALGO_BENCH_PARALLEL_SORT
#include <omp.h>
#include <parallel/algorithm>
#endif

namespace vkalgo::bench {
namespace {

using Clock = std::chrono::steady_clock;

/// Times `sort`, and leaves the sorted keys in `keys`.
template <class Key, class Sort>
Spread time(const std::vector<Key>& unsorted, std::vector<Key>& keys, int repetitions, Sort sort) {
    constexpr double kMaxMilliseconds = 2000;
    keys = unsorted;
    sort(keys);
    std::vector<double> times;
    const Clock::time_point start = Clock::now();
    do {
        keys = unsorted;
        const Clock::time_point began = Clock::now();
        sort(keys);
        times.push_back(milliseconds_since(began));
    } while (times.size() < static_cast<std::size_t>(repetitions) && milliseconds_since(start) < kMaxMilliseconds);
    return spread_of(times);
}

template <class Key>
std::vector<ProcessorTiming> time_all(const std::vector<std::byte>& bytes, int repetitions) {
    std::vector<Key> unsorted(bytes.size() / sizeof(Key));
    std::memcpy(unsorted.data(), bytes.data(), bytes.size());
    std::vector<Key> expected;
    std::vector<ProcessorTiming> timings{
        {"std::sort", 1,
         time(unsorted, expected, repetitions, [](std::vector<Key>& keys) { std::sort(keys.begin(), keys.end()); })}};
#ifdef VKALGO_BENCH_PARALLEL_SORT
    std::vector<Key> sorted;
    timings.push_back({"parallel sort", static_cast<unsigned>(omp_get_max_threads()),
                       time(unsorted, sorted, repetitions,
                            [](std::vector<Key>& keys) { __gnu_parallel::sort(keys.begin(), keys.end()); })});
    if (sorted != expected) {
        std::fprintf(stderr, "vkalgo_bench_sort: the parallel sort sorts %zu keys wrongly\n", sorted.size());
        std::exit(4);
    }
#endif
    return timings;
}

}  // namespace

std::vector<ProcessorTiming> time_processor_sorts(ElementType type, const std::vector<std::byte>& keys,
                                                  int repetitions) {
    return size_of(type) == 4 ? time_all<std::uint32_t>(keys, repetitions) : time_all<std::uint64_t>(keys, repetitions);
}

}  // namespace vkalgo::bench
