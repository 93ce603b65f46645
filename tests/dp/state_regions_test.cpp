// Tracebacks with states, and tracebacks of recurrences without a base, over windows of regions that are computed
// again.
#include "tests/dp/compile_module.hpp"
#include "tests/dp/regions.hpp"
#include "tests/support/effort.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo::dp::test {
namespace {

struct Region {
    bool base, states;
};

/// Returns a text in whose traceback the cell's value chooses the direction of each step; with states, so do the
/// directions of all earlier steps. Without a base the traceback ends when it leaves the table: over the edge where the
/// pattern begins, or by a step to row -4 from some cells near the pattern's first corner.
std::string turning_text(const std::string& pattern, Region way) {
    const bool down = pattern == "NOSE" || pattern == "NESO";
    const bool right = pattern == "NOSE" || pattern == "SONE";
    const std::string up = down ? "i - 1" : "i + 1";
    const std::string left = right ? "j - 1" : "j + 1";
    const std::string above = down ? "i" : "rows() - 1 - i";
    const std::string left_of = right ? "j" : "columns() - 1 - j";
    const auto if_there = [&](const std::string& test) { return way.base ? std::string() : "if (" + test + ") "; };
    const std::string next = way.states ? ", state * 5u + turn + 1u" : "";
    std::string text =
        "//! problem traceback\n//! about a traceback that turns\n//! class local\n//! cell u32\n//! pattern " +
        pattern +
        "\n//! input x u8[]\n//! input y u8[]\n//! rows len(x) + 1\n//! columns len(y) + 1\n//! answer last\n";
    if (way.base) {
        text += std::string("//! base ") + (down ? "first-row" : "last-row") + " 1\n//! base " +
                (right ? "first-column" : "last-column") +
                " 1\ncell_t base(int i, int j) { return uint(i) * 7u + uint(j); }\n";
    }
    text +=
        "cell_t cell(int i, int j) {\n"
        "    uint upper = 0u, before = 0u, corner = 0u;\n"
        "    " +
        if_there(above + " > 0") + "upper = at(" + up + ", j) * 3u;\n    " + if_there(left_of + " > 0") +
        "before = at(i, " + left + ") * 5u;\n    " + if_there(above + " > 0 && " + left_of + " > 0") + "corner = at(" +
        up + ", " + left + ") ^ (x(" + (down ? "i - 1" : "i") + ") + 9u * y(" + (right ? "j - 1" : "j") +
        "));\n    return upper + before + corner + 11u;\n}\n";
    text += std::string("step_t step(int i, int j") + (way.states ? ", uint state" : "") +
            ") {\n    const uint turn = ((at(i, j) >> 7u) ^ " + (way.states ? "(state >> 3u)" : "0u") + ") % 3u;\n";
    if (!way.base) {
        text += "    if (" + above + " + " + left_of + " < 300 && at(i, j) % 16u == 3u) return step_t(-4, j, 9u" +
                next + ");\n";
    }
    return text + "    if (turn == 0u) return step_t(" + up + ", " + left + ", 0u" + next +
           ");\n    return turn == 1u ? step_t(" + up + ", j, 1u" + next + ") : step_t(i, " + left + ", 2u" + next +
           ");\n}\n";
}

/// Alignment with affine gaps, as in docs/dp-more.md. A cell is one number, whose bits hold the three numbers of that
/// page. A match is worth 2, a mismatch -1, a gap of n letters -3 - n.
const char* const kAffine =
    "//! problem affine\n//! about affine gaps\n//! class local\n//! cell i64\n//! pattern NOSE\n"
    "//! input x u8[]\n//! input y u8[]\n//! rows len(x) + 1\n//! columns len(y) + 1\n//! answer last\n"
    "//! base first-row 1\n//! base first-column 1\n"
    "const int kNone = -500000;\n"
    "int64_t pack(int m, int e, int f) {\n"
    "    return (int64_t(max(m, kNone)) << 42) + (int64_t(max(e, kNone)) << 21) + int64_t(max(f, kNone));\n}\n"
    "int F(int64_t c) { return bitfieldExtract(int(c), 0, 21); }\n"
    "int E(int64_t c) { return bitfieldExtract(int((c - int64_t(F(c))) >> 21), 0, 21); }\n"
    "int M(int64_t c) { return int((c - int64_t(F(c)) - (int64_t(E(c)) << 21)) >> 42); }\n"
    "cell_t base(int i, int j) {\n"
    "    const int gap = -3 - max(i, j);\n"
    "    return pack(i + j == 0 ? 0 : kNone, i == 0 && j > 0 ? gap : kNone, j == 0 && i > 0 ? gap : kNone);\n}\n"
    "cell_t cell(int i, int j) {\n"
    "    const int64_t up = at(i - 1, j), left = at(i, j - 1), corner = at(i - 1, j - 1);\n"
    "    return pack(max(M(corner), max(E(corner), F(corner))) + (x(i - 1) == y(j - 1) ? 2 : -1),\n"
    "                  max(max(M(left), F(left)) - 4, E(left) - 1),\n"
    "                  max(max(M(up), E(up)) - 4, F(up) - 1));\n}\n"
    "step_t step(int i, int j, uint state) {\n"
    "    const int64_t c = at(i, j);\n"
    "    const int best = max(M(c), max(E(c), F(c)));\n"
    "    if (state == 0u && M(c) == best) return step_t(i - 1, j - 1, x(i - 1) == y(j - 1) ? 0u : 1u, 0u);\n"
    "    if (state == 1u || (state == 0u && E(c) == best))\n"
    "        return step_t(i, j - 1, 2u, E(c) == E(at(i, j - 1)) - 1 ? 1u : 0u);\n"
    "    return step_t(i - 1, j, 3u, F(c) == F(at(i - 1, j)) - 1 ? 2u : 0u);\n}\n";

/// Returns the best score of an alignment with these gaps, computed row by row.
int affine_score(std::span<const std::byte> x, std::span<const std::byte> y) {
    constexpr int kNone = std::numeric_limits<int>::min() / 2;
    struct Scores {
        int m = kNone, e = kNone, f = kNone;
        int best() const { return std::max(m, std::max(e, f)); }
    };
    std::vector<Scores> row(y.size() + 1);
    row[0].m = 0;
    for (std::size_t j = 1; j <= y.size(); ++j) {
        row[j].e = -3 - static_cast<int>(j);
    }
    for (std::size_t i = 1; i <= x.size(); ++i) {
        Scores corner = row[0];
        row[0] = {kNone, kNone, -3 - static_cast<int>(i)};
        for (std::size_t j = 1; j <= y.size(); ++j) {
            const Scores up = row[j], left = row[j - 1];
            row[j] = {corner.best() + (x[i - 1] == y[j - 1] ? 2 : -1),
                      std::max(std::max(left.m, left.f) - 4, left.e - 1), std::max(std::max(up.m, up.e) - 4, up.f - 1)};
            corner = up;
        }
    }
    return row.back().best();
}

/// Returns the score of the traced alignment; fails the test if it does not align all letters.
int affine_worth(const Solution& solution, std::span<const std::byte> x, std::span<const std::byte> y) {
    std::size_t i = x.size(), j = y.size();
    std::uint32_t gap = 0;
    int worth = 0;
    for (const PathRecord& record : solution.path) {
        EXPECT_EQ(record.i, static_cast<std::int32_t>(i));
        EXPECT_EQ(record.j, static_cast<std::int32_t>(j));
        if (record.decision < 2) {
            EXPECT_EQ(x[i - 1] == y[j - 1], record.decision == 0) << "cell (" << i << ", " << j << ")";
            worth += record.decision == 0 ? 2 : -1;
        } else {
            worth -= gap == record.decision ? 1 : 4;
        }
        gap = record.decision < 2 ? 0 : record.decision;
        i -= record.decision == 2 ? 0 : 1;
        j -= record.decision == 3 ? 0 : 1;
    }
    EXPECT_TRUE(i == 0 || j == 0);
    const std::uint32_t last = i > 0 ? 3 : 2;
    return worth - (i + j == 0 ? 0 : static_cast<int>(i + j) + (gap == last ? 0 : 3));
}

using StateRegions = TileRegions;

// Here a block has 128 rows and columns.
TEST_F(StateRegions, GiveTheTracebackOfTheStoredTable) {
    const std::string text = turning_text("NOSE", {.base = true, .states = true});
    expect_same_traceback(text, 700, 800);
    for (const auto& [n, m] : {std::pair<std::int64_t, std::int64_t>{1500, 1300}, {1024, 512}, {40, 1100}}) {
        expect_same_traceback(text, n, m, kGrids, 0, false);
    }
    expect_same_traceback(text, 129, 131, std::span(kGrids).first(1), 0, false);
}

TEST_F(StateRegions, GiveTheTracebackOfTheStoredTableInEveryPatternWithAndWithoutABase) {
    const std::pair<const char*, Region> tracebacks[] = {{"SENO", {.base = false, .states = true}},
                                                         {"NESO", {.base = true, .states = true}},
                                                         {"SONE", {.base = false, .states = false}}};
    for (const auto& [pattern, way] :
         std::span(tracebacks).first(vkalgo::test::kEveryKernel ? std::size(tracebacks) : 1)) {
        expect_same_traceback(turning_text(pattern, way), 500, 700, std::span(kGrids).first(3), 0, false);
    }
}

TEST_F(StateRegions, GiveTheTracebackOfTheStoredTableInLanesOfEveryWidth) {
    for (const std::uint32_t lanes : {4u, 64u}) {
        if (vkalgo::test::kEveryKernel || lanes == 64) {
            const std::string text = turning_text("NOSE", {.base = true, .states = true});
            expect_same_traceback(text, 1300, 500, std::span(kGrids).first(1), lanes, false);
        }
    }
}

TEST_F(StateRegions, AlignWithAffineGapsOfPackedCells) {
    if (context().profile().int64) {
        expect_same_traceback(kAffine, 600, 500, std::span(kGrids).first(2), 0, false);
    }
}

// Runs as a user does: with a limit and no knobs.
TEST_F(StateRegions, KeepALargeTracebackWithinAMemoryLimit) {
    if (!context().profile().int64) {
        GTEST_SKIP() << "cells of 64 bits";
    }
    const std::int64_t n = vkalgo::test::kEveryKernel ? 9'000 : 5'000;
    CompiledRecurrence recurrence = vkalgo::test::take(compiler::read_recurrence(kAffine, "affine.glsl"));
    const Instance instance = generated("lcs", {n, n - 7, 11, {}});
    SolveOptions options;
    options.method = "tile";
    options.keep.solution = true;
    const SolvePlan roomy = vkalgo::test::take(plan_solve(recurrence.header, instance, options, context().profile()));
    EXPECT_FALSE(dynamic_cast<const TilePlan&>(*roomy.run).refills());
    options.call.memory_limit = roomy.device_bytes * 2 / 3;
    const Solution solution = vkalgo::test::take(solve(runner(), recurrence, instance, options, compile_module));
    EXPECT_LE(solution.call.device_bytes, options.call.memory_limit);
    EXPECT_NE(solution.plan_summary.find("cells that are computed again"), std::string::npos) << solution.plan_summary;
    EXPECT_NE(solution.plan_summary.find("step by step through windows"), std::string::npos) << solution.plan_summary;
    const auto& x = instance.inputs.at("x").data;
    const auto& y = instance.inputs.at("y").data;
    EXPECT_EQ(affine_worth(solution, x, y), affine_score(x, y));
}

}  // namespace
}  // namespace vkalgo::dp::test
