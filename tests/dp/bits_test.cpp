// Compares method `bit-parallel` with a plain computation of each cell and with method `stage`: both schedules, every
// width of lanes and number of words, ragged edges, symbols of every width.
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/methods/bit_parallel/bit_parallel_plan.hpp"
#include "algorithms/dp/solve.hpp"
#include "tests/dp/bits_text.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

TEST_F(Bits, AgreeWithPlainCellsAtEveryEdgeOfWordsBlocksAndStrips) {
    for (const BitsText& text : {bits_lcs(), bits_edit()}) {
        std::uint64_t seed = 1;
        for (const std::size_t n : {0U, 1U, 2U, 31U, 32U, 33U, 64U, 255U, 256U, 257U, 1023U, 1025U, 2500U}) {
            for (const std::size_t m : {0U, 1U, 7U, 8U, 9U, 63U, 65U, 500U}) {
                const BitsSymbols x = bits_symbols(n, ++seed, 4, 65);
                const BitsSymbols y = bits_symbols(m, ++seed, 4, 65);
                expect(plain(text, x, y), text, x, y);
            }
        }
    }
}

TEST_F(Bits, AgreeWithEveryWidthOfLanesAndNumberOfWords) {
    // The first five pairs cover every number of lanes and of words. Under AddressSanitizer only these run.
    constexpr std::pair<std::uint32_t, std::uint32_t> kWidths[] = {
        {8, 1}, {8, 2}, {16, 4}, {32, 1}, {64, 2}, {8, 4}, {16, 1}, {16, 2}, {32, 2}, {32, 4}, {64, 1}, {64, 4}};
    for (const BitsText& text : {bits_lcs(), bits_edit()}) {
        const BitsSymbols x = bits_symbols(2111, 5, 3);
        const BitsSymbols y = bits_symbols(2203, 6, 3);
        const std::int64_t answer = plain(text, x, y);
        const std::size_t widths = vkalgo::test::kEveryKernel ? std::size(kWidths) : 5;
        for (const auto& [lanes, words] : std::span(kWidths).first(widths)) {
            SCOPED_TRACE(std::to_string(lanes) + " lanes, " + std::to_string(words) + " words");
            expect(answer, text, x, y, {.lanes = lanes, .schedule = TestKnobs::Schedule::diagonals, .words = words});
        }
    }
}

// Some lanes begin when the first ones have ended. By then shared memory holds data of an earlier table.
TEST_F(Bits, AgreeIfTablesHaveFewerBlocksThanLanes) {
    for (const BitsText& text : {bits_lcs(), bits_edit()}) {
        for (const std::uint32_t lanes : {16U, 32U, 64U}) {
            if (!vkalgo::test::kEveryKernel && lanes != 32) {
                continue;
            }
            SCOPED_TRACE(std::to_string(lanes) + " lanes");
            const BitsSymbols x = bits_symbols(std::size_t{33} * lanes, 1, 3);
            for (const std::uint32_t m : {8 * lanes + 1, 8 * lanes, 8 * lanes - 1, 72U, 65U, 64U}) {
                const BitsSymbols y = bits_symbols(m, lanes, 3);
                expect(plain(text, x, y), text, x, y,
                       {.lanes = lanes, .schedule = TestKnobs::Schedule::diagonals, .words = 1});
            }
        }
    }
}

TEST_F(Bits, AgreeIfOtherSubgroupsLookUpTheMatches) {
    for (const BitsText& text : {bits_lcs(), bits_edit()}) {
        for (const auto& [helpers, words] : {std::pair{1U, 1U}, {3U, 1U}, {2U, 2U}, {2U, 4U}}) {
            if (!vkalgo::test::kEveryKernel && words != 1) {
                continue;
            }
            // In some of these sizes the steps fill the last group of steps, in others they do not. Some sizes have one
            // strip, others several. Some strips have fewer blocks than lanes, others have more.
            for (const auto& [n, m] : {std::pair{1U, 1U},
                                       {31U, 8U},
                                       {257U, 64U},
                                       {700U, 65U},
                                       {300U, 73U},
                                       {40U, 457U},
                                       {300U, 127U},
                                       {257U, 256U},
                                       {2111U, 2203U}}) {
                SCOPED_TRACE(std::to_string(helpers) + " helpers, " + std::to_string(words) + " words");
                const BitsSymbols x = bits_symbols(n, words, 3);
                const BitsSymbols y = bits_symbols(m, n, 3);
                expect(plain(text, x, y), text, x, y,
                       {.schedule = TestKnobs::Schedule::diagonals, .words = words, .helpers = helpers});
            }
        }
    }
}

