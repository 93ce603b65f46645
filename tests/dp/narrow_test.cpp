// If the bound allows 32-bit cells, a run gives the results that method `stage` gives with the file's own cells. Which
// texts allow such cells is tested in narrow_text_test.cpp.
#include "algorithms/split_mix.hpp"
#include "tests/dp/as_by_stage.hpp"
#include "tests/support/effort.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;
using Values = std::vector<std::uint32_t>;

constexpr std::uint64_t kMaxNarrow = std::numeric_limits<std::uint32_t>::max() - 1;

/// Returns a file over x. Two params give its bound, so that a test can choose the width of the cells.
std::string narrow_file(const std::string& pattern, const std::string& rows, const std::string& code) {
    return "//! problem a\n//! pattern " + pattern +
           "\n//! cell u64\n//! param low u32\n//! param high u32\n//! bound low + 4294967296 * high\n"
           "//! input x u32[]\n//! rows " +
           rows + "\n//! columns len(x)\n" + code;
}
Instance instance_of(const Values& x, std::uint64_t bound) {
    Instance instance{{"x", x}};
    instance.params["low"] = bound & 0xffffffffU;
    instance.params["high"] = bound >> 32;
    return instance;
}

/// A method and a file for it. A cell is a sum of distinct elements of x, or infeasible; the last cell is x(0) + x(1)
/// if x has no further elements.
struct NarrowCase {
    const char* method;
    std::string source;
};
NarrowCase row_all(const std::string& answer) {
    return {"row-all", narrow_file("RUD", "len(x)",
                                   "//! base first-row 1\n//! answer " + answer +
                                       "\n//! reduce min k = j / 2 .. j\n"
                                       "cell_t base(int i, int j) { return j % 5 == 3 ? INFEASIBLE : cell_t(x(0)); }\n"
                                       "cell_t term(int i, int k, int j) {\n"
                                       "    return (k + j) % 7 == 0 ? INFEASIBLE : plus(at(i - 1, k), cell_t(x(i)));\n"
                                       "}\n")};
}
NarrowCase rows(const std::string& answer) {
    return {"rows",
            narrow_file("RUD", "len(x)",
                        "//! base first-row 1\n//! answer " + answer +
                            "\n//! goal min\n//! reach j 1\n//! decisions 0, 1\n"
                            "cell_t base(int i, int j) { return j % 5 == 3 ? INFEASIBLE : cell_t(x(0)); }\n"
                            "cell_t cell(int i, int j) {\n"
                            "    const cell_t left = j == 0 ? INFEASIBLE : plus(at(i - 1, j - 1), cell_t(x(i)));\n"
                            "    return min(left, plus(at(i - 1, j), cell_t(x(i))));\n"
                            "}\n"
                            "step_t step(int i, int j) {\n"
                            "    const bool left = j > 0 && at(i - 1, j - 1) < at(i - 1, j);\n"
                            "    return step_t(i - 1, left ? j - 1 : j, left ? 1u : 0u);\n"
                            "}\n")};
}
NarrowCase narrow_chain(const std::string& answer) {
    return {"chain", narrow_file("CLR", "1",
                                 "//! base first-column 1\n//! answer " + answer +
                                     "\n//! reduce min k = j / 2 .. j - 1\n"
                                     "cell_t base(int i, int j) { return cell_t(x(0)); }\n"
                                     "cell_t term(int i, int k, int j) {\n"
                                     "    return j % 5 == 3 ? INFEASIBLE : plus(at(i, k), cell_t(x(j)));\n"
                                     "}\n")};
}
NarrowCase scan(const std::string& answer) {
    return {"scan", narrow_file("RUD", "len(x)",
                                "//! base first-row 1\n//! answer " + answer +
                                    "\n//! scan min plus\n"
                                    "cell_t base(int i, int j) { return j % 5 == 3 ? INFEASIBLE : cell_t(x(0)); }\n"
                                    "cell_t fresh(int i, int j) { return plus(at(i - 1, j), cell_t(x(i))); }\n"
                                    "cell_t along(int i, int j) { return j % 3 == 2 ? INFEASIBLE : cell_t(0); }\n"
                                    "step_t step(int i, int j) {\n"
                                    "    int k = j;\n"
                                    "    while (k > 0 && plus(at(i - 1, k), cell_t(x(i))) != at(i, j)) --k;\n"
                                    "    return step_t(i - 1, k, uint(k));\n"
                                    "}\n")};
}
std::vector<NarrowCase> narrow_cases(const std::string& answer) {
    return {row_all(answer), rows(answer), narrow_chain(answer), scan(answer)};
}

