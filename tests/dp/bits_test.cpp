// Method `bit-parallel` against a plain computation of each cell, and method `stage`: both schedules, every width of
// lanes and number of words, ragged edges, symbols of every width.
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/methods/bit_parallel/bit_parallel_plan.hpp"
#include "algorithms/dp/solve.hpp"
#include "algorithms/split_mix.hpp"
#include "compiler/assemble.hpp"
#include "shaders/dp/dp.h"
#include "tests/dp/placed_run.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;
using Symbols = std::vector<std::uint32_t>;

/// Lines of a recurrence; the base grows by `row` and `column`.
struct BitsText {
    bool edit = false;
    std::string type = "u8", range, range_of_y, cell = "u32", answer = "last", base = "0u", more;

    std::string source() const {
        const std::string text = edit ? "    cell_t here = x(i - 1) == y(j - 1) ? at(i - 1, j - 1) : at(i - 1, j - 1) "
                                        "+ cell_t(cost);\n    return min(min(here, at(i, j - 1) + cell_t(1)), at(i - "
                                        "1, j) + cell_t(cost));\n"
                                      : "    if (x(i - 1) == y(j - 1)) return at(i - 1, j - 1) + cell_t(1);\n    "
                                        "return max(at(i - 1, j), at(i, j - 1));\n";
        return "//! problem  a\n//! pattern  NOSE\n//! cell     " + cell + "\n//! input    x " + type + "[]" + range +
               "\n//! input    y " + type + "[]" + range_of_y +
               "\n//! param    cost u32 1\n//! rows     len(x) + 1\n//! columns  len(y) + 1\n//! base     first-row "
               "1\n//! base     first-column 1\n//! answer   " +
               answer + "\n" + more + "cell_t base(int i, int j) { return cell_t(" + base +
               "); }\ncell_t cell(int i, int j) {\n" + text + "}\n";
    }
};

/// Cell by cell. `base(i, j)` of the first row and column.
template <class Base>
std::int64_t reference(bool edit, const Symbols& x, const Symbols& y, Base base) {
    std::vector<std::int64_t> row(y.size() + 1);
    for (std::size_t j = 0; j <= y.size(); ++j) {
        row[j] = base(std::int64_t{0}, static_cast<std::int64_t>(j));
    }
    for (std::size_t i = 1; i <= x.size(); ++i) {
        std::int64_t diagonal = row[0];
        row[0] = base(static_cast<std::int64_t>(i), std::int64_t{0});
        for (std::size_t j = 1; j <= y.size(); ++j) {
            const bool equal = x[i - 1] == y[j - 1];
            const std::int64_t up = row[j];
            row[j] = edit ? std::min({diagonal + (equal ? 0 : 1), up + 1, row[j - 1] + 1})
                          : (equal ? diagonal + 1 : std::max(up, row[j - 1]));
            diagonal = up;
        }
    }
    return row.back();
}

Symbols drawn_symbols(std::size_t n, std::uint64_t seed, std::uint64_t alphabet, std::uint32_t first = 0) {
    SplitMix64 random(seed);
    Symbols symbols(n);
    std::generate(symbols.begin(), symbols.end(),
                  [&] { return first + static_cast<std::uint32_t>(random.below(alphabet)); });
    return symbols;
}

ElementType type_of(std::string_view type) {
    return type == "u8"    ? ElementType::u8
           : type == "u16" ? ElementType::u16
           : type == "i32" ? ElementType::i32
                           : ElementType::u32;
}

Instance instance_of(const std::string& type, const Symbols& x, const Symbols& y) {
    const auto array = [&](const Symbols& symbols) {
        InputArray made;
        made.type = type_of(type);
        made.count = symbols.size();
        made.data.resize(symbols.size() * size_of(made.type));
        for (std::size_t k = 0; k < symbols.size(); ++k) {
            std::memcpy(made.data.data() + k * size_of(made.type), &symbols[k], size_of(made.type));  // little-endian
        }
        return made;
    };
    Instance instance;
    instance.inputs["x"] = array(x);
    instance.inputs["y"] = array(y);
    return instance;
}