TEST_F(Bits, TakeSymbolsOfEveryWidth) {
    for (BitsText text : {bits_lcs(), bits_edit()}) {
        for (const char* type : {"u8", "u16", "i32", "u32"}) {
            text.type = type;
            const int bits = text.type == "u8" ? 8 : text.type == "u16" ? 16 : 32;
            BitsSymbols x = bits_symbols(300, 7, 6);
            BitsSymbols y = bits_symbols(290, 8, 6);
            // Symbols with at most one bit set; one of them has the highest bit.
            for (BitsSymbols* each : {&x, &y}) {
                for (std::uint32_t& symbol : *each) {
                    symbol = symbol == 0 ? 0 : 1U << ((symbol * static_cast<std::uint32_t>(bits) / 5) - 1);
                }
            }
            expect(plain(text, x, y), text, x, y);
        }
    }
}

// Rows and columns contain each of the 256 letters. A letter without its mask, or with the mask of another letter,
// changes the answer.
TEST_F(Bits, DistinguishEveryLetterFromEveryOther) {
    BitsSymbols x;
    for (std::uint32_t k = 0; k < 5 * 256; ++k) {
        x.push_back(k % 256);
    }
    for (const BitsText& text : {bits_lcs(), bits_edit()}) {
        for (const std::uint32_t bit : {0U, 1U, 2U, 4U, 8U, 16U, 32U, 64U, 128U}) {
            BitsSymbols y(x.begin(), x.begin() + 256);
            for (std::uint32_t& symbol : y) {
                symbol ^= bit;
            }
            expect(plain(text, x, y), text, x, y);
            expect(plain(text, y, x), text, y, x);
        }
    }
}

TEST_F(Bits, CompareTheElementsThatTheTextNames) {
    const BitsSymbols x = bits_symbols(203, 3, 4);
    const BitsSymbols y = bits_symbols(301, 4, 4);
    const BitsSymbols rows(y.begin() + 2, y.end());
    const BitsSymbols columns(x.begin() + 1, x.end());
    for (const BitsText& text : {bits_lcs(), bits_edit()}) {
        std::string source = text.source();
        for (const auto& [from, to] : {std::pair{"rows     len(x) + 1", "rows     len(y) - 1"},
                                       {"columns  len(y) + 1", "columns  len(x)"},
                                       {"x(i - 1) == y(j - 1)", "y(i + 1) == x(j)"}}) {
            source.replace(source.find(from), std::strlen(from), to);
        }
        constexpr TestKnobs kKnobs{.words = 1};
        SolveOptions options;
        options.knobs = &kKnobs;
        options.method = "bit-parallel";
        const auto solution = dp::solve(runner(), recurrence_of(source), bits_instance("u8", x, y), options);
        ASSERT_OK(solution);
        EXPECT_EQ(solution->answer_as<double>(), static_cast<double>(plain(text, rows, columns)));
    }
}

TEST_F(Bits, HoldIfAllSymbolsAreEqualOrAllDiffer) {
    for (const BitsText& text : {bits_lcs(), bits_edit()}) {
        const BitsSymbols same(700, 9);
        const BitsSymbols more(513, 9);
        const BitsSymbols other(300, 10);
        for (const auto& [x, y] : {std::pair{same, more}, {more, same}, {same, other}, {other, other}}) {
            expect(plain(text, x, y), text, x, y);
        }
    }
}

