#pragma once

#include "algorithms/dp/solve.hpp"
#include "tests/support/effort.hpp"

#include <cstdlib>
#include <variant>

/// Helpers for the comparisons of built-in problems with other methods.
namespace vkalgo::dp::test {

/// Returns how many instances a loop draws, or how large it makes them: `watched` under AddressSanitizer, which makes
/// the interpreter ten times slower, and otherwise `usual`.
template <class T>
constexpr T up_to(T usual, T watched) {
    return vkalgo::test::kEveryKernel ? usual : watched;
}

/// Returns how many instances a loop draws: ten times as many with VKALGO_DEEP=1.
inline int rounds(int usual, int watched) {
    const bool deep = vkalgo::test::kEveryKernel && vkalgo::test::deep();
    return up_to(usual, watched) * (deep ? 10 : 1);
}

inline double real(const Number& number) {
    return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

}  // namespace vkalgo::dp::test