class Bits : public vkalgo::test::DeviceTest {
protected:
    static Result<Solution> solved(const BitsText& text, const Symbols& x, const Symbols& y,
                                   const TestKnobs& knobs = {}, const char* method = "bit-parallel") {
        SolveOptions options;
        options.method = method;
        options.knobs = &knobs;
        return dp::solve(runner(), recurrence_of(text.source()), instance_of(text.type, x, y), options);
    }
    static void expect(std::int64_t answer, const BitsText& text, const Symbols& x, const Symbols& y,
                       const TestKnobs& knobs = {}) {
        const auto solution = solved(text, x, y, knobs);
        ASSERT_OK(solution);
        ASSERT_TRUE(solution->answer);
        EXPECT_EQ(solution->answer_as<double>(), static_cast<double>(answer)) << x.size() << " x " << y.size();
    }
    static std::int64_t plain(const BitsText& text, const Symbols& x, const Symbols& y) {
        return reference(text.edit, x, y, [&](std::int64_t i, std::int64_t j) { return text.edit ? i + j : 0; });
    }
};

BitsText lcs() {
    return {};
}
BitsText edit_text() {
    BitsText text;
    text.edit = true;
    text.base = "i + j";
    return text;
}

TEST_F(Bits, AgreeWithPlainCellsAtEveryEdgeOfWordsBlocksAndStrips) {
    for (const BitsText& text : {lcs(), edit_text()}) {
        std::uint64_t seed = 1;
        for (const std::size_t n : {0U, 1U, 2U, 31U, 32U, 33U, 64U, 255U, 256U, 257U, 1023U, 1025U, 2500U}) {
            for (const std::size_t m : {0U, 1U, 7U, 8U, 9U, 63U, 65U, 500U}) {
                const Symbols x = drawn_symbols(n, ++seed, 4, 65);
                const Symbols y = drawn_symbols(m, ++seed, 4, 65);
                expect(plain(text, x, y), text, x, y);
            }
        }
    }
}

TEST_F(Bits, AgreeWithEveryWidthOfLanesAndNumberOfWords) {
    // The first five, which sanitizers run, have every number of lanes and of words.
    constexpr std::pair<std::uint32_t, std::uint32_t> kWidths[] = {
        {8, 1}, {8, 2}, {16, 4}, {32, 1}, {64, 2}, {8, 4}, {16, 1}, {16, 2}, {32, 2}, {32, 4}, {64, 1}, {64, 4}};
    for (const BitsText& text : {lcs(), edit_text()}) {
        const Symbols x = drawn_symbols(2111, 5, 3);
        const Symbols y = drawn_symbols(2203, 6, 3);
        const std::int64_t answer = plain(text, x, y);
        const std::size_t widths = vkalgo::test::kEveryKernel ? std::size(kWidths) : 5;
        for (const auto& [lanes, words] : std::span(kWidths).first(widths)) {
            SCOPED_TRACE(std::to_string(lanes) + " lanes, " + std::to_string(words) + " words");
            expect(answer, text, x, y, {.lanes = lanes, .schedule = TestKnobs::Schedule::diagonals, .words = words});
        }
    }
}

// Lanes that begin when the first ones have ended: what stands in shared memory by then is of the table before.
TEST_F(Bits, AgreeWhereTablesHaveFewerBlocksThanLanes) {
    for (const BitsText& text : {lcs(), edit_text()}) {
        for (const std::uint32_t lanes : {16U, 32U, 64U}) {
            if (!vkalgo::test::kEveryKernel && lanes != 32) {
                continue;
            }
            SCOPED_TRACE(std::to_string(lanes) + " lanes");
            const Symbols x = drawn_symbols(std::size_t{33} * lanes, 1, 3);
            for (const std::uint32_t m : {8 * lanes + 1, 8 * lanes, 8 * lanes - 1, 72U, 65U, 64U}) {
                const Symbols y = drawn_symbols(m, lanes, 3);
                expect(plain(text, x, y), text, x, y,
                       {.lanes = lanes, .schedule = TestKnobs::Schedule::diagonals, .words = 1});
            }
        }
    }
}

TEST_F(Bits, AgreeWhereOtherSubgroupsLookMatchesUp) {
    for (const BitsText& text : {lcs(), edit_text()}) {
        for (const auto& [helpers, words] : {std::pair{1U, 1U}, {3U, 1U}, {2U, 2U}, {2U, 4U}}) {
            if (!vkalgo::test::kEveryKernel && words != 1) {
                continue;
            }
            // Steps that fill the last group and that do not, one strip and several, blocks fewer and more than lanes.
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
                const Symbols x = drawn_symbols(n, words, 3);
                const Symbols y = drawn_symbols(m, n, 3);
                expect(plain(text, x, y), text, x, y,
                       {.schedule = TestKnobs::Schedule::diagonals, .words = words, .helpers = helpers});
            }
        }
    }
}