TEST_F(Bits, HoldForOtherBasesCellsAndAnswers) {
    const BitsSymbols x = bits_symbols(321, 3, 5);
    const BitsSymbols y = bits_symbols(203, 4, 5);
    for (BitsText text : {bits_lcs(), bits_edit()}) {
        for (const char* cell : {"i32", "u64"}) {
            text.cell = cell;
            if (text.cell == "u64" && !context().profile().int64) {
                continue;
            }
            for (const int base : {0, 1, 2, 3}) {
                if (text.cell == "u64" && base != 3) {
                    continue;  // Each base is a kernel to compile
                }
                text.base = std::string(base % 2 != 0 ? "i" : "0") + (base / 2 != 0 ? " + j" : "") + " + 5";
                const auto value = [&](std::int64_t i, std::int64_t j) {
                    return 5 + (base % 2 != 0 ? i : 0) + (base / 2 != 0 ? j : 0);
                };
                expect(plain_cells(text.edit, x, y, value), text, x, y);
                expect(value(0, 203), text, {}, y);
                expect(value(321, 0), text, x, {});
            }
        }
        text.answer = "at(100, 150)";
        text.base = "0";
        const BitsSymbols above(x.begin(), x.begin() + 100);
        const BitsSymbols left(y.begin(), y.begin() + 150);
        expect(plain_cells(text.edit, above, left, [](auto...) { return 0; }), text, x, y);
    }
}

TEST_F(Bits, AreRefusedForWhatTheyDoNotCompute) {
    const BitsSymbols x = bits_symbols(20, 1, 3);
    const auto refusal = [&](const BitsText& text, Instance instance, SolveOptions options = {}) {
        options.method = "bit-parallel";
        const auto solution = dp::solve(runner(), recurrence_of(text.source()), std::move(instance), options);
        EXPECT_ERROR(solution, ErrorCode::unsupported);
        return solution ? std::string() : solution.error().message;
    };
    const Instance plain_instance = bits_instance("u8", x, x);
    SolveOptions table;
    table.keep.table = true;
    EXPECT_NE(refusal(bits_lcs(), plain_instance, table).find("not the table"), std::string::npos);
    BitsText search;
    search.answer = "max last-row";
    EXPECT_NE(refusal(search, plain_instance).find("from one cell"), std::string::npos);
    Instance weighed = plain_instance;
    weighed.params["cost"] = std::uint64_t{2};
    EXPECT_NE(refusal(bits_edit(), weighed).find("known to be 1: cost"), std::string::npos);
    std::string empty = bits_lcs().source();
    empty.replace(empty.find("len(x) + 1"), 10, "len(x)");
    SolveOptions by_bits;
    by_bits.method = "bit-parallel";
    const auto nothing =
        plan_solve(recurrence_of(empty).header(), bits_instance("u8", {}, x), by_bits, context().profile());
    ASSERT_ERROR(nothing, ErrorCode::unsupported);
    EXPECT_NE(nothing.error().message.find("runs only tables that have cells"), std::string::npos)
        << nothing.error().message;
    BitsText other;
    other.more = "#define NOTHING 0\n";
    EXPECT_NE(refusal(other, plain_instance).find("preprocessor"), std::string::npos);
    // The param does no harm in a text that does not use it. The edit distance with other costs runs by other methods.
    Instance unused = plain_instance;
    unused.params["cost"] = std::uint64_t{2};
    SolveOptions options;
    options.method = "bit-parallel";
    EXPECT_OK(dp::solve(runner(), recurrence_of(bits_lcs().source()), unused, options));
    EXPECT_OK(dp::solve(runner(), recurrence_of(bits_edit().source()), weighed, {}));
}

// A table that extends beyond an input has no answer by any method, and `stage` reports where.
TEST_F(Bits, LeaveReadsBeyondAnInputToStage) {
    SolveOptions options;
    options.method = "bit-parallel";
    const BitsSymbols x = bits_symbols(20, 1, 3);
    for (const auto& [from, to] : {std::pair{"len(x) + 1", "len(x) + 2"},
                                   {"len(y) + 1", "len(y) + 2"},
                                   {"x(i - 1)", "x(i - 2)"},
                                   {"y(j - 1)", "y(j - 2)"},
                                   {"x(i - 1)", "x(i)"},
                                   {"y(j - 1)", "y(j)"}}) {
        std::string source = bits_lcs().source();
        source.replace(source.find(from), std::strlen(from), to);
        EXPECT_ERROR(dp::solve(runner(), recurrence_of(source), bits_instance("u8", x, x), options),
                     ErrorCode::unsupported)
            << to;
    }
}

