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

/// Random inputs that anyone can rebuild: equal seeds give equal data on every machine. Only whole-number arithmetic is
/// used, and none of <random>'s distributions, which differ between libraries.
namespace vkalgo::formats {

using dp::SplitMix64;

/// The distribution of random values.
enum class Distribution {
    /// Every value is equally likely.
    uniform,
    /// One value is drawn, then repeated.
    constant,
    /// Uniform, then sorted in ascending order.
    sorted,
    /// Uniform, then sorted in descending order.
    reversed,
    /// Value r - 1 with a probability proportional to 1 / r.
    zipf,
    /// Up to 16 values are drawn; each of them is then equally likely.
    few,
};

inline constexpr std::array<const char*, 6> kDistributionNames = {"uniform",  "constant", "sorted",
                                                                  "reversed", "zipf",     "few"};

const char* to_string(Distribution distribution);
std::optional<Distribution> distribution_from(std::string_view name);

/// Returns `count` elements. Uniform integers are the low bits of next(), so that all values of the type are equally
/// likely. Uniform floats are the top 24 (f32) or 53 (f64) bits of next(), scaled to [0, 1). Zipf uses the ranks 1 to R
/// with whole-number weights 2^40 / r; R is the smaller one of 65,536 and the number of the type's values from 0 up.
/// `progress` gets the fraction of the values that is drawn, from time to time and at the end, except for `constant`.
/// Sorting follows the last report.
Array random_array(ElementType type, std::uint64_t count, Distribution distribution, std::uint64_t seed,
                   const std::function<void(double)>& progress = {});

}  // namespace vkalgo::formats
