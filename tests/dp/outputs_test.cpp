// Output arrays: written by cell(), by step() along a traceback, and by solution() over the whole table.
#include "algorithms/dp/check/check.hpp"
#include "algorithms/dp/interpreter/interpreter.hpp"
#include "algorithms/dp/prepared_recurrence.hpp"
#include "algorithms/dp/solve.hpp"
#include "compiler/assemble.hpp"
#include "compiler/recurrence.hpp"
#include "tests/dp/compile_module.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

/// A knapsack of items with weights and profits. solution() reports whether each item is taken, and the capacity that
/// is left.
const std::string kItems =
    "//! problem  items\n//! pattern  RUD\n//! cell     u32\n//! input    weight u32[]\n"
    "//! input    profit u32[len(weight)]\n//! param    room u32\n//! output   taken u32[len(weight)]\n"
    "//! output   left i64[1]\n//! rows     len(weight) + 1\n//! columns  room + 1\n//! base     first-row 1\n"
    "//! answer   last\n"
    "cell_t base(int i, int j) { return 0u; }\n"
    "cell_t cell(int i, int j) {\n"
    "    int w = int(weight(i - 1));\n"
    "    return w <= j ? max(at(i - 1, j), at(i - 1, j - w) + profit(i - 1)) : at(i - 1, j);\n"
    "}\n"
    "void solution() {\n"
    "    int j = columns() - 1;\n"
    "    left(0, int64_t(j));\n"
    "    for (int i = rows() - 1; i > 0; --i) {\n"
    "        if (at(i, j) == at(i - 1, j)) continue;\n"
    "        taken(i - 1, 1u);\n"
    "        j -= int(weight(i - 1));\n"
    "        left(0, left(0) - int64_t(weight(i - 1)));\n"
    "    }\n"
    "}\n";

template <class T>
std::vector<T> values(const InputArray& array) {
    std::vector<T> all(array.count);
    EXPECT_EQ(array.type, element_type_of<T>());
    EXPECT_EQ(array.data.size(), all.size() * sizeof(T));
    if (!all.empty()) {
        std::memcpy(all.data(), array.data.data(), array.data.size());
    }
    return all;
}

class Outputs : public vkalgo::test::DeviceTest {
protected:
    static Recurrence recurrence(const std::string& text) {
        return vkalgo::test::take(compiler::recurrence(text, "outputs.glsl"));
    }

    /// Solves and expects the same outputs from the interpreter. `solution`: whether to ask for the solution.
    static Solution solved(const std::string& text, const Instance& instance, bool solution = true) {
        SolveOptions options;
        options.keep.solution = solution;
        Solution found = vkalgo::test::take(solve(runner(), recurrence(text), instance, options));
        expect_interpreted(text, instance, found, solution);
        return found;
    }

    static void expect_interpreted(const std::string& text, Instance instance, const Solution& found, bool solution) {
        CompiledRecurrence compiled = vkalgo::test::take(compiler::read_recurrence(text, "outputs.glsl"));
        ASSERT_OK(compile_module(compiled, std::string(kInterpretModule)));
        const Interpreter interpreter = vkalgo::test::take(Interpreter::create(compiled));
        const Shape shape = vkalgo::test::take(check_instance(compiled.header, instance, compiled.header.stage));
        Interpretation run = vkalgo::test::take(interpreter.start(instance, shape, compiled.header.stage));
        ASSERT_OK(run.fill());
        if (solution) {
            ASSERT_TRUE(compiled.header.has_solution_function ? run.run_solution().has_value()
                                                              : run.traceback(1 << 20).has_value());
        }
        for (std::size_t k = 0; k < compiled.header.outputs.size(); ++k) {
            EXPECT_EQ(run.outputs()[k].data, found.outputs.at(compiled.header.outputs[k].name).data);
        }
    }

    static std::string refusal(const std::string& text, const Instance& instance) {
        SolveOptions options;
        options.keep.solution = true;
        const auto found = solve(runner(), recurrence(text), instance, options);
        EXPECT_FALSE(found);
        return found ? "" : found.error().message;
    }
};

