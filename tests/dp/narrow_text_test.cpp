// Tests which texts may be computed with 32-bit cells, and that their kernels for such cells compile. The results of
// such runs are tested in narrow_test.cpp.
#include "algorithms/dp/recurrence/header.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/compile_module.hpp"
#include "tests/dp/problem_support.hpp"

#include <string>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

/// A file over arrays x of uints and s of ints, of pattern RUD.
struct File {
    std::string cell = "return max(at(i - 1, j), at(i - 1, j) + x(j));";
    std::string more, functions, bound = "//! bound sum(x)\n", type = "u64", base = "return cell_t(x(j));";

    bool narrows() const {
        const std::string source =
            "//! problem a\n//! pattern RUD\n//! cell " + type +
            "\n//! input x u32[]\n//! input s i32[len(x)]\n//! param p u32 3\n//! param q i32 3\n"
            "//! rows len(x)\n//! columns len(x)\n//! base first-row 1\n//! answer last\n" +
            bound + more + functions + "cell_t base(int i, int j) { " + base + " }\n" +
            (cell.empty() ? "" : "cell_t cell(int i, int j) { " + cell + " }\n");
        CompiledRecurrence read = take(compiler::read_recurrence(source, "a.glsl"), source.c_str());
        if (read.header.narrows) {
            EXPECT_OK(compile_module(read, "answer-narrow")) << source;
        }
        return read.header.narrows;
    }
};

void expect_cells(bool narrows, std::initializer_list<const char*> cells, const std::string& more = "") {
    for (const char* cell : cells) {
        EXPECT_EQ((File{.cell = cell, .more = more}.narrows()), narrows) << cell;
    }
}
void expect_terms(bool narrows, std::initializer_list<const char*> terms, const std::string& reduce) {
    for (const char* term : terms) {
        const std::string function = std::string("cell_t term(int i, int k, int j) { ") + term + " }\n";
        EXPECT_EQ((File{.cell = "", .more = "//! reduce " + reduce + "\n", .functions = function}.narrows()), narrows)
            << reduce << ": " << term;
    }
}

TEST(NarrowText, ComparesCellsSumsElementsAndParams) {
    expect_cells(
        true,
        {
            "return max(at(i - 1, j), at(i - 1, j) + x(j));",
            "return min(at(i - 1, j) + p, cell_t(x(i)));",
            "return at(i - 1, j) < at(i - 1, 0) + x(j) ? at(i - 1, j) : cell_t(7);",
            "if (at(i - 1, j) == cell_t(p)) return 0u; return at(i - 1, j);",
            "cell_t best = at(i - 1, j); for (int k = 0; k < j; ++k) best = min(best, at(i - 1, k)); return best;",
            "cell_t sum = cell_t(0); for (int k = 0; k <= j; k += 2) { sum += x(k) * 3u; } return sum;",
            "int k = j; while (k > 0 && at(i - 1, k) < at(i - 1, 0)) k /= 2; return at(i - 1, k);",
            "const cell_t a = at(i - 1, j), b = a + x(j); overflow_if(b < a); return max(a, b);",
            "return max(at(i - 1, j), 5);",
            "return uint(at(i - 1, j)) % 7u == 0u ? at(i - 1, j) : at(i - 1, 0);",
        });
}

TEST(NarrowText, ComputesIndicesAndElementsInAnyWay) {
    expect_cells(true, {
                           "return at(i - 1, max(j - int(x(i) >> 2), 0)) + x(j) / 3u;",
                           "const int road = s(i); return road < 0 ? at(i - 1, j) : at(i - 1, j) + cell_t(road);",
                           "return cell_t(s(i) - q) * cell_t(x(j)) + at(i - 1, -q + 2 * j - ~j);",
                           "const bool odd = (x(i) & 1u) != 0u; return at(i - 1, odd ? j : 0) + cell_t(odd);",
                       });
}

TEST(NarrowText, RefusesComparisonsOfValuesThatMayWrap) {
    expect_cells(false, {
                            "return at(i - 1, j) - x(j) > cell_t(5) ? cell_t(1) : cell_t(0);",
                            "return max(at(i - 1, j) - at(i - 1, 0), cell_t(3));",
                            "return at(i - 1, j) > at(i - 1, 0) - x(i) ? at(i - 1, j) : cell_t(0);",
                            "return cell_t(x(i)) * x(j) > at(i - 1, j) ? at(i - 1, j) : cell_t(0);",
                            "const cell_t big = cell_t(x(i)) * x(j); return min(big, at(i - 1, j));",
                            "return min(at(i - 1, j), cell_t(s(i)));",
                            "return min(at(i - 1, j), cell_t(-5));",
                            "cell_t k = at(i - 1, j); k *= 3u; return max(k, at(i - 1, j));",
                            "cell_t k = at(i - 1, j); --k; return max(k, at(i - 1, j));",
                            "cell_t k = at(i - 1, j); k -= x(j); return k;",
                            "return -at(i - 1, j);",
                        });
}

