// Edge cases of batches: statuses, problems that do not run together with the others, views into arrays, chunks of
// chosen inputs, and refusals.
#include "algorithms/dp/batch.hpp"
#include "algorithms/dp/batch/batch_shapes.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/split_mix.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/batches.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

class BatchEdges : public vkalgo::test::DeviceTest {};

TEST(BatchShapes, ElementsThatAllProblemsHaveAreCopiedOnlyWhereTheHeaderReadsThem) {
    const auto common_of = [](const char* problem, const Batch& batch) {
        return *take(check_batch(take(Recurrence::builtin(problem)).header(), batch, [](const auto&, auto) {})).common;
    };
    ArrayList letters, weights, profits;
    letters.add(std::string(40, '\1'));
    const std::vector<std::uint32_t> numbers{3, 9, 4};
    weights = profits = ArrayList(ElementType::u32);
    weights.add(std::span(numbers));
    profits.add(std::span(numbers));
    ArrayList scores(ElementType::i32);
    scores.add(std::span<const std::int32_t>(std::vector<std::int32_t>(16, 1)));
    const Instance aligned =
        common_of("align-local", {1, {{"x", letters.view()}, {"y", letters.view()}, {"score", scores.view()}}});
    for (const char* name : {"x", "y"}) {
        EXPECT_EQ(aligned.inputs.find(name)->second.count, 40U);
        EXPECT_TRUE(aligned.inputs.find(name)->second.data.empty());
    }
    EXPECT_EQ(aligned.inputs.find("score")->second.data.size(), 64U);
    const Instance packed = common_of(
        "knapsack",
        {1, {{"weight", weights.view()}, {"profit", profits.view()}}, {{"capacity", Number(std::uint64_t{9})}}});
    EXPECT_EQ(packed.inputs.find("weight")->second.data.size(), 12U) << "reach follows from max(weight)";
}

TEST_F(BatchEdges, AnAnswerFarBelowZeroIsRefusedInABatchAndFoundInASingleRun) {
    // Each letter of x lowers a cell by a million. The x of the second problem has forty letters, so its best value is
    // less than any value that a batch finds.
    const Recurrence recurrence = recurrence_of(
        "//! problem  depths\n//! pattern  NOSE\n//! class    local\n//! cell     i32\n//! input    x u8[]\n"
        "//! input    y u8[]\n//! rows     len(x)\n//! columns  len(y)\n//! bound    1\n"
        "//! answer   max all\n"
        "cell_t cell(int i, int j) { return j == 0 ? -1000000 * rows() : at(i, j - 1) - 1; }\n");
    ArrayList x, y;
    for (const std::size_t length : {3U, 40U, 5U}) {
        x.add(std::string(length, 'a'));
        y.add("abcde");
    }
    const Batch batch{3, {{"x", x.view()}, {"y", y.view()}}};
    const auto refused = solve_batch(runner(), recurrence, batch, {.method = "team"});
    ASSERT_ERROR(refused, ErrorCode::unsupported);
    EXPECT_EQ(refused.error().where, "problem 1");
    EXPECT_NE(refused.error().message.find("the answer is -"), std::string::npos);
    EXPECT_NE(refused.error().message.find("use method single"), std::string::npos);
    const auto alone = take(solve_batch(runner(), recurrence, batch, {.method = "single"}));
    const auto answers = alone.answers_as<std::int32_t>();
    EXPECT_EQ(std::vector<std::int32_t>(answers.begin(), answers.end()),
              (std::vector<std::int32_t>{-3'000'000, -40'000'000, -5'000'000}));
}