/// Returns the items that the thesis's traceback over the table takes.
std::vector<std::uint32_t> taken_items(const std::vector<std::uint32_t>& weight,
                                       const std::vector<std::uint32_t>& profit, std::size_t room) {
    std::vector<std::vector<std::uint32_t>> best(weight.size() + 1, std::vector<std::uint32_t>(room + 1));
    for (std::size_t i = 1; i <= weight.size(); ++i) {
        for (std::size_t j = 0; j <= room; ++j) {
            const std::size_t w = weight[i - 1];
            best[i][j] = w <= j ? std::max(best[i - 1][j], best[i - 1][j - w] + profit[i - 1]) : best[i - 1][j];
        }
    }
    std::vector<std::uint32_t> taken(weight.size());
    for (std::size_t i = weight.size(); i > 0; --i) {
        taken[i - 1] = best[i][room] != best[i - 1][room] ? 1 : 0;
        room -= taken[i - 1] * weight[i - 1];
    }
    return taken;
}

TEST_F(Outputs, AUserDefinedSolutionReadsTheTableAndFillsItsArrays) {
    vkalgo::test::SplitMix64 random(5);
    for (const std::size_t items : {1U, 2U, 40U, 300U}) {
        std::vector<std::uint32_t> weight(items);
        std::vector<std::uint32_t> profit(items);
        for (std::size_t k = 0; k < items; ++k) {
            weight[k] = 1 + static_cast<std::uint32_t>(random.below(30));
            profit[k] = static_cast<std::uint32_t>(random.below(50));
        }
        const std::uint32_t room = static_cast<std::uint32_t>(items) * 7;
        const Solution solution = solved(kItems, {{"weight", weight}, {"profit", profit}, {"room", room}});
        const std::vector<std::uint32_t> expected = taken_items(weight, profit, room);
        EXPECT_EQ(values<std::uint32_t>(solution.outputs.at("taken")), expected);
        std::int64_t left = room;
        for (std::size_t k = 0; k < items; ++k) {
            left -= std::int64_t{expected[k]} * weight[k];
        }
        EXPECT_EQ(values<std::int64_t>(solution.outputs.at("left")), std::vector<std::int64_t>{left});
        EXPECT_TRUE(solution.path.empty());
        EXPECT_EQ(solution.method, "stage");
    }
}

TEST_F(Outputs, AreZeroBeforeEachRunAndWithoutTheSolution) {
    const std::vector<std::uint32_t> ones(9, 1);
    const Instance instance{{"weight", ones}, {"profit", ones}, {"room", 9U}};
    const Solution plain = solved(kItems, instance, false);
    EXPECT_EQ(values<std::uint32_t>(plain.outputs.at("taken")), std::vector<std::uint32_t>(9));
    // A recurrence that counts in an output is run three times, and each run begins at zero.
    std::string counts = kItems;
    counts.replace(counts.find("taken(i - 1, 1u)"), 16, "taken(0, taken(0) + 1u)");
    SolveOptions options;
    options.keep.solution = true;
    options.call.repeat = 3;
    const Solution counted = vkalgo::test::take(solve(runner(), recurrence(counts), instance, options));
    EXPECT_EQ(values<std::uint32_t>(counted.outputs.at("taken")).front(), 9U);
}

TEST_F(Outputs, EachCellMayWriteItsOwnElementWithoutATable) {
    const std::string text =
        "//! problem  sums\n//! pattern  NOSE\n//! class    local\n//! cell     f64\n//! input    x f64[n * m]\n"
        "//! output   halves f64[n * m]\n//! output   none u32[0]\n//! rows     n\n//! columns  m\n"
        "//! base     first-row 1\n//! base     first-column 1\n//! answer   last\n"
        "cell_t base(int i, int j) { halves(i * columns() + j, x(i * columns() + j) / 2.0lf); return "
        "x(i * columns() + j); }\n"
        "cell_t cell(int i, int j) {\n"
        "    cell_t sum = at(i - 1, j) + at(i, j - 1) + x(i * columns() + j);\n"
        "    halves(i * columns() + j, sum / 2.0lf);\n"
        "    return sum;\n"
        "}\n";
    const std::size_t rows = 23;
    const std::size_t columns = 37;
    std::vector<double> x(rows * columns);
    vkalgo::test::SplitMix64 random(3);
    std::generate(x.begin(), x.end(), [&] { return static_cast<double>(random.below(100)); });
    std::vector<double> sums = x;
    std::vector<double> half(x.size());
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
            if (i > 0 && j > 0) {
                sums[i * columns + j] += sums[(i - 1) * columns + j] + sums[i * columns + j - 1];
            }
            half[i * columns + j] = sums[i * columns + j] / 2;
        }
    }
    const Instance instance{{"x", x}, {"n", rows}, {"m", columns}};
    const Solution solution = solved(text, instance, false);
    EXPECT_EQ(values<double>(solution.outputs.at("halves")), half);
    EXPECT_TRUE(values<std::uint32_t>(solution.outputs.at("none")).empty());
    SolveOptions tile;
    tile.method = "tile";
    const auto refused = solve(runner(), recurrence(text), instance, tile);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("write outputs"), std::string::npos) << refused.error().message;
}

