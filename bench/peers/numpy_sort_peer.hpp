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
    /// Milliseconds of the sort by Python's clock, one number per timed run. One run that is not timed comes first.
    std::vector<double> milliseconds;
    /// "numpy 1.24.2".
    std::string version;
    /// CRC-32 of the bytes of the sorted keys and, with values, of the values.
    std::uint32_t keys = 0, values = 0;
};

/// Sorts unsigned integers by numpy. Keys without values are sorted by `sort`. The 32-bit values are the positions of
/// the keys; with them, a stable `argsort` gives the order in which keys and values are taken. Makes up to `repeat`
/// timed runs. After ten seconds no further run starts, but there is at least one run. Errors: unsupported: no python3
/// in PATH or in /usr/bin has numpy, or python3 fails or takes longer than `most`.
Result<NumpySort> sort_by_numpy(std::span<const std::byte> keys, ElementType type, bool values, int repeat,
                                std::chrono::seconds most);

}  // namespace vkalgo::bench