TEST_F(Bits, ArePreferredForLongStringsAndPlannedByTheirSymbols) {
    DeviceProfile gpu = context().profile();
    gpu.type = DeviceType::discrete;
    gpu.subgroup_size = 32;
    gpu.subgroup_shuffle_relative = gpu.subgroup_size_control = gpu.cross_workgroup_progress = true;
    gpu.int64 = gpu.int64_atomics = gpu.memory_model_device_scope = true;
    gpu.max_workgroup_invocations = 1024;
    gpu.max_loop_iterations = 0;
    gpu.shared_memory = 48U << 10;
    gpu.max_storage_range = UINT32_MAX;
    gpu.max_allocation = gpu.device_memory = std::uint64_t{100} << 30;
    gpu.processors = 132;
    const auto plan_of = [&](const BitsText& text, std::int64_t n, const char* method = "") {
        const RecurrenceHeader header = take(parse_header(text.source(), "a.glsl"));
        Instance outline;
        for (const char* name : {"x", "y"}) {
            outline.inputs[name] = {bits_type(text.type), static_cast<std::uint64_t>(n), {}};
        }
        PlanRequest request;
        request.header = &header;
        request.shape = take(shape_of(header, outline, request.stage));
        request.params = &outline.params;
        return take(make_plan(request, gpu, method));
    };
    for (const BitsText& text : {bits_lcs(), bits_edit()}) {
        for (const std::int64_t n : {32'768, 1'000'000, 5'386'706}) {
            EXPECT_STREQ(plan_of(text, n)->method->name, "bit-parallel") << n;
        }
        EXPECT_LT(plan_of(text, 1'000'000)->run_seconds, 0.1);
        const auto chromosomes = plan_of(text, 5'386'706);
        EXPECT_EQ(dynamic_cast<const BitParallelPlan&>(*chromosomes).fill.words, text.edit ? 2U : 4U);
        EXPECT_LT(chromosomes->run_seconds, 2.5);
        EXPECT_TRUE(dynamic_cast<const BitParallelPlan&>(*chromosomes).fill.waits) << chromosomes->summary;
    }
    using Plan = std::pair<std::uint32_t, std::uint32_t>;  // Binary digits of a symbol, subgroups that look up matches
    const auto symbols_of = [&](const char* type, const char* range, std::int64_t n, const char* range_of_y = nullptr) {
        BitsText text;
        text.type = type;
        text.range = range;
        text.range_of_y = range_of_y != nullptr ? range_of_y : range;
        const auto plan = plan_of(text, n, "bit-parallel");
        const BitsShape& fill = dynamic_cast<const BitParallelPlan&>(*plan).fill;
        return Plan{fill.digits, fill.helpers};
    };
    EXPECT_EQ(symbols_of("u8", "", 5000), Plan(2, 3));
    EXPECT_EQ(symbols_of("u8", "", 1'000'000), Plan(2, 0)) << "processors are busy";
    EXPECT_EQ(symbols_of("u32", "", 5000), Plan(8, 3));
    EXPECT_EQ(symbols_of("u32", " in 0 .. 15", 5000), Plan(1, 3));
    EXPECT_EQ(symbols_of("u32", " in 3 .. 16", 5000), Plan(2, 3));
    EXPECT_EQ(symbols_of("u32", " in 0 .. 15", 5000, " in 0 .. 16"), Plan(2, 3)) << "as many as either input has";
    EXPECT_EQ(symbols_of("u32", " in 0 .. 255", 5000, " in 0 .. 15"), Plan(2, 3));
    EXPECT_EQ(symbols_of("u32", " in 0 .. 15", 5000, ""), Plan(8, 3));
    EXPECT_EQ(symbols_of("i32", " in -1 .. 3", 1'000'000), Plan(8, 0));
    gpu.shared_memory = 24U << 10;
    EXPECT_EQ(symbols_of("u32", "", 5000), Plan(8, 0)) << "no room for what helpers find";
    gpu.shared_memory = 48U << 10;
    gpu.max_workgroup_invocations = 64;
    EXPECT_EQ(symbols_of("u32", "", 5000), Plan(8, 0)) << "too few invocations";
}

}  // namespace
}  // namespace vkalgo::dp::test