TEST_F(Outputs, AStepWritesAlongItsTraceback) {
    const std::string text =
        "//! problem  traceback\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n//! input    x u8[]\n"
        "//! input    y u8[]\n//! output   partner i32[len(x)]\n//! rows     len(x) + 1\n//! columns  len(y) + 1\n"
        "//! base     first-row 1\n//! base     first-column 1\n//! answer   last\n"
        "cell_t base(int i, int j) { return 0u; }\n"
        "cell_t cell(int i, int j) {\n"
        "    if (x(i - 1) == y(j - 1)) return at(i - 1, j - 1) + 1u;\n"
        "    return max(at(i - 1, j), at(i, j - 1));\n"
        "}\n"
        "step_t step(int i, int j) {\n"
        "    if (x(i - 1) == y(j - 1)) { partner(i - 1, j); return step_t(i - 1, j - 1, 0u); }\n"
        "    if (at(i, j) == at(i - 1, j)) return step_t(i - 1, j, 1u);\n"
        "    return step_t(i, j - 1, 2u);\n"
        "}\n";
    const Instance instance = generated("lcs", {70, 90, 4, {}});
    const Solution solution = solved(text, instance);
    std::vector<std::int32_t> expected(70);
    for (const PathRecord& record : solution.path) {
        if (record.decision == 0) {
            expected[static_cast<std::size_t>(record.i - 1)] = record.j;
        }
    }
    EXPECT_EQ(values<std::int32_t>(solution.outputs.at("partner")), expected);
    EXPECT_EQ(std::count_if(expected.begin(), expected.end(), [](std::int32_t j) { return j != 0; }),
              static_cast<std::ptrdiff_t>(std::get<std::uint64_t>(*solution.answer)));
}

TEST_F(Outputs, AnElementPastTheEndIsRefusedByTheCheckAndOnTheDevice) {
    const std::vector<std::uint32_t> few(9, 1);
    std::string text = kItems;
    text.replace(text.find("taken(i - 1, 1u)"), 16, "taken(i, 1u)");
    const std::string always = refusal(text, {{"weight", few}, {"profit", few}, {"room", 9U}});
    EXPECT_NE(always.find("solution() writes or reads element 9 of output 'taken', which has no such element"),
              std::string::npos)
        << always;
    // The fault occurs only in instances larger than those that are checked.
    text = kItems;
    text.replace(text.find("taken(i - 1, 1u)"), 16, "taken(i > 300 ? -1 : 0, 1u)");
    const std::vector<std::uint32_t> many(301, 1);
    const std::string large = refusal(text, {{"weight", many}, {"profit", many}, {"room", 400U}});
    EXPECT_NE(large.find("solution() writes or reads element -1 of output 'taken'"), std::string::npos) << large;
    text.replace(text.find("taken(i > 300 ? -1 : 0, 1u)"), 27, "left(0, int64_t(at(i, i > 300 ? -1 : 0)))");
    const std::string outside = refusal(text, {{"weight", many}, {"profit", many}, {"room", 400U}});
    EXPECT_NE(outside.find("solution() reads at(301, -1), which lies outside the table"), std::string::npos) << outside;
}

