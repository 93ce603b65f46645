#pragma once

#include "expect.hpp"
#include <vkalgo/algorithms/dp/problem.hpp>
#include <vkalgo/algorithms/dp/recurrence/compiled.hpp>
#include <vkalgo/algorithms/dp/solve.hpp>

#include <string_view>
#include <variant>

/// The longest common subsequence of two short strings, by a built-in recurrence on `context`'s device.
inline void lcs(vkalgo::Context& context) {
    const vkalgo::dp::CompiledRecurrence* recurrence = nullptr;
    for (const auto* candidate : vkalgo::dp::builtin_recurrences()) {
        if (candidate->header.problem == "lcs") {
            recurrence = candidate;
        }
    }
    expect(recurrence != nullptr, "lcs is among the built-in recurrences");

    constexpr std::string_view x = "AGGTABAGCATCC";
    constexpr std::string_view y = "GXTXAYBGAC";
    vkalgo::dp::Instance instance;
    instance.inputs.emplace("x", vkalgo::dp::InputArray::of<char>(vkalgo::ElementType::u8, x));
    instance.inputs.emplace("y", vkalgo::dp::InputArray::of<char>(vkalgo::ElementType::u8, y));

    std::vector<std::vector<int>> table(x.size() + 1, std::vector<int>(y.size() + 1, 0));
    for (std::size_t i = 1; i <= x.size(); ++i) {
        for (std::size_t j = 1; j <= y.size(); ++j) {
            table[i][j] = x[i - 1] == y[j - 1] ? table[i - 1][j - 1] + 1 : std::max(table[i - 1][j], table[i][j - 1]);
        }
    }

    auto runner = value_of(vkalgo::Runner::create(context), "runner");
    const auto solution = value_of(vkalgo::dp::solve(runner, *recurrence, instance), "lcs");
    expect(solution.answer.has_value(), "lcs has an answer");
    const auto answer = std::visit([](auto number) { return static_cast<int>(number); }, *solution.answer);
    expect(answer == table[x.size()][y.size()], "lcs is as long as the textbook's loop says");
}
