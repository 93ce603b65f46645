#pragma once

#include "algorithms/dp/interpreter/interpreter.hpp"
#include "algorithms/split_mix.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/rounds.hpp"

#include <cmath>
#include <functional>
#include <limits>

/// Built-in problems against exhaustive search on small instances.
namespace vkalgo::dp::test {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A built-in problem and its comparison with answers that were found independently. An infinite answer stands for an
/// answer that is not a number.
class Tried {
public:
    explicit Tried(std::string name)
        : name_(std::move(name)),
          recurrence_(builtin(name_)),
          interpreter_(vkalgo::test::take(Interpreter::create(recurrence_))) {}

    void expect(Instance instance, double expected, double within = 0) const {
        const RecurrenceHeader& header = recurrence_.header;
        const Shape shape = vkalgo::test::take(check_instance(header, instance, header.stage));
        Interpretation run = vkalgo::test::take(interpreter_.start(instance, shape, header.stage));
        const auto filled = run.fill();
        ASSERT_TRUE(filled) << name_ << ": " << filled.error().message;
        std::vector<std::byte> table;
        const auto reference = oracle(name_).reference(instance, &table);
        ASSERT_OK(reference);
        ASSERT_EQ(table.size(), run.table().size()) << name_;
        EXPECT_TRUE(std::equal(table.begin(), table.end(), run.table().begin())) << name_;
        const auto answer = run.answer();
        EXPECT_EQ(status_of(header, *reference), run.status()) << name_;
        ASSERT_EQ(answer.has_value(), !std::isinf(expected)) << name_;
        if (!answer) {
            return;
        }
        EXPECT_EQ(*reference, *answer) << name_;
        ASSERT_NEAR(real(*answer), expected, within) << name_;
        const InterpretedTraceback traceback = vkalgo::test::take(run.traceback(1000));
        Solution solution;
        solution.shape = shape;
        solution.answer = answer;
        solution.path = traceback.path;
        solution.path_end = traceback.end;
        const auto replayed = oracle(name_).replay(instance, solution);
        ASSERT_OK(replayed);
        EXPECT_EQ(*replayed, *answer) << name_;
        if (!solution.path.empty()) {
            solution.path.erase(solution.path.begin());
            EXPECT_FALSE(oracle(name_).replay(instance, solution)) << name_ << ": its first decision is left out";
        }
    }

private:
    std::string name_;
    const CompiledRecurrence& recurrence_;
    Interpreter interpreter_;
};

inline std::vector<std::uint32_t> drawn(SplitMix64& random, std::size_t count, std::uint32_t low, std::uint32_t high) {
    std::vector<std::uint32_t> values(count);
    for (std::uint32_t& value : values) {
        value = low + static_cast<std::uint32_t>(random.below(high - low + 1));
    }
    return values;
}

using Choice = std::vector<std::int64_t>;
/// Visits all sequences of `count` numbers. Each number is from 0 to most(the numbers before it), both included.
inline void each_choice(std::size_t count, const std::function<std::int64_t(const Choice&)>& most,
                        const std::function<void(const Choice&)>& visit) {
    Choice choice;
    const std::function<void()> go_on = [&] {
        if (choice.size() == count) {
            visit(choice);
            return;
        }
        for (std::int64_t value = 0, last = most(choice); value <= last; ++value) {
            choice.push_back(value);
            go_on();
            choice.pop_back();
        }
    };
    go_on();
}

}  // namespace vkalgo::dp::test