TEST_F(Bits, TakeSymbolsOfEveryWidth) {
    for (BitsText text : {lcs(), edit_text()}) {
        for (const char* type : {"u8", "u16", "i32", "u32"}) {
            text.type = type;
            const int bits = text.type == "u8" ? 8 : text.type == "u16" ? 16 : 32;
            Symbols x = drawn_symbols(300, 7, 6);
            Symbols y = drawn_symbols(290, 8, 6);
            // Symbols that differ in one digit alone, the highest one too.
            for (Symbols* each : {&x, &y}) {
                for (std::uint32_t& symbol : *each) {
                    symbol = symbol == 0 ? 0 : 1U << ((symbol * static_cast<std::uint32_t>(bits) / 5) - 1);
                }
            }
            expect(plain(text, x, y), text, x, y);
        }
    }
}

// Rows and columns have each of the 256 letters: a mask that lacks one, or has that of another, changes the answer.
TEST_F(Bits, TellEveryLetterFromEveryOther) {
    Symbols x;
    for (std::uint32_t k = 0; k < 5 * 256; ++k) {
        x.push_back(k % 256);
    }
    for (const BitsText& text : {lcs(), edit_text()}) {
        for (const std::uint32_t bit : {0U, 1U, 2U, 4U, 8U, 16U, 32U, 64U, 128U}) {
            Symbols y(x.begin(), x.begin() + 256);
            for (std::uint32_t& symbol : y) {
                symbol ^= bit;
            }
            expect(plain(text, x, y), text, x, y);
            expect(plain(text, y, x), text, y, x);
        }
    }
}

TEST_F(Bits, CompareTheElementsThatTheTextNames) {
    const Symbols x = drawn_symbols(203, 3, 4);
    const Symbols y = drawn_symbols(301, 4, 4);
    const Symbols rows(y.begin() + 2, y.end());
    const Symbols columns(x.begin() + 1, x.end());
    for (const BitsText& text : {lcs(), edit_text()}) {
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
        const auto solution = dp::solve(runner(), recurrence_of(source), instance_of("u8", x, y), options);
        ASSERT_OK(solution);
        EXPECT_EQ(solution->answer_as<double>(), static_cast<double>(plain(text, rows, columns)));
    }
}

TEST_F(Bits, HoldWhereAllSymbolsAreEqualOrNoneIs) {
    for (const BitsText& text : {lcs(), edit_text()}) {
        const Symbols same(700, 9);
        const Symbols more(513, 9);
        const Symbols other(300, 10);
        for (const auto& [x, y] : {std::pair{same, more}, {more, same}, {same, other}, {other, other}}) {
            expect(plain(text, x, y), text, x, y);
        }
    }
}

TEST_F(Bits, HoldForOtherBasesCellsAndAnswers) {
    const Symbols x = drawn_symbols(321, 3, 5);
    const Symbols y = drawn_symbols(203, 4, 5);
    for (BitsText text : {lcs(), edit_text()}) {
        for (const char* cell : {"i32", "u64"}) {
            text.cell = cell;
            if (text.cell == "u64" && !context().profile().int64) {
                continue;
            }
            for (const int base : {0, 1, 2, 3}) {
                if (text.cell == "u64" && base != 3) {
                    continue;  // each base is a kernel to compile
                }
                text.base = std::string(base % 2 != 0 ? "i" : "0") + (base / 2 != 0 ? " + j" : "") + " + 5";
                const auto value = [&](std::int64_t i, std::int64_t j) {
                    return 5 + (base % 2 != 0 ? i : 0) + (base / 2 != 0 ? j : 0);
                };
                expect(reference(text.edit, x, y, value), text, x, y);
                expect(value(0, 203), text, {}, y);
                expect(value(321, 0), text, x, {});
            }
        }
        text.answer = "at(100, 150)";
        text.base = "0";
        const Symbols above(x.begin(), x.begin() + 100);
        const Symbols left(y.begin(), y.begin() + 150);
        expect(reference(text.edit, above, left, [](auto...) { return 0; }), text, x, y);
    }
}

