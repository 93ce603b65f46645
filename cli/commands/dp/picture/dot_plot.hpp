#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// The positions at which two sequences match.
namespace vkalgo::cli {

/// The rule of a match: of `window` letters along a diagonal, at least `at_least` are equal.
struct DotRule {
    std::uint64_t window = 1, at_least = 1;
};

/// Returns the rule for two sequences. `window` and `at_least` are the numbers that the user gave (0: not given).
/// `shown` is the number of dots in the plot, marked or not. The default of `window` is 1 letter if a sequence has at
/// most 60 letters. For longer sequences it is the smallest number from 11 to 31 for which windows of equal letters, by
/// chance alone, mark at most 1% of the dots (31 if no number does). It is raised to a given `at_least`, or to the
/// length of the shorter sequence if that is less. The default of `at_least` is the smallest number of equal letters
/// that chance alone produces in at most 1% of the dots, or `window` if no smaller number does. Chance follows from the
/// frequencies of the letters.
DotRule dot_rule(std::span<const std::byte> x, std::span<const std::byte> y, std::uint64_t window,
                 std::uint64_t at_least, std::uint64_t shown);

/// Divides the letters of x into `rows` blocks and those of y into `columns` blocks. Returns for each pair of blocks
/// the number of matching windows whose middle (letter i of x, letter j of y) lies in the pair. Block b of n begins at
/// letter b * length / n. `rows` and `columns` are at most the lengths of x and y. With `y_backwards`, the columns are
/// those of y read from its end: letter j of y lies in the block of letter length - 1 - j. Works on all cores. An
/// operation on a word handles 64 windows: slice k holds bit k of each window's number of equal letters. 10^10 windows
/// of 11 letters take seconds.
std::vector<std::uint32_t> count_dots(std::span<const std::byte> x, std::span<const std::byte> y, DotRule rule,
                                      std::int64_t rows, std::int64_t columns, bool y_backwards = false);

}  // namespace vkalgo::cli
