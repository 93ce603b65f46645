// Compares method `scan` with method `stage` and plain loops: tables bit for bit, answers, solutions, and what is
// refused.
#include "algorithms/split_mix.hpp"
#include "tests/dp/as_by_stage.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using ScanValues = std::vector<std::int32_t>;

/// A recurrence by rows. Each cell depends on two cells of the previous row and on one cell of its own row.
struct ScanText {
    Pattern pattern = Pattern::RUD;
    std::string scan = "min plus", type = "i64", left = " left w(i)", answer = "last";
    std::string base = "//! base     first-row 1\n//! base     first-column 2\n", more, functions;
    /// Whether cells may be INFEASIBLE.
    bool refuses = true;
    std::string fresh_sum = "plus(min(at(BEFORE, j), at(BEFORE, j / 2)), cell_t(x))", along = "cell_t(y)";

    std::string source() const {
        std::string sum = fresh_sum, first = base;
        const auto replace_all = [](std::string& text, const std::string& what, const std::string& by) {
            for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
                text.replace(at, what.size(), by);
            }
        };
        replace_all(sum, "BEFORE", pattern == Pattern::RUD ? "i - 1" : "i + 1");
        if (pattern == Pattern::RDU) {
            replace_all(first, "first-row", "last-row");
        }
        const auto refuse = [&](const std::string& when) {
            return refuses ? "    if (" + when + ") return INFEASIBLE;\n" : std::string();
        };
        return "//! problem  rows\n//! pattern  " + std::string(to_string(pattern)) + "\n//! scan     " + scan + left +
               "\n//! cell     " + type +
               "\n//! input    w i32[]\n//! input    v i32[]\n//! rows     n\n//! columns  m\n" + first +
               "//! answer   " + answer + "\n" + more + functions + "cell_t base(int i, int j) {\n" +
               refuse("(i + j) % 3 == 0") +
               "    return cell_t((i * 5 + j * 3) % 17);\n}\n"
               "cell_t fresh(int i, int j) {\n    const int x = v((i * 7 + j * 3) % 64);\n" +
               refuse("(i * 3 + j) % 5 == 0") + "    return " + sum +
               ";\n}\n"
               "cell_t along(int i, int j) {\n    const int y = v((i * 3 + j * 5) % 64);\n" +
               refuse("(i + j * 2) % 11 == 0") + "    return " + along + ";\n}\n";
    }
};

const char* const kStep =
    "step_t step(int i, int j) { return (i + j) % 3 > 0 && w(i) <= j ? step_t(i, j - w(i), 1u) : step_t(BEFORE, j, "
    "0u); }\n";

ScanValues drawn_values(std::uint64_t seed, std::size_t count, std::int32_t low, std::int32_t high) {
    SplitMix64 random(seed);
    ScanValues values(count);
    for (std::int32_t& value : values) {
        value = low + static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(high - low) + 1));
    }
    return values;
}

/// Returns an instance whose rows take the `strides` in turn.
Instance rows_of(std::int64_t n, std::int64_t m, const ScanValues& strides, const ScanValues& values) {
    ScanValues w;
    for (std::int64_t i = 0; i < n; ++i) {
        w.push_back(strides[static_cast<std::size_t>(i) % strides.size()]);
    }
    return {{"n", n}, {"m", m}, {"w", w}, {"v", values}};
}

class Scan : public AsByStage {
protected:
    static void expect_as_by_stage(const std::string& source, const Instance& instance, const TestKnobs& knobs) {
        SCOPED_TRACE("lanes " + std::to_string(knobs.lanes) + ", rows " + std::to_string(knobs.rows));
        AsByStage::expect_as_by_stage(source, instance, "scan", knobs);
    }
};

/// The forms of the method: two dispatches per row, with several workgroups or with one, and several rows per dispatch.
constexpr TestKnobs kScanForms[] = {{.lanes = 32, .groups_per_dispatch = 7, .rows = 1},
                                    {.lanes = 24, .groups_per_dispatch = 1, .rows = 1},
                                    {.lanes = 64, .rows = 3}};

