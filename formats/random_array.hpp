#pragma once

#include "algorithms/split_mix.hpp"
#include "formats/array.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Random inputs that anyone can rebuild: the same seed gives the same data on every machine. Whole-number arithmetic
/// only; nothing of <random>'s distributions, which differ between libraries.
namespace vkalgo::formats {

using dp::SplitMix64;

/// How random values are spread.
enum class Distribution {
    /// every value equally likely
    uniform,
    /// one value drawn, then repeated
    constant,
    /// uniform, then sorted ascending
    sorted,
    /// uniform, then sorted descending
    reversed,
    /// value r - 1 with a probability in proportion to 1 / r
    zipf,
    /// up to 16 values drawn, then each equally likely
    few,
};

inline constexpr std::array<const char*, 6> kDistributionNames = {"uniform",  "constant", "sorted",
                                                                  "reversed", "zipf",     "few"};

const char* to_string(Distribution distribution);
std::optional<Distribution> distribution_from(std::string_view name);

/// `count` elements. Uniform integers are the low bits of next(), all values of the type equally likely; uniform floats
/// are the top 24 (f32) or 53 (f64) bits of next() scaled to [0, 1). Zipf takes the ranks 1 to R, R the smaller of
/// 65,536 and the number of the type's values from 0 up, by whole-number weights 2^40 / r. `progress` is told the
/// fraction that is drawn, from time to time and at the end, unless all are one; sorting comes after it.
Array random_array(ElementType type, std::uint64_t count, Distribution distribution, std::uint64_t seed,
                   const std::function<void(double)>& progress = {});

}  // namespace vkalgo::formats
