// Tests what `vkalgo drainage` prints if there is nothing to find, and if directions run in a circle.
#include "algorithms/terrain/terrain_grid.hpp"
#include "cli/commands/drainage/given_directions.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdint>
#include <cstdio>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// A slope of 3 x 3 cells that falls to the north-west; its last cell has no data.
const std::string kSlopeHead = "ncols 3\nnrows 3\nxllcorner 100\nyllcorner 200\ncellsize 10\nNODATA_value -1\n";
const std::string kSlope = kSlopeHead + "0 2 4\n2 4 6\n4 6 -1\n";

void expect_warning(const Words& arguments, const std::string& message) {
    Words words{"drainage"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const auto run = run_vkalgo(words);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.errors.find(message), std::string::npos) << run.errors;
}

TEST(DrainageNothing, AGridWithoutDataIsNamed) {
    const TemporaryFolder folder;
    const std::string none = folder.file("none.asc", kSlopeHead + "-1 -1 -1\n-1 -1 -1\n-1 -1 -1\n");
    expect_warning({none}, "none.asc: no cell has data, so no water flows");
    expect_warning({"--directions", none}, "none.asc: no cell has a direction, so no water flows");
    EXPECT_NE(run_vkalgo({"drainage", none}).output.find("none, since no cell has data"), std::string::npos);
    EXPECT_EQ(run_vkalgo({"drainage", folder.file("z.asc", kSlope)}).errors, "");
}

TEST(DrainageNothing, AnEmptyNetworkAndWeightsOfZeroAreNamed) {
    const TemporaryFolder folder;
    const std::string slope = folder.file("z.asc", kSlope);
    expect_warning({slope, "--threshold", "50", "--output-network", folder.path("n.npy")},
                   "the network is empty, since no cell has more water than --threshold 50; the most is 7");
    EXPECT_EQ(run_vkalgo({"drainage", slope, "--threshold", "6"}).errors, "");
    const std::string zero = folder.file("w.asc", kSlopeHead + "0 0 0\n0 0 0\n0 0 5\n");
    expect_warning({slope, "--weights", zero}, "w.asc: every cell with data has the weight 0, so there is no water");
}

TEST(DrainageNothing, GaugesOnNoDataAndGaugesInOneCellAreNamed) {
    const TemporaryFolder folder;
    const std::string slope = folder.file("z.asc", kSlope), labels = folder.path("l.npy");
    const auto with = [&](const std::string& points) {
        return Words{slope, "--outlets", folder.file("p.csv", points), "--output-watersheds", labels};
    };
    expect_warning(with("row,column\n0,0\n2,2\n"),
                   "p.csv: point 2 (from 1) lies in a cell without data, row 2, column 2 (from 0; x 125, y 205), so "
                   "its watershed is "
                   "empty");
    expect_warning(with("x,y\n125,205\n"), "p.csv: point 1 (from 1) lies in a cell without data, row 2, column 2");
    expect_warning(with("x,y\n101,229\n115,215\n109,221\n"),
                   "p.csv: points 1 and 3 (from 1) lie in the same cell, row 0, column 0 (from 0; x 105, y 225); this "
                   "cell belongs to "
                   "the last of the points, so watershed 1 is empty");
    std::string many = "row,column\n";
    for (int point = 0; point < 9; ++point) {
        many += "0,0\n";
    }
    expect_warning(with(many), "p.csv: 3 more points lie in the cells of later points");
    // Cell (1, 2) has no data in the file of directions.
    const std::string ways = folder.file("d.asc", kSlopeHead + "0 16 16\n64 32 -1\n64 64 16\n");
    expect_warning(
        {"--directions", ways, "--outlets", folder.file("q.csv", "row,column\n1,2\n"), "--output-watersheds", labels},
        "q.csv: point 1 (from 1) lies in a cell without data, row 1, column 2");
    Words none = with("row,column\n");
    expect_refused("drainage", none, "p.csv: has a header but no point; give at least one");
}

TEST(DrainageNothing, PointsMayHaveComments) {
    const TemporaryFolder folder;
    const std::string slope = folder.file("z.asc", kSlope);
    for (const char* points :
         {"# rows of gauges\nrow,column\n# the first\n+1,+1\n", "\xEF\xBB\xBF#\n\nx,y\n+115.0,215\n",
          "narrow,x,y\n1,115,215\n", "  # by hand\r\n\"row\",column\r\n1,1\r\n#\r\n"}) {
        const Words words{"drainage",          slope, "--outlets", folder.file("p.csv", points), "--output-watersheds",
                          folder.path("l.asc")};
        const auto run = run_vkalgo(words);
        EXPECT_EQ(run.exit_code, 0) << points << run.errors;
        EXPECT_EQ(run.errors, "") << points;
        EXPECT_NE(content_of(folder.path("l.asc")).find("0 0 0\n0 1 0\n0 0 0\n"), std::string::npos)
            << content_of(folder.path("l.asc"));
    }
    expect_refused("drainage",
                   {slope, "--outlets", folder.file("p.csv", "# one\nrow,column\n\n# two\n1,one\n"),
                    "--output-watersheds", folder.path("l.asc")},
                   "line 5, column 2");
}

