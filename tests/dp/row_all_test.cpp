// Compares method `row-all` with method `stage`: tables bit for bit, answers, solutions. Also tests what `row-all`
// leaves to other methods.
#include "algorithms/split_mix.hpp"
#include "tests/dp/as_by_stage.hpp"

#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

/// A path through layers of towns, in one of the patterns of rows and columns.
struct Way {
    Pattern pattern = Pattern::RUD;
    std::string type = "u64", reduce = "min", first = "0", last = "towns - 1";
    /// The term of town `along` of a layer, from town k of the layer before.
    std::string term = "plus(BEFORE, cell_t(road))", refuse = "road % 7 == 0";
    std::string answer = "last", more, functions, base = "1";

    bool transposed() const { return pattern == Pattern::CLR || pattern == Pattern::CRL; }
    bool reversed() const { return pattern == Pattern::RDU || pattern == Pattern::CRL; }
    std::string source() const {
        const std::string line = transposed() ? "j" : "i";
        const std::string before = line + (reversed() ? " + 1" : " - 1");
        std::string sum = term;
        if (const std::size_t at = sum.find("BEFORE"); at != std::string::npos) {
            sum.replace(at, 6, transposed() ? "at(k, " + before + ")" : "at(" + before + ", k)");
        }
        return "//! problem  way\n//! pattern  " + std::string(to_string(pattern)) + "\n//! cell     " + type +
               "\n//! param    towns i32\n//! input    roads i32[]\n//! goal     " + reduce + "\n" +
               (transposed() ? "//! rows     towns\n//! columns  n\n" : "//! rows     n\n//! columns  towns\n") +
               (base.empty() ? ""
                             : std::string("//! base     ") + (reversed() ? "last-" : "first-") +
                                   (transposed() ? "column " : "row ") + base + "\n") +
               "//! answer   " + answer + "\n//! reduce   " + reduce + " k = " + first + " .. " + last + "\n" + more +
               functions +
               "cell_t base(int i, int j) { return cell_t((i * 5 + j * 3) % 4); }\n"
               "cell_t term(int i, int k, int j) {\n    const int road = roads((i * 7 + j * 3 + k) % 64);\n    if (" +
               refuse + ") return INFEASIBLE;\n    return " + sum + ";\n}\n";
    }
};

/// Returns an instance with few different values, so that many paths are equally good.
Instance layers(std::int64_t n, std::int32_t towns, std::uint64_t seed) {
    SplitMix64 random(seed);
    std::vector<std::int32_t> roads(64);
    for (std::int32_t& road : roads) {
        road = 1 + static_cast<std::int32_t>(random.below(9));
    }
    return {{"n", n}, {"towns", towns}, {"roads", roads}};
}

class RowAll : public AsByStage {};

constexpr TestKnobs kRowAllForms[] = {{.rows = 1}, {.lanes = 4, .rows = 3}};

TEST_F(RowAll, GivesTheResultsOfStageInEveryPatternAndForm) {
    std::uint64_t seed = 0;
    for (const Pattern pattern : {Pattern::RUD, Pattern::RDU, Pattern::CLR, Pattern::CRL}) {
        const std::string source = Way{.pattern = pattern}.source();
        for (const TestKnobs& knobs : kRowAllForms) {
            for (const auto& [n, towns] : {std::pair<int, int>{0, 5}, {1, 1}, {9, 33}}) {
                SCOPED_TRACE(std::to_string(n) + " x " + std::to_string(towns) + ", lanes " +
                             std::to_string(knobs.lanes) + ", rows " + std::to_string(knobs.rows));
                expect_as_by_stage(source, layers(n, towns, ++seed), "row-all", knobs);
            }
        }
    }
}

TEST_F(RowAll, SharesLongReductionsAmongManyLanes) {
    for (const std::uint32_t lanes : {1U, 16U, 256U}) {
        for (const std::uint32_t rows : {1U, 4U}) {
            expect_as_by_stage(Way{}.source(), layers(6, 301, lanes), "row-all", {.lanes = lanes, .rows = rows});
        }
    }
}

TEST_F(RowAll, TakesTheLeastAndTheGreatestOfEveryType) {
    std::uint32_t rows = 1;
    for (const char* type : {"u32", "i64", "f32", "f64"}) {
        for (const char* reduce : {"min", "max"}) {
            Way way{.pattern = Pattern::CLR, .type = type, .reduce = reduce};
            if (type[0] == 'u' && reduce[1] == 'a') {
                way.term = "BEFORE + cell_t(road)";
                way.refuse = "false";
                way.first = "i / 3";
            }
            std::string source = way.source();
            if (way.refuse == "false") {  // This text names no infeasible number
                source.replace(source.find("    if (false) return INFEASIBLE;\n"), 34, "");
            }
            rows = 6 - rows;  // Takes the forms in turn
            expect_as_by_stage(source, layers(9, 40, 3), "row-all", {.rows = rows});
        }
    }
}

TEST_F(RowAll, LeavesCellsWithoutTermsInfeasible) {
    expect_as_by_stage(Way{.first = "j", .last = "j - 1 + j % 2"}.source(), layers(7, 21, 4), "row-all", {.rows = 1});
    expect_as_by_stage(Way{.refuse = "true"}.source(), layers(7, 21, 4), "row-all", {.rows = 5});
}