// Workgroups that wait for one another, as the planner takes them where the profile says that they make progress.
TEST_F(Bits, AgreeWhereWorkgroupsWait) {
    DeviceProfile profile = context().profile();
    profile.cross_workgroup_progress = true;
    int told = 0;
    for (const BitsText& text : {lcs(), edit_text()}) {
        for (const auto& [processors, lanes, helpers] : {std::tuple{1U, 0U, 0U}, {3U, 0U, 1U}, {3U, 32U, 0U}}) {
            for (const std::uint32_t groups : {0U, 1U, 2U}) {
                const CompiledRecurrence read = take(compiler::read_recurrence(text.source(), "a.glsl"));
                const Symbols x = drawn_symbols(1700, processors, 3);
                const Symbols y = drawn_symbols(lanes == 0 ? 290 + groups : 70, 8, 3);
                Instance instance = instance_of("u8", x, y);
                const StageFunction stage = StageFunction::of(Pattern::NOSE);
                const Shape shape = take(check_instance(read.header, instance, stage));
                const TestKnobs knobs{.lanes = lanes,
                                      .schedule = TestKnobs::Schedule::waiting,
                                      .groups_per_dispatch = groups,
                                      .words = 1,
                                      .helpers = helpers};
                PlanRequest request{&read.header, stage, shape, {}, &knobs};
                request.params = &instance.params;
                profile.processors = processors;
                const auto plan = take(make_plan(request, profile, "bit-parallel"));
                // Seven strips of eight lanes.
                if (plan->summary.find(" 8 lanes") != std::string::npos) {
                    EXPECT_EQ(plan->steps, groups == 0 ? 1U : groups == 1 ? 7U : 4U) << plan->summary;
                }
                CompiledRecurrence compiled = read;
                take(kCompile(compiled, plan->modules[0]));
                const auto run = take(plan->method->create(context(), compiled, *plan));
                PlacedRun placed(runner(), compiled, instance, *plan);
                EXPECT_OK(runner().run([&](Recorder& recorder) { return placed.record(recorder, *run); }));
                const Solution solution = placed.read(shape);
                const bool stalled = (placed.status_flags() & VKALGO_STATUS_STALLED) != 0;
                EXPECT_FALSE(stalled && groups == 1) << "one strip at a time waits for nobody";
                if (!stalled) {
                    told += groups != 1 ? 1 : 0;
                    EXPECT_EQ(solution.answer_as<double>(), static_cast<double>(plain(text, x, y)));
                }
            }
        }
    }
    // Where threads are few and busy, a wait may outlast the polls that the driver's limit leaves.
    EXPECT_GT(told, 0) << "every wait of several workgroups was given up";
}

// A strip takes what the one above handed down in this run: neither what an earlier strip did, nor an earlier run.
TEST_F(Bits, WaitForTheStripAboveAndNoOther) {
    DeviceProfile profile = context().profile();
    profile.cross_workgroup_progress = true;
    constexpr TestKnobs kKnobs{
        .lanes = 8, .schedule = TestKnobs::Schedule::waiting, .groups_per_dispatch = 1, .words = 1, .helpers = 0};
    const Symbols x = drawn_symbols(1000, 1, 3);  // four strips, a dispatch each
    const Symbols y = drawn_symbols(70, 2, 3);
    for (const BitsText& text : {lcs(), edit_text()}) {
        const CompiledRecurrence read = take(compiler::read_recurrence(text.source(), "a.glsl"));
        Instance instance = instance_of("u8", x, y);
        const StageFunction stage = StageFunction::of(Pattern::NOSE);
        const Shape shape = take(check_instance(read.header, instance, stage));
        PlanRequest request{&read.header, stage, shape, {}, &kKnobs};
        request.params = &instance.params;
        const auto plan = take(make_plan(request, profile, "bit-parallel"));
        ASSERT_EQ(plan->steps, 4U) << plan->summary;
        dynamic_cast<BitParallelPlan&>(*plan).spin_limit = 4096;
        CompiledRecurrence compiled = read;
        take(kCompile(compiled, plan->modules[0]));
        const auto run = take(plan->method->create(context(), compiled, *plan));
        PlacedRun placed(runner(), compiled, instance, *plan);
        const auto steps = [&](std::uint64_t first, std::uint64_t count) {
            EXPECT_OK(runner().run([&](Recorder& recorder) { return placed.record(recorder, *run, first, count); }));
        };
        const auto stalled = [&] { return (placed.status_flags() & VKALGO_STATUS_STALLED) != 0; };
        for (std::uint64_t strip = 1; strip < plan->steps; ++strip) {
            for (std::uint64_t done = 0; done < strip; ++done) {
                steps(0, strip);  // an earlier run
                steps(0, done);
                steps(strip, 1);
                placed.read(shape);
                EXPECT_TRUE(stalled()) << "strip " << strip << " where " << done << " are done";
            }
        }
        steps(0, plan->steps);
        const Solution solution = placed.read(shape);
        EXPECT_FALSE(stalled());
        EXPECT_EQ(solution.answer_as<double>(), static_cast<double>(plain(text, x, y)));
        const AnswerRecord& answer = placed.answer_record();
        EXPECT_EQ(std::pair(answer.i, answer.j), std::pair(1000, 70));
        EXPECT_EQ(answer.found, 1U);
    }
}

