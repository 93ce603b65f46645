// Cells that the check reports as wrapped, compared with an exact computation of random trees of operations.
#include "algorithms/split_mix.hpp"
#include "tests/dp/numbers_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::dp::test {
namespace {

__extension__ using Wide = __int128;

/// A tree of operations as text, its exact value, and its value in a type that wraps.
template <class T>
struct Tree {
    struct Value {
        Wide exact;
        T held;
    };
    using Reads = std::array<T, 4>;
    std::string text;
    std::function<Value(const Reads&)> value;
};

template <class T>
Tree<T> tree(SplitMix64& random, int depth) {
    using Unsigned = std::make_unsigned_t<T>;
    const std::array<const char*, 4> leaves{"at(i - 1, j)", "at(i - 1, j - 1)", "cell_t(x(i))", "cell_t(y(j))"};
    if (depth == 0 || random.below(6) == 0) {
        if (random.below(4) == 0) {
            const auto number = static_cast<T>(random.below(10));
            return {"cell_t(" + std::to_string(number) + ")", [number](const auto&) {
                        return typename Tree<T>::Value{number, number};
                    }};
        }
        const std::size_t leaf = random.below(leaves.size());
        return {leaves[leaf], [leaf](const auto& reads) { return typename Tree<T>::Value{reads[leaf], reads[leaf]}; }};
    }
    const Tree<T> a = tree<T>(random, depth - 1);
    const Tree<T> b = tree<T>(random, depth - 1);
    const auto factor = static_cast<T>(1 + random.below(9));
    const std::string number = "cell_t(" + std::to_string(factor) + ")";
    const auto both = [&](const std::string& text, auto exactly, auto held) {
        return Tree<T>{text, [a, b, exactly, held](const auto& reads) {
                           const auto one = a.value(reads);
                           const auto other = b.value(reads);
                           return typename Tree<T>::Value{exactly(one.exact, other.exact), held(one.held, other.held)};
                       }};
    };
    const auto unsigned_of = [](T one) { return static_cast<Unsigned>(one); };
    switch (random.below(6)) {
        case 0:
            return both(
                "(" + a.text + " + " + b.text + ")", [](Wide p, Wide q) { return p + q; },
                [=](T p, T q) { return static_cast<T>(unsigned_of(p) + unsigned_of(q)); });
        case 1:
            return both(
                "(" + a.text + " - " + b.text + ")", [](Wide p, Wide q) { return p - q; },
                [=](T p, T q) { return static_cast<T>(unsigned_of(p) - unsigned_of(q)); });
        case 2:
            return both(
                "min(" + a.text + ", " + b.text + ")", [](Wide p, Wide q) { return std::min(p, q); },
                [](T p, T q) { return std::min(p, q); });
        case 3:
            return both(
                "max(" + a.text + ", " + b.text + ")", [](Wide p, Wide q) { return std::max(p, q); },
                [](T p, T q) { return std::max(p, q); });
        case 4:
            return both(
                "(" + a.text + " * " + number + ")", [factor](Wide p, Wide) { return p * factor; },
                [=](T p, T) { return static_cast<T>(unsigned_of(p) * unsigned_of(factor)); });
        default:
            return both(
                "(" + a.text + " / " + number + ")", [factor](Wide p, Wide) { return p / factor; },
                [factor](T p, T) { return static_cast<T>(p / factor); });
    }
}

std::string decimal(Wide number) {
    std::string digits;
    for (Wide rest = number < 0 ? -number : number; rest != 0 || digits.empty(); rest /= 10) {
        digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
    }
    return (number < 0 ? "-" : "") + digits;
}

template <class T>
void expect_the_first_that_wraps(const std::string& type, SplitMix64& random, int rounds, int least) {
    constexpr std::size_t kSide = 9;
    int wrapped = 0;
    for (int round = 0; round < rounds; ++round) {
        const Tree<T> cell = tree<T>(random, 3);
        std::vector<std::uint32_t> x(kSide);
        std::vector<std::uint32_t> y(kSide);
        for (std::size_t k = 0; k < kSide; ++k) {
            x[k] = static_cast<std::uint32_t>(random.below(40));
            y[k] = static_cast<std::uint32_t>(random.below(40));
        }
        std::string words;
        std::array<std::array<T, kSide>, kSide> table{};
        for (std::size_t i = 0; i < kSide; ++i) {
            for (std::size_t j = 0; j < kSide; ++j) {
                if (i == 0 || j == 0) {
                    table[i][j] = static_cast<T>(i + j);
                    continue;
                }
                const auto value =
                    cell.value({table[i - 1][j], table[i - 1][j - 1], static_cast<T>(x[i]), static_cast<T>(y[j])});
                table[i][j] = value.held;
                if (words.empty() && value.exact != Wide{value.held}) {
                    words = "cell (" + std::to_string(i) + ", " + std::to_string(j) + ") wraps: it holds " +
                            std::to_string(value.held) + " in place of " + decimal(value.exact) + " (";
                }
            }
        }
        const Instance instance = instance_of_numbers(x, y);
        const auto warnings = number_warnings_of(NumbersText{cell.text, type}.source(), &instance);
        ASSERT_EQ(warnings.size(), words.empty() ? 0U : 1U) << words << "\n" << cell.text;
        if (!words.empty()) {
            ++wrapped;
            ASSERT_EQ(warnings.front().substr(0, words.size()), words) << cell.text;
        }
    }
    EXPECT_GE(wrapped, least) << type;
    EXPECT_LT(wrapped, rounds) << type;
}

TEST(CheckNumbers, NameTheCellThatWrapsInExactArithmetic) {
    SplitMix64 random(31);
    expect_the_first_that_wraps<std::uint32_t>("u32", random, 60, 5);
    expect_the_first_that_wraps<std::int32_t>("i32", random, 60, 0);
    expect_the_first_that_wraps<std::uint64_t>("u64", random, 40, 3);
    expect_the_first_that_wraps<std::int64_t>("i64", random, 40, 0);
}

}  // namespace
}  // namespace vkalgo::dp::test