TEST(NarrowText, RefusesOtherArithmeticOfCells) {
    expect_cells(false, {
                            "return at(i - 1, j) / cell_t(2);",
                            "return at(i - 1, j) % 5u;",
                            "return at(i - 1, j) >> 1;",
                            "return at(i - 1, j) << 1;",
                            "return at(i - 1, j) & cell_t(255);",
                            "return at(i - 1, j) ^ cell_t(x(j));",
                            "return ~at(i - 1, j);",
                            "return cell_t(float(at(i - 1, j)));",
                            "return cell_t(double(x(j)));",
                            "return cell_t(sqrt(float(x(j))));",
                            "return at(i - 1, j) + 4294967296UL;",
                            "return at(i - 1, j) + uint64_t(x(j));",
                            "uint64_t wide = at(i - 1, j); return wide;",
                            "return bool(at(i - 1, j)) ? cell_t(1) : cell_t(0);",
                            "return abs(at(i - 1, j));",
                            "switch (int(x(i))) { case 1: return at(i - 1, j); default: return cell_t(0); }",
                            "cell_t two[2]; two[0] = at(i - 1, j); two[1] = two[0]; return two[1];",
                            "return at(i - 1, j) + cell_t(unpackUint2x32(at(i - 1, j)).y);",
                        });
}

TEST(NarrowText, KnowsWhereADeclarationEnds) {
    const std::string wraps = "cell_t a = cell_t(x(j)) * x(j); ";
    for (const char* inner : {"if (i > 5) cell_t a = cell_t(1);", "if (i > 5) ; else cell_t a = cell_t(1);",
                              "while (i > 5) cell_t a = cell_t(1);", "do cell_t a = cell_t(1); while (i > 5);",
                              "for (int k = 0; k < i; ++k) cell_t a = cell_t(1);", "{ cell_t a = cell_t(1); }"}) {
        std::string cell = wraps + inner;
        EXPECT_FALSE((File{.cell = cell + " return min(a, at(i - 1, j));"}.narrows())) << inner;
        EXPECT_TRUE((File{.cell = cell + " return a;"}.narrows())) << inner;
    }
}

TEST(NarrowText, LeavesOverloadsOfGlslFunctionsAlone) {
    for (const char* name : {"bitfieldReverse", "sign", "abs", "not", "unpackTwo", "findMSB"}) {
        const auto narrows = [](const std::string& called) {
            return File{.cell = "return at(i - 1, j) + " + called + "(cell_t(x(j)));",
                        .functions = "cell_t " + called + "(cell_t a) { return a + 5u; }\n"}
                .narrows();
        };
        EXPECT_FALSE(narrows(name)) << name;
        EXPECT_TRUE(narrows(std::string("my_") + name)) << name;
    }
}

TEST(NarrowText, NeedsExactValuesInScans) {
    const auto narrows = [](const std::string& fresh, const std::string& along) {
        return File{.cell = "",
                    .more = "//! scan min plus\n",
                    .functions = "cell_t fresh(int i, int j) { return " + fresh +
                                 "; }\ncell_t along(int i, int j) { return " + along + "; }\n"}
            .narrows();
    };
    EXPECT_TRUE(narrows("j == 0 ? cell_t(7) : at(i - 1, j)", "cell_t(2)"));
    EXPECT_TRUE(narrows("at(i - 1, j)", "cell_t(x(j))"));
    EXPECT_FALSE(narrows("cell_t(x(j)) * x(j)", "cell_t(2)"));
    EXPECT_FALSE(narrows("cell_t(x(j))", "cell_t(2)")) << "2^32 - 1 is a number in 64 bits";
    EXPECT_FALSE(narrows("at(i - 1, j)", "cell_t(s(j))"));
}

