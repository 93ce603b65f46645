// Method `rows`: several rows per dispatch, and solutions from decisions instead of the table. It is compared with
// method `stage`, which is tested against oracles.
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/solve.hpp"
#include "algorithms/split_mix.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"

#include <array>
#include <map>
#include <string>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::kEveryKernel;
using vkalgo::test::take;

/// A knapsack in one of the patterns of rows and columns.
struct Sack {
    Pattern pattern = Pattern::RUD;
    std::string type = "u32";
    std::string reach = "-max(weight) .. 0";
    /// The distances in the line `decisions`. If empty, the text has no such line.
    std::string decisions = "0, WEIGHT";
    std::string answer = "last";
    /// The number of rows or columns in the base.
    std::string base = "1";
    /// Changes for items beyond those that the check sees. They are added to the index that is read, to the value, and
    /// to the index that a step goes to.
    std::string read = "0", value = "0", step = "0";
    std::string decision = "1u";
    /// If true, nothing is added to the index that a step goes to, so the text shows that a step goes where `decisions`
    /// says.
    bool shows_steps = false;
    /// If true, cells read cells to their right, and the room is counted from the right.
    bool mirrored = false;

    bool transposed() const { return pattern == Pattern::CLR || pattern == Pattern::CRL; }
    bool reversed() const { return pattern == Pattern::RDU || pattern == Pattern::CRL; }

    /// Returns indices for at() and step_t, made of the index of a line and the index along it. If lines are columns,
    /// the index of the line is the second.
    std::string pair(const std::string& line, const std::string& along) const {
        return transposed() ? along + ", " + line : line + ", " + along;
    }
    std::string text() const {
        const std::string line = transposed() ? "j" : "i";
        const std::string along = transposed() ? "i" : "j";
        const std::string lines = transposed() ? "columns()" : "rows()";
        const std::string item = reversed() ? lines + " - 2 - " + line : line + " - 1";
        const std::string before = line + (reversed() ? " + 1" : " - 1");
        const std::string weight = "weight(" + item + ")";
        std::string distances = decisions;
        if (const std::size_t at = distances.find("WEIGHT"); at != std::string::npos) {
            distances.replace(at, 6, weight);
        }
        const std::string room = mirrored ? "capacity - uint(" + along + ")" : "uint(" + along + ")";
        const std::string back = along + (mirrored ? " + " : " - ");
        const auto late = [&](const std::string& change) { return "(" + item + " > 80 ? " + change + " : 0)"; };
        return "//! problem  sack\n//! pattern  " + std::string(to_string(pattern)) +
               "\n//! class    row-gather\n//! cell     " + type + "\n//! input    weight u32[]\n//! input    profit " +
               type + "[len(weight)]\n//! param    capacity u32\n//! rows     " +
               (transposed() ? "capacity + 1\n//! columns  len(weight) + 1\n"
                             : "len(weight) + 1\n//! columns  capacity + 1\n") +
               "//! base     " + (reversed() ? "last-" : "first-") + (transposed() ? "column" : "row") + " " + base +
               "\n//! answer   " + answer + "\n" + (reach.empty() ? "" : "//! reach    " + along + " " + reach + "\n") +
               (decisions.empty() ? "" : "//! decisions " + distances + "\n") +
               "cell_t base(int i, int j) { return cell_t(0); }\n"
               "cell_t cell(int i, int j) {\n    const cell_t without = at(" +
               pair(before, along) + ");\n    const uint w = " + weight + ";\n    const cell_t more = cell_t(" +
               late(value) + ");\n    return w <= " + room + " ? max(without, at(" +
               pair(before, back + "int(w) + " + late(read)) + ") + profit(" + item +
               ") + more) : without;\n}\n"
               "step_t step(int i, int j) {\n    if (at(i, j) == at(" +
               pair(before, along) + ")) return step_t(" + pair(before, along) + ", 0u);\n    return step_t(" +
               pair(before, back + "int(" + weight + ")" + (shows_steps ? "" : " + " + late(step))) + ", " + decision +
               ");\n}\n";
    }
    Recurrence made() const { return recurrence_of(text(), "sack.glsl"); }
};

