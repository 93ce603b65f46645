// Compares method `segments` with method `stage`: tables bit for bit, answers and trees of splits. Also tests which
// recurrences `segments` leaves to other methods.
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/solve.hpp"
#include "algorithms/split_mix.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

/// Lines of a recurrence over an array x; the defaults are those of matrix-chain.
struct SegmentsText {
    std::string cell = "u32", reduce = "min k = i .. j - 1", base = "diagonal 0";
    std::string term = "at(i, k) + at(k + 1, j) + cell_t(x(i) * x(k) + x(j))", first = "cell_t(x(i) & 3u)";
    std::string answer = "at(0, len(x) - 1)", size = "len(x)", more, functions, pattern = "SONE", domain = "upper";
    std::string input = "u32[]";

    std::string source() const {
        return "//! problem  a\n//! pattern  " + pattern + "\n//! class    segments\n//! cell     " + cell +
               "\n//! input    x " + input + "\n//! rows     " + size + "\n//! columns  " + size + "\n//! domain   " +
               domain + "\n" + (base.empty() ? "" : "//! base     " + base + "\n") + "//! answer   " + answer +
               "\n//! reduce   " + reduce + "\n" + more + functions + "cell_t base(int i, int j) { return " + first +
               "; }\n"
               "cell_t term(int i, int k, int j) { return " +
               term + "; }\n";
    }
};

class Segments : public vkalgo::test::DeviceTest {
protected:
    /// Returns the recurrence of a text, compiled only once.
    static const Recurrence& recurrence_of(const std::string& source) {
        static std::map<std::string, Recurrence> known;
        const auto found = known.find(source);
        if (found != known.end()) {
            return found->second;
        }
        const CompiledRecurrence read = take(compiler::read_recurrence(source, "a.glsl"), source.c_str());
        return known.emplace(source, Recurrence::of(read, compile_module)).first->second;
    }
    /// Solves the instance. Blocks of method segments have `side` cells along a side; if `side` is 0, the method
    /// chooses.
    static Result<Solution> solved(const std::string& source, const Instance& instance, const char* method, Keep keep,
                                   std::uint32_t side = 0) {
        const TestKnobs knobs{.side = side};
        return dp::solve(runner(), recurrence_of(source), instance, {.method = method, .keep = keep, .knobs = &knobs});
    }
    /// Expects that tables, answers and splits are those of method stage.
    void expect_same(const SegmentsText& text, const Instance& instance, const std::string& what) {
        SCOPED_TRACE(what);
        const std::string source = text.source();
        sources_.insert(source);
        if (!vkalgo::test::kEveryKernel && sources_.size() > 2) {
            return;  // Under AddressSanitizer two texts suffice, since the host treats all texts alike
        }
        const auto expected = solved(source, instance, "stage", {.table = true, .solution = true});
        ASSERT_OK(expected) << source;
        for (const Keep keep : {Keep{.table = true, .solution = true}, Keep{}, Keep{.solution = true}}) {
            const auto solution = solved(source, instance, "segments", keep, side_);
            ASSERT_OK(solution) << source;
            EXPECT_EQ(solution->answer, expected->answer) << source;
            EXPECT_EQ(solution->status, expected->status) << source;
            EXPECT_EQ(solution->shape.answer, expected->shape.answer) << source;
            if (keep.table) {
                EXPECT_TRUE(solution->table == expected->table) << source;
            }
            if (keep.solution) {
                EXPECT_EQ(solution->path, expected->path) << source;
            }
        }
    }
    static std::vector<std::uint32_t> drawn(std::size_t n, std::uint64_t seed, std::uint32_t most = 100) {
        SplitMix64 random(seed);
        std::vector<std::uint32_t> values(n);
        std::generate(values.begin(), values.end(), [&] { return 1 + static_cast<std::uint32_t>(random.below(most)); });
        return values;
    }

    /// The side of blocks, in cells, in the runs of expect_same(). If it is 0, the method chooses.
    std::uint32_t side_ = 0;

private:
    std::set<std::string> sources_;
};

TEST_F(Segments, FillTheTableOfStageAtEverySize) {
    for (const std::size_t n : {0U, 1U, 2U, 9U, 31U, 32U, 33U, 63U, 64U, 65U, 129U, 200U}) {
        for (const char* cell : {"u32", "u64"}) {
            expect_same({.cell = cell}, {{"x", drawn(n, n)}}, std::string(cell) + ", n = " + std::to_string(n));
        }
    }
}

