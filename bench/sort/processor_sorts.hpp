#pragma once

#include "algorithms/element_type.hpp"
#include "bench/harness/harness.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace vkalgo::bench {

/// The time of a sort on the processor, to compare with.
struct ProcessorTiming {
    std::string method;
    unsigned threads = 1;
    /// Milliseconds of the host's clock.
    Spread spread;
};

/// Times std::sort, and libstdc++'s parallel multiway merge sort if the compiler has OpenMP, on u32 or u64 keys. After
/// one run that is not timed, there are at most `repetitions` runs, and no further run after two seconds. A wrong
/// result ends the program.
std::vector<ProcessorTiming> time_processor_sorts(ElementType type, const std::vector<std::byte>& keys,
                                                  int repetitions);

}  // namespace vkalgo::bench