TEST_F(BatchEdges, ASingleProblemAndProblemsThatShareAllInputsRunByTheNamedMethod) {
    ArrayList x, y;
    x.add("kitten");
    y.add("sitting");
    const Recurrence edit = take(Recurrence::builtin("edit-distance"));
    for (const std::size_t count : {1U, 3U}) {
        for (const char* method : {"bit-parallel", "team", "single"}) {
            const auto solved =
                take(solve_batch(runner(), edit, {count, {{"x", x.view()}, {"y", y.view()}}}, {.method = method}));
            EXPECT_EQ(solved.method, method) << count;
            const auto answers = solved.answers_as<std::uint32_t>();
            EXPECT_EQ(std::vector<std::uint32_t>(answers.begin(), answers.end()), std::vector<std::uint32_t>(count, 3));
            EXPECT_EQ(solved.cells[0], (CellIndices{6, 7}));
        }
    }
}

/// Returns a text that counts the steps along the diagonal. A cell whose letters are unequal has the value `none`.
std::string ways(const std::string& goal, const std::string& none) {
    return "//! problem  ways\n//! pattern  NOSE\n//! class    local\n//! cell     i32\n//! goal     " + goal +
           "\n//! input    x u8[]\n//! input    y u8[]\n//! rows     len(x) + 1\n//! columns  len(y) + 1\n"
           "//! base     first-row 1\n//! base     first-column 1\n//! bound    len(x) + len(y)\n//! answer   last\n"
           "cell_t base(int i, int j) { return i + j; }\n"
           "cell_t cell(int i, int j) {\n    if (x(i - 1) != y(j - 1)) return " +
           none +
           ";\n"
           "    return plus(at(i - 1, j - 1), 1);\n}\n"
           "step_t step(int i, int j) { return step_t(i - 1, j - 1, 0u); }\n";
}

TEST_F(BatchEdges, ProblemsWithoutAnAnswerSaySoAndOthersHaveTheirAnswers) {
    for (const auto& [goal, none, status] : {std::tuple{"min", "INFEASIBLE", AnswerStatus::infeasible},
                                             {"max", "INFEASIBLE", AnswerStatus::infeasible},
                                             {"max", "UNBOUNDED", AnswerStatus::unbounded}}) {
        ArrayList x, y;
        std::vector<bool> feasible;
        SplitMix64 random(3);
        for (std::size_t p = 0; p < 30; ++p) {
            const Letters letters = drawn_letters(random, 1 + random.below(20), 3);
            Letters other = letters;
            feasible.push_back(p % 3 != 1);
            other.back() = static_cast<std::uint8_t>(other.back() + (p % 3 != 1 ? 0 : 1));
            x.add(std::span<const std::uint8_t>(letters));
            y.add(std::span<const std::uint8_t>(other));
        }
        const Recurrence recurrence = recurrence_of(ways(goal, none));
        const Batch batch{30, {{"x", x.view()}, {"y", y.view()}}};
        const auto solved = take(solve_batch(runner(), recurrence, batch, {.method = "team", .solution = true}));
        for (std::size_t p = 0; p < 30; ++p) {
            EXPECT_EQ(solved.statuses[p], feasible[p] ? AnswerStatus::ok : status) << p;
            EXPECT_EQ(solved.answer(p).has_value(), feasible[p]) << p;
            EXPECT_EQ(solved.paths.end(p).has_value(), feasible[p]) << p;
            EXPECT_EQ(solved.paths.steps(p), feasible[p] ? x.view().length(p) : 0U) << p;
        }
    }
}

TEST_F(BatchEdges, SolutionsOfTablesWithoutCellsHaveNoAnswerAsBySolve) {
    ArrayList x, y;
    for (const char* letters : {"", "abc"}) {
        x.add(letters);
        y.add("abcd");
    }
    const Recurrence recurrence = recurrence_of(
        "//! problem  steps\n//! pattern  NOSE\n//! class    local\n//! cell     i32\n//! input    x u8[]\n"
        "//! input    y u8[]\n//! rows     len(x)\n//! columns  len(y)\n//! base     first-row 1\n"
        "//! base     first-column 1\n//! bound    len(x) + len(y)\n//! answer   last\n"
        "cell_t base(int i, int j) { return i + j; }\ncell_t cell(int i, int j) { return at(i - 1, j - 1) + 1; }\n");
    const Batch batch{2, {{"x", x.view()}, {"y", y.view()}}};
    for (const char* method : {"team", "single"}) {
        const auto solved = take(solve_batch(runner(), recurrence, batch, {.method = method}));
        EXPECT_EQ(solved.answer(0), Number(std::int64_t{0})) << method;
        for (std::size_t p = 0; p < 2; ++p) {
            const Solution alone = take(solve(runner(), recurrence, batch.instance(p)));
            EXPECT_EQ(alone.answer.has_value(), p == 1);
            EXPECT_EQ(take(solved.solution(recurrence.header(), batch, p)).answer, alone.answer) << method << p;
            EXPECT_EQ(solved.statuses[p], AnswerStatus::ok) << method << p;
        }
    }
}