/// Returns whether the device has room for blocks with a side of 64 cells of this type.
bool has_large_blocks(const DeviceProfile& profile, const std::string& cell) {
    return profile.max_workgroup_invocations >= 512 &&
           profile.shared_memory >= (cell.ends_with("64") ? 8U : 4U) * 5120U + 2048U;
}

/// Returns a text in which the best split of a cell is practically random, so that no split may be left out.
SegmentsText with_any_best_split(const std::string& cell) {
    return {.cell = cell,
            .term =
                "cell_t(((uint(i) * 2654435761u) ^ (uint(k) * 2246822519u) ^ (uint(j) * 3266489917u)) % 1000003u) + "
                "at(i, k) % 7u + at(k + 1, j) % 11u"};
}

TEST_F(Segments, FillTheSameTableInBlocksOfEitherSide) {
    for (const std::uint32_t side : {32U, 64U}) {
        side_ = side;
        for (const char* cell : {"u32", "u64"}) {
            if (side == 64 && !has_large_blocks(context().profile(), cell)) {
                continue;
            }
            // A block on the first diagonal of blocks reads no other block. On the second diagonal it reads only the
            // previous diagonal, on the third also an earlier one.
            for (const std::uint32_t n : {side - 1, side + 1, 3 * side, 3 * side + 1, 4 * side + 1}) {
                expect_same(with_any_best_split(cell), {{"x", drawn(n, n)}},
                            std::string(cell) + ", side " + std::to_string(side) + ", n = " + std::to_string(n));
            }
        }
        // The two cells of a term have no gap between them, or a gap of 7. The number of splits between two blocks
        // grows by the gap.
        expect_same({.reduce = "max k = i + 1 .. j - 1", .term = "at(i, k) + at(k, j) + x(k) % 7u"},
                    {{"x", drawn(3 * side + 5, 8)}}, "no gap");
        expect_same({.reduce = "max k = i .. j - 7", .term = "at(i, k) + at(k + 7, j) + 1u"},
                    {{"x", drawn(3 * side + 5, 8)}}, "a wide gap");
    }
}

TEST_F(Segments, TakeTheBestOfManyPartsOfProducts) {
    // A block has up to 10 parts, each of up to 9 chunks of 8 splits. On some diagonals the last part is empty.
    side_ = 32;
    expect_same(with_any_best_split("u32"), {{"x", drawn(769, 2)}}, "many parts");
}

TEST_F(Segments, TakeTheLeastAndTheGreatestOfEveryType) {
    for (const char* cell : {"u32", "i32", "u64", "i64", "f32", "f64"}) {
        for (const char* kind : {"min", "max"}) {
            SegmentsText text{.cell = cell, .reduce = std::string(kind) + " k = i .. j - 1"};
            if (cell[0] != 'u') {
                text.term = "at(i, k) + at(k + 1, j) + cell_t(x(i)) * cell_t(x(k)) - cell_t(x(j)) * cell_t(40)";
            }
            expect_same(text, {{"x", drawn(101, 5)}}, std::string(cell) + " " + kind);
        }
    }
}

TEST_F(Segments, ReadTheCellsThatTheTextNames) {
    struct Reads {
        const char *reduce, *term;
    };
    bool wide = false;  // On devices with little shared memory, blocks of wide cells have another side
    for (const Reads& reads : {
             Reads{"min k = i .. j - 1", "at(i, k) * 2u + at(k + 1, j) + x(k + 1 - 1)"},
             Reads{"max k = i + 1 .. j - 1", "at(i, k) + at(k, j) + x(k) % 7u"},
             Reads{"min k = i + 1 .. j - 1", "at(i, k - 1) + at(k + 1, j) + x(k)"},
             Reads{"min k = i + 1 .. j - 1", "at(i, k - 1) + 3u * at(k + 1, j) + x(i) * x(j - 1)"},
             Reads{"max k = i + 3 .. j - 4", "at(i, k) + at(k + 1, j) + x(i + 1) + x(k)"},
             Reads{"min k = i + 2 .. j - 2", "at(i, k - 2) + at(k + 2, j) + x(k - 2) * x(k + 2)"},
             Reads{"max k = i .. j - 7", "at(i, k) + at(k + 7, j) + 1u"},
             Reads{"min k = i - 1 .. j - 2", "at(i, k + 1) + at(k + 2, j) + x(k + 1) * x(j)"},
         }) {
        wide = !wide;
        expect_same({.cell = wide ? "u64" : "u32", .reduce = reads.reduce, .term = reads.term}, {{"x", drawn(150, 8)}},
                    reads.term);
    }
}

