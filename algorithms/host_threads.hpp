// Internal to algorithms/ and cli/: runs work on the processor in threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

namespace vkalgo {

/// Returns the number of threads to use for `work` units of work: one per `least` units, but at least 1 and at most one
/// per processor.
inline std::uint64_t host_threads(std::uint64_t work, std::uint64_t least = std::uint64_t{1} << 20) {
    return std::clamp<std::uint64_t>(work / least, 1, std::max(std::thread::hardware_concurrency(), 1U));
}

/// Calls work(0), ..., work(threads - 1) in parallel. Returns when all calls have returned.
template <class Work>
void on_host_threads(std::uint64_t threads, const Work& work) {
    std::vector<std::jthread> others;
    for (std::uint64_t thread = 1; thread < threads; ++thread) {
        others.emplace_back([&work, thread] { work(thread); });
    }
    work(0);
}

}  // namespace vkalgo
