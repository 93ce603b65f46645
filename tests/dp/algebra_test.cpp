// The semirings over which a recurrence is linear: the check finds them by computing cells on random values.
#include "algorithms/dp/check/algebra.hpp"

#include "algorithms/dp/check/check.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::dp {

std::ostream& operator<<(std::ostream& out, const Algebra& algebra) {
    return out << to_string(algebra.semiring) << (algebra.has_constant ? " with a constant" : "");
}

namespace test {
namespace {

constexpr Algebra kMax{Semiring::max_plus}, kMin{Semiring::min_plus}, kTimes{Semiring::plus_times};
constexpr Algebra kMaxConstant{Semiring::max_plus, true}, kTimesConstant{Semiring::plus_times, true};
using Algebras = std::vector<Algebra>;

Algebras found(const std::string& text) {
    const CompiledRecurrence recurrence =
        vkalgo::test::take(compiler::read_recurrence(text, "algebra.glsl"), text.c_str());
    return vkalgo::test::take(check_reads(recurrence, recurrence.header.stage, compile_module, {.algebras = true}),
                              text.c_str())
        .algebras;
}

Algebras found(const std::string& type, const std::string& cell) {
    return found(
        "//! problem algebra\n//! pattern NOSE\n//! cell " + type +
        "\n//! input x u8[] in 0 .. 3\n//! input y u8[] in 0 .. 3\n//! rows len(x) + 1\n//! columns len(y) + 1\n"
        "//! base first-row 1\n//! base first-column 1\n//! answer last\n"
        "cell_t base(int i, int j) { return cell_t(0); }\n"
        "cell_t cell(int i, int j) {\n    const bool same = x(i - 1) == y(j - 1);\n    return " +
        cell + ";\n}\n");
}

const std::string kUp = "at(i - 1, j)", kLeft = "at(i, j - 1)", kCorner = "at(i - 1, j - 1)";

TEST(Algebras, OfChoicesAreMaxPlusOrMinPlus) {
    EXPECT_EQ(found("u32", "same ? " + kCorner + " + 1u : max(" + kUp + ", " + kLeft + ")"), Algebras{kMax});
    EXPECT_EQ(found("i64", "min(min(" + kUp + ", " + kLeft + ") + 1, " + kCorner + " + (same ? 0 : 1))"),
              Algebras{kMin});
    EXPECT_EQ(found("f32", "max(" + kUp + ", " + kLeft + " - 0.3) + 1.7"), Algebras{kMax});
    EXPECT_EQ(found("i32", "max(" + kUp + ", min(" + kLeft + ", " + kCorner + "))"), Algebras{});
}

TEST(Algebras, OfSumsArePlusTimes) {
    EXPECT_EQ(found("u64", kUp + " + " + kLeft), Algebras{kTimes});
    EXPECT_EQ(found("i32", "3 * " + kUp + " - 2 * " + kLeft), Algebras{kTimes});
    EXPECT_EQ(found("f32", "0.3 * " + kUp + " + 0.1 * " + kCorner), Algebras{kTimes});
    EXPECT_EQ(found("f64", kUp + " / 3.0 + 0.1 * " + kCorner), Algebras{kTimes});
}

TEST(Algebras, MayHaveAConstant) {
    EXPECT_EQ(found("i32", "max(0, max(" + kCorner + " + (same ? 3 : -2), " + kUp + " - 2))"), Algebras{kMaxConstant});
    EXPECT_EQ(found("u32", "(i + j) % 3 == 0 ? 2u : max(" + kUp + ", " + kLeft + ")"), Algebras{kMaxConstant});
    EXPECT_EQ(found("i32", kUp + " + " + kLeft + " + 1"), Algebras{kTimesConstant});
    EXPECT_EQ(found("i32", kUp + " + 7"), (Algebras{kMax, kMin, kTimesConstant}));
    EXPECT_EQ(found("i32", kUp), (Algebras{kMax, kMin, kTimes}));
}

TEST(Algebras, AreNoneIfCellsAreMultipliedDividedOrCompared) {
    EXPECT_EQ(found("i32", kUp + " * " + kLeft), Algebras{});
    EXPECT_EQ(found("i32", kUp + " / 2"), Algebras{});
    EXPECT_EQ(found("i32", kUp + " > 65580 ? " + kUp + " + 5 : " + kUp), Algebras{});
    EXPECT_EQ(found("i32", "max(2 * " + kUp + ", " + kLeft + ")"), Algebras{});
}

TEST(Algebras, OfCellsWithFieldsHoldForAllFieldsTogether) {
    const auto fields = [](const std::string& gap) {
        return found(
            "//! problem affine\n//! pattern NOSE\n//! cell i32 M, i32 E\n//! value c.M\n//! goal max\n"
            "//! input x u8[] in 0 .. 3\n//! input y u8[] in 0 .. 3\n//! rows len(x) + 1\n//! columns len(y) + 1\n"
            "//! base first-row 1\n//! base first-column 1\n//! answer last\n"
            "cell_t base(int i, int j) { return cell_t(-i - j, INFEASIBLE); }\n"
            "cell_t cell(int i, int j) {\n"
            "    const cell_t left = at(i, j - 1), corner = at(i - 1, j - 1);\n"
            "    const int e = max(left.M - 5, " +
            gap +
            ");\n"
            "    return cell_t(max(corner.M + (x(i - 1) == y(j - 1) ? 4 : -3), e), e);\n}\n");
    };
    EXPECT_EQ(fields("left.E - 1"), Algebras{kMax});
    EXPECT_EQ(fields("2 * left.E"), Algebras{});
}

// Over min-plus the sum of two cells is a product, so a term that adds two cells is not linear.
TEST(Algebras, OfReductionsAreNoneIfATermReadsTwoCells) {
    const auto chain = [](const std::string& term) {
        return found(
            "//! problem chain\n//! pattern SONE\n//! domain upper\n//! cell u32\n//! input d u8[] in 1 .. 9\n"
            "//! rows len(d)\n//! columns len(d)\n//! base diagonal 0\n//! answer at(0, len(d) - 1)\n"
            "//! reduce min k = i .. j - 1\ncell_t base(int i, int j) { return 0u; }\n"
            "cell_t term(int i, int k, int j) { return " +
            term + " + d(k); }\n");
    };
    EXPECT_EQ(chain("at(i, k) + at(k + 1, j)"), Algebras{});
    EXPECT_EQ(chain("at(i, k)"), Algebras{kMin});
}

// INFEASIBLE is the zero of min-plus, not a constant.
TEST(Algebras, TreatInfeasibleAsTheZeroOfMinPlus) {
    EXPECT_EQ(found("u32\n//! goal min", "same ? min(" + kUp + ", " + kLeft + ") + 1u : INFEASIBLE"), Algebras{kMin});
    EXPECT_EQ(found("u32\n//! goal min", "same ? min(" + kUp + ", " + kLeft + ") + 1u : INFEASIBLE - 1u"),
              (Algebras{{Semiring::min_plus, true}}));
}

}  // namespace
}  // namespace test
}  // namespace vkalgo::dp
