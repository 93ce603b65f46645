#pragma once

#include "algorithms/volume/volume_bits.hpp"
#include "engine/result.hpp"

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vkalgo::bench {

/// A skeleton by scikit-image: skeletonize(method="lee").
struct SkimageSkeleton {
    /// Milliseconds of the call by Python's clock, one number per run. There is no warm-up.
    std::vector<double> milliseconds;
    /// "scikit-image 0.19.3".
    std::string version;
    /// The skeleton as a bit volume.
    std::vector<std::uint32_t> skeleton;
};

/// Thins `bits`, a bit volume. Makes up to `repeat` runs. After ten seconds no further run starts, but there is at
/// least one run. Errors: unsupported: no python3 in PATH or in /usr/bin has scikit-image, or python3 fails or takes
/// longer than `most`.
Result<SkimageSkeleton> thin_by_skimage(const VolumeShape& shape, std::span<const std::uint32_t> bits, int repeat,
                                        std::chrono::seconds most);

}  // namespace vkalgo::bench
