#include "algorithms/dp/recurrence/expression.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace vkalgo::dp {
namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

Expression::Scope scope() {
    return {[](std::string_view name) -> Result<std::int64_t> {
                if (name == "n") {
                    return 7;
                }
                if (name == "big") {
                    return kLargest;
                }
                return Error{ErrorCode::invalid_argument, "no " + std::string(name), {}};
            },
            [](std::string_view function, std::string_view input) -> Result<std::int64_t> {
                if (input != "x") {
                    return Error{ErrorCode::invalid_argument, "no input " + std::string(input), {}};
                }
                return function == "len" ? 10 : function == "sum" ? 55 : function == "min" ? 1 : 10;
            }};
}

std::int64_t value_of(std::string_view text) {
    const auto expression = Expression::parse(text);
    EXPECT_TRUE(expression) << text;
    const auto value = expression->evaluate(scope());
    EXPECT_TRUE(value) << text;
    return value.value_or(-999999);
}

TEST(Expression, FollowsTheRulesOfArithmetic) {
    EXPECT_EQ(value_of("1"), 1);
    EXPECT_EQ(value_of("  2 + 3 * 4 "), 14);
    EXPECT_EQ(value_of("(2 + 3) * 4"), 20);
    EXPECT_EQ(value_of("10 - 3 - 2"), 5);
    EXPECT_EQ(value_of("100 / 5 / 2"), 10);
    EXPECT_EQ(value_of("7 / 2"), 3);
    EXPECT_EQ(value_of("-7 / 2"), -3);
    EXPECT_EQ(value_of("-3 * -4"), 12);
    EXPECT_EQ(value_of("--3"), 3);
    EXPECT_EQ(value_of("2 - -3"), 5);
    EXPECT_EQ(value_of("((((1))))"), 1);
    EXPECT_EQ(value_of("9223372036854775807"), kLargest);
    EXPECT_EQ(value_of("-9223372036854775807 - 1"), std::numeric_limits<std::int64_t>::min());
}

TEST(Expression, RaisesToPowers) {
    EXPECT_EQ(value_of("2 ^ 10"), 1024);
    EXPECT_EQ(value_of("2 ^ n - 1"), 127);
    EXPECT_EQ(value_of("3 * 2 ^ 3 * 2"), 48);
    EXPECT_EQ(value_of("2 ^ 3 ^ 2"), 512);
    EXPECT_EQ(value_of("-2 ^ 2"), -4);
    EXPECT_EQ(value_of("(-2) ^ 63"), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(value_of("(len(x) - 7) ^ 2"), 9);
    EXPECT_EQ(value_of("0 ^ 0"), 1);
    EXPECT_EQ(value_of("0 ^ big"), 0);
    EXPECT_EQ(value_of("(-1) ^ big"), -1);
    EXPECT_EQ(Expression::parse("2 ^ 63")->evaluate(scope()).error().code, ErrorCode::overflow);
    EXPECT_EQ(Expression::parse("2 ^ big")->evaluate(scope()).error().code, ErrorCode::overflow);
    EXPECT_EQ(Expression::parse("2 ^ -1")->evaluate(scope()).error().code, ErrorCode::invalid_argument);
    EXPECT_FALSE(Expression::parse("2 ^"));
    EXPECT_FALSE(Expression::parse("^ 2"));
}

TEST(Expression, AsksTheScopeForNamesAndFunctions) {
    EXPECT_EQ(value_of("n * n"), 49);
    EXPECT_EQ(value_of("len(x) + 1"), 11);
    EXPECT_EQ(value_of("sum( x ) * max(x) - min(x)"), 549);
    EXPECT_EQ(value_of("(len(x) - 2) * n"), 56);
}

TEST(Expression, NamesEachVariableAndInputOnce) {
    const auto expression = Expression::parse("a * len(x) + b * a - sum(x) + len(y)");
    ASSERT_TRUE(expression);
    EXPECT_EQ(expression->variables(), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(expression->inputs(), (std::vector<std::string>{"x", "y"}));
    EXPECT_EQ(Expression::parse("  a + 1  ")->text(), "a + 1");
}

TEST(Expression, RefusesWhatItCannotRead) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "is empty"},
        {"   ", "is empty"},
        {"1 +", "the end"},
        {"* 2", "'*'"},
        {"(1", "a ')' is missing"},
        {"1)", "at the end"},
        {"1 2", "an operator may be missing"},
        {"n n", "an operator may be missing"},
        {"len", ""},
        {"len()", "the name of one input"},
        {"len(x", "the name of one input"},
        {"len(x + 1)", "the name of one input"},
        {"len(x, y)", "the name of one input"},
        {"length(x)", "there are: len, sum, products, min, max"},
        {"1.5", "not a whole number"},
        {"0x10", "not a whole number"},
        {"12u", "not a whole number"},
        {"9223372036854775808", "does not fit i64"},
        {"999999999999999999999999", "does not fit i64"},
        {"a % b", "at the end"},
        {"a;b", "at the end"},
        {"\xC3\xA4", "expected a number"},
    };
    for (const auto& [text, part] : cases) {
        const auto expression = Expression::parse(text);
        if (part.empty()) {
            EXPECT_TRUE(expression) << text;  // A name alone is valid, whatever it names
            continue;
        }
        ASSERT_FALSE(expression) << text;
        EXPECT_EQ(expression.error().code, ErrorCode::invalid_argument);
        EXPECT_NE(expression.error().message.find(part), std::string::npos)
            << text << ": " << expression.error().message;
    }
}

