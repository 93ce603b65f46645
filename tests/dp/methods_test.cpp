// Every method against the oracles: answers, whole tables bit for bit, and recovered solutions.
#include "algorithms/dp/method/prediction.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/solve.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/compile_module.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"

#include <algorithm>
#include <string>
#include <tuple>

namespace vkalgo::dp::test {
namespace {

/// Sizes that break tiles, strips and workgroups: around powers of two, primes, zero and one.
const std::vector<std::int64_t> kSizes{0, 1, 7, 8, 9, 31, 32, 33, 127, 255, 256, 257, 509, 1023, 1025};

class MethodChoice : public vkalgo::test::DeviceTest {};

using ProblemAndMethod = std::tuple<std::string, std::string>;

class MethodOnProblem : public vkalgo::test::DeviceTest, public ::testing::WithParamInterface<ProblemAndMethod> {
protected:
    static std::string problem_name() { return std::get<0>(GetParam()); }
    static std::string method_name() { return std::get<1>(GetParam()); }

    static void expect_equal(const Instance& instance, Keep keep, const std::string& what) {
        SolveOptions options;
        options.method = method_name();
        options.keep = keep;
        const auto solution = solve(runner(), builtin(problem_name()), instance, options);
        ASSERT_OK(solution) << what;
        std::vector<std::byte> table;
        const auto answer = oracle(problem_name()).reference(instance, keep.table ? &table : nullptr);
        if (solution->shape.size.empty()) {
            EXPECT_FALSE(solution->answer) << what;
            return;
        }
        if (keep.table) {
            EXPECT_EQ(solution->table, table) << what;
        }
        EXPECT_EQ(solution->status != AnswerStatus::ok, !solution->answer) << what;
        if (!solution->answer) {
            return;
        }
        ASSERT_OK(answer);
        EXPECT_EQ(*solution->answer, *answer) << what;
        if (keep.solution) {
            const auto replayed = oracle(problem_name()).replay(instance, *solution);
            ASSERT_OK(replayed) << what;
            EXPECT_EQ(*replayed, *answer) << what;
        }
    }
    static bool has_solution() { return builtin(problem_name()).header.has_solution(); }
    /// Returns whether the table is small enough for an oracle. If cells have terms, the terms are counted, otherwise
    /// the cells. If only one method runs the problem, large sizes show nothing more, so the limit is lower.
    static bool is_small(const GeneratorOptions& options) {
        const RecurrenceHeader& header = builtin(problem_name()).header;
        const Instance instance = generated(problem_name(), options);
        const auto runs = std::count_if(methods().begin(), methods().end(), [&](const Method* method) {
            SolveOptions by;
            by.method = method->name;
            return !method->only_by_name && plan_solve(header, instance, by, context().profile()).has_value();
        });
        Instance completed = instance;
        const auto shape = check_instance(header, completed, header.stage);
        if (!shape) {
            return false;
        }
        const bool has_terms = (header.reduce || header.has_loops) && !counts_terms(header);
        const auto longest = static_cast<double>(std::max(shape->size.rows, shape->size.columns));
        return work_of(header, shape->size) * (has_terms ? longest : 1) <=
               (runs > 1 && vkalgo::test::kEveryKernel ? 4e6 : 1e5);
    }
    /// Returns options for an instance of size n. Halves n until the table is small enough for an oracle.
    static GeneratorOptions small_draw(std::int64_t n, std::uint64_t seed) {
        GeneratorOptions options = draw(n, n, seed);
        for (; n > 0 && !is_small(options); n /= 2) {
            options = draw(n, n, seed);
        }
        return options;
    }
    static GeneratorOptions draw(std::int64_t n, std::int64_t m, std::uint64_t seed) {
        GeneratorOptions options{n, m, seed, {}};
        if (problem_name() == "knapsack") {
            options.params["capacity"] = static_cast<std::uint64_t>(m);
        }
        if (problem_name() == "binomial" || problem_name() == "fibonacci") {
            options.params["modulo"] = std::uint64_t{1'000'000'007};
        }
        return options;
    }
};

TEST_P(MethodOnProblem, AnswersAtEverySizeWithoutATable) {
    for (const std::int64_t n : kSizes) {
        for (const std::uint64_t seed : {1u, 2u, 3u}) {
            const std::int64_t m = seed == 2 ? n / 2 + 1 : n;
            if (is_small(draw(n, m, seed))) {
                expect_equal(generated(problem_name(), draw(n, m, seed)), {},
                             std::to_string(n) + " x " + std::to_string(m));
            }
        }
    }
}

TEST_P(MethodOnProblem, FillsTheSameTable) {
    for (const std::int64_t n : {0, 1, 8, 33, 100, 257}) {
        for (const std::uint64_t seed : {1u, 2u, 3u}) {
            if (is_small(draw(n, n + 5, seed))) {
                expect_equal(generated(problem_name(), draw(n, n + 5, seed)), {.table = true}, std::to_string(n));
            }
        }
    }
}

TEST_P(MethodOnProblem, RecoversASolutionThatReplaysToTheAnswer) {
    if (!has_solution()) {
        GTEST_SKIP() << problem_name() << " has no solution to recover";
    }
    for (const std::int64_t n : kSizes) {
        if (is_small(draw(n, n / 3 + 2, 5))) {
            expect_equal(generated(problem_name(), draw(n, n / 3 + 2, 5)), {.solution = true}, std::to_string(n));
        }
    }
    expect_equal(generated(problem_name(), small_draw(100, 6)), {.table = true, .solution = true}, "with the table");
}

TEST_P(MethodOnProblem, HoldsNoMoreMemoryThanPlanned) {
    const Instance instance = generated(problem_name(), small_draw(100, 1));
    for (const Keep keep : {Keep{}, Keep{.table = true}, Keep{.solution = has_solution()},
                            Keep{.table = true, .solution = has_solution()}}) {
        auto own = vkalgo::test::take(Runner::create(context()));
        context().reset_peak_memory();
        const std::uint64_t before = context().memory_in_use();
        SolveOptions options;
        options.method = method_name();
        options.keep = keep;
        const auto solution = solve(own, builtin(problem_name()), instance, options);
        ASSERT_OK(solution);
        EXPECT_LE(context().peak_memory() - before, solution->call.device_bytes);
        EXPECT_GE(context().peak_memory() - before, solution->call.device_bytes / 4) << "the plan is far too cautious";
    }
}

TEST_P(MethodOnProblem, RefusesWhatDoesNotFitTheMemoryAllowed) {
    SolveOptions options;
    options.method = method_name();
    options.keep.table = true;
    options.call.memory_limit = 256;
    const Instance instance = generated(problem_name(), small_draw(100, 1));
    const auto refused = solve(runner(), builtin(problem_name()), instance, options);
    ASSERT_ERROR(refused, ErrorCode::too_large);
    EXPECT_EQ(refused.error().where, "memory_limit") << refused.error().message;
}

TEST_F(MethodChoice, NamesTheReasonWhyThePreferredMethodDoesNotRunALargeInstance) {
    DeviceProfile profile = context().profile();
    profile.max_storage_range = 2u << 20;  // A row fits, the borders of regions do not
    profile.max_allocation = std::uint64_t{2} << 30;
    const RecurrenceHeader& header = builtin("lcs").header;
    const Instance outline = outlined("lcs", {200'000, 200'000, 1, {}});
    PlanRequest request;
    request.header = &header;
    request.shape = vkalgo::test::take(shape_of(header, outline, request.stage));
    for (const Keep keep : {Keep{.solution = true}, Keep{.table = true}}) {
        request.keep = keep;
        const auto refused = make_plan(request, profile, "", 0);
        ASSERT_ERROR(refused, ErrorCode::too_large);
        EXPECT_EQ(refused.error().where, keep.table ? "table" : "solution") << refused.error().message;
    }
}

// NVIDIA's driver reports a limit of 4 GiB for an allocation, but allows larger ones.
TEST_F(MethodChoice, KeepsATableInTheLargestBufferOfTheDevice) {
    DeviceProfile profile = context().profile();
    profile.buffer_device_address = profile.int64 = true;
    profile.max_storage_range = 2U << 20;
    profile.max_allocation = 3U << 20;
    profile.device_memory = std::uint64_t{1} << 30;
    for (const auto& [problem, method] :
         {std::pair{"lcs", "stage"}, {"lcs", "tile"}, {"binomial", "rows"}, {"matrix-chain", "segments"}}) {
        const RecurrenceHeader& header = builtin(problem).header;
        PlanRequest request;
        request.header = &header;
        request.stage = header.stage;
        request.keep.table = true;
        const Instance outline = outlined(problem, {1'000, 1'000, 1, {}});
        request.shape = vkalgo::test::take(shape_of(header, outline, request.stage));
        profile.larger_allocations = false;
        EXPECT_NE(vkalgo::test::take(make_plan(request, profile, method, 0))->part_bytes, 0U) << method;
        profile.larger_allocations = true;
        EXPECT_EQ(vkalgo::test::take(make_plan(request, profile, method, 0))->part_bytes, 0U) << method;
        profile.max_buffer = 3U << 20;
        EXPECT_NE(vkalgo::test::take(make_plan(request, profile, method, 0))->part_bytes, 0U) << method;
        profile.max_buffer = ~std::uint64_t{0};
    }
}

TEST_F(MethodChoice, HoldsTwoStringsOf200000AndTheirSubsequenceIn2GiB) {
    DeviceProfile gpu = context().profile();
    gpu.type = DeviceType::discrete;
    gpu.subgroup_size = 32;
    gpu.subgroup_shuffle_relative = gpu.subgroup_size_control = true;
    gpu.int64 = gpu.int64_atomics = gpu.memory_model_device_scope = gpu.cross_workgroup_progress = true;
    gpu.max_workgroup_invocations = 1024;
    gpu.shared_memory = 48u << 10;
    gpu.max_storage_range = UINT32_MAX;
    gpu.max_allocation = gpu.device_memory = std::uint64_t{4} << 30;
    const RecurrenceHeader& header = builtin("lcs").header;
    const Instance outline = outlined("lcs", {200'000, 200'000, 1, {}});
    PlanRequest request;
    request.header = &header;
    request.shape = vkalgo::test::take(shape_of(header, outline, request.stage));
    for (const bool progress : {true, false}) {
        gpu.cross_workgroup_progress = progress;
        for (const Keep keep : {Keep{}, Keep{.solution = true}}) {
            request.keep = keep;
            const auto plan = make_plan(request, gpu, "", std::uint64_t{2} << 30);
            ASSERT_OK(plan);
            EXPECT_STREQ((*plan)->method->name, keep.solution ? "tile" : "bit-parallel");
        }
    }
}

// The value has another type than the cells. The answer is where the tiles leave it, in a kept table, or on a border.
TEST_F(MethodChoice, GivesTheDeclaredValueOfCellsThatAreOneNumber) {
    for (const std::string answer : {"last", "max last-row"}) {
        for (const std::string method : {"stage", "tile", "rows"}) {
            std::string text = "//! problem  a\n//! pattern  ";
            text += method == "rows" ? "RUD" : "NOSE";
            text +=
                "\n//! cell     u32\n//! rows     n\n//! columns  m\n//! value    f32 float(c) / 4.0\n//! answer   ";
            text += answer;
            text += "\ncell_t cell(int i, int j) { return i == 0 ? uint(j) : at(i - 1, j) + 1u; }\n";
            const CompiledRecurrence recurrence = vkalgo::test::take(compiler::read_recurrence(text, "a.glsl"));
            for (const bool table : {false, true}) {
                const auto solution = solve(runner(), recurrence, {{"n", 5}, {"m", 7}},
                                            {.method = method, .keep = {.table = table}}, compile_module);
                ASSERT_OK(solution) << method;
                EXPECT_EQ(solution->answer_as<double>(), 2.5) << method << ", " << answer;
            }
        }
    }
}

class TileLanes : public MethodOnProblem {};

TEST_P(TileLanes, AgreeAtEveryWidth) {
    for (const std::uint32_t lanes : {8u, 16u, 32u, 64u}) {
        if (!vkalgo::test::kEveryKernel && lanes != 8 && lanes != 64) {
            continue;
        }
        const TestKnobs knobs{.lanes = lanes};
        for (const std::int64_t n : {1, 9, 63, 130, 300}) {
            const Instance instance = generated(problem_name(), draw(n, 2 * n + 1, lanes));
            std::vector<std::byte> table;
            const auto answer = oracle(problem_name()).reference(instance, &table);
            ASSERT_OK(answer);
            for (const Keep keep : {Keep{}, Keep{.table = true}, Keep{.solution = true}}) {
                SolveOptions options;
                options.method = method_name();
                options.knobs = &knobs;
                options.keep = keep;
                const auto solution = solve(runner(), builtin(problem_name()), instance, options);
                ASSERT_OK(solution) << lanes << " lanes, n = " << n;
                EXPECT_EQ(solution->answer, *answer) << lanes << " lanes, n = " << n;
                if (keep.table) {
                    EXPECT_EQ(solution->table, table) << lanes << " lanes, n = " << n;
                }
                if (keep.solution) {
                    const auto replayed = oracle(problem_name()).replay(instance, *solution);
                    ASSERT_OK(replayed);
                    EXPECT_EQ(*replayed, *answer) << lanes << " lanes, n = " << n;
                }
            }
        }
    }
}

TEST_P(TileLanes, WorkInOneDispatchPerDiagonalOnDevicesThatCouldWait) {
    const Instance instance = generated(problem_name(), draw(2000, 3000, 4));
    const auto answer = oracle(problem_name()).reference(instance, nullptr);
    ASSERT_OK(answer);
    SolveOptions options;
    options.method = method_name();
    const TestKnobs knobs{.schedule = TestKnobs::Schedule::diagonals};
    options.knobs = &knobs;
    const auto solution = solve(runner(), builtin(problem_name()), instance, options);
    ASSERT_OK(solution);
    EXPECT_EQ(solution->answer, *answer);
}

TEST_P(TileLanes, HandleTablesOfVeryFewRowsOrColumns) {
    for (const auto& [n, m] : {std::pair<std::int64_t, std::int64_t>{1, 100'000}, {100'000, 1}, {3, 70'000}}) {
        const Instance instance = generated(problem_name(), draw(n, m, 3));
        const auto answer = oracle(problem_name()).reference(instance, nullptr);
        ASSERT_OK(answer);
        SolveOptions options;
        options.method = method_name();
        options.keep.solution = true;
        const auto solution = solve(runner(), builtin(problem_name()), instance, options);
        ASSERT_OK(solution);
        EXPECT_EQ(solution->answer, *answer);
        EXPECT_EQ(*oracle(problem_name()).replay(instance, *solution), *answer);
    }
}

std::string case_name(const ::testing::TestParamInfo<ProblemAndMethod>& info) {
    std::string name = std::get<0>(info.param) + "_" + std::get<1>(info.param);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

/// Returns whether the method runs the problem, whatever is kept.
bool runs(const std::string& method, const std::string& problem) {
    const RecurrenceHeader& header = builtin(problem).header;
    PlanRequest request;
    request.header = &header;
    request.stage = header.stage;
    Instance instance = generated(problem, {9, 9, 1, {}});
    request.shape = vkalgo::test::take(check_instance(header, instance, header.stage));
    const std::vector<Keep> kept{{}, {.table = true}, {.solution = header.has_solution()}};
    return std::all_of(kept.begin(), kept.end(), [&](const Keep& keep) {
        request.keep = keep;
        const std::vector<const Method*> able = methods_for(request);
        return std::find(able.begin(), able.end(), find_method(method)) != able.end();
    });
}

/// Returns every problem that has an oracle and that the method runs.
std::vector<ProblemAndMethod> cases(const std::string& method) {
    std::vector<ProblemAndMethod> all;
    for (const Oracle* each : oracles()) {
        if (runs(method, each->name)) {
            all.emplace_back(each->name, method);
        }
    }
    return all;
}

INSTANTIATE_TEST_SUITE_P(Stage, MethodOnProblem, ::testing::ValuesIn(cases("stage")), case_name);
INSTANTIATE_TEST_SUITE_P(Segments, MethodOnProblem, ::testing::ValuesIn(cases("segments")), case_name);
INSTANTIATE_TEST_SUITE_P(Rows, MethodOnProblem, ::testing::ValuesIn(cases("rows")), case_name);
INSTANTIATE_TEST_SUITE_P(Chain, MethodOnProblem, ::testing::ValuesIn(cases("chain")), case_name);
INSTANTIATE_TEST_SUITE_P(RowAll, MethodOnProblem, ::testing::ValuesIn(cases("row-all")), case_name);
INSTANTIATE_TEST_SUITE_P(Scan, MethodOnProblem, ::testing::ValuesIn(cases("scan")), case_name);
INSTANTIATE_TEST_SUITE_P(Tile, MethodOnProblem, ::testing::ValuesIn(cases("tile")), case_name);
INSTANTIATE_TEST_SUITE_P(Tile, TileLanes, ::testing::ValuesIn(cases("tile")), case_name);

}  // namespace
}  // namespace vkalgo::dp::test