TEST_F(Scan, GivesTheResultsOfStageInEveryFormAndAtEveryDistance) {
    for (const Pattern pattern : {Pattern::RUD, Pattern::RDU}) {
        ScanText rows{.pattern = pattern};
        rows.functions = kStep;
        rows.functions.replace(rows.functions.find("BEFORE"), 6, pattern == Pattern::RUD ? "i - 1" : "i + 1");
        const std::string source = rows.source();
        std::uint64_t seed = 0;
        for (const TestKnobs& knobs : kScanForms) {
            for (const auto& [n, m] : {std::pair<int, int>{0, 5}, {1, 1}, {2, 37}, {9, 301}}) {
                SCOPED_TRACE(std::to_string(n) + " x " + std::to_string(m));
                expect_as_by_stage(
                    source, rows_of(n, m, {1, 2, 7, 33, 300, 1000, 150, 16}, drawn_values(++seed, 64, -9, 40)), knobs);
            }
        }
    }
}

TEST_F(Scan, RunsEveryAlgebraOfEveryWholeType) {
    std::size_t form = 0;
    for (const auto& [type, scan] : {std::pair<std::string, std::string>{"u32", "min plus"},
                                     {"u32", "plus times"},
                                     {"i32", "max plus"},
                                     {"u64", "max plus"},
                                     {"i64", "plus times"},
                                     {"i64", "max plus"}}) {
        ScanText rows{.scan = scan, .type = type};
        const bool is_signed = type[0] == 'i';
        if (scan[0] == 'p' || (scan[1] == 'a' && !is_signed)) {  // No number means INFEASIBLE
            rows.refuses = false;
            rows.fresh_sum = "at(BEFORE, j) * cell_t(3) + cell_t(x)";
        } else if (scan[1] == 'a') {
            rows.fresh_sum = "plus(max(at(BEFORE, j), at(BEFORE, j / 2)), cell_t(x))";
        }
        form = (form + 1) % std::size(kScanForms);
        expect_as_by_stage(rows.source(),
                           rows_of(6, 190, {1, 5, 64, 20}, drawn_values(form, 64, is_signed ? -30 : 0, 30)),
                           kScanForms[form]);
    }
}

TEST_F(Scan, GivesTheResultsOfStageForRandomRows) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        SplitMix64 random(seed);
        const auto one_of = [&](const std::vector<std::string>& words) { return words[random.below(words.size())]; };
        ScanText rows{
            .pattern = random.below(2) == 0 ? Pattern::RUD : Pattern::RDU,
            .scan = one_of({"min plus", "max plus"}),
            .type = one_of({"i32", "i64"}),
            .answer = one_of({"last", "min last-column", "max first-row", "max last-row", "at(n / 2, m - 1)"})};
        rows.base += one_of({"", "//! base     last-column 3\n", "//! base     diagonal 7\n"});
        rows.along = one_of({"cell_t(y)", "cell_t(y * y - 300)"});
        const bool against = rows.answer.starts_with(rows.scan[1] == 'i' ? "max" : "min");
        if (against) {  // A text that names INFEASIBLE cannot have an answer against the goal
            rows.refuses = false;
            rows.fresh_sum = "at(BEFORE, j) / cell_t(2) + cell_t(x)";
            rows.along = "cell_t(y - x_of(i, j))";
            rows.functions = "int x_of(int i, int j) { return v((i + j * j) % 64); }\n";
        }
        ScanValues strides;
        for (int k = 0; k < 5; ++k) {
            strides.push_back(1 + static_cast<std::int32_t>(random.below(k % 2 == 0 ? 6 : 200)));
        }
        const std::int64_t m = 1 + static_cast<std::int64_t>(random.below(400));
        expect_as_by_stage(rows.source(), rows_of(7, m, strides, drawn_values(seed, 64, -40, 40)),
                           kScanForms[random.below(std::size(kScanForms))]);
    }
}

// The sum of `along` exceeds 32 bits, but no cell does.
TEST_F(Scan, AddsMoreThanACellHolds) {
    for (const char* type : {"i32", "u32"}) {
        for (const char* scan : {"min plus", "max plus"}) {
            const bool least = scan[1] == 'i';
            if (type[0] == 'u' && !least) {
                continue;
            }
            const ScanText rows{.scan = scan,
                                .type = type,
                                .refuses = false,
                                .fresh_sum = "cell_t(x % 7)",
                                .along = least ? "cell_t(1000000000)" : "cell_t(-1000000000)"};
            expect_as_by_stage(rows.source(), rows_of(3, 400, {1, 3}, drawn_values(5, 64, 0, 90)), kScanForms[0]);
        }
    }
}

