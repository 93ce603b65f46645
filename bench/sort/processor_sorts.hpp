#pragma once

#include "algorithms/element_type.hpp"
#include "bench/harness/harness.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace vkalgo::bench {

/// A sort of the processor, to compare with.
struct ProcessorTiming {
    std::string method;
    unsigned threads = 1;
    /// milliseconds of the host's clock
    Spread spread;
};

/// std::sort, and libstdc++'s parallel multiway merge sort where the compiler has OpenMP, of u32 or u64 keys. After a
/// run that is not timed at most `repetitions` runs, none beyond two seconds but the first. A wrong result ends the
/// program.
std::vector<ProcessorTiming> time_processor_sorts(ElementType type, const std::vector<std::byte>& keys,
                                                  int repetitions);

}  // namespace vkalgo::bench