TEST(NarrowText, ReadsTheFunctionsOfTheFile) {
    const auto with = [](const char* functions, const char* cell) {
        return File{.cell = cell, .functions = functions}.narrows();
    };
    EXPECT_TRUE(with("uint weight(int a, uint b) { return x(a) % b; }\n", "return at(i - 1, j) + weight(j, 5u);"));
    EXPECT_TRUE(
        with("cell_t two(int i, int j) { return at(i, j) + x(j); }\n", "return max(two(i - 1, j), two(i - 1, 0));"));
    EXPECT_TRUE(
        with("cell_t add(cell_t a, cell_t b) { return a * 3u + b; }\n", "return add(at(i - 1, j), at(i - 1, 0));"));
    // The values of a parameter depend on the calls.
    EXPECT_FALSE(with("cell_t better(cell_t a, cell_t b) { return a < b ? a : b; }\n",
                      "return better(at(i - 1, j), cell_t(x(i)) * x(j));"));
    EXPECT_FALSE(with("cell_t times(int a) { return cell_t(x(a)) * x(a); }\n", "return max(times(i), times(j));"));
    EXPECT_FALSE(with("cell_t half(cell_t a) { return a / 2u; }\n", "return half(at(i - 1, j));"));
    EXPECT_FALSE(with("void set(out cell_t a) { a = cell_t(3); }\n", "cell_t a; set(a); return a;"));
    EXPECT_FALSE(with("struct Two { cell_t a; };\n", "Two t; t.a = at(i - 1, j); return t.a;"));
    EXPECT_FALSE(with("cell_t f(uint a) { return cell_t(a); }\ncell_t f(cell_t a) { return a + 1u; }\n",
                      "return f(at(i - 1, j));"));
    EXPECT_FALSE(with("cell_t unused(int a) { return cell_t(x(a)) / cell_t(3); }\n", "return at(i - 1, j);"));
    EXPECT_FALSE(with("#define LESS(a, b) ((a) - (b) < 5u)\n", "return at(i - 1, j);"));
    EXPECT_FALSE(
        with("step_t step(int i, int j) { return at(i, j) / cell_t(2) > cell_t(3) ? step_t(i - 1, j, 0u) "
             ": step_t(i - 1, 0, 1u); }\n",
             "return max(at(i - 1, j), at(i - 1, 0));"));
    EXPECT_TRUE(
        with("step_t step(int i, int j) { if (at(i, j) == at(i - 1, j)) return step_t(i - 1, j, 0u);\n"
             "return step_t(i - 1, 0, 1u); }\n",
             "return max(at(i - 1, j), at(i - 1, 0));"));
}

TEST(NarrowText, DistinguishesInfeasibleFromNumbers) {
    expect_cells(true,
                 {
                     "return min(at(i - 1, j), plus(at(i - 1, 0), x(j)));",
                     "return x(j) > 3u ? INFEASIBLE : plus(at(i - 1, j), cell_t(x(i)) * x(j));",
                     "return at(i - 1, j) == INFEASIBLE ? cell_t(0) : at(i - 1, j);",
                     "return x(i) < 3u ? INFEASIBLE : cell_t(x(i)) * x(j);",
                     "cell_t best = INFEASIBLE; best = min(best, plus(at(i - 1, j), cell_t(q))); return best;",
                     "return x(j) == 0u ? INFEASIBLE : at(i - 1, j) + x(j);",
                 },
                 "//! goal min\n");
    expect_cells(false,
                 {
                     // 2^32 - 1 is an ordinary number in 64 bits.
                     "return x(j) == 0u ? INFEASIBLE : min(at(i - 1, j), cell_t(x(j)));",
                     // Twice INFEASIBLE is not infeasible, but the greatest number less 1.
                     "return x(j) == 0u ? INFEASIBLE : at(i - 1, j) + at(i - 1, 0);",
                     "return x(j) == 0u ? INFEASIBLE : at(i - 1, j) * 2u;",
                     "return x(j) == 0u ? INFEASIBLE : at(i - 1, j) + cell_t(x(i)) * x(j);",
                     "return plus(cell_t(x(i)) * x(j), cell_t(s(i)));",
                     "const cell_t a = x(j) == 0u ? INFEASIBLE : cell_t(x(i)) * x(j); return min(a, at(i - 1, j));",
                 },
                 "//! goal min\n");
}

