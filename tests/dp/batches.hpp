#pragma once

#include "algorithms/split_mix.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

/// Helpers that the tests of batches share.
namespace vkalgo::dp::test {

using Letters = std::vector<std::uint8_t>;

/// Returns random letters below `letters`.
inline Letters drawn_letters(SplitMix64& random, std::size_t length, std::uint64_t letters) {
    Letters made(length);
    std::generate(made.begin(), made.end(), [&] { return static_cast<std::uint8_t>(random.below(letters)); });
    return made;
}

/// Returns a text of lcs with 64-bit cells in a diagonal pattern, with the given `answer`.
inline std::string mirrored(const std::string& pattern, const std::string& answer = "last") {
    const bool up = pattern == "NOSE" || pattern == "NESO";
    const bool left = pattern == "NOSE" || pattern == "SONE";
    const std::string i = up ? "i - 1" : "i + 1", j = left ? "j - 1" : "j + 1";
    const std::string x = up ? "x(i - 1)" : "x(i)", y = left ? "y(j - 1)" : "y(j)";
    return "//! problem  mirrored\n//! pattern  " + pattern +
           "\n//! class    local\n//! cell     u64\n//! input    x u8[]\n//! input    y u8[]\n"
           "//! rows     len(x) + 1\n//! columns  len(y) + 1\n//! base     " +
           (up ? "first-row 1" : "last-row 1") + "\n//! base     " + (left ? "first-column 1" : "last-column 1") +
           "\n//! answer   " + answer +
           "\ncell_t base(int i, int j) { return cell_t(0); }\ncell_t cell(int i, int j) {\n    if (" + x + " == " + y +
           ") return at(" + i + ", " + j + ") + cell_t(1);\n    return max(at(" + i + ", j), at(i, " + j +
           "));\n}\nstep_t step(int i, int j) {\n    if (" + x + " == " + y + ") return step_t(" + i + ", " + j +
           ", 0u);\n    if (at(" + i + ", j) >= at(i, " + j + ")) return step_t(" + i +
           ", j, 1u);\n    return step_t(i, " + j + ", 2u);\n}\n";
}

}  // namespace vkalgo::dp::test
