// Reads that break a rule only in large instances, where no check beforehand sees them. Methods `stage` and `tile`
// report such reads at run time, in cell(), in base() and in step().
#include "algorithms/dp/solve.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"

#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp::test {
namespace {

const std::string kHead = "//! problem  sample\n//! about    a test\n//! class    local\n//! cell     u32\n";
const std::string kSquare = "//! rows     n\n//! columns  m\n//! answer   last\n";
const std::string kZero = "cell_t base(int i, int j) { return 0u; }\n";
const std::string kLongest = "cell_t cell(int i, int j) { return max(at(i - 1, j), at(i, j - 1)) + 1u; }\n";

class RefusedReads : public vkalgo::test::DeviceTest {
protected:
    /// Solves without the check that a user's file must pass before it runs.
    static Result<Solution> solved(const std::string& source, Instance instance, const char* method, Keep keep) {
        CompiledRecurrence recurrence = vkalgo::test::take(compiler::read_recurrence(source, "sample.glsl"));
        recurrence.built_in = true;
        SolveOptions options;
        options.method = method;
        options.keep = keep;
        return solve(runner(), recurrence, std::move(instance), options, compile_module);
    }

    /// Expects that methods `stage` and `tile`, with each of `keeps`, refuse the instance with an error that contains
    /// `words`.
    static void expect_refused(const std::string& source, const Instance& instance, const std::string& words,
                               const std::vector<Keep>& keeps = {{}, {.table = true}}) {
        static unsigned turn = 0;
        for (const char* method : {"stage", "tile"}) {
            for (const Keep keep : keeps) {
                if (!vkalgo::test::kEveryKernel && turn++ % 2 != 0) {
                    continue;
                }
                const auto refused = solved(source, instance, method, keep);
                ASSERT_ERROR(refused, ErrorCode::invalid_argument) << method << ", " << words;
                EXPECT_NE(refused.error().message.find(words), std::string::npos)
                    << method << ": " << refused.error().message;
                EXPECT_EQ(refused.error().where, "recurrence") << method;
            }
        }
    }
    static Instance sized(std::int64_t n, std::int64_t m) {
        Instance instance;
        instance.n = n;
        instance.m = m;
        return instance;
    }
};

TEST_F(RefusedReads, OfAColumnBeforeTheTable) {
    const std::string source = kHead + "//! pattern  NOSE\n//! input    x u32[n]\n" + kSquare +
                               "cell_t cell(int i, int j) {\n    if (x(i) > 1000000u) return at(i, j - 1) + 7u;\n"
                               "    return 1u;\n}\n";
    std::vector<std::uint32_t> values(90, 5);
    Instance instance = sized(90, 120);
    instance.inputs["x"] = InputArray::of<std::uint32_t>(ElementType::u32, values);
    for (const char* method : {"stage", "tile"}) {
        EXPECT_OK(solved(source, instance, method, {}));
    }
    values[69] = 2'000'000;
    instance.inputs["x"] = InputArray::of<std::uint32_t>(ElementType::u32, values);
    expect_refused(source, instance, "cell (69, 0) reads at(69, -1), which lies outside the table or its domain");
}

TEST_F(RefusedReads, OfARowBelowTheTableInAReflectedPattern) {
    const std::string source = kHead + "//! pattern  SONE\n//! base     first-column 1\n" + kSquare + kZero +
                               "cell_t cell(int i, int j) {\n    if (j == 77) return at(i + 1, j);\n"
                               "    return i + 1 < rows() ? max(at(i + 1, j), at(i, j - 1)) + 1u : at(i, j - 1);\n}\n";
    expect_refused(source, sized(70, 90), "cell (69, 77) reads at(70, 77), which lies outside the table");
}

TEST_F(RefusedReads, OfACellOutsideTheDomain) {
    const std::string source = kHead +
                               "//! pattern  SONE\n//! rows     n\n//! columns  n\n//! domain   upper\n"
                               "//! answer   at(0, n - 1)\ncell_t cell(int i, int j) {\n"
                               "    if (i == j) return i > 50 ? at(i + 1, j) + 1u : 1u;\n"
                               "    return at(i, j - 1) + at(i + 1, j);\n}\n";
    expect_refused(source, sized(100, 100), "which lies outside the table or its domain");
    for (const char* method : {"stage", "tile"}) {
        EXPECT_OK(solved(source, sized(40, 40), method, {}));
    }
}

TEST_F(RefusedReads, ByCellOfItselfAndOfACellThatIsNotANeighbour) {
    const auto file = [](const std::string& read) {
        return kHead + "//! pattern  NOSE\n" + kBorders + kSquare + kZero +
               "cell_t cell(int i, int j) {\n    if (i == 80 && j == 33) return " + read +
               ";\n    return max(at(i - 1, j), at(i, j - 1)) + 1u;\n}\n";
    };
    const Instance instance = sized(100, 60);
    expect_refused(file("at(i, j)"), instance,
                   "cell (80, 33) reads at(80, 33), which is not computed earlier in pattern NOSE");
    expect_refused(file("at(i, j + 1)"), instance,
                   "cell (80, 33) reads at(80, 34), which is not computed earlier in pattern NOSE");
    expect_refused(file("at(i - 3, j)"), instance, "cell (80, 33) reads at(77, 33), which class local may not read",
                   {{}});
}

TEST_F(RefusedReads, ByStepOfACellThatIsNotANeighbour) {
    const auto file = [](const std::string& condition) {
        return kHead + "//! pattern  NOSE\n" + kBorders + kSquare + kZero + kLongest +
               "step_t step(int i, int j) {\n    return i % 3 == 0 && " + condition +
               " ? step_t(i - 1, j, 5u) : step_t(i, j - 1, 6u);\n}\n";
    };
    const std::vector<Keep> tracebacks{{.solution = true}, {.table = true, .solution = true}};
    const Instance instance = sized(400, 350);
    const auto expect = [&](const std::string& condition, const std::string& words) {
        expect_refused(file(condition), instance, words, tracebacks);
    };
    expect("at(0, 0) == 0u", "reads at(0, 0), which class local may not read");
    expect("at(i - 1, min(j + 1, columns() - 1)) > at(i, j - 1)", "which is not computed earlier in pattern NOSE");
    expect("at(i - 1, j - 400) == 0u", "which lies outside the table or its domain");
    std::vector<PathRecord> path;
    for (const char* method : {"stage", "tile"}) {
        for (const Keep keep : tracebacks) {
            const auto solution = solved(file("at(i, j) > at(i - 1, j)"), instance, method, keep);
            ASSERT_OK(solution) << method;
            path = path.empty() ? solution->path : path;
            EXPECT_EQ(solution->path, path) << method;
        }
    }
}

/// Returns `count` elements of the type, all 5.
InputArray fives(ElementType type, std::uint64_t count) {
    InputArray array;
    array.type = type;
    array.count = count;
    array.data.resize(count * size_of(type));
    for (std::uint64_t k = 0; k < count; ++k) {
        array.data[k * size_of(type)] = std::byte{5};
    }
    return array;
}

// The classic off-by-one error: x(i) for x(i - 1), in inputs whose last word has room for more elements.
TEST_F(RefusedReads, OfAnElementPastTheEndOfAnInput) {
    const auto file = [](const std::string& type, const std::string& read) {
        return kHead + "//! pattern  NOSE\n//! input    x " + type + "[]\n//! input    y " + type + "[]\n" + kBorders +
               "//! rows     len(x) + 1\n//! columns  len(y) + 1\n//! answer   last\n" + kZero +
               "cell_t cell(int i, int j) {\n    if (" + read +
               ") return at(i - 1, j - 1) + 1u;\n    return max(at(i - 1, j), at(i, j - 1));\n}\n";
    };
    for (const auto& [name, type] : {std::pair{"u8", ElementType::u8}, {"u16", ElementType::u16}}) {
        Instance instance;
        instance.inputs["x"] = fives(type, 69);
        instance.inputs["y"] = fives(type, 97);
        for (const char* method : {"stage", "tile"}) {
            EXPECT_OK(solved(file(name, "x(i - 1) == y(j - 1)"), instance, method, {})) << name;
        }
        expect_refused(file(name, "x(i) == y(j - 1)"), instance, "reads element 69 of input 'x'", {{}});
        expect_refused(file(name, "x(i - 1) == y(j)"), instance, "reads element 97 of input 'y'", {{}});
        expect_refused(file(name, "x(i * 2 - i) == y(j - 1)"), instance, "reads element 69 of input 'x'", {{}});
    }
}

TEST_F(RefusedReads, OfAnElementByBaseAndByStep) {
    const std::string head = kHead + "//! pattern  NOSE\n//! input    x u8[n]\n" + kBorders +
                             "//! rows     n + 1\n//! columns  m\n//! answer   last\n";
    Instance instance = sized(101, 60);
    instance.inputs["x"] = fives(ElementType::u8, 101);
    expect_refused(head + "cell_t base(int i, int j) { return x(i); }\n" + kLongest, instance,
                   "cell (101, 0) reads element 101 of input 'x'", {{}});
    const std::string step =
        "step_t step(int i, int j) { return x(i) > 7u ? step_t(i, j - 1, 1u) : step_t(i - 1, j, 0u); }\n";
    for (const Keep keep : {Keep{.solution = true}, Keep{.table = true, .solution = true}}) {
        const auto by_stage = solved(head + kZero + kLongest + step, instance, "stage", keep);
        ASSERT_ERROR(by_stage, ErrorCode::invalid_argument);
        EXPECT_NE(by_stage.error().message.find("cell (101, 59) reads element 101 of input 'x'"), std::string::npos)
            << by_stage.error().message;
        EXPECT_EQ(by_stage.error().where, "recurrence");
        // Tiles compute the steps of many cells of the row at once, and the message may name any of these.
        const auto by_tile = solved(head + kZero + kLongest + step, instance, "tile", keep);
        ASSERT_ERROR(by_tile, ErrorCode::invalid_argument);
        EXPECT_TRUE(std::regex_search(by_tile.error().message,
                                      std::regex("cell \\(101, [0-9]+\\) reads element 101 of input 'x'")))
            << by_tile.error().message;
        EXPECT_EQ(by_tile.error().where, "recurrence");
    }
}

// GLSL leaves these operations undefined. They occur at row 70, column 33 of 100 x 60, beyond the cells that the check
// sees.
TEST_F(RefusedReads, OfOperationsThatAreUndefinedForLateValues) {
    const auto file = [](const std::string& expression) {
        return kHead + "//! pattern  NOSE\n//! input    x i32[n]\n" + kBorders + kSquare + kZero +
               "struct Pair { int a[5]; int b[3]; }; cell_t cell(int i, int j) {\n    const int d = j == 33 ? x(i) : "
               "1;\n"
               "    const int three[3] = int[](4, 5, 6); const mat2x3 grid = mat2x3(1.0); Pair pair; pair.a[j % 5] = "
               "i; "
               "pair.b[j % 3] = j;\n    ivec2 two = ivec2(i, j);\n    const uint one = uint(" +
               expression + ");\n    return max(at(i - 1, j), at(i, j - 1)) + 1u + one % 2u;\n}\n";
    };
    // A software driver compiles kernels of tiles slowly, so only one of the cases runs in tiles.
    const auto expect = [&](const std::string& expression, int late, const std::string& words, bool in_tiles = false) {
        std::vector<std::int32_t> values(100, 1);
        Instance instance = sized(100, 60);
        instance.inputs["x"] = InputArray::of<std::int32_t>(ElementType::i32, values);
        Instance undefined = instance;
        values[70] = late;
        undefined.inputs["x"] = InputArray::of<std::int32_t>(ElementType::i32, values);
        for (const char* method : {"stage", "tile"}) {
            if (method == std::string("tile") && !in_tiles) {
                continue;
            }
            EXPECT_OK(solved(file(expression), instance, method, {})) << expression;
            const auto refused = solved(file(expression), undefined, method, {});
            ASSERT_ERROR(refused, ErrorCode::invalid_argument) << expression << ", " << method;
            EXPECT_NE(refused.error().message.find("sample.glsl: cell (70, 33) " + words), std::string::npos)
                << expression << ", " << method << ": " << refused.error().message;
        }
    };
    expect("i / d", 0, "divides an integer by 0 (line 17), which is undefined in GLSL", true);
    expect("uint(i) / uint(d)", 0, "divides an integer by 0 (line 17)");
    expect("i % d", 0, "divides an integer by 0 (line 17)");
    expect("uint(i) % uint(d)", 0, "divides an integer by 0");
    expect("int(int64_t(i) / int64_t(d))", 0, "divides an integer by 0");
    expect("(ivec2(i, j) / ivec2(1, d)).x", 0, "divides an integer by 0");
    expect("d % 5", -1, "computes a remainder (%) with a negative operand (line 17)");
    expect("i % d", -3, "computes a remainder (%) with a negative operand");
    expect("1 << d", 32,
           "shifts a number by a negative number of bits, or by at least as many bits as it has (line 17)");
    expect("1u >> d", -1, "shifts a number by");
    expect("int(int64_t(1) << d)", 64, "shifts a number by");
    expect(
        "three[d]", 3,
        "uses element 3 of an array or vector of 3 elements, which are numbered from 0 (line 17); correct the index");
    expect("three[d]", -1, "uses element -1 of an array or vector of 3 elements, which are numbered from 0");
    expect("two[d]", 2, "uses element 2 of an array or vector of 2");
    expect("pair.b[d]", 3, "uses element 3 of an array or vector of 3");
    expect("pair.a[d]", 5, "uses element 5 of an array or vector of 5");
    expect("grid[d].y", 2, "uses element 2 of an array or vector of 2");
    expect("grid[1][d]", 3, "uses element 3 of an array or vector of 3");
    // The constant operand is always wrong.
    expect("d == 1 ? 1 : i << 32", 0, "shifts a number by");
    expect("d == 1 ? 1 : int(int64_t(i) >> 64)", 0, "shifts a number by");
    expect("d == 1 ? 1 : d % -7", 5, "computes a remainder (%) with a negative operand");
    expect("d == 1 ? 1 : int(int64_t(d) % -4294967291l)", 5, "computes a remainder (%) with a negative operand");
}

// Nothing is reported for an operation that a branch guards, or for the cells beside the table that tiles compute.
TEST_F(RefusedReads, AreNotReportedIfAGuardPreventsThem) {
    const std::string source =
        kHead + "//! pattern  NOSE\n//! input    x i32[n]\n" + kBorders + kSquare + kZero +
        "cell_t cell(int i, int j) {\n    const int d = x(i);\n"
        "    const int q = d != 0 ? 7 / d : 3;\n    int r = 1;\n    if (d > 0 && 9 % d == 0) r = 2;\n"
        "    return max(at(i - 1, j), at(i, j - 1)) + uint(q + r + 5 / (rows() - i));\n}\n";
    Instance instance = sized(70, 90);
    std::vector<std::int32_t> values(70, 0);
    values[5] = -4;
    values[9] = 3;
    instance.inputs["x"] = InputArray::of<std::int32_t>(ElementType::i32, values);
    const auto expected = solved(source, instance, "stage", {});
    ASSERT_OK(expected);
    const auto tiles = solved(source, instance, "tile", {});
    ASSERT_OK(tiles);
    EXPECT_EQ(tiles->answer, expected->answer);
}

TEST_F(RefusedReads, OfOperationsThatAreUndefinedInStepAndInBase) {
    const std::string head = kHead + "//! pattern  NOSE\n" + kBorders + kSquare;
    const std::string step =
        "step_t step(int i, int j) { return 7 / (i - 30) > 9 ? step_t(i, j - 1, 1u) : step_t(i - 1, j, 0u); }\n";
    expect_refused(head + kZero + kLongest + step, sized(101, 60), "cell (30, 59) divides an integer by 0 (line 13)",
                   {{.solution = true}});
    const auto refused = solved(head + "cell_t base(int i, int j) { return uint(9 / (i - 77)); }\n" + kLongest,
                                sized(101, 60), "stage", {});
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_NE(refused.error().message.find("cell (77, 0) divides an integer by 0 (line 11)"), std::string::npos)
        << refused.error().message;
}

// Only the last cell is 0, so only the value of that cell divides by 0 or reads past the end of x.
TEST_F(RefusedReads, OfADeclaredValueAtTheAnswerCellOnly) {
    const std::string cells = "//! input    x u32[n]\n" + kBorders +
                              "cell_t base(int i, int j) { return 1u; }\n"
                              "cell_t cell(int i, int j) {\n"
                              "    if (i == rows() - 1 && j == columns() - 1) return 0u;\n"
                              "    return min(at(i - 1, j), at(i, j - 1));\n}\n";
    Instance instance{{"x", std::vector<std::uint32_t>(70, 3)}};
    instance.n = 70;
    instance.m = 90;
    const auto file = [&](const char* answer, const char* value) {
        std::string text = kHead + "//! pattern  NOSE\n//! rows     n\n//! columns  m\n//! answer   ";
        text.append(answer).append("\n//! value    ").append(value).append("\n").append(cells);
        return text;
    };
    for (const char* answer : {"last", "min last-row"}) {
        expect_refused(file(answer, "100u / c"), instance, "divides an integer by 0");
        expect_refused(file(answer, "x(int(c) + 70)"), instance, " of input 'x', which has no", {{}});
        EXPECT_OK(solved(file(answer, "x(int(c))"), instance, "tile", {}));
    }
    for (const char* method : {"stage", "tile"}) {
        const auto found = solved(file("last", "100u / (c + 2u) + x(int(c))"), instance, method, {});
        ASSERT_OK(found);
        EXPECT_EQ(found->answer, Number(std::uint64_t{53})) << method;
    }
}

// On a software device the run takes many submissions.
TEST_F(RefusedReads, EndTheRunAfterTheSubmissionThatFindsThem) {
    if (context().profile().type != DeviceType::software) {
        GTEST_SKIP() << "a GPU is done in one submission";
    }
    CompiledRecurrence recurrence = vkalgo::test::take(
        compiler::read_recurrence(kHead + "//! pattern  NOSE\n" + kBorders + kSquare + kZero +
                                      "cell_t cell(int i, int j) {\n    if (i == 9 && j == 20) return at(i, j + 1);\n"
                                      "    return max(at(i - 1, j), at(i, j - 1)) + 1u;\n}\n",
                                  "sample.glsl"));
    recurrence.built_in = true;
    double last_fraction = 0;
    SolveOptions options;
    options.method = "stage";
    options.call.progress = [&](double fraction) { last_fraction = fraction; };
    const auto refused = solve(runner(), recurrence, sized(3000, 3000), options, compile_module);
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_NE(refused.error().message.find("cell (9, 20) reads at(9, 21)"), std::string::npos)
        << refused.error().message;
    EXPECT_LT(last_fraction, 0.5);
}

}  // namespace
}  // namespace vkalgo::dp::test
