#pragma once

#include "algorithms/dp/interpreter/interpreter.hpp"
#include "algorithms/split_mix.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/rounds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// Small instances of built-in problems on the CPU interpreter, compared with independent results.
namespace vkalgo::dp::test {

using Whole = std::optional<std::int64_t>;  // Nullopt means infeasible

/// Keeps the smaller of two values; infeasible ones do not count.
inline void improve(Whole& least, Whole value) {
    least = value && (!least || *value < *least) ? value : least;
}

/// Draws numbers from `low` on, about every third of them `none`.
inline std::vector<std::int32_t> drawn_with_gaps(SplitMix64& random, std::size_t count, std::int32_t low,
                                                 std::int32_t none) {
    std::vector<std::int32_t> values(count);
    std::generate(values.begin(), values.end(),
                  [&] { return random.below(3) == 0 ? none : low + static_cast<std::int32_t>(random.below(12)); });
    return values;
}

inline Instance sized(std::int64_t n, Instance instance) {
    instance.n = n;
    return instance;
}

/// An interpreter of instances of one problem. It compares answers, solutions and the oracle with expected values.
class SmallProblem {
public:
    explicit SmallProblem(const char* name)
        : name_(name), interpreter_(vkalgo::test::take(Interpreter::create(builtin(name)))) {}

    Result<void> fill(Instance instance) {
        instance_ = std::move(instance);
        const RecurrenceHeader& header = builtin(name_).header;
        const auto shape = check_instance(header, instance_, header.stage);
        if (!shape) {
            return shape.error();
        }
        run_ = vkalgo::test::take(interpreter_.start(instance_, *shape, header.stage));
        return run_->fill();
    }

    void expect(const Instance& instance, Whole expected) {
        ASSERT_OK(fill(instance)) << name_;
        EXPECT_EQ(run_->status(), expected ? AnswerStatus::ok : AnswerStatus::infeasible) << name_;
        if (!expected) {
            return;
        }
        ASSERT_TRUE(run_->answer()) << name_;
        EXPECT_EQ(real(*run_->answer()), static_cast<double>(*expected)) << name_;
        expect_oracle();
    }

    /// Expects this status instead of a number, from the oracle too.
    void expect(const Instance& instance, AnswerStatus expected) {
        ASSERT_OK(fill(instance)) << name_;
        EXPECT_EQ(run_->status(), expected) << name_;
        EXPECT_FALSE(run_->answer()) << name_;
        std::vector<std::byte> table;
        const auto answer = oracle(name_).reference(instance_, &table);
        ASSERT_OK(answer) << name_;
        EXPECT_EQ(status_of(builtin(name_).header, *answer), expected) << name_;
        EXPECT_TRUE(std::ranges::equal(table, run_->table())) << name_;
    }

    void expect_near(const Instance& instance, double expected) {
        ASSERT_OK(fill(instance)) << name_;
        ASSERT_TRUE(run_->answer()) << name_;
        EXPECT_NEAR(real(*run_->answer()), expected, 1e-9) << name_;
        expect_oracle();
    }

private:
    /// Compares the oracle's answer and table. The solution must be worth the answer. A changed solution must be no
    /// solution, or no better one.
    void expect_oracle() {
        std::vector<std::byte> table;
        const auto answer = oracle(name_).reference(instance_, &table);
        ASSERT_OK(answer) << name_;
        EXPECT_EQ(*answer, *run_->answer()) << name_;
        EXPECT_TRUE(std::ranges::equal(table, run_->table())) << name_;
        if (!builtin(name_).header.has_solution()) {
            return;
        }
        const auto traceback = run_->traceback(1000);
        ASSERT_OK(traceback) << name_;
        Solution solution;
        solution.path = traceback->path;
        solution.path_end = traceback->end;
        const auto worth = oracle(name_).replay(instance_, solution);
        ASSERT_OK(worth) << name_;
        EXPECT_EQ(*worth, *answer) << name_;
        if (solution.path.empty()) {
            return;
        }
        Solution spoilt = solution;
        spoilt.path.pop_back();
        EXPECT_FALSE(oracle(name_).replay(instance_, spoilt)) << name_ << ": a solution without its last step";
        for (std::size_t k = 0; k < solution.path.size(); ++k) {
            spoilt = solution;
            spoilt.path[k].decision ^= 1U;
            ++spoilt.path[k].j;
            const auto other = oracle(name_).replay(instance_, spoilt);
            EXPECT_TRUE(!other || real(*other) >= real(*answer)) << name_ << ": a step from elsewhere";
        }
    }

    const char* name_;
    Interpreter interpreter_;
    Instance instance_;
    std::optional<Interpretation> run_;
};

}  // namespace vkalgo::dp::test