TEST_F(Segments, TakeBasesBesideTheDiagonalAndCellsWithoutTerms) {
    const SegmentsText wide{.cell = "i32", .reduce = "max k = i + 5 .. j - 6", .first = "i - j"};
    expect_same(wide, {{"x", drawn(140, 2)}}, "no terms near the diagonal");
    for (const char* base :
         {"diagonal 1", "diagonal 70", "first-row 3", "last-column 40", "first-row 2\n//! base diagonal 0"}) {
        expect_same({.base = base, .first = "cell_t(7 * i + j)"}, {{"x", drawn(133, 3)}}, base);
    }
    expect_same({.cell = "i32", .base = "", .term = "plus(at(i, k), at(k + 1, j)) + 1"}, {{"x", drawn(70, 3)}},
                "nothing feasible");
}

TEST_F(Segments, SkipInfeasibleTerms) {
    for (const char* cell : {"u32", "i32", "i64", "f32"}) {
        const bool real = cell[0] == 'f';
        const SegmentsText text{.cell = cell,
                                .term = std::string(real ? "" : "x(k) % 5u == 0u ? INFEASIBLE : ") +
                                        "plus(plus(at(i, k), at(k + 1, j)), cell_t(x(i) % 9u))",
                                .first = "x(i) % 3u == 0u ? INFEASIBLE : cell_t(x(i))"};
        expect_same(text, {{"x", drawn(131, 4)}}, cell);
    }
}

TEST_F(Segments, AnswerAnywhereOnABorderToo) {
    for (const char* answer : {"at(3, 90)", "at(70, 99)", "at(5, 5)", "last", "max first-row", "min last-column"}) {
        expect_same({.answer = answer}, {{"x", drawn(100, 6)}}, answer);
    }
}

TEST_F(Segments, GiveTheDeclaredValueOfACell) {
    const SegmentsText packed{.cell = "u64",
                              .term = "(at(i, k) + at(k + 1, j)) * 4294967297UL",
                              .first = "cell_t(x(i))",
                              .more = "//! value    u32 uint(c >> 32)\n"};
    expect_same(packed, {{"x", drawn(75, 2)}}, "a tree's cost and its weight in one cell");
}

TEST_F(Segments, CallFunctionsAndParamsOfTheText) {
    SegmentsText text{
        .term = "at(i, k) + at(k + 1, j) + weight(i, j) + x(i + k - k) * scale",
        .more = "//! param    scale u32 3\n",
        .functions =
            "uint weight(int a, int b) { uint s = 0u; for (int n = a; n <= min(a + 3, b); ++n) s += x(n); "
            "return s; }\n"};
    expect_same(text, {{"x", drawn(75, 9)}}, "loops");
    text.term = "at(i, k) + at(k + 1, j) + x(k) / (x(i) & 7u)";
    std::vector<std::uint32_t> odd = drawn(75, 9);
    std::for_each(odd.begin(), odd.end(), [](std::uint32_t& value) { value |= 1U; });
    expect_same(text, {{"x", odd}}, "defined divisions");
}

TEST_F(Segments, ReportTheFaultsOfTerms) {
    const Keep none;
    const SegmentsText past{.term = "at(i, k) + at(k + 1, j) + x(i + j + 1)"};
    const auto outside = solved(past.source(), {{"x", drawn(70, 1)}}, "segments", none);
    ASSERT_ERROR(outside, ErrorCode::invalid_argument);
    EXPECT_NE(outside.error().message.find("of input 'x', which has no such element"), std::string::npos)
        << outside.error().message;

    const SegmentsText divides{.term = "at(i, k) + at(k + 1, j) + 7u / (x(k) - x(k))"};
    const auto undefined = solved(divides.source(), {{"x", drawn(70, 1)}}, "segments", none);
    ASSERT_ERROR(undefined, ErrorCode::invalid_argument);

    const SegmentsText large{.term = "at(i, k) + at(k + 1, j)"};
    std::string source = large.source();
    source.insert(source.rfind("return"), "overflow_if(at(i, k) > 100u); ");
    const auto overflow = solved(source, {{"x", drawn(90, 1)}}, "segments", none);
    ASSERT_ERROR(overflow, ErrorCode::overflow);
}