TEST_F(RowAll, FindsAnswersOnBordersAndTracesByStep) {
    const std::string step =
        "step_t step(int i, int j) { return step_t(i - 1, (i + j) % towns, uint(at(i, j) % cell_t(5))); }\n";
    std::uint32_t rows = 1;
    for (const char* answer : {"min last-row", "max first-row", "max last-column", "at(n / 2, 3)"}) {
        rows = 6 - rows;  // Takes the forms in turn
        std::string source = Way{.answer = answer, .functions = step}.source();
        if (answer[1] == 'a') {  // A text that names INFEASIBLE cannot have an answer against the goal
            source.replace(source.find("    if (road % 7 == 0) return INFEASIBLE;\n"), 42, "");
            source.replace(source.find("plus(at(i - 1, k), cell_t(road))"), 32, "at(i - 1, k) + cell_t(road)");
        }
        expect_as_by_stage(source, layers(11, 13, 6), "row-all", {.rows = rows});
    }
}

TEST_F(RowAll, RefusesWhatStageRefusesWithTheSameWords) {
    const Instance instance = layers(9, 40, 1);
    for (const Way& way : {
             Way{.last = "towns - min(abs(i - 7), 1)"},  // Reads beyond the row
             Way{.term = "plus(BEFORE, cell_t(roads(i * 9)))"},
             Way{.term = "look(i, j, plus(BEFORE, cell_t(road)))",
             .functions = "cell_t look(int i, int j, cell_t c) { overflow_if(i == 6 && j == 3); return c; }\n"},
             Way{.base = ""},  // There is no row before the first
         }) {
        const std::string source = way.source();
        for (const std::uint32_t rows : {1U, 5U}) {
            const std::string expected = error_of(source, instance, "stage");
            EXPECT_NE(expected, "") << source;
            // If several cells of a row break a rule, any of them may be the first.
            const std::string got = error_of(source, instance, "row-all", {.rows = rows});
            EXPECT_EQ(got.substr(0, got.find(',')), expected.substr(0, expected.find(','))) << got << "\n" << expected;
        }
    }
}

TEST_F(RowAll, RefusesWhatItDoesNotRun) {
    const Instance instance = layers(9, 20, 1);
    const auto refused = [&](const std::string& source, const std::string& words) {
        const std::string message = error_of(source, instance, "row-all");
        EXPECT_NE(message.find(words), std::string::npos) << message;
    };
    Way far;
    far.term = "at(i - 2 + i % 2, k)";
    refused(far.source(), "recurrences whose cells read just the previous row");
    std::string diagonal = Way{}.source();
    diagonal.replace(diagonal.find("RUD"), 3, "NOSE");
    refused(diagonal, "recurrences whose cells read just the previous row");
    // The pattern that the file declares must fit too, whichever pattern is given.
    SolveOptions by_rows;
    by_rows.method = "row-all";
    by_rows.pattern = Pattern::RUD;
    const auto declared = plan_solve(recurrence_of(diagonal).header(), instance, by_rows, context().profile());
    ASSERT_ERROR(declared, ErrorCode::unsupported);
    EXPECT_NE(declared.error().message.find("here pattern NOSE has cells"), std::string::npos)
        << declared.error().message;
    std::string upper = Way{.more = "//! domain   upper\n"}.source();
    refused(upper, "has a domain");
    refused(Way{.answer = "min last-row or first-row"}.source(), "one cell or one border");
    const auto lcs =
        plan_solve(builtin("lcs").header, generated("lcs", {9, 9, 1, {}}), {.method = "row-all"}, context().profile());
    ASSERT_FALSE(lcs);
    EXPECT_NE(lcs.error().message.find("a 'reduce' over cells of the previous row"), std::string::npos)
        << lcs.error().message;
}

TEST_F(RowAll, IsChosenOnGpusInTheFormThatFits) {
    DeviceProfile gpu = context().profile();
    gpu.type = DeviceType::discrete;
    gpu.processors = 132;
    gpu.int64 = true;
    gpu.max_loop_iterations = 0;
    gpu.max_workgroup_invocations = 1024;
    gpu.shared_memory = 48U << 10;
    gpu.max_storage_range = UINT32_MAX;
    gpu.max_allocation = gpu.device_memory = std::uint64_t{16} << 30;
    const auto plan_of = [&](std::int64_t n, std::uint32_t nodes) {
        const Instance outline = outlined("stagecoach", {n, n, 1, {{"nodes", std::uint64_t{nodes}}}});
        return vkalgo::test::take(plan_solve(builtin("stagecoach").header, outline, {}, gpu)).run;
    };
    const auto narrow = plan_of(2000, 16);
    EXPECT_STREQ(narrow->method->name, "row-all");
    EXPECT_NE(narrow->summary.find("one workgroup"), std::string::npos) << narrow->summary;
    const auto wide = plan_of(5000, 400);
    EXPECT_STREQ(wide->method->name, "row-all");
    EXPECT_EQ(wide->summary.find("one workgroup"), std::string::npos) << wide->summary;
    EXPECT_STREQ(plan_of(3, 3)->method->name, "stage") << "its kernels take less time to make";
    // The table has a row for each of the four ends of three steps.
    const auto small = vkalgo::test::take(plan_solve(builtin("stagecoach").header,
                                                     outlined("stagecoach", {3, 3, 1, {}}), {.method = "row-all"}, gpu))
                           .run;
    EXPECT_TRUE(small->summary.starts_with("1 dispatch of up to 4 rows, one workgroup ")) << small->summary;
}

}  // namespace
}  // namespace vkalgo::dp::test
