#pragma once

#include "engine/result.hpp"

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vkalgo::bench {

/// Box counts of a cube by numpy: a pyramid of ORs of byte arrays.
struct NumpyBoxes {
    /// Milliseconds of the pyramid by Python's clock, one number per timed run. One run that is not timed comes first.
    std::vector<double> milliseconds;
    /// "numpy 1.24.2".
    std::string version;
    /// Numbers of boxes of side 1, 2, 4, ...
    std::vector<std::uint64_t> counts;
};

/// Counts boxes by numpy. Errors: unsupported: no python3 in PATH or in /usr/bin has numpy, or python3 fails or takes
/// longer than `most`.
Result<NumpyBoxes> count_boxes_by_numpy(std::span<const std::uint8_t> voxels, std::uint64_t side, int repeat,
                                        std::chrono::seconds most);

}  // namespace vkalgo::bench
