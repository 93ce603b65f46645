#include "bench/sort/processor_sorts.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef VKALGO_BENCH_PARALLEL_SORT
#include "engine/clock.hpp"

#include <algorithm>
#include <chrono>

#include <omp.h>
#include <parallel/algorithm>
#endif

namespace vkalgo::bench {

#ifdef VKALGO_BENCH_PARALLEL_SORT
namespace {

using Clock = std::chrono::steady_clock;

template <class Key>
ProcessorTiming time_keys(const std::vector<std::byte>& bytes, int repetitions) {
    constexpr double kMaxMilliseconds = 2000;
    std::vector<Key> unsorted(bytes.size() / sizeof(Key));
    std::memcpy(unsorted.data(), bytes.data(), bytes.size());
    std::vector<Key> keys = unsorted;
    __gnu_parallel::sort(keys.begin(), keys.end());
    ProcessorTiming timing{.threads = static_cast<unsigned>(omp_get_max_threads())};
    const Clock::time_point start = Clock::now();
    do {
        keys = unsorted;
        const Clock::time_point began = Clock::now();
        __gnu_parallel::sort(keys.begin(), keys.end());
        timing.milliseconds.push_back(milliseconds_since(began));
    } while (timing.milliseconds.size() < static_cast<std::size_t>(repetitions) &&
             milliseconds_since(start) < kMaxMilliseconds);
    std::sort(unsorted.begin(), unsorted.end());
    if (keys != unsorted) {
        std::fprintf(stderr, "vkalgo_bench_sort: the parallel sort sorts %zu keys wrongly\n", keys.size());
        std::exit(4);
    }
    return timing;
}

}  // namespace
#endif

std::optional<ProcessorTiming> time_parallel_sort([[maybe_unused]] ElementType type,
                                                  [[maybe_unused]] const std::vector<std::byte>& keys,
                                                  [[maybe_unused]] int repetitions) {
#ifdef VKALGO_BENCH_PARALLEL_SORT
    return size_of(type) == 4 ? time_keys<std::uint32_t>(keys, repetitions)
                              : time_keys<std::uint64_t>(keys, repetitions);
#else
    return std::nullopt;
#endif
}

}  // namespace vkalgo::bench