/// Returns n items whose weights are 0 to `most`. Profits of a signed type may be negative.
template <class Profit = std::uint32_t>
Instance sack_items(std::int64_t n, std::uint32_t capacity, std::uint64_t seed, std::uint32_t most = 9) {
    SplitMix64 draw(seed);
    std::vector<std::uint32_t> weights;
    std::vector<Profit> profits;
    for (std::int64_t k = 0; k < n; ++k) {
        weights.push_back(static_cast<std::uint32_t>(draw.next() % (most + 1)));
        profits.push_back(static_cast<Profit>(draw.next() % 20) -
                          static_cast<Profit>(std::is_signed_v<Profit> ? 9 : 0));
    }
    return {{"weight", weights}, {"profit", profits}, {"capacity", capacity}};
}

class Rows : public vkalgo::test::DeviceTest {
protected:
    static Result<Solution> solved(const Recurrence& recurrence, const Instance& instance, const std::string& method,
                                   Keep keep, const TestKnobs& knobs = {}) {
        SolveOptions options;
        options.method = method;
        options.keep = keep;
        options.knobs = &knobs;
        return dp::solve(runner(), recurrence, instance, options);
    }
    /// Expects the answer, the table and the traceback of method `stage`, with a kept table and without it.
    static void expect_as_by_stage(const Recurrence& recurrence, const Instance& instance,
                                   const TestKnobs& knobs = {}) {
        const auto expected = solved(recurrence, instance, "stage", {.table = true, .solution = true});
        ASSERT_OK(expected);
        const auto table = solved(recurrence, instance, "rows", {.table = true, .solution = true}, knobs);
        ASSERT_OK(table);
        EXPECT_EQ(table->answer, expected->answer);
        EXPECT_EQ(table->table, expected->table);
        EXPECT_EQ(table->path, expected->path);
        const auto traced = solved(recurrence, instance, "rows", {.solution = true}, knobs);
        ASSERT_OK(traced);
        EXPECT_EQ(traced->answer, expected->answer);
        EXPECT_EQ(traced->path, expected->path);
        EXPECT_EQ(traced->path_end, expected->path_end);
    }
    static std::string error_of(const Sack& sack, const Instance& instance, Keep keep, const char* method = "rows") {
        const auto solution = solved(sack.made(), instance, method, keep);
        return solution ? "" : solution.error().message;
    }
};

TEST_F(Rows, GiveTheResultsOfStageInEveryPatternOfRowsAndColumns) {
    for (const Pattern pattern : {Pattern::RUD, Pattern::CRL, Pattern::RDU, Pattern::CLR}) {
        if (!kEveryKernel && pattern != Pattern::RUD && pattern != Pattern::CRL) {
            continue;
        }
        const Recurrence sack = Sack{.pattern = pattern}.made();
        std::uint64_t seed = 0;
        for (const std::int64_t n : {0, 1, 2, 9, 33, 70}) {
            for (const std::uint32_t capacity : {0U, 1U, 64U, 300U}) {
                SCOPED_TRACE(std::string(to_string(pattern)) + ", " + std::to_string(n) + " items, capacity " +
                             std::to_string(capacity));
                expect_as_by_stage(sack, sack_items(n, capacity, ++seed));
            }
        }
    }
}

