#pragma once

#include "algorithms/element_type.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace vkalgo::bench {

/// The time of a sort on all cores of the CPU, for comparison.
struct ProcessorTiming {
    unsigned threads = 1;
    /// Milliseconds of each run, by the host's clock.
    std::vector<double> milliseconds;
};

/// Times libstdc++'s parallel multiway merge sort on u32 or u64 keys; returns nullopt if the program was built without
/// it (CMake found no OpenMP, or the library has no such sort). After one run that is not timed, there are at most
/// `repetitions` timed runs. After two seconds no further run starts. A wrong result ends the program.
std::optional<ProcessorTiming> time_parallel_sort(ElementType type, const std::vector<std::byte>& keys,
                                                  int repetitions);

}  // namespace vkalgo::bench
