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

/// Random inputs that anyone can rebuild: equal seeds give equal data on every machine. Values are drawn with
/// whole-number arithmetic, not with <random>'s distributions, which differ between libraries.
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
    /// 16 values are drawn, some of which may be equal; each of the 16 is then equally likely.
    few,
};

inline constexpr std::array<const char*, 6> kDistributionNames = {"uniform",  "constant", "sorted",
                                                                  "reversed", "zipf",     "few"};

const char* to_string(Distribution distribution);
std::optional<Distribution> distribution_from(std::string_view name);

/// Returns `count` elements. Uniform integers are the low bits of next(), so that all values of the type are equally
/// likely. Uniform floats are the top 11 (f16), 24 (f32) or 53 (f64) bits of next(), scaled to [0, 1). Zipf uses the
/// ranks 1 to R with whole-number weights 2^40 / r; R is 65,536, or less for a type that holds fewer of the numbers 0,
/// 1, 2, ... exactly: 128 for i8, 256 for u8, 2,049 for f16, 32,768 for i16. `progress` is called from time to time and
/// at the end, with the fraction of the values that is drawn. It is not called for `constant`. The values are sorted
/// after the last call.
Array random_array(ElementType type, std::uint64_t count, Distribution distribution, std::uint64_t seed,
                   const std::function<void(double)>& progress = {});

}  // namespace vkalgo::formats