TEST(DrainageCircles, AreRefusedWithOneOfTheirCells) {
    const TemporaryFolder folder;
    const std::string head = "ncols 3\nnrows 2\nxllcorner 100\nyllcorner 200\ncellsize 10\n";
    // The directions are east, south, none, and north, west, west. So the water of four cells runs in a circle.
    const std::string ways = folder.file("w.asc", head + "1 4 0\n64 16 16\n");
    for (const Words& more : {Words{}, Words{"--method", "scatter"}, Words{"--method", "scatter", "--iterations", "2"},
                              Words{"--memory", "20K"}}) {
        Words words{"--directions", ways};
        words.insert(words.end(), more.begin(), more.end());
        expect_refused("drainage", words,
                       "w.asc: the directions form a cycle of 4 cells through row 0, column 0 (from 0; x 105, y 215); "
                       "give one of these cells another direction");
    }
    // The directions of `two` form no circle. Those of `last` form a circle of two cells, which is refused also if no
    // water flows.
    const std::string zero = folder.file("z.asc", head + "0 0 0\n0 0 0\n");
    const std::string two = folder.file("t.asc", head + "1 1 2\n0 16 16\n");
    EXPECT_EQ(run_vkalgo({"drainage", "--directions", two}).exit_code, 0);
    const std::string last = folder.file("l.asc", head + "1 4 0\n0 1 16\n");
    expect_refused("drainage", {"--directions", last, "--weights", zero},
                   "l.asc: the directions form a cycle of 2 cells through row 1, column 1 (from 0; x 115, y 205)");
}

/// Compares the circles with those that are found by following the water of every cell.
TEST(DrainageCircles, AreFoundWhereverTheyAre) {
    std::mt19937 random(11);
    std::uint64_t with = 0;
    for (int turn = 0; turn < 1200; ++turn) {
        Dem dem;
        dem.grid.width = 1 + static_cast<std::uint32_t>(random() % 6);
        dem.grid.height = 1 + static_cast<std::uint32_t>(random() % 5);
        const auto cells = static_cast<std::size_t>(dem.grid.cells());
        std::vector<FlowCode> codes(cells);
        for (FlowCode& code : codes) {
            // In half of the grids water flows only to the west or to a row further north, so there are no circles.
            const auto drawn = static_cast<FlowCode>(turn % 2 == 0 ? random() % 9 : 5 + random() % 4);
            code = random() % 10 == 0 ? kFlowNoData : drawn;
        }
        const auto next = [&](std::size_t cell) -> std::optional<std::size_t> {
            const FlowStep step = flow_step(codes[cell]);
            const int row = static_cast<int>(cell / dem.grid.width) + step.rows;
            const int column = static_cast<int>(cell % dem.grid.width) + step.columns;
            if (codes[cell] == 0 || codes[cell] > 8 || row < 0 || column < 0 ||
                row >= static_cast<int>(dem.grid.height) || column >= static_cast<int>(dem.grid.width)) {
                return std::nullopt;
            }
            const auto target = static_cast<std::size_t>(row) * dem.grid.width + static_cast<std::size_t>(column);
            return codes[target] > 8 ? std::nullopt : std::optional(target);
        };
        // Returns the number of steps until the water of a cell returns; 0 if it never does.
        const auto length_of = [&](std::size_t start) {
            std::optional<std::size_t> cell = next(start);
            for (std::size_t steps = 1; cell && steps <= cells; ++steps, cell = next(*cell)) {
                if (*cell == start) {
                    return steps;
                }
            }
            return std::size_t{0};
        };
        bool has_circle = false;
        for (std::size_t cell = 0; cell < cells; ++cell) {
            has_circle = has_circle || length_of(cell) != 0;
        }
        with += has_circle ? 1U : 0U;
        const auto checked = check_circles(dem, codes, "ways");
        ASSERT_EQ(!checked, has_circle) << turn;
        if (has_circle) {
            unsigned long length = 0, row = 0, column = 0;
            ASSERT_EQ(std::sscanf(checked.error().message.c_str(),
                                  "ways: the directions form a cycle of %lu cells through row %lu, column %lu (",
                                  &length, &row, &column),
                      3)
                << checked.error().message;
            EXPECT_EQ(length_of(row * dem.grid.width + column), length) << turn;
        }
    }
    EXPECT_GT(with, 100U);
    EXPECT_LT(with, 550U);
}

}  // namespace
}  // namespace vkalgo::cli::test