TEST(Expression, StaysWithinItsStack) {
    EXPECT_TRUE(Expression::parse(std::string(64, '(') + "1" + std::string(64, ')')));
    EXPECT_TRUE(
        Expression::parse(std::string(32, '(') + "1" + std::string(32, ')') + "^" + std::string(63, '-') + "1"));
    const auto deeper = Expression::parse(std::string(65, '(') + "1" + std::string(65, ')'));
    ASSERT_FALSE(deeper);
    EXPECT_NE(deeper.error().message.find("at most 64 parentheses"), std::string::npos) << deeper.error().message;
    EXPECT_FALSE(Expression::parse("1^" + std::string(64, '-') + "1"));
    EXPECT_FALSE(Expression::parse(std::string(2000, '(') + "1" + std::string(2000, ')')));
    EXPECT_FALSE(Expression::parse(std::string(2000, '-') + "1"));
    EXPECT_FALSE(Expression::parse(std::string(5000, '1')));
    std::string sum = "1";
    for (int k = 0; k < 1000; ++k) {
        sum += "+1";
    }
    EXPECT_EQ(value_of(sum), 1001);
}

TEST(Expression, NeverWrapsAround) {
    const auto code_of = [](const std::string& text) {
        const auto value = Expression::parse(text)->evaluate(scope());
        EXPECT_FALSE(value) << text;
        return value ? ErrorCode::driver : value.error().code;
    };
    for (const char* text :
         {"big + 1", "-big - 2", "big * 2", "0 - big - 2", "(-big - 1) / -1", "-(-big - 1)", "big * big"}) {
        EXPECT_EQ(code_of(text), ErrorCode::overflow) << text;
    }
    EXPECT_EQ(code_of("1 / 0"), ErrorCode::invalid_argument);
    EXPECT_EQ(code_of("1 / (n - 7)"), ErrorCode::invalid_argument);
    EXPECT_EQ(value_of("(-big) / -1"), kLargest);
}

TEST(Expression, PassesOnWhatTheScopeDoesNotKnow) {
    EXPECT_EQ(Expression::parse("unknown + 1")->evaluate(scope()).error().message, "no unknown");
    EXPECT_EQ(Expression::parse("len(z)")->evaluate(scope()).error().message, "no input z");
    EXPECT_FALSE(Expression().evaluate(scope()));
}

}  // namespace
}  // namespace vkalgo::dp
