// Tests the generators of random instances of the built-in problems, and the oracles' function replay(), which computes
// the value of a solution.
#include "algorithms/split_mix.hpp"
#include "tests/dp/problem_support.hpp"

#include <algorithm>

namespace vkalgo::dp::test {
namespace {

TEST(Problems, OutlinesHaveTheLengthsOfTheDrawnInputs) {
    for (const CompiledRecurrence* any : builtin_recurrences()) {
        const std::string& name = any->header.problem;
        for (const std::int64_t n : {0, 1, 31, 257}) {
            const GeneratorOptions options{n, n / 2, 9, {}};
            const Instance outline = outlined(name, options);
            const Instance drawn = generated(name, options);
            ASSERT_EQ(outline.inputs.size(), drawn.inputs.size()) << name;
            EXPECT_EQ(outline.n, drawn.n);
            EXPECT_EQ(outline.m, drawn.m);
            for (const auto& [input, array] : drawn.inputs) {
                const InputArray& planned = outline.inputs.find(input)->second;
                EXPECT_EQ(planned.count, array.count) << name << " " << input;
                EXPECT_EQ(planned.type, array.type) << name << " " << input;
                EXPECT_TRUE(planned.data.empty());
                EXPECT_EQ(array.data.size(), array.count * size_of(array.type));
            }
        }
    }
}

TEST(Problems, TheSameSeedDrawsTheSameInstanceAndAnotherSeedAnother) {
    for (const CompiledRecurrence* any : builtin_recurrences()) {
        const std::string& name = any->header.problem;
        const Instance first = generated(name, {100, 100, 1, {}});
        const Instance again = generated(name, {100, 100, 1, {}});
        const Instance other = generated(name, {100, 100, 2, {}});
        for (const auto& [input, array] : first.inputs) {
            EXPECT_EQ(array.data, again.inputs.find(input)->second.data) << name;
            EXPECT_NE(array.data, other.inputs.find(input)->second.data) << name;
        }
    }
}

TEST(Problems, StringsAreDrawnAsDocumented) {
    // SplitMix64 of seed 1 with the published constants, in plain arithmetic.
    const auto number = [](std::uint64_t seed, std::uint64_t k) {
        std::uint64_t z = seed + k * 0x9E3779B97F4A7C15U;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31);
    };
    const Instance drawn = generated("lcs", {50, 40, 1, {}});
    std::string x;
    std::string y;
    for (std::uint64_t k = 1; k <= 50; ++k) {
        x += "ACGT"[number(1, k) >> 62];
    }
    for (std::uint64_t k = 1; k <= 40; ++k) {
        y += "ACGT"[number(number(1, 1), k) >> 62];
    }
    EXPECT_EQ(text_of(drawn, "x"), x);
    EXPECT_EQ(text_of(drawn, "y"), y);
}

TEST(Problems, KnapsackTakesHalfTheWeightUnlessTheCapacityIsGiven) {
    const Instance half = generated("knapsack", {20, 0, 4, {}});
    std::uint64_t sum = 0;
    for (const std::uint32_t weight : values_of<std::uint32_t>(half, "weight")) {
        EXPECT_GE(weight, 1U);
        EXPECT_LE(weight, 100U);
        sum += weight;
    }
    EXPECT_EQ(param_of(half, "capacity", 0), sum / 2);
    const Instance given = generated("knapsack", {20, 0, 4, {{"capacity", std::uint64_t{17}}}});
    EXPECT_EQ(param_of(given, "capacity", 0), 17U);
}

Solution traced(std::vector<PathRecord> path, Cell end) {
    Solution solution;
    solution.path = std::move(path);
    solution.path_end = end;
    return solution;
}

std::uint64_t worth(std::string_view name, const Instance& instance, const Solution& solution) {
    const auto value = oracle(name).replay(instance, solution);
    EXPECT_TRUE(value) << value.error().message;
    return value ? std::get<std::uint64_t>(*value) : 0;
}

void expect_refused(std::string_view name, const Instance& instance, const Solution& solution) {
    EXPECT_FALSE(oracle(name).replay(instance, solution)) << name;
}

TEST(LcsReplay, CountsTheSharedSymbolsAndRefusesAnythingElse) {
    const Instance instance = strings("ab", "cb");
    const Solution right = traced({{2, 2, 0}, {1, 1, 1}}, {0, 1});
    EXPECT_EQ(worth("lcs", instance, right), 1U);
    EXPECT_EQ(worth("lcs", strings("", "abc"), traced({}, {0, 3})), 0U);
    expect_refused("lcs", instance, traced({{2, 2, 0}, {1, 1, 0}}, {0, 0}));  // Letters a and c differ
    expect_refused("lcs", instance, traced({{2, 2, 0}}, {1, 1}));             // Stops inside
    expect_refused("lcs", instance, traced({{2, 2, 1}, {1, 1, 1}}, {0, 1}));  // Leaves the path that it claims
    expect_refused("lcs", instance, traced({{2, 2, 0}, {1, 1, 3}}, {0, 1}));  // No such decision
    expect_refused("lcs", instance, traced({{2, 2, 0}, {1, 1, 1}}, {0, 0}));  // Ends elsewhere than it claims
}

TEST(EditDistanceReplay, AddsUpTheEditsAndTheBorder) {
    Instance instance = strings("abc", "xb");
    // c is deleted, b is kept, then a is replaced by x.
    const Solution right = traced({{3, 2, 3}, {2, 2, 0}, {1, 1, 1}}, {0, 0});
    EXPECT_EQ(worth("edit-distance", instance, right), 2U);
    instance.params["del"] = std::uint64_t{10};
    instance.params["rep"] = std::uint64_t{7};
    EXPECT_EQ(worth("edit-distance", instance, right), 17U);
    // x is inserted instead, and a is deleted on the border.
    EXPECT_EQ(worth("edit-distance", instance, traced({{3, 2, 3}, {2, 2, 0}, {1, 1, 2}}, {1, 0})), 21U);
    expect_refused("edit-distance", instance, traced({{3, 2, 0}, {2, 1, 1}}, {1, 0}));  // Letters c and b differ
    expect_refused("edit-distance", instance, traced({{3, 2, 3}}, {2, 2}));
}

TEST(KnapsackReplay, PutsEachItemInOnceAndRefusesAnOverfullKnapsack) {
    const Instance instance = items({3, 4}, {5, 6}, 5);
    EXPECT_EQ(worth("knapsack", instance, traced({{2, 5, 1}, {1, 1, 0}}, {0, 1})), 6U);
    EXPECT_EQ(worth("knapsack", instance, traced({{2, 5, 0}, {1, 5, 1}}, {0, 2})), 5U);
    expect_refused("knapsack", instance, traced({{2, 5, 1}, {1, 1, 1}}, {0, -2}));
    expect_refused("knapsack", instance, traced({{2, 5, 1}}, {1, 1}));
    expect_refused("knapsack", instance, traced({{2, 5, 1}, {1, 5, 0}}, {0, 5}));
}

TEST(MatrixChainReplay, MultipliesAlongTheTreeAndRefusesAnyOtherShape) {
    const Instance instance = chain({8, 3, 7, 4});
    EXPECT_EQ(worth("matrix-chain", instance, traced({{0, 2, 0}, {1, 2, 1}}, {0, 0})), 180U);
    EXPECT_EQ(worth("matrix-chain", instance, traced({{0, 2, 1}, {0, 1, 0}}, {0, 0})), 392U);
    expect_refused("matrix-chain", instance, traced({{0, 2, 0}}, {0, 0}));             // A chain left over
    expect_refused("matrix-chain", instance, traced({{0, 2, 0}, {0, 1, 0}}, {0, 0}));  // Splits another chain
    expect_refused("matrix-chain", instance, traced({{0, 2, 2}, {1, 2, 1}}, {0, 0}));  // Splits outside
    expect_refused("matrix-chain", instance, traced({{0, 2, 0}, {1, 2, 1}, {0, 1, 0}}, {0, 0}));  // One too many
}

}  // namespace
}  // namespace vkalgo::dp::test
