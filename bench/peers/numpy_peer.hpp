#pragma once

#include "engine/result.hpp"

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vkalgo::bench {

/// Products of two square matrices by numpy's `@`, which calls the BLAS that numpy was built with.
struct NumpyProduct {
    /// Milliseconds of the product by Python's clock, one number per timed run. One run that is not timed comes first.
    std::vector<double> milliseconds;
    /// "numpy 1.24.2".
    std::string version;
    /// CRC-32 of the product's bytes.
    std::uint32_t checksum = 0;
};

/// Multiplies by numpy. Errors: unsupported: no python3 in PATH or in /usr/bin has numpy, or python3 fails or takes
/// longer than `most`.
Result<NumpyProduct> multiply_by_numpy(std::span<const float> a, std::span<const float> b, std::uint64_t side,
                                       int repeat, std::chrono::seconds most);

}  // namespace vkalgo::bench
