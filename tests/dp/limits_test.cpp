// The built-in problems on the device with extreme values: weights of zero, weights beyond any capacity, costs that
// make some edits useless, sums that do not fit.
#include "algorithms/dp/solve.hpp"
#include "algorithms/split_mix.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace vkalgo::dp::test {
namespace {

class ProblemLimits : public vkalgo::test::DeviceTest {
protected:
    static Result<Solution> solved(std::string_view name, const Instance& instance, Keep keep = {},
                                   const std::string& method = "") {
        SolveOptions options;
        options.method = method;
        options.keep = keep;
        return solve(runner(), builtin(name), instance, options);
    }

    /// Expects that the answer and the value of the solution are those of the reference.
    static void expect_reference(std::string_view name, const Instance& instance, const std::string& what,
                                 const std::string& method = "") {
        const auto solution = solved(name, instance, {.solution = true}, method);
        ASSERT_OK(solution) << what;
        const std::uint64_t expected = reference_answer(name, instance);
        EXPECT_EQ(*solution->answer, Number(expected)) << what;
        const auto worth = oracle(name).replay(instance, *solution);
        ASSERT_OK(worth) << what;
        EXPECT_EQ(*worth, Number(expected)) << what;
    }
};

TEST_F(ProblemLimits, KnapsackTakesWeightsOfZeroAndLeavesWhatNeverFits) {
    SplitMix64 random(41);
    for (int round = 0; round < 12; ++round) {
        std::vector<std::uint32_t> weight(1 + random.below(40));
        std::vector<std::uint32_t> profit(weight.size());
        for (std::size_t k = 0; k < weight.size(); ++k) {
            const std::uint64_t kind = random.below(4);
            weight[k] = kind == 0   ? 0
                        : kind == 1 ? 0xffffffffU - static_cast<std::uint32_t>(random.below(3))
                                    : static_cast<std::uint32_t>(random.below(30));
            profit[k] = static_cast<std::uint32_t>(random.below(100));
        }
        expect_reference("knapsack", items(weight, profit, random.below(200)), "round " + std::to_string(round));
    }
}

TEST_F(ProblemLimits, EditDistanceFollowsItsCosts) {
    const std::uint64_t costs[][3] = {{1, 1, 1}, {1, 1, 5}, {3, 2, 4}, {0, 7, 1}, {5, 0, 0}, {1000000, 1, 2000000}};
    for (const auto& [ins, del, rep] : costs) {
        Instance instance = generated("edit-distance", {150, 190, 3, {}});
        instance.params = {{"ins", ins}, {"del", del}, {"rep", rep}};
        for (const char* method : {"stage", "tile"}) {
            expect_reference(
                "edit-distance", instance,
                std::string(method) + " " + std::to_string(ins) + " " + std::to_string(del) + " " + std::to_string(rep),
                method);
        }
    }
}

TEST_F(ProblemLimits, TheThesisExamplesHaveTheirAnswers) {
    expect_reference("lcs", strings("agcgtag", "gtcaga"), "lcs");
    expect_reference("matrix-chain", chain({8, 3, 7, 4}), "chain");
    EXPECT_EQ(*solved("lcs", strings("agcgtag", "gtcaga"))->answer, Number(std::uint64_t{4}));
    EXPECT_EQ(*solved("matrix-chain", chain({8, 3, 7, 4}))->answer, Number(std::uint64_t{180}));
}

TEST_F(ProblemLimits, BinomialIsExactToTheLastBitAndThenAnError) {
    EXPECT_EQ(*solved("binomial", coefficient(67, 33))->answer, Number(std::uint64_t{14226520737620288370U}));
    const auto overflown = solved("binomial", coefficient(68, 34));
    ASSERT_ERROR(overflown, ErrorCode::overflow);
    EXPECT_EQ(overflown.error().where, "cell") << overflown.error().message;
    for (const std::uint64_t modulo : {std::uint64_t{1}, std::uint64_t{2}, ~std::uint64_t{0} - 58, ~std::uint64_t{0}}) {
        const auto rest = solved("binomial", coefficient(300, 140, modulo));
        ASSERT_OK(rest);
        EXPECT_EQ(*rest->answer, Number(reference_answer("binomial", coefficient(300, 140, modulo)))) << modulo;
    }
}

TEST_F(ProblemLimits, SumsThatCannotFitAreRefusedBeforehand) {
    Instance dear = strings("abc", "abd");
    dear.params["del"] = std::uint64_t{4000000000};
    EXPECT_ERROR(solved("edit-distance", dear), ErrorCode::overflow);
    Instance rare = strings("abc", "abd");
    rare.params["rep"] = std::uint64_t{4294967295};
    EXPECT_ERROR(solved("edit-distance", rare), ErrorCode::overflow);
    EXPECT_ERROR(solved("knapsack", items({1, 1}, {4000000000U, 4000000000U}, 2)), ErrorCode::overflow);
    EXPECT_ERROR(solved("matrix-chain", chain({4000000000U, 4000000000U, 4000000000U})), ErrorCode::overflow);
    EXPECT_OK(solved("matrix-chain", chain({1500000, 1500000, 1000000})));
}

TEST_F(ProblemLimits, TheLibraryIsUsedInAFewLines) {
    vkalgo::dp::Instance instance;
    instance.inputs["x"] = letters("agcgtag");
    instance.inputs["y"] = letters("gtcaga");
    auto solution = test::solve(runner(), builtin("lcs"), instance, {.keep = {.solution = true}});
    ASSERT_OK(solution);
    EXPECT_EQ(std::get<std::uint64_t>(*solution->answer), 4U);
    EXPECT_FALSE(solution->path.empty());
}

/// Returns the error for an input x that is declared as `declared` and holds `inside` twice, then `value`.
template <class T>
std::string range_refusal(const std::string& declared, T inside, T value) {
    const auto header = vkalgo::test::take(parse_header(
        "//! problem ranges\n//! pattern NOSE\n//! cell u32\n//! input x " + declared +
            "\n//! rows len(x)\n//! columns 1\n//! answer last\ncell_t cell(int i, int j) { return 1u; }\n",
        "ranges.glsl"));
    Instance instance{{"x", std::vector<T>{inside, inside, value}}};
    const auto shape = check_instance(header, instance, header.stage);
    return shape ? "" : shape.error().message;
}

TEST(InputRanges, RefuseValuesOutsideAndNameTheirIndex) {
    EXPECT_EQ(range_refusal<std::int32_t>("i32[] in -3 .. 5", -3, 5), "");
    EXPECT_EQ(range_refusal<std::int32_t>("i32[] in -3 .. 5", -3, 6),
              "input 'x' has 6 at index 2, but its range is -3 .. 5; indices count from 0");
    EXPECT_NE(range_refusal<std::int32_t>("i32[] in -3 .. 5", 0, -4).find("has -4 at index 2"), std::string::npos);
    EXPECT_EQ(range_refusal<std::uint8_t>("u8[] in 1 .. len(x)", 1, 3), "");
    EXPECT_NE(range_refusal<std::uint8_t>("u8[] in 1 .. len(x)", 3, 4).find("its range is 1 .. len(x) = 1 .. 3"),
              std::string::npos);
    constexpr std::uint64_t kHuge = std::uint64_t{1} << 63;
    EXPECT_NE(range_refusal<std::uint64_t>("u64[] in 0 .. 9", 9, kHuge).find("has 9223372036854775808 at index 2"),
              std::string::npos);
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(range_refusal<double>("f64[] in -0.5 .. 2.5", -0.5, 2.5), "");
    EXPECT_EQ(range_refusal<double>("f64[] in 0 .. 1e-7", 0, 3e-7),
              "input 'x' has 3e-07 at index 2, but its range is 0 .. 1e-7; indices count from 0");
    EXPECT_NE(
        range_refusal<float>("f32[] in 0 .. 0.05", 0, 0.1F).find("has 0.1 at index 2, but its range is 0 .. 0.05"),
        std::string::npos);
    for (const double outside : {-0.50001, 2.50001, kInfinite, -kInfinite, kNoNumber}) {
        EXPECT_NE(range_refusal<double>("f64[] in -0.5 .. 2.5", 0, outside).find("at index 2"), std::string::npos)
            << outside;
        EXPECT_NE(range_refusal<float>("f32[] in -0.5 .. 2.5", 0, static_cast<float>(outside)).find("at index 2"),
                  std::string::npos)
            << outside;
    }
}

TEST(TableSizes, StayBelowTwoToThe31Together) {
    constexpr std::int64_t kMaxElements = 0x7fffffff;
    const auto fits = [](const std::string& lines, std::int64_t n, std::int64_t m) {
        const std::string more = lines.find("index") == std::string::npos ? "" : ", int k";
        const auto header = vkalgo::test::take(
            parse_header("//! problem sizes\n//! cell u32\n//! rows n\n//! columns m\n//! answer last\n" + lines +
                             "cell_t cell(int i, int j" + more + ") { return 1u; }\n",
                         "sizes.glsl"));
        Instance instance;
        instance.n = n;
        instance.m = m;
        const auto shape = shape_of(header, instance, header.stage);
        const bool is_too_large = !shape && shape.error().code == ErrorCode::too_large;
        if (is_too_large) {
            EXPECT_NE(shape.error().message.find("in the stage function (without sign, at least 1), add up to more "
                                                 "than 2^31 - 1"),
                      std::string::npos)
                << shape.error().message;
        }
        return !is_too_large;
    };
    const RecurrenceHeader sequential = vkalgo::test::take(
        parse_header("//! problem rows\n//! cell u32\n//! rows n\n//! columns m\n//! answer last\n//! pattern RUD\n"
                     "//! sequential row\ncell_t cell(int i, int j) { return j > 0 ? at(i, j - 1) : 1u; }\n",
                     "rows.glsl"));
    Instance small;
    small.n = small.m = 3;
    for (const Pattern pattern : {Pattern::RUD, Pattern::RDU}) {
        EXPECT_TRUE(shape_of(sequential, small, StageFunction::of(pattern)));
    }
    for (const Pattern pattern : {Pattern::CLR, Pattern::NOSE, Pattern::NESO}) {
        EXPECT_ERROR(shape_of(sequential, small, StageFunction::of(pattern)), ErrorCode::invalid_argument);
    }
    const std::string plain = "//! pattern NOSE\n", steep = "//! stage 2 i + j\n";
    const std::string third = plain + "//! index k 10\n";
    EXPECT_TRUE(fits(plain, kMaxElements - 3, 3));
    EXPECT_FALSE(fits(plain, kMaxElements - 3, 4));
    EXPECT_FALSE(fits(plain, 99'999'999'999, 3));
    EXPECT_FALSE(fits(plain, 3, std::int64_t{1} << 62));
    EXPECT_TRUE(fits(steep, kMaxElements / 2 - 3, 6));
    EXPECT_FALSE(fits(steep, kMaxElements / 2, 6));
    EXPECT_TRUE(fits(third, kMaxElements - 13, 3));
    EXPECT_FALSE(fits(third, kMaxElements - 12, 3));
}

// In the expressions of a header, min(x) and max(x) are 0 if x has no elements.
TEST(Limits, TakeZeroForTheMinimumAndMaximumOfAnEmptyInput) {
    const auto header = parse_header(
        "//! problem p\n//! pattern RUD\n//! cell u32\n//! input x u32[]\n//! rows len(x) + 1\n"
        "//! columns max(x) + 1\n//! bound len(x) * max(x) + min(x)\n//! base first-row 1\n//! answer last\n"
        "cell_t base(int i, int j) { return 0u; }\ncell_t cell(int i, int j) { return at(i - 1, j); }\n",
        "a.glsl");
    ASSERT_TRUE(header) << header.error().message;
    Instance instance{{"x", std::vector<std::uint32_t>{}}};
    const auto shape = check_instance(*header, instance, header->stage);
    ASSERT_TRUE(shape) << shape.error().message;
    EXPECT_EQ(shape->size, (TableSize{1, 1}));
    instance.inputs.insert_or_assign("x",
                                     InputArray::of<std::uint32_t>(ElementType::u32, std::vector<std::uint32_t>{7, 2}));
    const auto filled = check_instance(*header, instance, header->stage);
    ASSERT_TRUE(filled) << filled.error().message;
    EXPECT_EQ(filled->size, (TableSize{3, 8}));
}

TEST(Limits, TakeTheMinimumOfLargeNumbersAndRefuseAMaximumThatDoesNotFit) {
    constexpr std::uint64_t kLarge = std::uint64_t{1} << 63;
    const auto rows = [](const std::string& function, const std::vector<std::uint64_t>& x) -> Result<std::int64_t> {
        const auto header =
            parse_header("//! problem p\n//! pattern RUD\n//! cell u32\n//! input x u64[]\n//! rows " + function +
                             "(x)\n//! columns 1\n//! base first-row 1\n//! answer last\n"
                             "cell_t base(int i, int j) { return 0u; }\n"
                             "cell_t cell(int i, int j) { return at(i - 1, j); }\n",
                         "a.glsl");
        EXPECT_TRUE(header) << header.error().message;
        Instance instance{{"x", x}};
        const auto shape = check_instance(*header, instance, header->stage);
        return shape ? Result<std::int64_t>(shape->size.rows) : Result<std::int64_t>(shape.error());
    };
    for (const std::vector<std::uint64_t>& x :
         {std::vector<std::uint64_t>{kLarge, 7, 9}, {9, 7, ~std::uint64_t{0}}, {7, kLarge + 1}}) {
        const auto least = rows("min", x);
        ASSERT_OK(least);
        EXPECT_EQ(*least, 7);
        const auto greatest = rows("max", x);
        ASSERT_ERROR(greatest, ErrorCode::overflow);
        EXPECT_EQ(greatest.error().where, "x");
    }
    EXPECT_ERROR(rows("min", {kLarge + 1, kLarge}), ErrorCode::overflow);
    EXPECT_EQ(rows("max", {3, 8, 5}).value_or(0), 8);
}

}  // namespace
}  // namespace vkalgo::dp::test