std::uint32_t distance(const Letters& a, const Letters& b) {
    std::vector<std::uint32_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        row[j] = static_cast<std::uint32_t>(j);
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::uint32_t corner = row[0];
        row[0] = static_cast<std::uint32_t>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::uint32_t up = row[j];
            row[j] = std::min({corner + (a[i - 1] == b[j - 1] ? 0U : 1U), up + 1, row[j - 1] + 1});
            corner = up;
        }
    }
    return row.back();
}

TEST_F(BatchEdges, ProblemsTooLargeForOneLaunchRunAmongTheOthers) {
    // If the device stops long loops, one lane with one row cannot compute a problem of 300 x 300 in one launch.
    TestKnobs knobs;
    knobs.lanes = 1;
    knobs.registers = 1;
    SplitMix64 random(4);
    for (const std::vector<std::size_t>& large :
         {std::vector<std::size_t>{0}, {3, 4}, {6}, {0, 2, 4, 6}, {0, 1, 2, 3, 4, 5, 6}}) {
        ArrayList x, y;
        std::vector<Letters> left, right;
        for (std::size_t p = 0; p < 7; ++p) {
            const bool is_large = std::count(large.begin(), large.end(), p) != 0;
            left.push_back(drawn_letters(random, is_large ? 300 : 3 + p, 3));
            right.push_back(drawn_letters(random, is_large ? 310 : 4, 3));
            x.add(std::span<const std::uint8_t>(left.back()));
            y.add(std::span<const std::uint8_t>(right.back()));
        }
        const Batch batch{7, {{"x", x.view()}, {"y", y.view()}}};
        const Recurrence edit = take(Recurrence::builtin("edit-distance"));
        const auto solved =
            take(solve_batch(runner(), edit, batch, {.method = "team", .solution = true, .knobs = &knobs}));
        EXPECT_EQ(solved.method, "team");
        const auto answers = solved.answers_as<std::uint32_t>();
        for (std::size_t p = 0; p < 7; ++p) {
            EXPECT_EQ(answers[p], distance(left[p], right[p])) << p << " of " << large.size();
            ASSERT_TRUE(solved.paths.end(p)) << p;
            const auto path = solved.paths.path(p);
            ASSERT_FALSE(path.empty());
            EXPECT_EQ(path.front().i, static_cast<std::int32_t>(left[p].size())) << p;
            std::uint32_t cost = static_cast<std::uint32_t>(solved.paths.end(p)->i + solved.paths.end(p)->j);
            for (const PathRecord& record : path) {
                cost += record.decision == 0 ? 0U : 1U;
            }
            EXPECT_EQ(cost, answers[p]) << p;
        }
    }
}