/// Returns the table of ScanText{.left = " left w(i)"}, computed by plain loops.
std::vector<std::int64_t> by_loops(std::int64_t n, std::int64_t m, const ScanValues& w, const ScanValues& v) {
    constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
    const auto plus = [](std::int64_t a, std::int64_t b) { return a == kNone || b == kNone ? kNone : a + b; };
    const auto value = [&](std::int64_t k) { return std::int64_t{v[static_cast<std::size_t>(k % 64)]}; };
    std::vector<std::int64_t> table(static_cast<std::size_t>(n * m));
    const auto at = [&](std::int64_t i, std::int64_t j) -> std::int64_t& {
        return table[static_cast<std::size_t>(i * m + j)];
    };
    for (std::int64_t i = 0; i < n; ++i) {
        const std::int64_t left = w[static_cast<std::size_t>(i)];
        for (std::int64_t j = 0; j < m; ++j) {
            const std::int64_t x = value(i * 7 + j * 3), y = value(i * 3 + j * 5);
            if (i < 1 || j < 2) {
                at(i, j) = (i + j) % 3 == 0 ? kNone : (i * 5 + j * 3) % 17;
                continue;
            }
            const std::int64_t above = (i * 3 + j) % 5 == 0 ? kNone : plus(std::min(at(i - 1, j), at(i - 1, j / 2)), x);
            at(i, j) = left > j ? above : std::min(above, plus(at(i, j - left), (i + j * 2) % 11 == 0 ? kNone : y));
        }
    }
    return table;
}