/// The cells have 64 bits. The sum of x is the bound, and it is also the answer.
const SegmentsText kSum{
    .cell = "u64", .term = "at(i, k) + at(k + 1, j)", .first = "cell_t(x(i))", .more = "//! bound    sum(x)\n"};

/// Returns the modules of a run of method segments.
std::vector<std::string> modules_of(const SegmentsText& text, const Instance& instance, Keep keep,
                                    const DeviceProfile& profile) {
    const RecurrenceHeader header = take(parse_header(text.source(), "a.glsl"), text.source().c_str());
    SolveOptions options;
    options.method = "segments";
    options.keep = keep;
    return take(plan_solve(header, instance, options, profile)).run->modules;
}
std::string first_module(const SegmentsText& text, const Instance& instance, Keep keep, const DeviceProfile& profile) {
    return modules_of(text, instance, keep, profile).front();
}

TEST_F(Segments, ComputeInTheWidthThatTheBoundNeeds) {
    for (const std::uint32_t more : {0U, 1U, 2U}) {
        // The sum of the 100 numbers is 2^32 - 2 or slightly more. In cells of 32 bits the largest number means that a
        // cell has no value.
        std::vector<std::uint32_t> x(100, 42949672);
        x[57] = 0xfffffffeU - 99U * 42949672U + more;
        const Instance instance{{"x", x}};
        const char* module = more == 0 ? "segments-narrow" : "segments";
        EXPECT_EQ(first_module(kSum, instance, {}, context().profile()), module) << more;
        EXPECT_EQ(first_module(kSum, instance, {.solution = true}, context().profile()), module) << more;
        EXPECT_EQ(first_module(kSum, instance, {.table = true}, context().profile()), "segments");
        expect_same(kSum, instance, std::to_string(more));
        const auto solution = solved(kSum.source(), instance, "segments", {});
        ASSERT_OK(solution);
        EXPECT_EQ(solution->answer_as<std::uint64_t>(), 0xfffffffeULL + more);
        SegmentsText greatest = kSum;
        greatest.reduce = "max k = i .. j - 1";
        greatest.answer = "max first-row";
        expect_same(greatest, instance, "max, " + std::to_string(more));
    }
}

TEST_F(Segments, ComputeWithNarrowCellsInBlocksOfEitherSide) {
    for (const std::uint32_t side : {32U, 64U}) {
        if (side == 64 && !has_large_blocks(context().profile(), "u64")) {
            side_ = 0;  // A kept table has cells of 64 bits
        } else {
            side_ = side;
        }
        for (const std::uint32_t n : {side + 1, 4 * side + 1}) {
            expect_same(kSum, {{"x", drawn(n, n)}}, "side " + std::to_string(side) + ", n = " + std::to_string(n));
        }
    }
}

TEST_F(Segments, ComputeInTheWidthOfTheFileIfTheTextNeedsIt) {
    const Instance instance{{"x", drawn(70, 3)}};
    const auto changed = [](auto change) {
        SegmentsText text = kSum;
        text.more = "//! bound    100 * sum(x) * sum(x)\n";
        change(text);
        return text;
    };
    const DeviceProfile& profile = context().profile();
    EXPECT_EQ(first_module(changed([](SegmentsText&) {}), instance, {}, profile), "segments-narrow");
    for (const char* term : {" + (3u * x(i) - 2u * x(i))", " + x(k) / 2u", " + max(x(i), x(j))"}) {
        EXPECT_EQ(first_module(changed([&](SegmentsText& text) { text.term += term; }), instance, {}, profile),
                  "segments-narrow")
            << term;
    }
    for (const char* term : {" - x(i)", " + 4294967296UL * x(i)", " + uint64_t(x(i))", " + cell_t(float(x(i)))"}) {
        EXPECT_EQ(first_module(changed([&](SegmentsText& text) { text.term += term; }), instance, {}, profile),
                  "segments")
            << term;
    }
    EXPECT_EQ(first_module(changed([](SegmentsText& text) { text.more = ""; }), instance, {}, profile), "segments");
    EXPECT_EQ(first_module(changed([](SegmentsText& text) { text.base = "diagonal 1"; }), instance, {}, profile),
              "segments");
    EXPECT_EQ(first_module(changed([](SegmentsText& text) { text.base = "first-row 1"; }), instance, {}, profile),
              "segments");
    EXPECT_EQ(first_module(changed([](SegmentsText& text) { text.more += "//! value    u32 uint(c >> 32)\n"; }),
                           instance, {}, profile),
              "segments");
    EXPECT_EQ(
        first_module(changed([](SegmentsText& text) { text.more += "//! param    p u64 1\n"; }), instance, {}, profile),
        "segments");
}

