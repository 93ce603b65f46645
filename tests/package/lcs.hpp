#pragma once

#include "expect.hpp"
#include <vkalgo/algorithms/dp/solve.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

/// Computes the longest common subsequence of two short strings, by a built-in recurrence on `context`'s device.
inline void lcs(vkalgo::Context& context) {
    constexpr std::string_view x = "AGGTABAGCATCC";
    constexpr std::string_view y = "GXTXAYBGAC";
    std::vector<std::vector<int>> table(x.size() + 1, std::vector<int>(y.size() + 1, 0));
    for (std::size_t i = 1; i <= x.size(); ++i) {
        for (std::size_t j = 1; j <= y.size(); ++j) {
            table[i][j] = x[i - 1] == y[j - 1] ? table[i - 1][j - 1] + 1 : std::max(table[i - 1][j], table[i][j - 1]);
        }
    }

    auto runner = value_of(vkalgo::Runner::create(context), "runner");
    const auto recurrence = value_of(vkalgo::dp::Recurrence::builtin("lcs"), "a built-in recurrence");
    const auto solution = value_of(vkalgo::dp::solve(runner, recurrence, {{"x", x}, {"y", y}}), "lcs");
    const auto answer = solution.answer_as<int>();
    expect(answer == table[x.size()][y.size()], "lcs is as long as the textbook's loop says");
}
