// The interpreter on whole programs: control flow, functions, composites, what GLSL leaves undefined, tracebacks and
// splits. The results are compared with C++, with the references of the built-ins and with a device.
#include "algorithms/dp/solve.hpp"
#include "tests/dp/compile_module.hpp"
#include "tests/dp/interpreted.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/effort.hpp"

#include <numeric>

namespace vkalgo::dp::test {
namespace {

const CompiledRecurrence& builtin_of(std::string_view name) {
    const auto all = builtin_recurrences();
    return **std::find_if(all.begin(), all.end(),
                          [&](const CompiledRecurrence* one) { return one->header.problem == name; });
}

/// Expects that the cell of row i and column j is `expected(i, j)`.
void expect_cells(const std::string& source, const std::function<std::int32_t(int, int)>& expected) {
    constexpr int kRows = 9;
    constexpr int kColumns = 11;
    const std::vector<std::int32_t> table = interpreted_table<std::int32_t>(source, sized(kRows, kColumns));
    ASSERT_EQ(table.size(), std::size_t{kRows} * kColumns);
    for (int i = 0; i < kRows; ++i) {
        for (int j = 0; j < kColumns; ++j) {
            EXPECT_EQ(table[static_cast<std::size_t>(i * kColumns + j)], expected(i, j)) << i << ' ' << j << source;
        }
    }
}

void expect_fault(const std::string& body, FaultKind kind, const std::string& words, const std::string& before = {}) {
    const Interpreted made(body_file(body, before), sized(6, 7));
    ASSERT_FALSE(made.filled) << body;
    EXPECT_NE(made.message().find(words), std::string::npos) << made.message();
    ASSERT_TRUE(made.run && made.run->fault()) << made.message();
    EXPECT_EQ(made.run->fault()->kind, kind) << made.message();
}

TEST(Interpreter, GivesTheTablesOfTheOraclesOfBuiltIns) {
    for (const char* name : {"lcs", "edit-distance", "knapsack", "matrix-chain", "binomial"}) {
        for (const std::int64_t n : {1, 7, 8, 33, 60}) {
            Instance instance = generated(name, {n, n / 2 + 1, 5, {}});
            const CompiledRecurrence& recurrence = builtin_of(name);
            const StageFunction stage = recurrence.header.stage;
            const Shape shape = vkalgo::test::take(check_instance(recurrence.header, instance, stage));
            const Interpreter interpreter = vkalgo::test::take(Interpreter::create(recurrence));
            Interpretation run = vkalgo::test::take(interpreter.start(instance, shape, stage));
            const auto filled = run.fill();
            ASSERT_TRUE(filled) << name << ": " << filled.error().message;
            std::vector<std::byte> table;
            EXPECT_EQ(run.answer(), Number(reference_answer(name, instance, &table))) << name;
            ASSERT_EQ(table.size(), run.table().size());
            EXPECT_TRUE(std::equal(table.begin(), table.end(), run.table().begin())) << name << ' ' << n;
            if (recurrence.header.has_solution()) {
                const auto traced = run.traceback(100'000);
                ASSERT_TRUE(traced) << traced.error().message;
                Solution solution;
                solution.shape = shape;
                solution.answer = run.answer();
                solution.path = traced->path;
                solution.path_end = traced->end;
                EXPECT_EQ(vkalgo::test::take(oracle(name).replay(instance, solution)), *run.answer()) << name;
            }
        }
    }
}

TEST(Interpreter, RunsLoopsBranchesAndSwitches) {
    expect_cells(body_file("int s = 0; for (int k = 0; k < i; ++k) { if (k == 3) continue; if (k + j > 14) break; "
                           "s += k * j; } return s;"),
                 [](int i, int j) {
                     int s = 0;
                     for (int k = 0; k < i && k + j <= 14; ++k) {
                         s += k == 3 ? 0 : k * j;
                     }
                     return s;
                 });
    expect_cells(body_file("int s = j; switch (i) { case 0: s = 5; break; case 1: case 2: s += 7; default: s *= 3; } "
                           "do { s -= 2; } while (s > 20); return s;"),
                 [](int i, int j) {
                     int s = i == 0 ? 5 : (j + (i == 1 || i == 2 ? 7 : 0)) * 3;
                     do {
                         s -= 2;
                     } while (s > 20);
                     return s;
                 });
    expect_cells(body_file("return i > 3 && j / (i - 3) > 2 || j == 0 ? 1 : i > 5 ? 2 : 3;"), [](int i, int j) {
        return (i > 3 && j / (i - 3) > 2) || j == 0 ? 1 : i > 5 ? 2 : 3;
    });
    expect_cells(
        body_file("int a = 1, b = 1; for (int k = 0; k < i; ++k) { int c = a + b; a = b; b = c; } return a + j;"),
        [](int i, int j) {
            int a = 1, b = 1;
            for (int k = 0; k < i; ++k) {
                b = std::exchange(a, b) + b;
            }
            return a + j;
        });
}

TEST(Interpreter, CallsFunctionsWithArgumentsOfEveryKind) {
    expect_cells(body_file("int s = 3; int t; twice(s, t, i); --i; twice(j, s, t); return s + 10 * t + i + j;",
                           "void twice(inout int a, out int b, int c) { a += c; c *= 2; b = a + c; }\n"),
                 [](int i, int j) {
                     const auto twice = [](int& a, int& b, int c) {
                         a += c;
                         c *= 2;
                         b = a + c;
                     };
                     int s = 3, t = 0;
                     twice(s, t, i);
                     --i;
                     twice(j, s, t);
                     return s + 10 * t + i + j;
                 });
    expect_cells(body_file("return f(f(i, j), f(j, i));",
                           "int f(const in int a, int b) { if (a > b) return a - b; "
                           "return 2 * b - a; }\n"),
                 [](int i, int j) {
                     const auto f = [](int a, int b) { return a > b ? a - b : 2 * b - a; };
                     return f(f(i, j), f(j, i));
                 });
}

TEST(Interpreter, KeepsStructsArraysAndVectors) {
    expect_cells(
        body_file("P p = make(i, j); P q = p; q.v[1] += p.s.y; p = q; p.s.xy = p.s.yx; ivec3 w = ivec3(p.s, i); "
                  "w[j % 3] += 100; return p.v[i % 3] + 7 * p.s.x + w.z - w.y * w.x;",
                  "struct P { ivec2 s; int v[3]; };\n"
                  "P make(int i, int j) { P p; p.s = ivec2(i, j); for (int k = 0; k < 3; ++k) p.v[k] = k + i; "
                  "return p; }\n"),
        [](int i, int j) {
            int v[3] = {i, i + 1 + j, i + 2};
            int w[3] = {j, i, i};
            w[j % 3] += 100;
            return v[i % 3] + 7 * j + w[2] - w[1] * w[0];
        });
    expect_cells(body_file("const int t[4] = int[](3, 1, 4, 1); int m[2][3]; for (int a = 0; a < 2; ++a) "
                           "for (int b = 0; b < 3; ++b) m[a][b] = t[a + b] * i; return m[j % 2][i % 3] + t[j & 3];"),
                 [](int i, int j) {
                     const int t[4] = {3, 1, 4, 1};
                     return t[j % 2 + i % 3] * i + t[j & 3];
                 });
    expect_cells(body_file("ivec3 a = ivec3(i, j, 4); bvec3 b = lessThan(a, ivec3(5)); a = mix(a, a.zxy, b); "
                           "return any(b) ? a.x + 10 * a.y + 100 * a.z + int(all(b)) : -1;"),
                 [](int i, int j) {
                     const bool all = i < 5 && j < 5;
                     return (i < 5 ? 4 : i) + 10 * (j < 5 ? i : j) + 100 * j + (all ? 1 : 0);
                 });
    expect_cells(
        body_file("uint high, low; umulExtended(uint(i) * 1000000007u, uint(j) * 998244353u, high, low); uint c; "
                  "uint s = uaddCarry(low, high, c); return int(s ^ (high + c));"),
        [](int i, int j) {
            const std::uint64_t p = std::uint64_t{static_cast<std::uint32_t>(i) * 1000000007U} *
                                    (static_cast<std::uint32_t>(j) * 998244353U);
            const std::uint64_t s = (p & 0xffffffffU) + (p >> 32);
            return static_cast<std::int32_t>(static_cast<std::uint32_t>(s) ^
                                             static_cast<std::uint32_t>((p >> 32) + (s >> 32)));
        });
}

TEST(Interpreter, ReportsWhatGlslLeavesUndefined) {
    expect_fault("return 100 / (i - 1);", FaultKind::division, "a.glsl: cell (1, 0) divides an integer by 0 (line 9)");
    expect_fault("return 100 % (2 - j);", FaultKind::division, "cell (0, 2) divides");
    expect_fault("return (j - 5) % 3;", FaultKind::remainder, "computes a remainder (%) with a negative operand");
    expect_fault("return 100 % (j - 8);", FaultKind::remainder, "which is undefined in GLSL; test for this case first");
    expect_fault("return 1 << (30 + j);", FaultKind::shift, "cell (0, 2) shifts");
    expect_fault("int t[3] = int[](1, 2, 3); return t[j];", FaultKind::index,
                 "uses element 3 of an array or vector of 3 elements");
    expect_fault("ivec2 t = ivec2(1, 2); return t[i + j];", FaultKind::index,
                 "uses element 2 of an array or vector of 2 elements");
    expect_fault("int s; if (i + j > 100) s = 1; return s;", FaultKind::unset, "reads variable 's' before it was set");
    expect_fault("int s; if (j != 3) s = 1; return s;", FaultKind::unset, "cell (0, 3) reads variable 's'");
    expect_fault("int t[3]; t[0] = t[2] = 1; return t[j % 3];", FaultKind::unset, "cell (0, 1) reads variable 't'");
    expect_fault("int t; f(t); return 1;", FaultKind::unset, "before it was set", "void f(inout int a) { a += 1; }\n");
    expect_fault("while (i < 10) { j += 1; }\nreturn j;", FaultKind::endless, "has a loop that seems endless");
    expect_fault("return at(i, j);", FaultKind::not_earlier, "reads at(0, 0)");
    expect_fault("return at(i - 1, j);", FaultKind::outside, "reads at(-1, 0)");
    expect_fault("overflow_if(i == 4); return 1;", FaultKind::overflow, "cell (4, 0) overflows");
    const Interpreted fields(
        body_file("overflow_if(j == 2); return cell_t(1, 2.0);", {}, "i32 a, f32 b", "//! value    i32 c.a\n"),
        sized(3, 4));
    ASSERT_FALSE(fields.filled);
    EXPECT_NE(fields.message().find("cell (0, 2) overflows the type of a field"), std::string::npos)
        << fields.message();
    // Variables that are not used need not be set.
    expect_cells(body_file("int s; bool has = i > 3; if (has) s = j; return has ? s : -1;"),
                 [](int i, int j) { return i > 3 ? j : -1; });
    expect_cells(body_file("P p; p.a = i; P q = p; q.b = j; return q.a + q.b;", "struct P { int a, b, c; };\n"),
                 [](int i, int j) { return i + j; });
}

TEST(Interpreter, ContinuesAfterFaultsIfValuesAreMadeUp) {
    InterpretOptions options;
    options.notes_value_faults = true;
    Interpreted made(body_file("return 100 / j + 1;"), sized(3, 4), options);
    ASSERT_TRUE(made.filled) << made.message();
    ASSERT_TRUE(made.run->noted());
    EXPECT_EQ(made.run->noted()->kind, FaultKind::division);
    EXPECT_EQ(vkalgo::test::take(made.run->value({0, 0})), Number(std::int64_t{1}));
    EXPECT_EQ(vkalgo::test::take(made.run->value({2, 3})), Number(std::int64_t{34}));
}

TEST(Interpreter, NamesAnInstructionThatItDoesNotKnow) {
    const Interpreted made(body_file("return int(packSnorm4x8(vec4(float(i))));"), sized(3, 4));
    ASSERT_FALSE(made.filled);
    EXPECT_EQ(made.filled.error().code, ErrorCode::unsupported);
    EXPECT_NE(made.message().find("function 54 of GLSL.std.450 (line 9)"), std::string::npos) << made.message();
    const CompiledRecurrence empty;
    EXPECT_ERROR(Interpreter::create(empty), ErrorCode::invalid_argument);
}

TEST(Interpreter, CountsTheBytesOfATableThatNoHostHolds) {
    const Interpreted made(
        body_file("return cell_t(1.0, 2.0, 3.0, 4.0);", {}, "f64 a, f64 b, f64 c, f64 d", "//! value    c.a\n"),
        sized(3, 4));
    ASSERT_TRUE(made.filled) << made.message();
    const Interpreter interpreter = vkalgo::test::take(Interpreter::create(made.recurrence));
    EXPECT_EQ(interpreter.table_bytes({3, 4}), 12U * 32);
    // 32 * 2^60 does not fit 64 bits.
    EXPECT_GE(interpreter.table_bytes({std::int64_t{1} << 30, std::int64_t{1} << 30}), std::uint64_t{1} << 61);
}

TEST(Interpreter, EndsWhenItIsCancelled) {
    std::stop_source stop;
    double last = 0;
    InterpretOptions options;
    options.cancel = stop.get_token();
    options.progress = [&](double fraction) {
        EXPECT_GE(fraction, last);
        last = fraction;
        if (fraction > 0.5) {
            stop.request_stop();
        }
    };
    const Interpreted made(body_file("return i;"), sized(300, 300), options);
    EXPECT_ERROR(made.filled, ErrorCode::cancelled);
    EXPECT_GT(last, 0.5);
}

/// Returns a random expression of ints; its operations are defined for all ints.
std::string random_expression(SplitMix64& random, int depth) {
    if (depth == 0) {
        constexpr std::array<const char*, 6> kLeaves{"i", "j", "x(j)", "y(i)", "3", "(x(i) - j)"};
        return kLeaves[random.below(kLeaves.size())];
    }
    const std::string a = random_expression(random, depth - 1);
    const std::string b = random_expression(random, depth - 1);
    constexpr std::array<const char*, 14> kForms{"(A + B)",
                                                 "(A - B)",
                                                 "(A * B)",
                                                 "min(A, B)",
                                                 "max(A, B)",
                                                 "(A & B)",
                                                 "(A ^ B)",
                                                 "(A << (B & 15))",
                                                 "(A >> (B & 15))",
                                                 "(A / ((B & 7) + 1))",
                                                 "(A < B ? A : B)",
                                                 "((A & 63) % ((B & 7) + 1))",
                                                 "(A == B || A > 5 ? -A : ~B)",
                                                 "abs(A / 2 + B / 2)"};
    std::string form = kForms[random.below(kForms.size())];
    for (const auto& [letter, text] : {std::pair{'A', a}, std::pair{'B', b}}) {
        for (std::size_t at = 0; (at = form.find(letter, at)) != std::string::npos; at += text.size()) {
            form.replace(at, 1, text);
        }
    }
    return form;
}

class InterpreterOnDevice : public vkalgo::test::DeviceTest {};

TEST_F(InterpreterOnDevice, GivesTheTablesOfTheDeviceForRandomPrograms) {
    const CompileModule compile = compile_module;
    SplitMix64 random(11);
    for (int turn = 0; turn < (vkalgo::test::kEveryKernel ? 6 : 2); ++turn) {
        std::string body = "int s = i > 0 ? at(i - 1, j) : j;\nswitch ((i * 5 + j) % 8) {\n";
        for (int k = 0; k < 8; ++k) {
            body += "case " + std::to_string(k) +
                    ": for (int k = 0; k < (j & 3); ++k) s += " + random_expression(random, 3) + "; break;\n";
        }
        body += "}\nreturn s ^ " + random_expression(random, 3) + ";";
        const std::string source = body_file(body, {}, "i32", "//! input    x i32[n + m]\n//! input    y i32[n + m]\n");
        Interpreted made(source, [&] {
            Instance instance = sized(31, 33);
            std::vector<std::int32_t> values(64);
            for (const char* name : {"x", "y"}) {
                for (std::int32_t& value : values) {
                    value = static_cast<std::int32_t>(random.next() >> (32 + random.below(32)));
                }
                instance.inputs[name] = InputArray::of<std::int32_t>(ElementType::i32, values);
            }
            return instance;
        }());
        ASSERT_TRUE(made.filled) << made.message() << source;
        SolveOptions options;
        options.method = "stage";
        options.keep.table = true;
        const auto solved = solve(runner(), made.recurrence, made.instance, options, compile);
        ASSERT_OK(solved) << source;
        EXPECT_TRUE(std::equal(solved->table.begin(), solved->table.end(), made.run->table().begin())) << source;
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
