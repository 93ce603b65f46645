#pragma once

#include "algorithms/element_type.hpp"
#include "engine/result.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vkalgo::bench {

/// Keys that numpy sorted.
struct NumpySort {
    /// Milliseconds of the sort, by Python's clock, one per run after one that is not timed.
    std::vector<double> milliseconds;
    /// "numpy 1.24.2".
    std::string version;
    /// CRC-32 of the bytes of the sorted keys and, with values, of the values.
    std::uint32_t keys = 0, values = 0;
};

/// Sorts unsigned integers by numpy: keys alone by `sort`; with 32-bit values, the positions of the keys, by a stable
/// `argsort` and by taking keys and values in its order. Makes up to `repeat` timed runs, as many as ten seconds allow,
/// but at least one. Errors: unsupported: no python3 in PATH or in /usr/bin has numpy, or it fails or takes longer than
/// `most`.
Result<NumpySort> sort_by_numpy(std::span<const std::byte> keys, ElementType type, bool values, int repeat,
                                std::chrono::seconds most);

}  // namespace vkalgo::bench
