#include "cli/dp/verify.hpp"

#include "cli/dp/inputs.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// "cell (2, 3) is 5, the reference has 6", or nothing.
std::string table_difference(const dp::Solution& solution, const std::vector<std::byte>& expected, ElementType cell,
                             std::string_view other) {
    if (solution.table.size() != expected.size()) {
        return fmt::format("the table has {} bytes, {} has {}", solution.table.size(), other, expected.size());
    }
    const auto [mine, theirs] = std::mismatch(solution.table.begin(), solution.table.end(), expected.begin());
    if (mine == solution.table.end()) {
        return {};
    }
    const auto index = (mine - solution.table.begin()) / size_of(cell);
    const auto value = [&](const std::vector<std::byte>& table) {
        return to_text(dp::read_number(cell, table.data() + index * size_of(cell)), cell);
    };
    const std::int64_t columns = solution.shape.size.columns;
    return fmt::format("cell ({}, {}) is {}, {} has {}", index / columns, index % columns, value(solution.table), other,
                       value(expected));
}

std::string answer_text(const std::optional<dp::Number>& answer, ElementType cell) {
    return answer ? to_text(*answer, cell) : "nothing";
}

/// The same value, or both not a number.
bool same(const std::optional<dp::Number>& one, const std::optional<dp::Number>& other) {
    const auto is_nan = [](const std::optional<dp::Number>& number) {
        const double* real = number ? std::get_if<double>(&*number) : nullptr;
        return real != nullptr && std::isnan(*real);
    };
    return one == other || (is_nan(one) && is_nan(other));
}

Result<Verification> against_reference(const Recurrence& recurrence, const dp::Instance& instance,
                                       const dp::Solution& solution) {
    const dp::Problem& problem = *recurrence.problem;
    Verification verification{fmt::format("the CPU reference of {}", problem.name), {}};
    if (!solution.answer) {
        return verification;  // an empty table has no answer to compare
    }
    std::vector<std::byte> table;
    const bool has_table = !solution.table.empty();
    VKALGO_TRY(const dp::Number expected, problem.reference(instance, has_table ? &table : nullptr));
    if (*solution.answer != expected) {
        verification.difference = fmt::format("the answer is {}, the reference has {}",
                                              answer_text(solution.answer, recurrence.header().cell),
                                              to_text(expected, recurrence.header().cell));
    } else if (has_table) {
        verification.difference = table_difference(solution, table, recurrence.header().cell, "the reference");
    }
    return verification;
}

/// What the walked solution is worth, on the instance alone.
Result<std::string> replay_difference(const Recurrence& recurrence, const dp::Instance& instance,
                                      const dp::Solution& solution) {
    const auto worth = recurrence.problem->replay(instance, solution);
    if (!worth) {
        return worth.error().message;
    }
    if (*worth != *solution.answer) {
        return fmt::format("the answer is {}, but the solution is worth {}",
                           answer_text(solution.answer, recurrence.header().cell),
                           to_text(*worth, recurrence.header().cell));
    }
    return std::string();
}

Result<Verification> against_reference_method(Runner& runner, const Recurrence& recurrence,
                                              const dp::Instance& instance, const dp::Solution& solution,
                                              dp::SolveOptions options) {
    const std::string name = dp::reference_method().name;
    const std::string other = "method " + name;
    Verification verification{solution.method == name ? "a second run of " + other : other, {}};
    options.method = name;
    options.call.repeat = 1;
    options.call.warm_up = false;
    options.call.progress = {};
    VKALGO_TRY(const dp::Solution second, dp::solve(runner, recurrence.compiled, instance, options, module_compiler()));
    if (!same(solution.answer, second.answer)) {
        verification.difference =
            fmt::format("the answer is {}, {} has {}", answer_text(solution.answer, recurrence.header().cell), other,
                        answer_text(second.answer, recurrence.header().cell));
    } else if (!solution.table.empty()) {
        verification.difference = table_difference(solution, second.table, recurrence.header().cell, other);
    }
    if (verification.difference.empty() && solution.path != second.path) {
        verification.difference = fmt::format("the solution is not the one that {} walks", other);
    }
    return verification;
}

}  // namespace

Result<Verification> verify_solution(Runner& runner, const Recurrence& recurrence, const dp::Instance& instance,
                                     const dp::Solution& solution, const dp::SolveOptions& options) {
    if (recurrence.problem == nullptr) {
        return against_reference_method(runner, recurrence, instance, solution, options);
    }
    VKALGO_TRY(Verification verification, against_reference(recurrence, instance, solution));
    const bool has_solution = options.keep.solution && recurrence.problem->replay != nullptr && solution.answer;
    if (verification.difference.empty() && has_solution) {
        VKALGO_TRY(verification.difference, replay_difference(recurrence, instance, solution));
        verification.against += ", its solution replayed";
    }
    return verification;
}

}  // namespace vkalgo::cli