// The checks run on the CPU only.
TEST_F(Outputs, AreCheckedIfASolutionIsRequested) {
    std::string text = kItems;
    text.replace(text.find("taken(i - 1, 1u)"), 16, "taken(i + 8, 1u)");
    const CompiledRecurrence items = vkalgo::test::take(compiler::read_recurrence(text, "outputs.glsl"));
    const CompileModule compile = compile_module;
    const std::vector<std::uint32_t> ones(9, 1);
    const Instance instance{{"weight", ones}, {"profit", ones}, {"room", 9U}};
    CheckOptions options{.params = instance.params, .instance = &instance};
    const auto refused = check_reads(items, items.header.stage, compile, options);
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_NE(refused.error().message.find("of output 'taken', which has no such element"), std::string::npos)
        << refused.error().message;
    options.step = false;
    EXPECT_OK(check_reads(items, items.header.stage, compile, options));
}

TEST_F(Outputs, AreNamedInErrorsByTheirOwnNames) {
    std::string text = kItems;
    text.replace(text.find("left(0, int64_t(j))"), 19, "left(i_of_left(), int64_t(j))");
    text.insert(text.find("void solution"), "int i_of_left() { return rows() > 300 ? 1 : 0; }\n");
    const std::vector<std::uint32_t> many(301, 1);
    const std::string words = refusal(text, {{"weight", many}, {"profit", many}, {"room", 400U}});
    EXPECT_NE(words.find("element 1 of output 'left'"), std::string::npos) << words;
}

TEST_F(Outputs, CountInTheMemoryOfARun) {
    const std::string text =
        "//! problem  wide\n//! pattern  RUD\n//! cell     u32\n//! output   mark u32[1000000]\n//! rows     n\n"
        "//! columns  1\n//! answer   last\ncell_t cell(int i, int j) { mark(i, 1u); return 1u; }\n";
    Instance instance;
    instance.n = 3;
    const Recurrence wide = recurrence(text);
    const SolvePlan plan = vkalgo::test::take(plan_solve(wide.header(), instance, {}, context().profile()));
    EXPECT_GE(plan.device_bytes, 4'000'000U);
    SolveOptions options;
    options.call.memory_limit = plan.device_bytes;
    EXPECT_OK(solve(runner(), wide, instance, options));
    options.call.memory_limit = 4'000'000 - 1;
    EXPECT_ERROR(solve(runner(), wide, instance, options), ErrorCode::too_large);
}

TEST_F(Outputs, StayZeroIfTheAnswerIsInfeasible) {
    const std::string text =
        "//! problem  none\n//! pattern  RUD\n//! cell     u32\n//! goal     min\n//! input    open u32[n]\n"
        "//! output   seen u32[n]\n//! rows     n\n//! columns  1\n//! answer   last\n"
        "cell_t cell(int i, int j) {\n    if (open(i) == 0u) return INFEASIBLE;\n"
        "    return i > 0 ? plus(at(i - 1, j), 1u) : 0u;\n}\n"
        "void solution() { for (int i = 0; i < rows(); ++i) seen(i, at(i, 0) + 7u); }\n";
    for (const bool closed : {false, true}) {
        std::vector<std::uint32_t> open(9, 1);
        open[4] = closed ? 0 : 1;
        SolveOptions options;
        options.keep.solution = true;
        const Solution solution =
            vkalgo::test::take(solve(runner(), recurrence(text), {{"open", open}, {"n", 9}}, options));
        EXPECT_EQ(solution.status == AnswerStatus::infeasible, closed);
        EXPECT_EQ(
            values<std::uint32_t>(solution.outputs.at("seen")),
            closed ? std::vector<std::uint32_t>(9) : (std::vector<std::uint32_t>{7, 8, 9, 10, 11, 12, 13, 14, 15}));
    }
}

TEST_F(Outputs, IndexedByValuesAreNotRefusedOnTheBeginningOfAnInstance) {
    const std::string text =
        "//! problem  inverse\n//! pattern  RUD\n//! cell     u32\n//! input    x u32[]\n"
        "//! output   at_value u32[len(x)]\n//! rows     len(x)\n//! columns  1\n//! answer   last\n"
        "cell_t cell(int i, int j) { at_value(int(x(i)), uint(i)); return x(i); }\n";
    std::vector<std::uint32_t> x(40);
    std::vector<std::uint32_t> expected(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
        x[k] = static_cast<std::uint32_t>((k * 27 + 39) % x.size());
        expected[x[k]] = static_cast<std::uint32_t>(k);
    }
    const Solution solution = solved(text, {{"x", x}}, false);
    EXPECT_EQ(values<std::uint32_t>(solution.outputs.at("at_value")), expected);
}

