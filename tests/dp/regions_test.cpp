// Tracebacks by maps, over tiles whose borders are kept for one region at a time.
#include "tests/dp/regions.hpp"

#include "tests/support/effort.hpp"

#include <string>
#include <utility>

namespace vkalgo::dp::test {
namespace {

/// Returns a text of the longest common subsequence, from the corner where the pattern begins. `cell` is the type of
/// the cells, and `base` names the borders that hold 0.
std::string lcs_text(const std::string& pattern, const std::string& base, const std::string& answer = "last",
                     const std::string& cell = "u32") {
    const bool down = pattern == "NOSE" || pattern == "NESO";
    const bool right = pattern == "NOSE" || pattern == "SONE";
    const std::string up = down ? "i - 1" : "i + 1";
    const std::string left = right ? "j - 1" : "j + 1";
    const std::string same = std::string(down ? "x(i - 1)" : "x(i)") + " == " + (right ? "y(j - 1)" : "y(j)");
    return "//! problem traceback\n//! about longest common subsequence\n//! class local\n//! cell " + cell +
           "\n//! pattern " + pattern +
           "\n//! input x u8[]\n//! input y u8[]\n//! rows len(x) + 1\n//! columns len(y) + 1\n//! answer " + answer +
           "\n//! base " + (down ? "first-row" : "last-row") + " 1\n//! base " +
           (right ? "first-column" : "last-column") + " 1\n" + base +
           "cell_t base(int i, int j) { return cell_t(0); }\n"
           "cell_t cell(int i, int j) {\n"
           "    if (" +
           same + ") return at(" + up + ", " + left +
           ") + cell_t(1);\n"
           "    return max(at(" +
           up + ", j), at(i, " + left +
           "));\n}\n"
           "step_t step(int i, int j) {\n"
           "    if (" +
           same + ") return step_t(" + up + ", " + left +
           ", 7u);\n"
           "    if (at(" +
           up + ", j) >= at(i, " + left + ")) return step_t(" + up +
           ", j, 1u);\n"
           "    return step_t(i, " +
           left + ", 2u);\n}\n";
}

/// Returns a text with a straight traceback. `rule` is the body of step().
std::string straight_text(const std::string& rule) {
    return "//! problem traceback\n//! about a straight traceback\n//! class local\n//! cell u32\n//! pattern NOSE\n"
           "//! input x u8[]\n//! input y u8[]\n//! rows len(x) + 1\n//! columns len(y) + 1\n//! answer last\n"
           "//! base first-row 1\n//! base first-column 1\n"
           "cell_t base(int i, int j) { return uint(i) * 3u + uint(j); }\n"
           "cell_t cell(int i, int j) { return at(i - 1, j) + at(i, j - 1) * 5u + at(i - 1, j - 1); }\n"
           "step_t step(int i, int j) {\n" +
           rule + "}\n";
}

// Here a block has 128 rows and columns.
TEST_F(TileRegions, GiveTheTracebackOfTheStoredTable) {
    const std::string text = lcs_text("NOSE", "");
    for (const auto& [n, m] :
         {std::pair<std::int64_t, std::int64_t>{1500, 1300}, {769, 1000}, {1024, 512}, {40, 1100}}) {
        expect_same_traceback(text, n, m);
    }
    expect_same_traceback(text, 129, 131, std::span(kGrids).first(1));
    expect_same_traceback(text, 1100, 1);
}

TEST_F(TileRegions, GiveTheTracebackOfTheStoredTableInEveryPattern) {
    for (const std::string pattern : {"SENO", "NESO", "SONE"}) {
        if (vkalgo::test::kEveryKernel || pattern == "SENO") {
            expect_same_traceback(lcs_text(pattern, ""), 500, 700, std::span(kGrids).first(3));
        }
    }
}

TEST_F(TileRegions, GiveTheTracebackOfTheStoredTableInLanesOfEveryWidth) {
    for (const std::uint32_t lanes : {4u, 16u, 64u}) {
        if (vkalgo::test::kEveryKernel || lanes == 16) {
            expect_same_traceback(lcs_text("NOSE", ""), 1300, 500, std::span(kGrids).first(1), lanes);
        }
    }
}

TEST_F(TileRegions, HoldCellsOfEightBytes) {
    if (context().profile().int64 && vkalgo::test::kEveryKernel) {
        expect_same_traceback(lcs_text("NOSE", "", "last", "i64"), 600, 500, std::span(kGrids).first(2));
    }
}

TEST_F(TileRegions, BeginAtTheAnswerAndEndAtTheBase) {
    const std::span<const Grid> grids = std::span(kGrids).first(3);
    expect_same_traceback(lcs_text("NOSE", "", "at(len(x), len(y) / 3)"), 700, 1200, grids);
    if (vkalgo::test::kEveryKernel) {
        expect_same_traceback(lcs_text("NOSE", "//! base diagonal 3\n"), 900, 400, grids);
    }
}

// Straight tracebacks upwards and to the left run along the edges of regions, diagonal ones through their corners.
TEST_F(TileRegions, AreLeftUpwardsToTheLeftAndThroughTheirCorners) {
    const std::span<const Grid> grids = std::span(kGrids).first(2);
    expect_same_traceback(straight_text("    return step_t(i - 1, j, 0u);\n"), 700, 512, grids);
    if (vkalgo::test::kEveryKernel) {
        expect_same_traceback(straight_text("    return step_t(i, j - 1, 0u);\n"), 512, 700, grids);
        expect_same_traceback(straight_text("    return step_t(i - 1, j - 1, 0u);\n"), 768, 768, grids);
        expect_same_traceback(straight_text("    return step_t(i - 1, j - 1, 0u);\n"), 767, 769, grids);
        expect_same_traceback(straight_text("    return j > 257 ? step_t(i, j - 1, 0u) : step_t(i - 1, j, 1u);\n"), 600,
                              600, grids);
        expect_same_traceback(straight_text("    return i > 256 ? step_t(i - 1, j, 0u) : step_t(i, j - 1, 1u);\n"), 600,
                              600, grids);
    }
}

// Runs as a user does: with a limit and no knobs.
TEST_F(TileRegions, KeepALargeTracebackWithinAMemoryLimit) {
    const std::int64_t n = vkalgo::test::kEveryKernel ? 12'000 : 6'000;
    for (const char* name : {"lcs", "edit-distance"}) {
        const CompiledRecurrence& recurrence = builtin(name);
        const Instance instance = generated(name, {n, n - 7, 11, {}});
        SolveOptions options;
        options.method = "tile";
        options.keep.solution = true;
        const SolvePlan roomy =
            vkalgo::test::take(plan_solve(recurrence.header, instance, options, context().profile()));
        EXPECT_FALSE(dynamic_cast<const TilePlan&>(*roomy.run).refills());
        options.call.memory_limit = roomy.device_bytes * 2 / 3;
        const auto solution = solve(runner(), recurrence, instance, options);
        ASSERT_OK(solution) << name;
        EXPECT_LE(solution->call.device_bytes, options.call.memory_limit);
        EXPECT_NE(solution->plan_summary.find("cells that are computed again"), std::string::npos)
            << solution->plan_summary;
        EXPECT_EQ(*solution->answer, Number(reference_answer(name, instance))) << name;
        const auto worth = oracle(name).replay(instance, *solution);
        ASSERT_OK(worth) << name;
        EXPECT_EQ(*worth, *solution->answer) << name;
    }
}

TEST_F(TileRegions, AreNotNeededIfTheBaseHoldsAllColumns) {
    const TestKnobs knobs{.region_blocks = 1};
    SolveOptions options;
    options.method = "tile";
    options.keep.solution = true;
    options.knobs = &knobs;
    const Solution solution =
        vkalgo::test::take(solve(runner(), builtin("lcs"), generated("lcs", {300, 0, 7, {}}), options));
    EXPECT_EQ(solution.answer, Number(std::uint64_t{0}));
    EXPECT_TRUE(solution.path.empty());
}

}  // namespace
}  // namespace vkalgo::dp::test