TEST_F(Bits, AreRefusedWhereTheyDoNotAnswer) {
    const Symbols x = drawn_symbols(20, 1, 3);
    const auto refusal = [&](const BitsText& text, Instance instance, SolveOptions options = {}) {
        options.method = "bit-parallel";
        const auto solution = dp::solve(runner(), recurrence_of(text.source()), std::move(instance), options);
        EXPECT_ERROR(solution, ErrorCode::unsupported);
        return solution ? std::string() : solution.error().message;
    };
    const Instance plain_instance = instance_of("u8", x, x);
    SolveOptions table;
    table.keep.table = true;
    EXPECT_NE(refusal(lcs(), plain_instance, table).find("the table is wanted"), std::string::npos);
    BitsText search;
    search.answer = "max last-row";
    EXPECT_NE(refusal(search, plain_instance).find("from one cell"), std::string::npos);
    Instance weighed = plain_instance;
    weighed.params["cost"] = std::uint64_t{2};
    EXPECT_NE(refusal(edit_text(), weighed).find("known and 1: cost"), std::string::npos);
    BitsText other;
    other.more = "#define NOTHING 0\n";
    EXPECT_NE(refusal(other, plain_instance).find("preprocessor"), std::string::npos);
    // Elsewhere the param does no harm, and the same cells of other costs run by other methods.
    Instance unused = plain_instance;
    unused.params["cost"] = std::uint64_t{2};
    SolveOptions options;
    options.method = "bit-parallel";
    EXPECT_OK(dp::solve(runner(), recurrence_of(lcs().source()), unused, options));
    EXPECT_OK(dp::solve(runner(), recurrence_of(edit_text().source()), weighed, {}));
}

// A table that reaches beyond an input has no answer by any method, and `stage` says where.
TEST_F(Bits, LeaveReadsBeyondAnInputToStage) {
    SolveOptions options;
    options.method = "bit-parallel";
    const Symbols x = drawn_symbols(20, 1, 3);
    for (const auto& [from, to] : {std::pair{"len(x) + 1", "len(x) + 2"},
                                   {"len(y) + 1", "len(y) + 2"},
                                   {"x(i - 1)", "x(i - 2)"},
                                   {"y(j - 1)", "y(j - 2)"},
                                   {"x(i - 1)", "x(i)"},
                                   {"y(j - 1)", "y(j)"}}) {
        std::string source = lcs().source();
        source.replace(source.find(from), std::strlen(from), to);
        EXPECT_ERROR(dp::solve(runner(), recurrence_of(source), instance_of("u8", x, x), options),
                     ErrorCode::unsupported)
            << to;
    }
}

TEST_F(Bits, ArePreferredForLongStringsAndPlannedByTheirSymbols) {
    DeviceProfile gpu = context().profile();
    gpu.type = DeviceType::discrete;
    gpu.subgroup_size = 32;
    gpu.subgroup_shuffle_relative = gpu.cross_workgroup_progress = true;
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
            outline.inputs[name] = {type_of(text.type), static_cast<std::uint64_t>(n), {}};
        }
        PlanRequest request;
        request.header = &header;
        request.shape = take(shape_of(header, outline, request.stage));
        request.params = &outline.params;
        return take(make_plan(request, gpu, method));
    };
    for (const BitsText& text : {lcs(), edit_text()}) {
        for (const std::int64_t n : {32'768, 1'000'000, 5'386'706}) {
            EXPECT_STREQ(plan_of(text, n)->method->name, "bit-parallel") << n;
        }
        EXPECT_LT(plan_of(text, 1'000'000)->run_seconds, 0.1);
        const auto chromosomes = plan_of(text, 5'386'706);
        EXPECT_EQ(dynamic_cast<const BitParallelPlan&>(*chromosomes).fill.words, text.edit ? 2U : 4U);
        EXPECT_LT(chromosomes->run_seconds, 2.5);
        EXPECT_TRUE(dynamic_cast<const BitParallelPlan&>(*chromosomes).fill.waits) << chromosomes->summary;
    }
    using Plan = std::pair<std::uint32_t, std::uint32_t>;  // of symbols: digits, and subgroups that look them up
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