TEST(NarrowText, TreatsCellsWithoutTermsAsInfeasible) {
    expect_terms(true, {"return at(i - 1, k) + x(k);", "return plus(at(i - 1, k), cell_t(s(k)));"},
                 "min k = 0 .. j - 1");
    expect_terms(true, {"return at(i - 1, k) + at(i - 1, j);", "return 0u + cell_t(x(k)) * x(j);"},
                 "max k = 0 .. j - 1");
    // A product is not compared with the bound.
    expect_terms(false, {"return cell_t(x(k)) * x(j);"}, "max k = 0 .. j - 1");
    expect_terms(false, {"return at(i - 1, k) + at(i - 1, j);", "return at(i - 1, k) + cell_t(x(k)) * x(j);"},
                 "min k = 0 .. j - 1");
}

TEST(NarrowText, TreatsNegativeIntsInCellsAsInfeasible) {
    // In either width cell_t(-1) is INFEASIBLE, and x may be 2^32 - 1.
    const char* cell = "return at(i - 1, j) > cell_t(x(j)) ? cell_t(5) : plus(at(i - 1, j), cell_t(7));";
    EXPECT_TRUE((File{.cell = cell, .more = "//! goal min\n"}.narrows()));
    EXPECT_FALSE((File{.cell = cell, .more = "//! goal min\n", .base = "return cell_t(s(j));"}.narrows()));
    const auto segments = [](const std::string& base) {
        const std::string source =
            "//! problem a\n//! pattern SONE\n//! domain upper\n//! cell u64\n//! input x u32[]\n"
            "//! input s i32[len(x)]\n//! rows len(x)\n//! columns len(x)\n//! bound 1000\n"
            "//! answer at(0, len(x) - 1)\n//! reduce min k = i + 1 .. j\n//! base diagonal 0\n"
            "cell_t base(int i, int j) { return " +
            base +
            "; }\n"
            "cell_t term(int i, int k, int j) { return at(i, k - 1) > cell_t(x(j)) ? cell_t(5) : at(k, j); }\n";
        return take(compiler::read_recurrence(source, "a.glsl"), source.c_str()).header.narrows;
    };
    EXPECT_TRUE(segments("cell_t(x(i))"));
    EXPECT_FALSE(segments("cell_t(s(i))"));
}

TEST(NarrowText, ReadsTheCodeOfTheHeader) {
    expect_terms(true, {"return at(i - 1, k);"}, "max k = int(x(i)) % 3 .. min(j, int(p))");
    for (const char* reduce : {"max k = int(cell_t(x(i)) / cell_t(2)) .. j", "max k = int(float(j) / 2.0) .. j"}) {
        expect_terms(false, {"return at(i - 1, k);"}, reduce);
    }
}

TEST(NarrowText, NeedsABoundAndNarrowInputs) {
    EXPECT_TRUE(File{}.narrows());
    EXPECT_FALSE((File{.bound = ""}.narrows()));
    EXPECT_FALSE((File{.more = "//! input w u64[]\n"}.narrows()));
    EXPECT_FALSE((File{.more = "//! param w i64 3\n"}.narrows()));
    EXPECT_FALSE((File{.more = "//! input w f32[]\n"}.narrows()));
    EXPECT_FALSE((File{.more = "//! value u32 uint(c >> 32)\n"}.narrows()));
    EXPECT_FALSE((File{.more = "//! output o u32[3]\n"}.narrows()));
    for (const char* type : {"u32", "i32", "i64"}) {
        EXPECT_FALSE((File{.cell = "return at(i - 1, j);", .type = type, .base = "return cell_t(3);"}.narrows()))
            << type;
    }
}

TEST(NarrowText, StopsWhereExpressionsNestDeep) {
    const std::string open(150, '('), close(150, ')');
    EXPECT_FALSE((File{.cell = "return " + open + "at(i - 1, j)" + close + ";"}.narrows()));
    std::string chain;
    for (int k = 0; k < 250; ++k) {
        chain += "i == " + std::to_string(k) + " ? 0 : ";
    }
    EXPECT_FALSE((File{.cell = "return at(i - 1, " + chain + "j);"}.narrows()));
}

TEST(NarrowText, NarrowsTheBuiltInProblemsWhoseTextAllowsIt) {
    for (const char* name :
         {"allotment", "covering", "covering-as-knapsack", "integer-knapsack", "integer-programming", "inventory",
          "matrix-chain", "production", "replacement", "stagecoach", "transportation"}) {
        EXPECT_TRUE(builtin(name).header.narrows) << name;
    }
    for (const char* name : {"binomial", "fibonacci", "optimal-bst", "radix-code-tree", "knapsack", "distribution"}) {
        EXPECT_FALSE(builtin(name).header.narrows) << name;
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