class Narrow : public AsByStage {
protected:
    static std::unique_ptr<MethodPlan> plan_of(const NarrowCase& one, const Instance& instance, Keep keep) {
        SolveOptions options;
        options.method = one.method;
        options.keep = keep;
        return std::move(
            take(plan_solve(recurrence_of(one.source).header(), instance, options, context().profile())).run);
    }
    /// Expects that all of the run's kernels are made for 32-bit cells if `narrow`, and otherwise none of them.
    static void expect_width(bool narrow, const NarrowCase& one, const Instance& instance, Keep keep = {}) {
        const auto plan = plan_of(one, instance, keep);
        EXPECT_EQ(plan->narrow, narrow) << one.method;
        EXPECT_EQ(plan->summary.ends_with("; cells of 32 bits"), narrow) << plan->summary;
        for (const std::string& module : plan->modules) {
            EXPECT_EQ(module.find("-narrow") != std::string::npos, narrow) << module;
        }
    }
    /// Compares answers without a kept table, and solutions if the recurrence has any.
    static void expect_the_same(const NarrowCase& one, const Instance& instance, const TestKnobs& knobs = {}) {
        const bool tracebacks = recurrence_of(one.source).header().has_solution();
        const auto expected = solved(one.source, instance, "stage", {.solution = tracebacks});
        ASSERT_OK(expected) << one.source;
        for (const Keep keep : {Keep{}, Keep{.solution = tracebacks}}) {
            const auto solution = solved(one.source, instance, one.method, keep, knobs);
            ASSERT_OK(solution) << one.source;
            EXPECT_EQ(solution->answer, expected->answer) << one.source;
            EXPECT_EQ(solution->status, expected->status) << one.source;
            EXPECT_EQ(solution->shape.answer, expected->shape.answer) << one.source;
            EXPECT_TRUE(!keep.solution || solution->path == expected->path) << one.source;
        }
    }
    static Values drawn(std::size_t n, std::uint64_t seed) {
        SplitMix64 random(seed);
        Values x(n);
        std::generate(x.begin(), x.end(), [&] { return static_cast<std::uint32_t>(random.below(40)); });
        return x;
    }
};

TEST_F(Narrow, RunsAreThoseWhoseBoundIsBelowTheGreatestNumberOf32Bits) {
    const Values x = drawn(20, 1);
    for (const NarrowCase& one : narrow_cases("last")) {
        for (const std::uint64_t bound : {std::uint64_t{0}, kMaxNarrow - 1, kMaxNarrow}) {
            expect_width(true, one, instance_of(x, bound));
            expect_width(true, one, instance_of(x, bound), {.solution = true});
        }
        for (const std::uint64_t bound : {kMaxNarrow + 1, kMaxNarrow + 2, kMaxNarrow << 8}) {
            expect_width(false, one, instance_of(x, bound));
            expect_width(false, one, instance_of(x, bound), {.solution = true});
        }
        expect_width(false, one, instance_of(x, kMaxNarrow), {.table = true});
        expect_width(false, one, instance_of(x, kMaxNarrow), {.table = true, .solution = true});
    }
}

class NarrowMethod : public Narrow, public ::testing::WithParamInterface<std::size_t> {};