TEST_F(Segments, ReachTablesOfMoreThanOneBinding) {
    ContextOptions options = vkalgo::test::test_options();
    options.narrow = [](DeviceProfile& profile) { profile.max_storage_range = 1U << 17; };
    vkalgo::test::ValidatedContext small(options);
    if (!small->profile().buffer_device_address || !small->profile().int64) {
        GTEST_SKIP() << "the device has no 64-bit buffer addresses";
    }
    Runner own = take(Runner::create(*small));
    const Instance instance{{"x", drawn(200, 11)}};
    const auto expected = solved(kSum.source(), instance, "stage", {.table = true, .solution = true});
    ASSERT_OK(expected);
    for (const Keep keep : {Keep{.table = true, .solution = true}, Keep{.solution = true}}) {
        EXPECT_EQ(first_module(kSum, instance, keep, small->profile()),
                  keep.table ? "segments-wide" : "segments-narrow-wide");
        const auto solution =
            dp::solve(own, recurrence_of(kSum.source()), instance, {.method = "segments", .keep = keep});
        ASSERT_OK(solution);
        EXPECT_EQ(solution->answer, expected->answer);
        EXPECT_EQ(solution->path, expected->path);
        EXPECT_TRUE(solution->table == expected->table || !keep.table);
    }
}

TEST_F(Segments, LeaveOtherRecurrencesToOtherMethods) {
    const std::map<std::string, SegmentsText> refused{
        {"reads cells other than", {.term = "at(i, k) + at(k + 1, j - 1)"}},
        {"more than one cell of its row",
         {.reduce = "min k = i + 1 .. j - 1", .term = "at(i, k) + at(i, k - 1) + at(k + 1, j)"}},
        {"does not read both a cell of its row and a cell of its column", {.term = "at(i, k) + 1u"}},
        {"not computed earlier", {.reduce = "min k = i .. j", .term = "at(i, k) + at(k, j)"}},
        {"other functions",
         {.term = "at(i, k) + other(k, j)", .functions = "cell_t other(int k, int j) { return at(k + 1, j); }\n"}},
        {"may change its i, k or j", {.term = "at(i, k++) + at(k, j)"}},
        {"plus or minus a number", {.reduce = "min k = i .. max(i, j - 1)"}},
        {"preprocessor", {.functions = "#define AT at\n"}},
        {"may read outside of one", {.term = "at(i, k) + at(k + 1, j) + x(j + 1)"}},
        {"one cell or one border", {.answer = "max all"}},
        {"runs only tables with 'domain upper'", {.domain = "full"}},
    };
    for (const auto& [reason, text] : refused) {
        const auto solution = solved(text.source(), {{"x", drawn(20, 1)}}, "segments", {});
        ASSERT_ERROR(solution, ErrorCode::unsupported) << reason;
        EXPECT_NE(solution.error().message.find(reason), std::string::npos) << solution.error().message;
    }
}

// A term may read x(i) and x(i + 1), x(k) and x(k + 1), x(j - 1) and x(j), but nothing farther.
TEST_F(Segments, RefuseTermsThatMayReadOutsideAnInput) {
    for (const std::string read : {"x(i - 1)", "x(k - 1)", "x(j - 2)", "x(i + 2)", "x(k + 2)", "x(j + 1)"}) {
        const SegmentsText text{.term = "at(i, k) + at(k + 1, j) + " + read};
        const auto solution = solved(text.source(), {{"x", drawn(20, 1)}}, "segments", {});
        ASSERT_ERROR(solution, ErrorCode::unsupported) << read;
        EXPECT_NE(solution.error().message.find("may read outside of one"), std::string::npos)
            << solution.error().message;
    }
    expect_same({.term = "at(i, k) + at(k + 1, j) + x(i + 1) * 3u + x(k + 1) * 5u + x(j - 1)"}, {{"x", drawn(90, 2)}},
                "the farthest that are there");
}

}  // namespace
}  // namespace vkalgo::dp::test