TEST_F(BatchEdges, ArraysChosenBackwardsReachEveryChunk) {
    SplitMix64 random(5);
    ArrayList x, y;
    std::vector<Letters> left, right;
    for (std::size_t k = 0; k < 40; ++k) {
        left.push_back(drawn_letters(random, k % 7 == 0 ? 0 : 30 + random.below(40), 3));
        right.push_back(drawn_letters(random, 30 + random.below(40), 3));
        x.add(std::span<const std::uint8_t>(left.back()));
        y.add(std::span<const std::uint8_t>(right.back()));
    }
    std::vector<std::uint32_t> rows, columns;
    for (std::uint32_t k = 0; k < 120; ++k) {
        rows.push_back(39 - k % 40);
        columns.push_back(static_cast<std::uint32_t>(random.below(40)));
    }
    BatchInput xs = x.view(), ys = y.view();
    xs.chosen = rows;
    ys.chosen = columns;
    for (const char* method : {"team", "bit-parallel"}) {
        for (const std::uint64_t memory : {0U, 60'000U}) {
            BatchOptions options;
            options.method = method;
            options.call.memory_limit = memory;
            const auto solved = take(solve_batch(runner(), take(Recurrence::builtin("edit-distance")),
                                                 {120, {{"x", xs}, {"y", ys}}}, options));
            for (std::size_t p = 0; p < 120; ++p) {
                ASSERT_EQ(solved.answers_as<std::uint32_t>()[p], distance(left[rows[p]], right[columns[p]]))
                    << method << ", problem " << p;
            }
        }
    }
}

TEST_F(BatchEdges, BitParallelGivesEachDistanceIfALaneHasOneRow) {
    SplitMix64 random(9);
    TestKnobs knobs;
    for (const std::uint32_t words : {1U, 2U}) {
        ArrayList x, y;
        std::vector<Letters> left, right;
        for (const std::size_t rows : {1U, 32U, 33U, 65U, 97U, 129U, 193U, 257U}) {
            for (std::size_t columns = 1; columns < 140; ++columns) {
                left.push_back(drawn_letters(random, rows, 2));
                right.push_back(drawn_letters(random, columns, 2));
                x.add(std::span<const std::uint8_t>(left.back()));
                y.add(std::span<const std::uint8_t>(right.back()));
            }
        }
        knobs.words = words;
        const auto solved = take(solve_batch(runner(), take(Recurrence::builtin("edit-distance")),
                                             {left.size(), {{"x", x.view()}, {"y", y.view()}}},
                                             {.method = "bit-parallel", .knobs = &knobs}));
        for (std::size_t p = 0; p < left.size(); ++p) {
            ASSERT_EQ(solved.answers_as<std::uint32_t>()[p], distance(left[p], right[p]))
                << left[p].size() << " x " << right[p].size();
        }
    }
}

TEST_F(BatchEdges, BitParallelTakesABaseThatBeginsAtAnyNumber) {
    SplitMix64 random(11);
    const std::string edit =
        "min(at(i - 1, j - 1) + (x(i - 1) == y(j - 1) ? 0u : 1u), min(at(i - 1, j), at(i, j - 1)) + 1u)";
    const std::string lcs = "x(i - 1) == y(j - 1) ? at(i - 1, j - 1) + 1u : max(at(i - 1, j), at(i, j - 1))";
    ArrayList x, y;
    for (const auto& [rows, columns] : {std::pair{0, 0}, {0, 9}, {9, 0}, {1, 1}, {33, 70}, {70, 33}, {300, 40}}) {
        x.add(std::span<const std::uint8_t>(drawn_letters(random, static_cast<std::size_t>(rows), 3)));
        y.add(std::span<const std::uint8_t>(drawn_letters(random, static_cast<std::size_t>(columns), 3)));
    }
    const Batch batch{x.size(), {{"x", x.view()}, {"y", y.view()}}};
    for (const auto& [cell, base] : {std::pair{edit, "7 + i + j"}, {edit, "i + j"}, {lcs, "2"}, {lcs, "7"}}) {
        const Recurrence own = recurrence_of(
            "//! problem  own\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n//! input    x u8[]\n"
            "//! input    y u8[]\n//! rows     len(x) + 1\n//! columns  len(y) + 1\n//! base     first-row 1\n"
            "//! base     first-column 1\n//! answer   last\ncell_t base(int i, int j) { return cell_t(" +
            std::string(base) + "); }\ncell_t cell(int i, int j) { return " + cell + "; }\n");
        const auto solved = take(solve_batch(runner(), own, batch, {.method = "bit-parallel"}));
        for (std::size_t p = 0; p < batch.count; ++p) {
            SolveOptions alone;
            alone.method = "stage";
            EXPECT_EQ(solved.answer(p), take(solve(runner(), own, batch.instance(p), alone)).answer)
                << base << ' ' << p;
        }
    }
}

TEST_F(BatchEdges, KeptTablesCountAgainstTheMemoryLimit) {
    ArrayList x, y;
    for (std::size_t p = 0; p < 200; ++p) {
        x.add(std::string(100, 'a'));
        y.add(std::string(100 - p % 50, 'a'));
    }
    BatchOptions options;
    options.method = "team";
    options.solution = true;
    options.call.memory_limit = 2'000'000;
    const auto solved = take(solve_batch(runner(), take(Recurrence::builtin("edit-distance")),
                                         {200, {{"x", x.view()}, {"y", y.view()}}}, options));
    // Buffers are an eighth larger than needed, so that they seldom grow.
    EXPECT_LE(solved.call.device_bytes, options.call.memory_limit / 8 * 9);
    for (std::size_t p = 0; p < 200; ++p) {
        ASSERT_EQ(solved.answers_as<std::uint32_t>()[p], p % 50) << p;
    }
}

TEST_F(BatchEdges, ViewsMayBeginInTheMiddleOfTheirData) {
    SplitMix64 random(6);
    const Letters all = drawn_letters(random, 400, 3);
    const auto bytes = std::as_bytes(std::span(all));
    const std::vector<std::uint64_t> own{37, 60, 60, 131, 180}, shared{211, 290};
    const BatchInput x{ElementType::u8, bytes, own}, y{ElementType::u8, bytes, shared};
    const Letters right(all.begin() + 211, all.begin() + 290);
    for (const char* method : {"team", "bit-parallel", "single"}) {
        const auto solved = take(solve_batch(runner(), take(Recurrence::builtin("edit-distance")),
                                             {4, {{"x", x}, {"y", y}}}, {.method = method}));
        for (std::size_t p = 0; p < 4; ++p) {
            const Letters left(all.begin() + static_cast<std::ptrdiff_t>(own[p]),
                               all.begin() + static_cast<std::ptrdiff_t>(own[p + 1]));
            EXPECT_EQ(solved.answers_as<std::uint32_t>()[p], distance(left, right)) << method << ", problem " << p;
        }
    }
}

TEST_F(BatchEdges, LengthsOfOneInputChangeWhileThoseOfTheOtherStay) {
    ArrayList x, y;
    std::vector<Letters> left, right;
    SplitMix64 random(7);
    for (const auto& [rows, columns] : {std::pair{5, 9}, {8, 9}, {8, 4}, {5, 4}, {5, 9}, {9, 5}, {9, 5}, {0, 5}}) {
        left.push_back(drawn_letters(random, static_cast<std::size_t>(rows), 2));
        right.push_back(drawn_letters(random, static_cast<std::size_t>(columns), 2));
        x.add(std::span<const std::uint8_t>(left.back()));
        y.add(std::span<const std::uint8_t>(right.back()));
    }
    const auto solved = take(solve_batch(runner(), take(Recurrence::builtin("edit-distance")),
                                         {left.size(), {{"x", x.view()}, {"y", y.view()}}}));
    for (std::size_t p = 0; p < left.size(); ++p) {
        EXPECT_EQ(solved.answers_as<std::uint32_t>()[p], distance(left[p], right[p])) << p;
    }
}

TEST_F(BatchEdges, AFaultInALaterChunkNamesItsNumberAmongAllProblems) {
    const Recurrence recurrence = recurrence_of(
        "//! problem  beyond\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n//! input    x u8[]\n"
        "//! rows     len(x) + 1\n//! columns  len(x) + 1\n//! base     first-row 1\n//! base     first-column 1\n"
        "//! answer   last\ncell_t base(int i, int j) { return 0u; }\ncell_t cell(int i, int j) {\n"
        "    overflow_if(x(i - 1) > 7u);\n    return max(at(i - 1, j), at(i, j - 1)) + 1u;\n}\n");
    ArrayList x;
    for (std::size_t p = 0; p < 300; ++p) {
        Letters letters(20, 1);
        letters[11] = p == 287 ? 8 : 7;
        x.add(std::span<const std::uint8_t>(letters));
    }
    BatchOptions options;
    options.method = "team";
    options.call.memory_limit = 40'000;
    const auto solved = solve_batch(runner(), recurrence, {300, {{"x", x.view()}}}, options);
    ASSERT_ERROR(solved, ErrorCode::overflow);
    EXPECT_EQ(solved.error().where, "problem 287");
}

/// Returns a text whose traceback follows the diagonal. Its decision in row i is (i * 11 + 5) % count.
std::string deciding(std::uint32_t count) {
    return "//! problem  deciding\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n//! input    x u8[]\n"
           "//! rows     len(x) + 1\n//! columns  len(x) + 1\n//! base     first-row 1\n//! base     first-column 1\n"
           "//! answer   last\ncell_t base(int i, int j) { return 0u; }\n"
           "cell_t cell(int i, int j) { return at(i - 1, j - 1) + uint(x(i - 1)); }\n"
           "step_t step(int i, int j) { return step_t(i - 1, j - 1, uint(i * 11 + 5) % " +
           std::to_string(count) + "u); }\n";
}

TEST_F(BatchEdges, DecisionsUpTo63AreKeptAndLargerOnesRefused) {
    ArrayList x;
    const Letters letters(130, 2);
    x.add(std::span<const std::uint8_t>(letters));
    const Batch batch{1, {{"x", x.view()}}};
    const BatchOptions options{.method = "team", .solution = true};
    const auto solved = take(solve_batch(runner(), recurrence_of(deciding(64)), batch, options));
    const auto path = solved.paths.path(0);
    ASSERT_EQ(path.size(), 130U);
    for (std::int32_t k = 0; k < 130; ++k) {
        const auto i = 130 - k;
        EXPECT_EQ(path[static_cast<std::size_t>(k)], (PathRecord{i, i, static_cast<std::uint32_t>(i * 11 + 5) % 64U}));
    }
    const auto refused = solve_batch(runner(), recurrence_of(deciding(65)), batch, options);
    ASSERT_ERROR(refused, ErrorCode::unsupported);
    EXPECT_NE(refused.error().message.find("a decision of step() is greater than 63"), std::string::npos)
        << refused.error().message;
    EXPECT_EQ(refused.error().where, "problem 0");
}

TEST_F(BatchEdges, TablesThatExceedOneBufferTogetherGiveAllTracebacks) {
    // The tables take 160 MB, more than a buffer of a software device holds.
    constexpr std::size_t kLength = 1000, kProblems = 40;
    SplitMix64 random(8);
    ArrayList x, y;
    std::vector<Letters> left;
    for (std::size_t p = 0; p < kProblems; ++p) {
        left.push_back(drawn_letters(random, kLength, 4));
        Letters other = left.back();
        other.erase(other.begin() + static_cast<std::ptrdiff_t>(20 * p));
        x.add(std::span<const std::uint8_t>(left.back()));
        y.add(std::span<const std::uint8_t>(other));
    }
    const auto solved =
        take(solve_batch(runner(), take(Recurrence::builtin("edit-distance")),
                         {kProblems, {{"x", x.view()}, {"y", y.view()}}}, {.method = "team", .solution = true}));
    for (std::size_t p = 0; p < kProblems; ++p) {
        EXPECT_EQ(solved.answers_as<std::uint32_t>()[p], 1U) << p;
        std::size_t deleted = 0;
        for (const PathRecord& record : solved.paths.path(p)) {
            deleted += record.decision == 3 ? 1U : 0U;
        }
        EXPECT_EQ(deleted + static_cast<std::size_t>(solved.paths.end(p)->i), 1U) << p;
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