TEST_F(Scan, GivesTheResultsOfPlainLoopsInLongRows) {
    const std::string source = ScanText{}.source();
    for (const auto& [n, m] : {std::pair<int, int>{3, 200'003}, {12, 2000}}) {
        const ScanValues strides{1, 3, 700, 257, 1, 5000, 150'000};
        const Instance instance = rows_of(n, m, strides, drawn_values(3, 64, 0, 1000));
        ScanValues w;
        for (int i = 0; i < n; ++i) {
            w.push_back(strides[static_cast<std::size_t>(i) % strides.size()]);
        }
        const std::vector<std::int64_t> expected = by_loops(n, m, w, drawn_values(3, 64, 0, 1000));
        for (const bool table : {true, false}) {
            const auto solution = solved(source, instance, "scan", {.table = table});
            ASSERT_OK(solution);
            EXPECT_EQ(solution->answer.has_value(), expected.back() != std::numeric_limits<std::int64_t>::max());
            if (solution->answer) {
                EXPECT_EQ(std::get<std::int64_t>(*solution->answer), expected.back());
            }
            if (table) {
                ASSERT_EQ(solution->table.size(), expected.size() * sizeof(std::int64_t));
                EXPECT_EQ(std::memcmp(solution->table.data(), expected.data(), solution->table.size()), 0) << m;
            }
        }
    }
}

TEST_F(Scan, TakesBasesAndAnswersInAnyRegion) {
    std::size_t form = 0;
    for (const char* answer : {"min last-row", "min first-row", "min last-column", "at(n / 2, 3)"}) {
        form = (form + 1) % std::size(kScanForms);
        expect_as_by_stage(ScanText{.answer = answer}.source(),
                           rows_of(7, 90, {1, 4, 50}, drawn_values(form, 64, -5, 30)), kScanForms[form]);
    }
    const ScanText regions{.base = "//! base first-row 2\n//! base last-column 3\n//! base diagonal 4\n"};
    expect_as_by_stage(regions.source(), rows_of(9, 120, {1, 2, 30}, drawn_values(9, 64, -5, 30)), kScanForms[0]);
    // A missing distance is 1, and rows of the base need no distance.
    expect_as_by_stage(ScanText{.left = ""}.source(), rows_of(5, 100, {1}, drawn_values(9, 64, -5, 30)), kScanForms[2]);
    expect_as_by_stage(ScanText{.left = " left w(i - 1)"}.source(), rows_of(5, 100, {2}, drawn_values(9, 64, -5, 30)),
                       kScanForms[0]);
}

TEST_F(Scan, RefusesWhatStageRefusesWithTheSameWords) {
    struct Wrong {
        ScanText rows;
        ScanValues strides;
        std::string words;
    };
    // The check examines a text at its first run. After a run that it passes, only runs find wrong distances.
    EXPECT_EQ(error_of(ScanText{}.source(), rows_of(6, 80, {1}, drawn_values(2, 64, 1, 4)), "stage"), "");
    std::size_t form = 0;
    const std::string look = "cell_t look(int i, int j, cell_t c) { overflow_if(i == 3 && j == 30); return c; }\n";
    for (const Wrong& wrong : {
             Wrong{{}, {1, 1, 1, 0}, "which is not computed earlier in pattern RUD"},
             Wrong{{}, {1, 1, 1, -500}, "which lies outside the table"},
             Wrong{{.left = " left w(i * 2)"}, {1}, "of input 'w', which has no such element"},
             Wrong{{.fresh_sum = "at(i - 1, j + 1)"}, {1}, "which lies outside the table"},
             Wrong{{.along = "cell_t(v(j + i))"}, {1}, "of input 'v', which has no such element"},
             Wrong{{.functions = look, .along = "look(i, j, cell_t(y))"}, {1}, "overflow"},
             Wrong{{.base = ""}, {1}, "which lies outside the table"},
         }) {
        const std::string source = wrong.rows.source();
        const Instance instance = rows_of(6, 80, wrong.strides, drawn_values(2, 64, 1, 4));
        const std::string expected = error_of(source, instance, "stage");
        EXPECT_NE(expected.find(wrong.words), std::string::npos) << expected << "\n" << source;
        form = (form + 1) % std::size(kScanForms);
        const std::string got = error_of(source, instance, "scan", kScanForms[form]);
        EXPECT_NE(got.find(wrong.words), std::string::npos) << got << "\n" << source;
    }
}

// If a sum that does not fit were kept, all cells would depend on the order of additions, in which methods differ. So
// by every method such a sum ends the run.
TEST_F(Scan, EndsWithAnErrorIfASumDoesNotFit) {
    for (const auto& [type, scan] : {std::pair<std::string, std::string>{"i32", "min plus"},
                                     {"u32", "max plus"},
                                     {"i64", "max plus"},
                                     {"u64", "min plus"}}) {
        const bool least = scan[1] == 'i';
        ScanText rows{.scan = scan, .type = type, .base = "//! base first-column 1\n", .refuses = false};
        rows.fresh_sum = !least           ? "cell_t(0)"
                         : type[0] == 'u' ? "cell_t(0) - cell_t(2)"
                         : type[1] == '6' ? "cell_t(0x7ffffffffffffff0L)"
                                          : "cell_t(0x7ffffff0)";
        rows.along = type[1] == '6' ? "cell_t(1) << 55" : "cell_t(1 << 24)";
        for (const int m : {20, 1000}) {
            const Instance instance = rows_of(2, m, {1}, drawn_values(2, 64, 1, 4));
            for (const char* method : {"stage", "scan"}) {
                const std::string message = error_of(rows.source(), instance, method);
                EXPECT_EQ(message.find("overflow") != std::string::npos, m == 1000)
                    << type << " " << scan << " by " << method << ": " << message;
            }
        }
    }
}

TEST_F(Scan, RefusesWhatItDoesNotRun) {
    const Instance instance = rows_of(6, 40, {1}, drawn_values(2, 64, 1, 4));
    const auto refused = [&](const std::string& source, const std::string& words) {
        const std::string message = error_of(source, instance, "scan");
        EXPECT_NE(message.find(words), std::string::npos) << message;
        EXPECT_EQ(error_of(source, instance, "stage"), "");
        EXPECT_EQ(error_of(source, instance, ""), "") << "by the method that the planner takes";
    };
    refused(ScanText{.type = "f32"}.source(), "sums of floats would change");
    refused(ScanText{.base = "//! base first-row 2\n", .fresh_sum = "at(i - 2, j)"}.source(),
            "here pattern RUD has cells that read at these distances per index: -2 .. 0");
    refused(ScanText{.answer = "min last-row or first-row"}.source(), "one cell or one border");
    refused(ScanText{.more = "//! output   seen u32[1]\n", .along = "cell_t(y + 0 * seen(0))"}.source(),
            "without outputs");
    const auto lcs =
        plan_solve(builtin("lcs").header, generated("lcs", {9, 9, 1, {}}), {.method = "scan"}, context().profile());
    ASSERT_FALSE(lcs);
    EXPECT_NE(lcs.error().message.find("a line '//! scan'"), std::string::npos) << lcs.error().message;
    DeviceProfile plain = context().profile();
    plain.int64 = false;
    const auto header = parse_header(ScanText{.type = "i32"}.source(), "a.glsl");
    ASSERT_TRUE(header);
    const auto narrow = plan_solve(*header, instance, {.method = "scan"}, plain);
    ASSERT_FALSE(narrow);
    EXPECT_NE(narrow.error().message.find("no 64-bit integers"), std::string::npos) << narrow.error().message;
}

TEST_F(Scan, SaysWhatIsWrongWithADeclaration) {
    const auto expect = [](const std::string& source, const std::string& words) {
        const auto header = parse_header(source, "a.glsl");
        ASSERT_FALSE(header) << source;
        EXPECT_NE(header.error().message.find(words), std::string::npos) << header.error().message;
    };
    expect(ScanText{.scan = "min times"}.source(),
           "a.glsl:3: write 'scan min plus', 'scan max plus' or 'scan plus times'");
    expect(ScanText{.left = " right 2"}.source(), "a.glsl:3: write 'scan min plus'");
    expect(ScanText{.left = " left w(j)"}.source(),
           "a.glsl:3: the distance of 'scan' must be the same for the whole row");
    expect(ScanText{.left = " left 0"}.source(), "a.glsl:3: the distance of 'scan' must be at least 1");
    expect(ScanText{.fresh_sum = "at(i, j - 1)"}.source(), "fresh() reads its own row");
    expect(ScanText{.along = "at(i, j)"}.source(), "along() reads its own row");
    expect(ScanText{.more = "//! goal max\n"}.source(), "'scan' seeks the least, but 'goal' says the opposite");
    expect(ScanText{.more = "//! domain upper\n"}.source(), "'scan' needs a full table");
    expect(ScanText{.more = "//! reduce min k = 0 .. 3\n"}.source(), "'scan' and 'reduce' both say what a cell is");
    expect(ScanText{.functions = "cell_t cell(int i, int j) { return cell_t(0); }\n"}.source(),
           "cell() and '//! scan' (line 3) both say what a cell is");
    expect(ScanText{.along = "UNBOUNDED"}.source(), "'scan' does not support UNBOUNDED");
    std::string diagonal = ScanText{}.source();
    diagonal.replace(diagonal.find("RUD"), 3, "NOSE");
    expect(diagonal, "a.glsl:3: 'scan' needs stages that are whole rows");
    expect(ScanText{.more = "//! index k 3\n"}.source(), "a.glsl:3: 'scan' needs cells of two indices");
    std::string lacks = ScanText{}.source();
    lacks.replace(lacks.find("cell_t along("), 13, "cell_t aside(");
    expect(lacks, "a.glsl:3: 'scan' makes a cell from fresh()");
    std::string uint_along = ScanText{}.source();
    uint_along.replace(uint_along.find("cell_t along(int i"), 18, "cell_t along(uint i");
    expect(uint_along, "along() has the wrong type or parameters; write 'cell_t along(int i, int j)'");
}

TEST_F(Scan, IsChosenInTheFormThatFits) {
    DeviceProfile gpu = context().profile();
    gpu.type = DeviceType::discrete;
    gpu.processors = 132;
    gpu.int64 = true;
    gpu.max_loop_iterations = 0;
    gpu.max_workgroup_invocations = 1024;
    gpu.shared_memory = 48U << 10;
    gpu.max_storage_range = UINT32_MAX;
    gpu.max_allocation = gpu.device_memory = std::uint64_t{16} << 30;
    const auto header = parse_header(ScanText{}.source(), "a.glsl");
    ASSERT_TRUE(header);
    const auto plan_of = [&](std::int64_t n, std::int64_t m) {
        return vkalgo::test::take(plan_solve(*header, rows_of(n, m, {1}, drawn_values(2, 64, 1, 4)), {}, gpu)).run;
    };
    const auto narrow = plan_of(2000, 500);
    EXPECT_STREQ(narrow->method->name, "scan");
    EXPECT_NE(narrow->summary.find("one workgroup"), std::string::npos) << narrow->summary;
    const auto wide = plan_of(2000, 1 << 20);
    EXPECT_STREQ(wide->method->name, "scan");
    EXPECT_NE(wide->summary.find("two dispatches"), std::string::npos) << wide->summary;
    EXPECT_STREQ(plan_of(3, 3)->method->name, "stage") << "its kernels take less time to make";
    const auto small =
        vkalgo::test::take(plan_solve(*header, rows_of(3, 5, {1}, drawn_values(2, 64, 1, 4)), {.method = "scan"}, gpu))
            .run;
    EXPECT_TRUE(small->summary.starts_with("1 dispatch of up to 3 rows, one workgroup ")) << small->summary;
}

}  // namespace
}  // namespace vkalgo::dp::test
