// The code that the CUDA peers share. Errors end the program. Times are measured by events. Each result is one line of
// JSON.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                                            \
    do {                                                                                            \
        const cudaError_t status_ = (call);                                                         \
        if (status_ != cudaSuccess) {                                                               \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status_));    \
            std::exit(1);                                                                           \
        }                                                                                           \
    } while (false)

constexpr int kRepetitions = 9;

/// Returns the next number of SplitMix64.
inline std::uint64_t next_random(std::uint64_t& state) {
    std::uint64_t z = state += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

/// Runs `work` in the default stream and returns the sorted milliseconds of kRepetitions runs. Two runs that are not
/// timed come first. `prepare` runs before each run, and is not timed.
template <class Work, class Prepare>
std::vector<float> time_runs(Work&& work, Prepare&& prepare) {
    cudaEvent_t begin, end;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    std::vector<float> times;
    for (int turn = -2; turn < kRepetitions; ++turn) {
        prepare();
        CUDA_CHECK(cudaEventRecord(begin));
        work();
        CUDA_CHECK(cudaEventRecord(end));
        CUDA_CHECK(cudaEventSynchronize(end));
        float milliseconds = 0;
        CUDA_CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
        if (turn >= 0) {
            times.push_back(milliseconds);
        }
    }
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
    std::sort(times.begin(), times.end());
    return times;
}

template <class Work>
std::vector<float> time_runs(Work&& work) {
    return time_runs(work, [] {});
}

/// Prints one line. `work`: the amount of work of a run, counted in `unit`. Ends the program if the result was wrong.
inline void report(const char* name, const char* method, std::uint64_t n, const std::vector<float>& times, double work,
                   const char* unit, bool verified) {
    const double median = times[times.size() / 2];
    std::printf("{\"case\": \"%s\", \"method\": \"%s\", \"n\": %llu, \"gpu_ms\": {\"median\": %.5f, \"least\": %.5f, "
                "\"most\": %.5f}, \"%s\": %.0f, \"rate_per_second\": %.6g, \"verified\": %s}\n",
                name, method, static_cast<unsigned long long>(n), median, times.front(), times.back(), unit, work,
                work / median * 1e3, verified ? "true" : "false");
    if (!verified) {
        std::fprintf(stderr, "%s: wrong result\n", name);
        std::exit(4);
    }
}
