// What recorded reads prove. A declared class or pattern that the reads break is refused, and the error names the cell
// and the read. Recurrences of every cell type and region give the same table by `tile` as by `stage`.
#include "algorithms/dp/check/check.hpp"

#include "algorithms/dp/instance/random_instance.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace vkalgo::dp::test {
namespace {

/// Returns a recurrence over one string with this pattern, this class, these lines of the base and this code of cell().
std::string file_with(const std::string& pattern, const std::string& kind, const std::string& base,
                      const std::string& cell) {
    return "//! problem  sample\n//! about    a test\n//! pattern  " + pattern + "\n//! class    " + kind +
           "\n//! cell     i32\n//! input    s u8[]\n//! rows     len(s)\n//! columns  len(s) + 3\n" + base +
           "//! answer   last\ncell_t base(int i, int j) { return i - 2 * j; }\ncell_t cell(int i, int j) { return " +
           cell + "; }\n";
}

class Check : public vkalgo::test::DeviceTest {
protected:
    static CompiledRecurrence read(const std::string& source) {
        return vkalgo::test::take(compiler::read_recurrence(source, "sample.glsl"));
    }
    static void expect_refused(const std::string& source, const std::string& words) {
        const CompiledRecurrence recurrence = read(source);
        const auto refused = check_reads(recurrence, recurrence.header.stage, compile_module);
        EXPECT_ERROR(refused, ErrorCode::invalid_argument);
        if (!refused) {
            EXPECT_NE(refused.error().message.find(words), std::string::npos) << refused.error().message;
        }
    }
};

TEST_F(Check, FindsOffsetsClassesAndPatternsOfReads) {
    const CompiledRecurrence recurrence = read(file_with("NOSE", "local", kBorders, "at(i - 1, j - 1) + at(i - 1, j)"));
    const auto report = check_reads(recurrence, StageFunction::of(Pattern::NOSE), compile_module);
    ASSERT_OK(report);
    EXPECT_EQ(report->offsets, (std::vector<Cell>{{-1, -1}, {-1, 0}}));
    EXPECT_EQ(report->patterns, (std::vector<Pattern>{Pattern::RUD, Pattern::NOSE}));
    EXPECT_EQ(report->classes, (std::vector<RecurrenceClass>{RecurrenceClass::local, RecurrenceClass::any}));
}

// Tiles keep in registers the elements of an input that cell() reads. base() is called for other cells, so it reads
// other elements.
TEST_F(Check, BaseReadsInputsAtItsOwnCellInTilesToo) {
    const std::string base = "9 * int(s(i)) - 7 * int(s(j))";
    const auto file = [&](const std::string& pattern, const std::string& borders, const std::string& cell,
                          const std::string& step) {
        std::string source = file_with(pattern, "local", borders, cell);
        source.replace(source.find("len(s) + 3"), 10, "len(s)");
        source.replace(source.find("i - 2 * j"), 9, base);
        return source + "step_t step(int i, int j) { return " + step + "; }\n";
    };
    for (const std::string& source :
         {file("NOSE", kBorders, "max(at(i - 1, j), at(i, j - 1)) + int(s(i)) - int(s(j))",
               "at(i - 1, j) >= at(i, j - 1) ? step_t(i - 1, j, 0u) : step_t(i, j - 1, 1u)"),
          file("SENO", "//! base last-row 1\n//! base last-column 1\n", "max(at(i + 1, j), at(i, j + 1)) - 3",
               "at(i + 1, j) >= at(i, j + 1) ? step_t(i + 1, j, 0u) : step_t(i, j + 1, 1u)")}) {
        const CompiledRecurrence recurrence = read(source);
        const Instance instance =
            vkalgo::test::take(random_instance(recurrence.header, {.n = 300, .m = 300, .seed = 4, .most = 90}));
        SolveOptions options;
        options.method = "stage";
        options.keep.table = options.keep.solution = true;
        const Solution expected =
            vkalgo::test::take(solve(runner(), recurrence, instance, options, compile_module), source.c_str());
        options.method = "tile";
        for (const bool table : {true, false}) {
            options.keep.table = table;
            const Solution solution =
                vkalgo::test::take(solve(runner(), recurrence, instance, options, compile_module), source.c_str());
            EXPECT_EQ(solution.answer, expected.answer) << source;
            EXPECT_EQ(solution.path, expected.path) << source;
            EXPECT_TRUE(!table || solution.table == expected.table) << source;
        }
    }
}

TEST_F(Check, RefusesAReadThatThePatternDoesNotComputeEarlier) {
    expect_refused(file_with("RUD", "any", kBorders, "at(i, j - 1)"),
                   "cell (1, 1) reads at(1, 0), which is not computed earlier in pattern RUD");
    expect_refused(file_with("NOSE", "any", kBorders, "at(i - 1, min(j + 2, columns() - 1))"),
                   "is not computed earlier");
}

TEST_F(Check, RefusesAReadBeyondTheDeclaredClass) {
    expect_refused(file_with("NOSE", "local", kBorders, "i > 1 ? at(i - 2, j) : 0"),
                   "cell (2, 1) reads at(0, 1), which class local may not read");
    expect_refused(file_with("RUD", "row-gather", kBorders, "i > 1 ? at(i - 2, j) : 0"),
                   "which class row-gather may not read");
}

TEST_F(Check, RefusesAReadOutsideTheTableOrPastAnInput) {
    expect_refused(file_with("NOSE", "local", "", "at(i - 1, j)"), "at(-1, 0), which lies outside the table");
    // Which elements are read may depend on made-up values, so this is only a warning.
    const std::string overrun = file_with("NOSE", "any", kBorders, "int(s(i + 1))");
    const auto report = check_reads(read(overrun), StageFunction::of(Pattern::NOSE), compile_module);
    ASSERT_OK(report);
    ASSERT_EQ(report->warnings.size(), 1U);
    EXPECT_NE(report->warnings.front().find("of input 's', which has no such element (line 13)"), std::string::npos)
        << report->warnings.front();
    const CompiledRecurrence recurrence = read(overrun);
    const Instance real =
        vkalgo::test::take(random_instance(recurrence.header, {.n = 7, .m = 7, .seed = 1, .most = 4}));
    EXPECT_ERROR(
        check_reads(recurrence, StageFunction::of(Pattern::NOSE), compile_module, {.params = {}, .instance = &real}),
        ErrorCode::invalid_argument);
    // If the check uses only the beginning of an input, it cannot know whether an element after the beginning exists.
    const Instance longer =
        vkalgo::test::take(random_instance(recurrence.header, {.n = 700, .m = 700, .seed = 1, .most = 4}));
    EXPECT_OK(
        check_reads(recurrence, StageFunction::of(Pattern::NOSE), compile_module, {.params = {}, .instance = &longer}));
}

TEST_F(Check, RunsBeforeAnyMethodReliesOnADeclaredClass) {
    const CompiledRecurrence recurrence = read(file_with("NOSE", "local", kBorders, "i > 1 ? at(i - 2, j) : 0"));
    Instance instance =
        vkalgo::test::take(random_instance(recurrence.header, {.n = 30, .m = 30, .seed = 1, .most = 4}));
    const auto refused = solve(runner(), recurrence, instance, {}, compile_module);
    EXPECT_ERROR(refused, ErrorCode::invalid_argument);
    SolveOptions by_stages;
    by_stages.method = "stage";
    EXPECT_ERROR(solve(runner(), recurrence, instance, by_stages, compile_module), ErrorCode::invalid_argument);
}

TEST_F(Check, UsesTheParamsOfTheRun) {
    std::string source = file_with("NOSE", "local", kBorders, "at(max(i - reach, 0), j) + 1");
    source.insert(source.find("//! rows"), "//! param    reach i32 1\n");
    const CompiledRecurrence recurrence = read(source);
    Instance instance =
        vkalgo::test::take(random_instance(recurrence.header, {.n = 30, .m = 30, .seed = 1, .most = 4}));
    ASSERT_OK(solve(runner(), recurrence, instance, {}, compile_module));
    instance.params["reach"] = std::uint64_t{2};
    const auto refused = solve(runner(), recurrence, instance, {}, compile_module);
    EXPECT_ERROR(refused, ErrorCode::invalid_argument);
    if (!refused) {
        EXPECT_NE(refused.error().message.find("class local may not read"), std::string::npos)
            << refused.error().message;
    }
}

TEST_F(Check, SeesTheLastReadHoweverManyReadsComeBefore) {
    std::string source = file_with("RUD", "row-all", "//! base     first-row 1\n", "0");
    source.replace(source.find("len(s)\n//! columns  len(s) + 3"), 30, "4 * len(s)\n//! columns  4 * len(s)");
    source.replace(source.find("return 0;"), 9,
                   "int sum = 0; for (int k = 0; k < columns(); ++k) sum += at(i - 1, k);"
                   " return rows() == 64 && i == 63 ? sum + at(i - 2, j) : sum;");
    expect_refused(source, "cell (63, 0) reads at(61, 0), which class row-all may not read");
}

TEST_F(Check, AReadOfADroppedStageIsRefused) {
    // The read breaks the rule only after row 150, and the check sees fewer rows.
    std::string source = file_with("RUD", "local", "//! base     first-row 3\n", "at(i > 150 ? i - 3 : i - 1, j)");
    const CompiledRecurrence recurrence = read(source);
    const Instance instance =
        vkalgo::test::take(random_instance(recurrence.header, {.n = 200, .m = 200, .seed = 1, .most = 4}));
    SolveOptions options;
    options.method = "stage";
    const auto refused = solve(runner(), recurrence, instance, options, compile_module);
    EXPECT_ERROR(refused, ErrorCode::invalid_argument);
    if (!refused) {
        EXPECT_NE(refused.error().message.find("which class local may not read"), std::string::npos)
            << refused.error().message;
    }
    options.keep.table = true;  // Nothing is dropped
    ASSERT_OK(solve(runner(), recurrence, instance, options, compile_module));
}

TEST_F(Check, ATracebackThatLeavesTheTableIsRefusedUnlessThereIsNoBase) {
    const std::string step = "step_t step(int i, int j) { return step_t(i - 2, j, 0u); }\n";
    SolveOptions options;
    options.keep.solution = true;
    const CompiledRecurrence jumps = read(file_with("NOSE", "local", kBorders, "at(i - 1, j)") + step);
    const Instance instance = vkalgo::test::take(random_instance(jumps.header, {.n = 8, .m = 8, .seed = 1, .most = 4}));
    for (const char* method : {"tile", "stage"}) {
        options.method = method;
        const auto refused = solve(runner(), jumps, instance, options, compile_module);
        EXPECT_ERROR(refused, ErrorCode::invalid_argument);
        if (!refused) {
            const std::string& message = refused.error().message;
            EXPECT_NE(message.find(options.method == "stage" ? "cell (1, 10): its step() goes to (-1, 10), which lies"
                                                             : ": its step() goes to "),
                      std::string::npos)
                << message;
        }
    }
    const CompiledRecurrence open = read(file_with("NOSE", "local", "", "i == 0 ? 1 : at(i - 1, j)") + step);
    const auto traced = solve(runner(), open, instance, options, compile_module);
    ASSERT_OK(traced);
    EXPECT_EQ(traced->path.size(), 4U);
}

// Values fall along the last column and rise along the last row; the domain `upper` excludes the first cells of the
// last row.
TEST_F(Check, TakesTheLeastAndLargestOfABordersCellsInTheDomain) {
    struct Case {
        const char* answer;
        const char* domain;
        std::int64_t expected;  // For the 40 x 43 table whose cell (i, j) is 5 + 2 j - i
    };
    const Case cases[] = {
        {"min last-row", "full", -34},   {"max last-row", "full", 50},     {"min last-column", "full", 50},
        {"max last-column", "full", 89}, {"min first-row", "upper", 5},    {"min last-row", "upper", 44},
        {"max last-row", "upper", 50},   {"min last-column", "upper", 50}, {"min first-column", "upper", 5}};
    for (const Case& each : cases) {
        if (!vkalgo::test::kEveryKernel && (&each - cases) % 3 != 0) {
            continue;
        }
        std::string source =
            file_with("NOSE", "local", kBorders + "//! domain   " + each.domain + "\n", "at(i, j - 1) + 2");
        source.replace(source.find("i - 2 * j"), 9, "5 + 2 * j - i");
        source.replace(source.find("at(i, j - 1) + 2"), 16, "j > i || rows() < 0 ? at(i, j - 1) + 2 : base(i, j)");
        source.replace(source.find("answer   last"), 13, std::string("answer   ") + each.answer);
        const CompiledRecurrence recurrence = read(source);
        const Instance instance =
            vkalgo::test::take(random_instance(recurrence.header, {.n = 40, .m = 40, .seed = 1, .most = 4}));
        for (const char* method : {"stage", "tile"}) {
            SolveOptions options;
            options.method = method;
            const auto solution = solve(runner(), recurrence, instance, options, compile_module);
            ASSERT_OK(solution) << each.answer << ' ' << each.domain << ' ' << method;
            EXPECT_EQ(*solution->answer, Number(each.expected)) << each.answer << ' ' << each.domain << ' ' << method;
        }
    }
}

TEST_F(Check, AnAnswerOutsideTheDomainIsRefused) {
    for (const char* answer : {"last", "min last-row"}) {
        std::string source = file_with("NOSE", "local", kBorders + "//! domain upper\n", "0");
        source.replace(source.find("answer   last"), 13, std::string("answer   ") + answer);
        source.replace(source.find("len(s) + 3"), 10, "len(s) - 3");
        const CompiledRecurrence recurrence = read(source);
        Instance instance =
            vkalgo::test::take(random_instance(recurrence.header, {.n = 9, .m = 9, .seed = 1, .most = 4}));
        const auto refused = check_instance(recurrence.header, instance, StageFunction::of(Pattern::NOSE));
        EXPECT_ERROR(refused, ErrorCode::invalid_argument);
    }
}

TEST_F(Check, InputsAndPathsBeyondOneStorageBufferAreRefusedBeforehand) {
    const CompiledRecurrence recurrence = read(file_with("NOSE", "local", kBorders, "at(i - 1, j)") +
                                               "step_t step(int i, int j) { return step_t(i - 1, j, 0u); }\n");
    DeviceProfile profile = runner().context().profile();
    profile.max_storage_range = 4096;
    SolveOptions options;
    for (const std::int64_t n : {300, 5000}) {  // First the path is too large, then the input
        Instance instance =
            vkalgo::test::take(random_instance(recurrence.header, {.n = n, .m = n, .seed = 1, .most = 4}));
        options.keep.solution = n == 300;
        const auto plan = plan_solve(recurrence.header, instance, options, profile);
        EXPECT_ERROR(plan, ErrorCode::too_large);
        if (!plan) {
            EXPECT_NE(plan.error().message.find(n == 300 ? "the path of the solution" : "the largest input"),
                      std::string::npos)
                << plan.error().message;
        }
    }
}

/// Expects the answer, or error too_large if the driver stopped the loop, as llvmpipe before Mesa 25 does.
void expect_stopped(const Result<Solution>& solved, const Number& expected) {
    if (solved) {
        EXPECT_EQ(solved->answer, expected);
    } else {
        EXPECT_ERROR(solved, ErrorCode::too_large);
    }
}

TEST_F(Check, ARunWhoseLoopsTheDriverStopsHasNoAnswer) {
    if (runner().context().profile().max_loop_iterations == 0) {
        GTEST_SKIP() << "this driver lets loops run";
    }
    const std::string turns = "//! param    turns i32 3\n";
    std::string source = file_with("NOSE", "local", kBorders, "0") +
                         "step_t step(int i, int j) { int k = 0; while (k < turns) ++k; "
                         "return step_t(i - 1, j, uint(k)); }\n";
    source.insert(source.find("//! rows"), turns);
    source.replace(source.find("return 0;"), 9, "int k = 0; while (k < turns) ++k; return at(i - 1, j) + k;");
    const CompiledRecurrence recurrence = read(source);
    EXPECT_TRUE(recurrence.header.has_loops);
    Instance instance =
        vkalgo::test::take(random_instance(recurrence.header, {.n = 1500, .m = 1500, .seed = 1, .most = 4}));
    SolveOptions options;
    options.keep.solution = true;
    options.method = "stage";
    instance.params["turns"] = std::int64_t{50};  // 75,000 iterations in the whole traceback
    const auto traced = solve(runner(), recurrence, instance, options, compile_module);
    ASSERT_OK(traced);
    EXPECT_EQ(traced->path.size(), 1499U);
    for (const PathRecord& record : traced->path) {
        ASSERT_EQ(record.decision, 50U) << record.i;
    }
    options.keep.solution = false;
    options.method = {};
    const auto chosen = solve(runner(), recurrence, instance, options, compile_module);
    ASSERT_OK(chosen);
    EXPECT_EQ(chosen->method, "stage");
    options.method = "tile";
    expect_stopped(solve(runner(), recurrence, instance, options, compile_module), *chosen->answer);
    options.method = "stage";
    Instance few = vkalgo::test::take(random_instance(recurrence.header, {.n = 9, .m = 9, .seed = 1, .most = 4}));
    few.params["turns"] = std::int64_t{0};
    const auto without = solve(runner(), recurrence, few, options, compile_module);
    ASSERT_OK(without);
    few.params["turns"] = std::int64_t{70000};
    expect_stopped(solve(runner(), recurrence, few, options, compile_module),
                   Number(without->answer_as<std::int64_t>().value() + 8 * 70000));
}

TEST_F(Check, CellsBeyondATileReportNoOverflow) {
    std::string source = file_with("NOSE", "local", kBorders, "0");
    source.replace(source.find("i - 2 * j"), 9, "i + j");
    source.replace(source.find("return 0;"), 9, "overflow_if(at(i - 1, j) != i - 1 + j); return at(i, j - 1) + 1;");
    source.replace(source.find("len(s) + 3"), 10, "20 * len(s)");
    const CompiledRecurrence recurrence = read(source);
    const Instance instance =
        vkalgo::test::take(random_instance(recurrence.header, {.n = 150, .m = 150, .seed = 1, .most = 4}));
    SolveOptions options;
    options.method = "tile";
    const TestKnobs knobs{.schedule = TestKnobs::Schedule::diagonals};
    options.knobs = &knobs;
    const auto solution = solve(runner(), recurrence, instance, options, compile_module);
    ASSERT_OK(solution);
    EXPECT_EQ(*solution->answer, Number(std::int64_t{149 + 2999}));
}

struct Sample {
    const char* name;
    std::string source;
};

std::vector<Sample> samples() {
    const std::string local = "at(i - 1, j - 1) * 3 + at(i - 1, j) - at(i, j - 1) + (s(i) == s(j % rows()) ? 7 : j)";
    std::vector<Sample> all{
        {"i32", file_with("NOSE", "local", kBorders, local)},
        {"base of three rows and two columns",
         file_with("NOSE", "local", "//! base first-row 3\n//! base first-column 2\n", local)},
        {"no column base", file_with("NOSE", "local", "//! base     first-row 1\n",
                                     "j == 0 ? at(i - 1, j) + 1 : at(i, j - 1) - at(i - 1, j)")},
        {"base at the far border too", file_with("NOSE", "local", kBorders + "//! base last-row 2\n", local)},
        {"no base", file_with("NOSE", "local", "", "i == 0 || j == 0 ? i + j : at(i - 1, j - 1) + int(s(i))")},
        {"SONE above the diagonal",
         file_with("SONE", "local", "//! domain upper\n//! base diagonal 0\n",
                   "at(i, j - 1) + (i + 1 < rows() ? at(i + 1, j) - (j - i > 1 ? at(i + 1, j - 1) : 0) : 5)")},
    };
    for (const char* type : {"u32", "u64", "i64", "f32", "f64"}) {
        std::string source = file_with("NOSE", "local", kBorders, "at(i - 1, j - 1) + at(i - 1, j) + cell_t(s(i))");
        source.replace(source.find("i32"), 3, type);
        source.replace(source.find("return i - 2 * j"), 16, "return cell_t(i + 2 * j)");
        all.push_back({type, source});
    }
    if (!vkalgo::test::kEveryKernel) {
        return {all.front(), all[5], all.back()};
    }
    return all;
}

TEST_F(Check, TilesGiveTheTableOfTheStagesForEveryTypeAndRegion) {
    std::size_t turn = 0;
    for (const Sample& sample : samples()) {
        const CompiledRecurrence recurrence = read(sample.source);
        // The driver compiles kernels anew for each size, so the small sizes take turns.
        for (const std::int64_t n : {turn++ % 2 == 0 ? 1 : 5, 131}) {
            const Instance instance =
                vkalgo::test::take(random_instance(recurrence.header, {.n = n, .m = n, .seed = 9, .most = 4}));
            SolveOptions options;
            options.keep.table = true;
            options.method = "stage";
            const auto stages = solve(runner(), recurrence, instance, options, compile_module);
            ASSERT_OK(stages) << sample.name << ", n = " << n;
            options.method = "tile";
            const auto tiles = solve(runner(), recurrence, instance, options, compile_module);
            ASSERT_OK(tiles) << sample.name << ", n = " << n;
            EXPECT_EQ(tiles->table, stages->table) << sample.name << ", n = " << n;
            EXPECT_EQ(tiles->answer, stages->answer) << sample.name << ", n = " << n;
            options.keep.table = false;
            const auto rows = solve(runner(), recurrence, instance, options, compile_module);
            ASSERT_OK(rows) << sample.name << ", n = " << n;
            EXPECT_EQ(rows->answer, stages->answer) << sample.name << ", n = " << n;
        }
    }
}

// Many cells have an endless loop, and each loop would use all the iterations that it may have.
TEST_F(Check, OfEndlessLoopsHasATotalLimitAndCanBeCancelled) {
    const std::string endless =
        file_with("NOSE", "local", kBorders, "at(i - 1, j)") +
        "step_t step(int i, int j) {\n    int k = j;\n    while (k < columns()) k = max(k - 1, j);\n"
        "    return step_t(i - 1, j, 0u);\n}\n";
    const CompiledRecurrence recurrence = read(endless);
    const Instance instance =
        vkalgo::test::take(random_instance(recurrence.header, {.n = 9, .m = 9, .seed = 1, .most = 4}));
    const auto report = check_reads(recurrence, StageFunction::of(Pattern::NOSE), compile_module,
                                    {.params = {}, .instance = &instance, .step = false});
    ASSERT_OK(report);
    std::stop_source source;
    source.request_stop();
    EXPECT_ERROR(check_reads(recurrence, StageFunction::of(Pattern::NOSE), compile_module,
                             {.params = {}, .instance = nullptr, .step = true, .cancel = source.get_token()}),
                 ErrorCode::cancelled);
    std::string off_the_traceback = endless;
    off_the_traceback.replace(off_the_traceback.find("while (k"), 8, "while (j + 1 < columns() && k");
    const auto left = check_reads(read(off_the_traceback), StageFunction::of(Pattern::NOSE), compile_module);
    ASSERT_OK(left);
    ASSERT_FALSE(left->limit_warnings.empty());
    EXPECT_NE(left->limit_warnings.back().find("the check stopped early, since its instances together ran"),
              std::string::npos)
        << left->limit_warnings.back();
    // The table is filled without a look at the request to cancel. Then loops use up all iterations.
    const auto both = check_reads(read(off_the_traceback), StageFunction::of(Pattern::NOSE), compile_module,
                                  {.params = {}, .instance = nullptr, .cancel = source.get_token()});
    ASSERT_ERROR(both, ErrorCode::cancelled);
    EXPECT_EQ(both.error().message, "the check was cancelled");
}

// Made-up values obey what a file declares about its values.
TEST_F(Check, DrawsWhatTheHeaderAllows) {
    const std::string source =
        "//! problem  a\n//! pattern  NOSE\n//! cell     i32\n//! input    x u8[] in 0 .. 3\n"
        "//! input    from i32[len(x)] in 50 .. 70\n//! input    sorted u32[len(x)] in 0 .. 20\n"
        "//! random   sorted 0 .. 20 ascending\n//! rows     len(x)\n//! columns  len(x)\n//! answer   last\n"
        "cell_t cell(int i, int j) {\n    const int table[4] = int[](1, 2, 3, 4);\n"
        "    const int rest[71] = int[](" +
        [] {
            std::string zeros;
            for (int k = 0; k < 71; ++k) {
                zeros += k == 0 ? "0" : ",0";
            }
            return zeros;
        }() +
        ");\n    const int step = j > 0 ? int(sorted(j)) - int(sorted(j - 1)) : 0;\n"
        "    return table[x(i)] + rest[from(i)] + (7 << step) + 9 / (from(j) - 49);\n}\n";
    const CompiledRecurrence recurrence = read(source);
    const auto report = check_reads(recurrence, StageFunction::of(Pattern::NOSE), compile_module);
    ASSERT_OK(report);
    EXPECT_TRUE(report->warnings.empty()) << report->warnings.front();
    EXPECT_OK(Recurrence::of(recurrence, compile_module).prepare(context(), {.lengths = {{"x", 20}}}));
}

}  // namespace
}  // namespace vkalgo::dp::test