TEST_P(NarrowMethod, GivesTheAnswersAndSolutionsOfStage) {
    std::vector<NarrowCase> both{narrow_cases("last")[GetParam()]};
    if (vkalgo::test::kEveryKernel) {
        both.push_back(narrow_cases(GetParam() == 3 ? "min first-column" : "min last-row")[GetParam()]);
    }
    for (const NarrowCase& one : both) {
        for (const std::size_t n : {1U, 2U, 47U}) {
            SCOPED_TRACE(n);
            const Instance instance = instance_of(drawn(n, n), 47 * 40);
            expect_width(true, one, instance, {.solution = true});
            expect_the_same(one, instance);
        }
    }
    // This run has many workgroups. A chain runs in many blocks, which read earlier blocks.
    expect_the_same(both[0], instance_of(drawn(23, 9), 23 * 40), {.rows = 1});
}

TEST_P(NarrowMethod, GivesValuesUpToTheBoundAndLeavesLargerOnesToWideCells) {
    const NarrowCase one = narrow_cases("last")[GetParam()];
    for (const std::uint64_t sum : {kMaxNarrow - 1, kMaxNarrow, kMaxNarrow + 1, kMaxNarrow + 2, 2 * kMaxNarrow}) {
        for (const std::size_t n : {2U, 9U}) {
            SCOPED_TRACE(sum);
            Values x(n, 0);
            x[0] = static_cast<std::uint32_t>(sum / 2);
            x[1] = static_cast<std::uint32_t>(sum - x[0]);
            const Instance instance = instance_of(x, sum);
            expect_width(sum <= kMaxNarrow, one, instance);
            expect_the_same(one, instance);
            if (n == 2) {
                EXPECT_EQ(take(solved(one.source, instance, one.method, {})).answer_as<std::uint64_t>(), sum);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Each, NarrowMethod, ::testing::Range<std::size_t>(0, 4), [](const auto& one) {
    std::string name = narrow_cases("last")[one.param].method;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST_F(Narrow, RunsSayThatAnAnswerIsInfeasible) {
    for (const NarrowCase& one : narrow_cases("at(0, 3)")) {
        const Instance instance = instance_of(drawn(9, 4), kMaxNarrow);
        expect_width(true, one, instance);
        const auto solution = solved(one.source, instance, one.method, {.solution = true});
        ASSERT_OK(solution) << one.method;
        EXPECT_EQ(solution->status, AnswerStatus::infeasible) << one.method;
        EXPECT_FALSE(solution->answer) << one.method;
        EXPECT_EQ(solution->cell_type, ElementType::u64);
        expect_the_same(one, instance);
    }
}

TEST_F(Narrow, RunsSayThatAnAnswerIsUnbounded) {
    const NarrowCase one{"rows",
                         narrow_file("RUD", "len(x)",
                                     "//! base first-row 1\n//! answer last\n//! goal max\n//! reach j 1\n"
                                     "cell_t base(int i, int j) { return x(j) == 7u ? UNBOUNDED : cell_t(x(j)); }\n"
                                     "cell_t cell(int i, int j) {\n"
                                     "    return max(at(i - 1, max(j - 1, 0)), plus(at(i - 1, j), cell_t(x(i))));\n"
                                     "}\n")};
    for (const std::uint32_t last : {6U, 7U}) {
        const Instance instance = instance_of({1, 2, 3, 4, last}, 60);
        expect_width(true, one, instance);
        const auto solution = solved(one.source, instance, "rows", {});
        ASSERT_OK(solution);
        EXPECT_EQ(solution->status, last == 7 ? AnswerStatus::unbounded : AnswerStatus::ok);
        expect_the_same(one, instance);
    }
}

TEST_F(Narrow, RunsEndWhereTheTextSaysThatAValueOverflows) {
    NarrowCase one = rows("last");
    one.source.insert(one.source.find("    const cell_t left"), "    overflow_if(at(i - 1, j) == cell_t(50));\n");
    const Values x{20, 10, 10, 10, 10, 10};
    expect_width(true, one, instance_of(x, 100));
    const auto ended = solved(one.source, instance_of(x, 100), "rows", {});
    ASSERT_ERROR(ended, ErrorCode::overflow);
    EXPECT_EQ(ended.error().message, error_of(one.source, instance_of(x, 100), "stage"));
    EXPECT_NE(ended.error().message.find("overflows its type u64"), std::string::npos) << ended.error().message;
    expect_the_same(one, instance_of({20, 10, 10, 9, 10, 10}, 100));
}

TEST_F(Narrow, RunsAreNotUsedIfATextCouldSeeAWrappedValue) {
    for (const char* value : {
             "at(i - 1, j) - cell_t(x(j)) > cell_t(4294967295u) ? cell_t(1) : cell_t(0)",
             "cell_t(x(j)) * x(j) > cell_t(100) ? cell_t(1) : cell_t(0)",
             "min(cell_t(x(j)) * x(j), cell_t(5))",
             "(cell_t(x(j)) << 16) > cell_t(100) ? cell_t(1) : cell_t(0)",
             "cell_t(x(j)) * x(j) / cell_t(65536)",
             "cell_t(float(cell_t(x(j)) * x(j)) / 65536.0)",
             "larger(cell_t(x(j)) * x(j), cell_t(9))",
             "w(j) == cell_t(0) ? cell_t(1) : cell_t(2)",
         }) {
        const bool wide = value[0] == 'w';
        const std::string input = wide ? "//! input w u64[len(x)]\n" : "";
        const NarrowCase one{
            "row-all",
            narrow_file("RUD", "3",
                        "//! base first-row 1\n//! answer last\n//! class row-all\n//! reduce max k = 0 .. 0\n" +
                            input +
                            "cell_t larger(cell_t a, cell_t b) { return a > b ? cell_t(1) : cell_t(0); }\n"
                            "cell_t base(int i, int j) { return cell_t(0); }\n"
                            "cell_t term(int i, int k, int j) { return " +
                            std::string(value) + "; }\n")};
        Instance instance = instance_of({65536, 65536}, 65536);
        if (wide) {
            const std::vector<std::uint64_t> values(2, std::uint64_t{1} << 32);
            instance.inputs["w"] = InputArray::of(ElementType::u64, std::span<const std::uint64_t>(values));
        }
        expect_width(false, one, instance);
        expect_the_same(one, instance);
        if (!vkalgo::test::kEveryKernel) {
            return;
        }
    }
}

TEST_F(Narrow, RunsTakeHalfTheMemoryOfRows) {
    for (const NarrowCase& one : {row_all("last"), rows("last"), scan("last")}) {
        const Values x = drawn(300, 1);
        const auto bytes = [&](std::uint64_t bound) {
            const auto plan = plan_of(one, instance_of(x, bound), {});
            const auto part = std::find_if(plan->parts.begin(), plan->parts.end(),
                                           [](const MethodPlan::Part& each) { return each.name == "two rows"; });
            return part == plan->parts.end() ? 0 : part->bytes;
        };
        EXPECT_EQ(bytes(kMaxNarrow), 2U * 4 * 300) << one.method;
        EXPECT_EQ(bytes(kMaxNarrow + 1), 2U * 8 * 300) << one.method;
    }
}

TEST_F(Narrow, RunsReachTablesOfMoreThanOneBinding) {
    ContextOptions options = vkalgo::test::test_options();
    options.narrow = [](DeviceProfile& profile) { profile.max_storage_range = 1U << 14; };
    vkalgo::test::ValidatedContext small(options);
    if (!small->profile().buffer_device_address || !small->profile().int64) {
        GTEST_SKIP() << "the device has no 64-bit buffer addresses";
    }
    Runner own = take(Runner::create(*small));
    const Instance instance = instance_of(drawn(80, 6), 80 * 40);
    // A traceback needs the table, and so does a search on a border that crosses all rows.
    for (const NarrowCase& one : {row_all("last"), scan("min first-column")}) {
        SolveOptions wide;
        wide.method = one.method;
        wide.keep.solution = wide.method == "row-all";
        const auto expected = solved(one.source, instance, "stage", wide.keep);
        ASSERT_OK(expected) << one.method;
        const auto plan = take(plan_solve(recurrence_of(one.source).header(), instance, wide, small->profile()));
        for (const std::string& module : plan.run->modules) {
            EXPECT_TRUE(module.ends_with("-narrow-wide")) << module;
        }
        const auto solution = dp::solve(own, recurrence_of(one.source), instance, wide);
        ASSERT_OK(solution) << one.method;
        EXPECT_EQ(solution->answer, expected->answer);
        EXPECT_EQ(solution->path, expected->path);
    }
}

struct ProblemRun {
    const char *name, *method;
};
class NarrowProblem : public vkalgo::test::DeviceTest, public ::testing::WithParamInterface<ProblemRun> {};

TEST_P(NarrowProblem, IsSolvedAsByStage) {
    const auto& [name, method] = GetParam();
    const Recurrence recurrence = Recurrence::of(builtin(name));
    const auto solved = [&](const Instance& instance, const char* by, Keep keep) {
        SolveOptions options;
        options.method = by;
        options.keep = keep;
        return dp::solve(runner(), recurrence, instance, options);
    };
    for (const std::int64_t n : {1, 5, 12}) {
        for (const std::uint64_t seed : {1U, 2U}) {
            const Instance instance = generated(name, {n, n, seed, {}});
            const auto expected = solved(instance, "stage", {.solution = true});
            ASSERT_OK(expected) << name;
            for (const Keep keep : {Keep{}, Keep{.solution = true}}) {
                const auto solution = solved(instance, method, keep);
                ASSERT_OK(solution) << name;
                EXPECT_TRUE(solution->plan_summary.ends_with("; cells of 32 bits")) << solution->plan_summary;
                EXPECT_EQ(solution->answer, expected->answer) << name;
                EXPECT_EQ(solution->status, expected->status) << name;
                EXPECT_TRUE(solution->path == expected->path || !keep.solution) << name;
            }
        }
    }
}
TEST_F(Narrow, ProblemsReachTheirBounds) {
    const auto expect_answer = [&](const char* name, const char* method, Instance instance, std::uint64_t expected,
                                   bool narrow) {
        const Recurrence recurrence = Recurrence::of(builtin(name));
        const auto solution = dp::solve(runner(), recurrence, std::move(instance), {.method = method});
        ASSERT_OK(solution) << name;
        EXPECT_EQ(solution->answer_as<std::uint64_t>(), expected) << name;
        EXPECT_EQ(solution->plan_summary.ends_with("; cells of 32 bits"), narrow) << name << " " << expected;
    };
    // 5 * 858,993,459 is 2^32 - 1, and so is 3 * 1,431,655,765.
    for (const std::uint32_t less : {0U, 1U}) {
        const std::uint32_t profit = 858'993'459 - less;
        expect_answer("integer-knapsack", "scan", items({1}, {profit}, 5), 5 * std::uint64_t{profit}, less == 1);
        const std::uint32_t cost = 1'431'655'764 - less;
        Instance roads;
        roads.n = 3;
        roads.params["nodes"] = std::uint64_t{4};
        const std::vector<std::int32_t> costs(48, static_cast<std::int32_t>(cost));
        roads.inputs["cost"] = InputArray::of(ElementType::i32, std::span<const std::int32_t>(costs));
        expect_answer("stagecoach", "row-all", std::move(roads), 3 * std::uint64_t{cost}, less == 1);
        const std::uint32_t year = 858'993'459 - less;
        Instance machine{{"cost", Values(15, year)}};
        machine.n = 5;
        expect_answer("replacement", "chain", std::move(machine), year, less == 1);
    }
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, NarrowProblem,
                         ::testing::Values(ProblemRun{"allotment", "row-all"}, ProblemRun{"covering", "row-all"},
                                           ProblemRun{"covering-as-knapsack", "row-all"},
                                           ProblemRun{"integer-knapsack", "scan"}, ProblemRun{"inventory", "row-all"},
                                           ProblemRun{"matrix-chain", "segments"}, ProblemRun{"production", "row-all"},
                                           ProblemRun{"replacement", "chain"}, ProblemRun{"stagecoach", "row-all"},
                                           ProblemRun{"transportation", "row-all"}),
                         [](const auto& one) {
                             std::string name = one.param.name;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace vkalgo::dp::test
