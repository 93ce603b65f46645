// The use of dp::Recurrence and of the simple call: instances from braces, typed results, and that nothing is compiled
// or checked twice.
#include "algorithms/dp/recurrence.hpp"

#include "algorithms/dp/solve.hpp"
#include "algorithms/split_mix.hpp"
#include "compiler/recurrence.hpp"
#include "engine/dispatch_table.hpp"
#include "tests/support/device_fixture.hpp"

#include <array>
#include <atomic>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace vkalgo::dp::test {
namespace {

const std::string kSubstring =
    "//! problem  substring\n//! about    a test\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n"
    "//! input    x u8[]\n//! input    y u8[]\n//! param    least u32 0\n//! rows     len(x) + 1\n"
    "//! columns  len(y) + 1\n//! base     first-row 1\n//! base     first-column 1\n//! answer   max last-row\n"
    "cell_t base(int i, int j) { return 0u; }\n"
    "cell_t cell(int i, int j) { return x(i - 1) == y(j - 1) ? at(i - 1, j - 1) + 1u + least : 0u; }\n"
    "step_t step(int i, int j) { return step_t(i - 1, j - 1, 0u); }\n";

Recurrence substring() {
    return vkalgo::test::take(compiler::recurrence(kSubstring, "substring.glsl"));
}

/// Returns the length of the longest suffix of x that occurs in y.
std::uint32_t longest_end(std::string_view x, std::string_view y) {
    for (std::size_t length = x.size(); length > 0; --length) {
        if (y.find(x.substr(x.size() - length)) != std::string_view::npos) {
            return static_cast<std::uint32_t>(length);
        }
    }
    return 0;
}

std::string drawn_letter_text(std::uint64_t seed, std::size_t count) {
    SplitMix64 random(seed);
    std::string text(count, 'a');
    for (char& letter : text) {
        letter = "ab"[random.below(2)];
    }
    return text;
}

TEST(Braces, TakeEveryTypeThatAnInputMayHave) {
    const std::vector<std::uint16_t> small{1, 2};
    const std::array<std::int64_t, 2> large{3, -4};
    const std::vector<double> real{0.5};
    const std::vector<char> bytes{'a', 'b'};
    const std::string_view text = "abc";
    const Instance instance{{"small", small},
                            {"large", large},
                            {"real", real},
                            {"bytes", bytes},
                            {"text", text},
                            {"literal", "ab"},
                            {"span", std::span(small).first(1)},
                            {"none", std::vector<float>{}}};
    const auto input = [&](const char* name) { return instance.inputs.at(name); };
    EXPECT_EQ(input("small").type, ElementType::u16);
    EXPECT_EQ(input("large").type, ElementType::i64);
    EXPECT_EQ(input("large").integer(1), -4);
    EXPECT_EQ(input("real").real(0), 0.5);
    EXPECT_EQ(input("bytes").type, ElementType::u8);
    EXPECT_EQ(input("text").count, 3U);
    EXPECT_EQ(input("literal").count, 2U);  // Without the zero at its end
    EXPECT_EQ(input("span").count, 1U);
    EXPECT_EQ(input("none").type, ElementType::f32);
    EXPECT_EQ(input("none").count, 0U);
    EXPECT_TRUE(instance.params.empty());
}

TEST(Braces, TakeParamsAndSizes) {
    const Instance instance{{"n", 3}, {"m", std::size_t{4}}, {"gap", -2}, {"width", 5U}, {"rate", 0.5F}};
    EXPECT_EQ(instance.n, 3);
    EXPECT_EQ(instance.m, 4);
    EXPECT_EQ(instance.params.at("gap"), Number(std::int64_t{-2}));
    EXPECT_EQ(instance.params.at("width"), Number(std::uint64_t{5}));
    EXPECT_EQ(instance.params.at("rate"), Number(0.5));
    EXPECT_TRUE(instance.inputs.empty());
}

TEST(Solutions, GiveTheAnswerAsANumberThatHoldsIt) {
    Solution solution;
    EXPECT_EQ(solution.answer_as<int>(), std::nullopt);
    solution.answer = std::uint64_t{300};
    EXPECT_EQ(solution.answer_as<int>(), 300);
    EXPECT_EQ(solution.answer_as<std::uint8_t>(), std::nullopt);
    EXPECT_EQ(solution.answer_as<double>(), 300.0);
    solution.answer = std::int64_t{-1};
    EXPECT_EQ(solution.answer_as<std::uint32_t>(), std::nullopt);
    EXPECT_EQ(solution.answer_as<std::int16_t>(), std::int16_t{-1});
    solution.answer = 2.5;
    EXPECT_EQ(solution.answer_as<int>(), std::nullopt);
    EXPECT_EQ(solution.answer_as<float>(), 2.5F);
    solution.answer = 0x1p63;
    EXPECT_EQ(solution.answer_as<std::int64_t>(), std::nullopt);
    EXPECT_EQ(solution.answer_as<std::uint64_t>(), std::uint64_t{1} << 63);
    solution.answer = -0x1p63;
    EXPECT_EQ(solution.answer_as<std::int64_t>(), std::numeric_limits<std::int64_t>::min());
    solution.answer = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(solution.answer_as<int>(), std::nullopt);
}

TEST(Solutions, GiveTheTableOnlyAsNumbersOfItsOwnType) {
    Solution solution;
    solution.table.resize(24);
    solution.cell_type = ElementType::i32;
    EXPECT_EQ(solution.table_as<std::int32_t>().size(), 6U);
    EXPECT_TRUE(solution.table_as<std::uint32_t>().empty());
    EXPECT_TRUE(solution.table_as<std::int64_t>().empty());
    struct Pair {
        std::int32_t first, second;
    };
    EXPECT_TRUE(solution.table_as<Pair>().empty());
    solution.cell_bytes = 8;
    solution.cell_numbers = 2;
    EXPECT_EQ(solution.table_as<Pair>().size(), 3U);
    EXPECT_TRUE(solution.table_as<std::int64_t>().empty());
}

TEST(Builtins, AreFoundByName) {
    const auto names = Recurrence::builtin_names();
    EXPECT_NE(std::find(names.begin(), names.end(), "lcs"), names.end());
    const auto lcs = Recurrence::builtin("lcs");
    ASSERT_OK(lcs);
    EXPECT_TRUE(lcs->is_builtin());
    EXPECT_EQ(lcs->header().problem, "lcs");
    const auto refused = Recurrence::builtin("lsc");
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_NE(refused.error().message.find("lcs"), std::string::npos) << refused.error().message;
}

std::atomic<int> pipelines;
PFN_vkCreateComputePipelines create_pipelines = nullptr;

VkResult count_pipelines(VkDevice device, VkPipelineCache cache, std::uint32_t count,
                         const VkComputePipelineCreateInfo* infos, const VkAllocationCallbacks* allocator,
                         VkPipeline* made) {
    pipelines += static_cast<int>(count);
    return create_pipelines(device, cache, count, infos, allocator, made);
}

class SolvedOften : public ::testing::Test {
protected:
    SolvedOften() : runner(vkalgo::test::take(Runner::create(*context))) {
        create_pipelines = context->table().device.vkCreateComputePipelines;
        context->table().device.vkCreateComputePipelines = count_pipelines;
        pipelines = 0;
    }
    vkalgo::test::ValidatedContext context{vkalgo::test::test_options()};
    Runner runner;
};

TEST_F(SolvedOften, CompilesAndChecksOnlyTheFirstTime) {
    const Recurrence recurrence = substring();
    for (const char* method : {"stage", "tile"}) {
        for (const bool tracebacks : {false, true}) {
            SolveOptions options;
            options.method = method;
            options.keep.solution = tracebacks;
            const auto run = [&](std::uint64_t seed) {
                const std::string x = drawn_letter_text(seed, 200);
                const std::string y = drawn_letter_text(seed + 7, 300);
                const auto solution = solve(runner, recurrence, {{"x", y}, {"y", x}}, options);
                ASSERT_OK(solution) << method;
                // The answer `max last-row` is the length of the longest suffix of the first text that occurs in the
                // second.
                EXPECT_EQ(solution->answer_as<std::uint32_t>(), longest_end(y, x)) << method << ", seed " << seed;
            };
            run(1);
            const RecurrenceWork before = recurrence.work();
            const int made = pipelines;
            EXPECT_GT(before.modules_compiled, 0U);
            EXPECT_GT(before.checks, 0U);
            EXPECT_GT(made, 0);
            run(2);
            run(3);
            EXPECT_EQ(recurrence.work().modules_compiled, before.modules_compiled) << method << tracebacks;
            EXPECT_EQ(recurrence.work().checks, before.checks) << method << tracebacks;
            EXPECT_EQ(pipelines, made) << method << tracebacks;
        }
    }
}

TEST_F(SolvedOften, ChecksAgainForOtherParamsAndAnotherOrder) {
    const Recurrence recurrence = substring();
    const Recurrence copy = recurrence;  // The copy shares the results of checks
    const auto run = [&](const Recurrence& which, int least, std::optional<Pattern> pattern = {}) {
        SolveOptions options;
        options.pattern = pattern;
        EXPECT_OK(solve(runner, which, {{"x", "abba"}, {"y", "bab"}, {"least", least}}, options));
        return recurrence.work().checks;
    };
    EXPECT_EQ(run(recurrence, 0), 1U);
    EXPECT_EQ(run(copy, 0), 1U);
    EXPECT_EQ(run(recurrence, 1), 2U);
    EXPECT_EQ(run(recurrence, 0), 2U);
    EXPECT_EQ(run(recurrence, 0, Pattern::RUD), 3U);
    EXPECT_EQ(run(copy, 0, Pattern::RUD), 3U);
}

// A check of cells does not cover step(); a check of both covers cells.
TEST_F(SolvedOften, ChecksStepsOnlyIfASolutionIsRequested) {
    const Recurrence recurrence = substring();
    const auto run = [&](bool tracebacks, int least) {
        SolveOptions options;
        options.keep.solution = tracebacks;
        EXPECT_OK(solve(runner, recurrence, {{"x", "abba"}, {"y", "bab"}, {"least", least}}, options));
        return recurrence.work().checks;
    };
    EXPECT_EQ(run(false, 0), 1U);
    EXPECT_EQ(run(true, 0), 2U);
    EXPECT_EQ(run(true, 0), 2U);
    EXPECT_EQ(run(true, 1), 3U);
    EXPECT_EQ(run(false, 1), 3U);
}

TEST_F(SolvedOften, RefusesAgainWhatItRefusedBefore) {
    std::string text = kSubstring;
    text.replace(text.find("at(i - 1, j - 1)"), 16, "at(i - 2, j - 1)");
    const auto recurrence = compiler::recurrence(text, "substring.glsl");
    ASSERT_OK(recurrence);
    for (int turn = 0; turn < 2; ++turn) {
        const auto refused = solve(runner, *recurrence, {{"x", "abba"}, {"y", "bab"}});
        ASSERT_ERROR(refused, ErrorCode::invalid_argument);
        EXPECT_EQ(refused.error().where, "recurrence");
    }
}

TEST_F(SolvedOften, NamesWhatIsMissingOrOfAnotherType) {
    const Recurrence recurrence = substring();
    const auto expect = [&](Instance instance, const std::string& part) {
        const auto refused = solve(runner, recurrence, std::move(instance));
        ASSERT_ERROR(refused, ErrorCode::invalid_argument);
        EXPECT_NE(refused.error().message.find(part), std::string::npos) << refused.error().message;
    };
    expect({{"x", "a"}}, "input 'y' (u8) is missing");
    expect({{"x", "a"}, {"y", std::vector<int>{1}}}, "input 'y' holds i32 but the recurrence declares u8");
    expect({{"x", "a"}, {"y", "b"}, {"z", "c"}}, "no input 'z'");
    expect({{"x", "a"}, {"y", "b"}, {"most", 3}}, "no param 'most'");
    expect({{"x", "a"}, {"y", "b"}, {"least", -1}}, "param 'least' is -1, which does not fit its type u32");
}

TEST(SharedRecurrence, IsCompiledOnceByManyThreads) {
    const Recurrence recurrence = substring();
    std::vector<std::jthread> threads;
    std::atomic<int> failures{0};
    const std::vector<std::string> modules{"stage", "traceback", "best", "answer"};
    constexpr int kThreads = 8;
    threads.reserve(kThreads);
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&, t] {
            const std::size_t first = static_cast<std::size_t>(t) % modules.size();
            const auto complete = recurrence.with_modules(std::span(modules).subspan(first));
            failures += complete && !(*complete)->module(modules[first]).empty() ? 0 : 1;
            failures += recurrence.check(recurrence.header().stage, {}) ? 0 : 1;
        });
    }
    threads.clear();
    EXPECT_EQ(failures, 0);
    EXPECT_EQ(recurrence.work().modules_compiled, modules.size() + 1);  // Plus the interpreter's module
}

}  // namespace
}  // namespace vkalgo::dp::test