TEST_F(Outputs, OfAPreparedRecurrenceStayOnTheDevice) {
    const Recurrence items = recurrence(kItems);
    const PreparedRecurrence prepared = vkalgo::test::take(items.prepare(
        context(),
        {.lengths = {{"weight", 50}}, .params = {{"room", Number(std::uint64_t{200})}}, .keep = {.solution = true}}));
    EXPECT_FALSE(prepared.output("given"));
    vkalgo::test::SplitMix64 random(8);
    for (const std::size_t count : {50U, 13U}) {
        std::vector<std::uint32_t> weight(count);
        std::generate(weight.begin(), weight.end(), [&] { return 1 + static_cast<std::uint32_t>(random.below(9)); });
        const Buffer buffer = vkalgo::test::take(runner().upload_new(std::as_bytes(std::span(weight))));
        const std::uint32_t room = 3 * static_cast<std::uint32_t>(count);
        const RecurrenceArguments arguments{.inputs = {buffer.view(), buffer.view()},
                                            .lengths = {{"weight", static_cast<std::int64_t>(count)}},
                                            .params = {{"room", Number(std::uint64_t{room})}}};
        ASSERT_OK(runner().run([&](Recorder& recorder) { return prepared.record(recorder, arguments); }));
        const Solution solution = vkalgo::test::take(prepared.read(runner(), arguments));
        const std::vector<std::uint32_t> expected = taken_items(weight, weight, room);
        EXPECT_EQ(values<std::uint32_t>(solution.outputs.at("taken")), expected);
        std::vector<std::uint32_t> there(count);
        ASSERT_OK(
            runner().download(prepared.output("taken").slice(0, 4 * count), std::as_writable_bytes(std::span(there))));
        EXPECT_EQ(there, expected);
    }
}

TEST(OutputLines, AreRefusedIfTheyAreInvalid) {
    const auto message = [](const std::string& line, const std::string& code) {
        const auto header = parse_header(
            "//! problem  a\n//! pattern  RUD\n//! cell     u32\n//! rows     n\n//! columns  m\n//! answer   last\n" +
                line + "cell_t cell(int i, int j) { return 0u; }\n" + code,
            "a.glsl");
        return header ? std::string("fine") : header.error().message;
    };
    const auto expect = [&](const std::string& line, const std::string& code, const std::string& part) {
        const std::string text = message(line, code);
        EXPECT_NE(text.find(part), std::string::npos) << line << code << ": " << text;
    };
    EXPECT_EQ(message("//! output used u32[n]\n", "void solution() { used(0, 1u); }\n"), "fine");
    expect("//! output used u32[]\n", "", "a.glsl:7: the output has no size");
    expect("//! output used u16[n]\n", "", "'u16' is not a type of an output");
    expect("//! output used u32\n", "", "an output is an array");
    expect("//! output used\n", "", "write 'output NAME TYPE[SIZE]'");
    expect("//! output solution u32[n]\n", "", "already has a meaning in recurrences");
    expect("//! output used u32[k]\n", "", "'k' is not");
    expect("//! output used u32[n]\n//! param used u32\n", "", "the name 'used' is already declared");
    expect("", "void solution() {}\n", "solution() has nothing to write to");
    expect("//! output used u32[n]\n", "void solution(int i) {}\n", "write 'void solution()'");
    const auto splits = parse_header(
        "//! problem  a\n//! pattern  SONE\n//! cell     u32\n//! rows     n\n//! columns  n\n//! answer   at(0, n - "
        "1)\n"
        "//! reduce   min k = i .. j - 1\n//! output   used u32[n]\ncell_t term(int i, int k, int j) { return 0u; }\n",
        "a.glsl");
    ASSERT_ERROR(splits, ErrorCode::invalid_argument);
    EXPECT_NE(splits.error().message.find("write a solution()"), std::string::npos) << splits.error().message;
    expect("//! output used u32[n]\n",
           "void solution() {}\nstep_t step(int i, int j) { return step_t(i - 1, j, 0u); }\n",
           "step() and solution() both say how a solution is found");
    expect("//! output used u32[n]\n", "void used(int k) {}\n", "'used' is an input, an output or a param");
}

}  // namespace
}  // namespace vkalgo::dp::test
