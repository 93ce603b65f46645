#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Where two sequences match.
namespace vkalgo::cli {

/// What counts as a match: of `window` letters along a diagonal, at least so many are equal.
struct DotRule {
    std::uint64_t window = 1, at_least = 1;
};

/// The rule for two sequences where the user gives none, or one of its numbers (0: not given). Window: 1 letter up to
/// 60 letters of either sequence, else 11, or the least number of letters with which chance marks few of `shown` dots.
/// At least: the least number of equal letters with which chance alone, by how often each letter occurs, marks a
/// hundredth of the shown dots.
DotRule dot_rule(std::span<const std::byte> x, std::span<const std::byte> y, std::uint64_t window,
                 std::uint64_t at_least, std::uint64_t shown);

/// How many windows' middles, letter i of x with letter j of y, lie in each of rows x columns blocks; block b of n
/// begins at letter b * length / n. rows and columns are at most the lengths. 64 windows at a time by the bits of
/// words (the sums of a window's letters in bit slices), on all cores: 10^10 windows of 11 letters take seconds.
std::vector<std::uint32_t> count_dots(std::span<const std::byte> x, std::span<const std::byte> y, DotRule rule,
                                      std::int64_t rows, std::int64_t columns);

}  // namespace vkalgo::cli