// Some workgroups have the table's ends among their columns, others do not.
TEST_F(Rows, GiveTheResultsOfStageInManyWorkgroupsOfColumns) {
    for (const Pattern pattern : {Pattern::RUD, Pattern::CRL, Pattern::RDU, Pattern::CLR}) {
        for (const bool shows_steps : {true, false}) {
            if (!kEveryKernel && shows_steps != (pattern != Pattern::CRL)) {
                continue;
            }
            const Recurrence sack = Sack{.pattern = pattern, .shows_steps = shows_steps}.made();
            EXPECT_EQ(sack.header().decisions->is_shown, shows_steps);
            SCOPED_TRACE(std::string(to_string(pattern)) + (shows_steps ? ", steps are shown" : ""));
            expect_as_by_stage(sack, sack_items(37, 12'345, 3));
            expect_as_by_stage(sack, sack_items(9, 12'287, 4, 700), {.rows = 2});
        }
    }
}

TEST_F(Rows, ReadToTheRightWhereDecisionsSaySo) {
    for (const Pattern pattern : {Pattern::RUD, Pattern::CLR}) {
        if (!kEveryKernel && pattern != Pattern::RUD) {
            continue;
        }
        const Sack mirrored{.pattern = pattern,
                            .reach = "0 .. max(weight)",
                            .decisions = "0, -int(WEIGHT)",
                            .answer = "at(" + std::string(pattern == Pattern::RUD ? "len(weight), 0" : "0, 0") + ")",
                            .mirrored = true};
        for (const std::uint32_t capacity : {0U, 1U, 300U, 9000U}) {
            SCOPED_TRACE(std::string(to_string(pattern)) + ", capacity " + std::to_string(capacity));
            expect_as_by_stage(mirrored.made(), sack_items(35, capacity, capacity + 1));
            expect_as_by_stage(mirrored.made(), sack_items(5, capacity, capacity + 2, 1500), {.rows = 1});
        }
    }
}

// The ends of a workgroup affect one, some or all columns of an invocation.
TEST_F(Rows, GiveTheSameResultsHoweverColumnsAreDivided) {
    const Recurrence left = Sack{.shows_steps = true}.made();
    const Recurrence right = Sack{.reach = "0 .. max(weight)",
                                  .decisions = "0, -int(WEIGHT)",
                                  .answer = "at(len(weight), 0)",
                                  .mirrored = true}
                                 .made();
    struct Case {
        TestKnobs knobs;
        std::uint32_t most, capacity;
    };
    for (const Case& one : {Case{{.rows = 1, .workgroup = 64, .columns = 5, .buffers = 2}, 100, 700},
                            {{.rows = 4, .workgroup = 64, .columns = 5}, 70, 319},
                            {{.rows = 1, .workgroup = 64, .columns = 2}, 100, 500}}) {
        if (!kEveryKernel && one.knobs.buffers == 1) {
            continue;
        }
        SCOPED_TRACE(std::to_string(one.knobs.workgroup) + " x " + std::to_string(one.knobs.columns));
        expect_as_by_stage(left, sack_items(11, one.capacity, one.most, one.most), one.knobs);
        expect_as_by_stage(right, sack_items(11, one.capacity, one.most, one.most), one.knobs);
    }
}

TEST_F(Rows, GiveTheSameResultsForAnyNumberOfRowsPerDispatch) {
    const Recurrence sack = Sack{}.made();
    for (const std::uint32_t rows : {1U, 2U, 16U, 32U, 64U}) {
        for (const std::int64_t n : {1, 31, 32, 33, 64, 65, 130}) {
            SCOPED_TRACE(std::to_string(rows) + " rows per dispatch, " + std::to_string(n) + " items");
            expect_as_by_stage(sack, sack_items(n, 2500, rows), {.rows = rows});
        }
    }
}

TEST_F(Rows, HaveHalosAsWideAsTheWeightsAndWider) {
    const Recurrence sack = Sack{}.made();
    for (const std::uint32_t most : {0U, 1U, 400U, 1'000'000U}) {
        SCOPED_TRACE("weights to " + std::to_string(most));
        expect_as_by_stage(sack, sack_items(40, 2000, most, most));
    }
}

TEST_F(Rows, HaveABaseOfSeveralRows) {
    for (const Pattern pattern : {Pattern::RUD, Pattern::CRL}) {
        if (!kEveryKernel && pattern != Pattern::RUD) {
            continue;
        }
        const Recurrence sack = Sack{.pattern = pattern, .base = "3"}.made();
        for (const std::int64_t n : {1, 2, 3, 40}) {
            SCOPED_TRACE(std::string(to_string(pattern)) + ", " + std::to_string(n) + " items");
            expect_as_by_stage(sack, sack_items(n, 200, 9));
        }
    }
}

TEST_F(Rows, HoldNumbersOfEveryType) {
    expect_as_by_stage(Sack{.type = "u64"}.made(), sack_items<std::uint64_t>(45, 1200, 1));
    if (!kEveryKernel) {
        return;
    }
    expect_as_by_stage(Sack{.type = "i32"}.made(), sack_items<std::int32_t>(45, 1200, 2));
    expect_as_by_stage(Sack{.type = "f32"}.made(), sack_items<float>(45, 1200, 3));
}

TEST_F(Rows, ReadBothWaysAndHoldFields) {
    const std::string text =
        "//! problem both\n//! pattern RUD\n//! cell i32 A, u32 B\n//! value i32 c.A + int(c.B)\n//! input x i32[]\n"
        "//! param scale i32 3\n//! rows n + 1\n//! columns len(x)\n//! base first-row 1\n//! base last-column 1\n"
        "//! answer at(n / 2, len(x) / 3)\n"
        "cell_t base(int i, int j) { return cell_t(x(j), uint(i)); }\n"
        "cell_t cell(int i, int j) {\n    cell_t best = at(i - 1, j + 1);\n"
        "    if (j > 1) best.A = max(best.A, at(i - 1, j - 2).A - scale);\n    best.B += at(i - 1, j).B + 1u;\n"
        "    return best;\n}\n";
    const Recurrence both = recurrence_of(text, "both.glsl");
    const auto none = solved(both, {{"x", std::vector<std::int32_t>{}}, {"n", 3}}, "rows", {.table = true});
    ASSERT_OK(none);
    EXPECT_FALSE(none->answer);
    SplitMix64 draw(5);
    std::vector<std::int32_t> xs(3000);
    for (std::int32_t& x : xs) {
        x = static_cast<std::int32_t>(draw.next() % 2000) - 1000;
    }
    for (const std::int64_t n : {0, 1, 17, 40}) {
        const Instance instance{{"x", xs}, {"n", n}};
        const Solution expected = take(solved(both, instance, "stage", {.table = true}));
        for (const bool table : {false, true}) {
            const auto rows = solved(both, instance, "rows", {.table = table});
            ASSERT_OK(rows);
            EXPECT_EQ(rows->answer, expected.answer) << n;
            EXPECT_EQ(rows->table, table ? expected.table : std::vector<std::byte>{}) << n;
        }
    }
}

TEST_F(Rows, TakeTheAnswerOfTheBorderComputedLastAndOfOthersWithTheTable) {
    const Instance instance = sack_items(40, 1500, 4);
    for (const auto& [answer, is_last] : {std::pair{"max last-row", true},
                                          {"min last-row", true},
                                          {"max last-column", false},
                                          {"max first-row", false}}) {
        if (!kEveryKernel && is_last != (std::string(answer) == "max last-row")) {
            continue;
        }
        const Recurrence sack = Sack{.answer = answer}.made();
        const Solution expected = take(solved(sack, instance, "stage", {}));
        for (const bool table : {false, true}) {
            const auto rows = solved(sack, instance, "rows", {.table = table});
            if (!table && !is_last) {
                ASSERT_ERROR(rows, ErrorCode::unsupported);
                continue;
            }
            ASSERT_OK(rows);
            EXPECT_EQ(rows->answer, expected.answer) << answer;
            EXPECT_EQ(rows->shape.answer.indices(), expected.shape.answer.indices()) << answer;
        }
    }
    const auto all = solved(Sack{.answer = "max all"}.made(), instance, "rows", {.table = true});
    ASSERT_ERROR(all, ErrorCode::unsupported);
}

// The faults are in items with indices above 80. The check sees fewer items, so only the kernel finds these faults.
TEST_F(Rows, NameTheReadThatBreaksARule) {
    const Instance instance = sack_items(100, 1500, 6);
    for (const Keep keep : {Keep{}, Keep{.table = true}}) {
        if (!kEveryKernel && keep.table) {
            continue;
        }
        const std::string far = error_of({.reach = "-max(weight) + 1 .. 0"}, sack_items(100, 1500, 6, 1), keep);
        EXPECT_NE(far.find("outside the distances that 'reach' allows"), std::string::npos) << far;
        const std::string later = error_of({.read = "1"}, instance, keep);
        EXPECT_NE(later.find("outside the distances that 'reach' allows"), std::string::npos) << later;
        const std::string outside = error_of({.reach = "-1600 .. 1600", .read = "1501"}, instance, keep);
        EXPECT_NE(outside.find("outside the table"), std::string::npos) << outside;
        EXPECT_NE(outside.find("cell (82, "), std::string::npos) << outside;
    }
    // The distances in `decisions` lead beyond either end of the table, or beyond `reach`.
    for (const Sack& beyond : {Sack{.reach = "-9 .. 9", .decisions = "0, int(WEIGHT) - 8", .read = "8"},
                               Sack{.reach = "-17 .. 0", .decisions = "0, int(WEIGHT) + 8", .read = "-8"},
                               Sack{.reach = "-17 .. 0", .read = "-8"}}) {
        const std::string found = error_of(beyond, sack_items(100, 9000, 6), {});
        EXPECT_NE(found.find("outside the table"), std::string::npos) << found;
    }
    const std::string reach =
        error_of({.reach = "-9 .. 0", .decisions = "0, int(WEIGHT) + 8", .read = "(j > 20 ? -8 : 0)"},
                 sack_items(100, 9000, 6), {});
    EXPECT_NE(reach.find("outside the distances that 'reach' allows"), std::string::npos) << reach;
    const std::string before = error_of({.reach = "-40 .. 0", .read = "-j"}, instance, {});
    EXPECT_NE(before.find("reads at(81, "), std::string::npos) << before;
}

TEST_F(Rows, ReportTheOverflowOfACellOfTheTable) {
    std::string text = Sack{}.text();
    text.insert(text.find("    const cell_t more"), "    overflow_if(i == 35 && j == 1234);\n");
    const Recurrence sack = recurrence_of(text, "sack.glsl");
    const auto refused = solved(sack, sack_items(40, 1500, 6), "rows", {});
    ASSERT_ERROR(refused, ErrorCode::overflow);
    EXPECT_NE(refused.error().message.find("cell (35, 1234) overflows"), std::string::npos) << refused.error().message;
    EXPECT_OK(solved(sack, sack_items(40, 1200, 6), "rows", {}));
}

TEST_F(Rows, RefuseAStepThatGoesWhereDecisionsDoNotSay) {
    const Instance instance = sack_items(100, 1500, 7);
    for (const char* method : {"stage", "rows"}) {
        const std::string wrong = error_of({.decisions = "0, WEIGHT + 1u"}, instance, {.solution = true}, method);
        EXPECT_NE(wrong.find("sack.glsl: step("), std::string::npos) << wrong;
        EXPECT_NE(wrong.find("by decision 1, but 'decisions' says that it goes to ("), std::string::npos) << wrong;
        const std::string few = error_of({.decisions = "0"}, instance, {.solution = true}, method);
        EXPECT_NE(few.find("by decision 1, but 'decisions' says that the greatest decision is 0"), std::string::npos)
            << few;
    }
    const Sack late{.step = "1"};
    EXPECT_EQ(error_of(late, instance, {}), "");
    for (const Sack& sack : {late, Sack{.decision = "(i > 81 ? 0u : 1u)"}, Sack{.decision = "(i > 81 ? 2u : 1u)"}}) {
        const std::string found = error_of(sack, instance, {.solution = true});
        const std::string mark = "sack.glsl: cell (";  // A row follows, one of the last 20 of 100
        ASSERT_NE(found.find(mark), std::string::npos) << found;
        EXPECT_GT(std::stoi(found.substr(found.find(mark) + mark.size())), 80) << found;
        EXPECT_NE(found.find("but 'decisions' says otherwise"), std::string::npos) << found;
    }
}

TEST_F(Rows, RefuseWhatTheyDoNotRunWithTheReason) {
    const Instance instance = sack_items(40, 1500, 8);
    EXPECT_NE(error_of({.reach = ""}, instance, {}).find("'//! reach j 16'"), std::string::npos);
    EXPECT_NE(error_of({.decisions = ""}, instance, {.solution = true}).find("'//! decisions'"), std::string::npos);
    EXPECT_NE(error_of({}, sack_items(40, 1'000'000, 1, 900'000), {}).find("no workgroup of this device has room"),
              std::string::npos);
    const auto diagonal = solve(runner(), builtin("lcs"), generated("lcs", {20, 20, 1, {}}), {.method = "rows"});
    ASSERT_ERROR(diagonal, ErrorCode::unsupported);
}

TEST(RowsHeader, RefusesDecisionsThatDoNotMatchTheRecurrence) {
    const auto refused = [](std::string text, const std::string& from, const std::string& to) {
        text.replace(text.find(from), from.size(), to);
        const auto read = compiler::read_recurrence(text, "sack.glsl");
        return read ? std::string() : read.error().message;
    };
    const std::string text = Sack{}.text();
    EXPECT_NE(refused(text, "step_t step(int i, int j)", "step_t other(int i, int j)").find("there is no step()"),
              std::string::npos);
    EXPECT_NE(refused(text, "step(int i, int j)", "step(int i, int j, uint s)").find("without states"),
              std::string::npos);
    EXPECT_NE(refused(text, "pattern  RUD", "pattern  NOSE").find("pattern RUD, RDU, CLR"), std::string::npos);
    EXPECT_NE(refused(text, "decisions 0,", "decisions 0,,").find("the distance of a decision"), std::string::npos);
    EXPECT_EQ(refused(text, "decisions 0,", "decisions max(0, -i), -1,"), "");
    EXPECT_NE(refused(text, "decisions 0,", "decisions 0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,").find("at most 16"),
              std::string::npos);
}

TEST_F(Rows, RefuseAnEmptyRangeOfReach) {
    EXPECT_NE(error_of({.reach = "1 .. 0"}, sack_items(4, 9, 1), {}).find("1 .. 0, an empty range"), std::string::npos);
}

}  // namespace
}  // namespace vkalgo::dp::test
