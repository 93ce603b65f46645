// Work that is cut into several dispatches. Each dispatch continues where the one before it stopped.
#include "compiler/recurrence.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/support/device_fixture.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

class Parts : public vkalgo::test::DeviceTest {
protected:
    static Solution solved(const std::string& text, const Instance& instance, const SolveOptions& options) {
        const Recurrence recurrence = vkalgo::test::take(compiler::recurrence(text, "parts.glsl"), text.c_str());
        return vkalgo::test::take(solve(runner(), recurrence, instance, options), text.c_str());
    }
};

// A dispatch computes 4,096 cells of a sequential row.
TEST_F(Parts, OfSequentialRowsFollowOneAnother) {
    for (const std::string pattern : {"RUD", "RDU"}) {
        const bool down = pattern == "RUD";
        std::string text = "//! problem  rows\n//! pattern  " + pattern + "\n//! cell     u32\n//! sequential row\n";
        text += "//! rows     n\n//! columns  m\n//! answer   " + std::string(down ? "last" : "at(0, m - 1)") + '\n';
        text += "cell_t cell(int i, int j) {\n    const cell_t left = j > 0 ? at(i, j - 1) : uint(i);\n";
        text += down ? "    return i > 0 ? left * 3u + at(i - 1, j) : left + 1u;\n}\n"
                     : "    return i + 1 < rows() ? left * 3u + at(i + 1, j) : left + 1u;\n}\n";
        for (const std::int64_t columns : {4095, 4096, 4097, 9001}) {
            constexpr std::int64_t kRows = 3;
            const auto width = static_cast<std::size_t>(columns);
            std::vector<std::uint32_t> expected(kRows * width);
            for (std::int64_t turn = 0; turn < kRows; ++turn) {
                const auto row = static_cast<std::size_t>(down ? turn : kRows - 1 - turn);
                const std::size_t before = down ? row - 1 : row + 1;
                std::uint32_t left = static_cast<std::uint32_t>(row);
                for (std::size_t j = 0; j < width; ++j) {
                    left = turn == 0 ? left + 1 : left * 3 + expected[before * width + j];
                    expected[row * width + j] = left;
                }
            }
            for (const bool table : {true, false}) {
                const Solution solution = solved(text, {{"n", kRows}, {"m", columns}}, {.keep = {.table = table}});
                const std::string what = pattern + ", " + std::to_string(columns) + " columns";
                EXPECT_EQ(solution.answer_as<std::uint32_t>(), down ? expected.back() : expected[width - 1]) << what;
                if (table) {
                    EXPECT_EQ(cells_of<std::uint32_t>(solution.table), expected) << what;
                }
            }
        }
    }
}

// A dispatch takes 16,384 steps of a traceback, but only 256 if the text has loops and the driver stops long loops.
TEST_F(Parts, OfATracebackContinueInTheStateThatTheLastStepNamed) {
    for (const bool loops : {false, true}) {
        const std::string text =
            std::string(
                "//! problem  traceback\n//! pattern  RUD\n//! cell     u32\n//! sequential row\n"
                "//! rows     1\n//! columns  m\n//! base     first-column 1\n//! answer   last\n"
                "cell_t base(int i, int j) { return 0u; }\n"
                "cell_t cell(int i, int j) { return at(i, j - 1) + 1u; }\n"
                "step_t step(int i, int j, uint state) {\n") +
            (loops ? "    uint turns = 0u;\n    for (int k = 0; k < columns() / 1000; ++k) turns += uint(k) / 10u;\n"
                   : "    const uint turns = 10u;\n") +
            "    return step_t(i, j - 1, state, state * turns % 100003u + 1u);\n}\n";
        const std::int64_t columns = loops ? 20'000 : 40'000;
        const Solution solution = solved(text, {{"m", columns}}, {.keep = {.solution = true}});
        EXPECT_EQ(solution.answer, Number(static_cast<std::uint64_t>(columns - 1)));
        ASSERT_EQ(solution.path.size(), static_cast<std::size_t>(columns - 1));
        std::uint32_t state = 0;
        for (std::size_t k = 0; k < solution.path.size(); ++k) {
            ASSERT_EQ(solution.path[k].j, columns - 1 - static_cast<std::int64_t>(k));
            ASSERT_EQ(solution.path[k].decision, state) << "step " << k;
            state = state * 10 % 100'003 + 1;
        }
    }
}

// A dispatch searches 4,194,304 cells of the border.
TEST_F(Parts, OfTheSearchOfALongBorderKeepTheBest) {
    const std::string head =
        "//! problem  border\n//! pattern  NOSE\n//! class    local\n//! cell     i32\n//! param    first i32\n"
        "//! param    second i32\n//! rows     n\n//! columns  m\n//! base     first-row 1\n//! answer   max last-row\n"
        "cell_t base(int i, int j) { return j % 5; }\n"
        "cell_t cell(int i, int j) { return at(i - 1, j) + (j == first || j == second ? 100 : 0); }\n";
    const std::int64_t columns = (std::int64_t{1} << 22) + 5000;
    for (const auto& [first, second] :
         {std::pair<std::int64_t, std::int64_t>{1004, columns - 6}, {4000, columns - 1}}) {
        const Solution solution =
            solved(head, {{"n", 2}, {"m", columns}, {"first", first}, {"second", second}}, {.method = "tile"});
        const std::int64_t best = first % 5 >= second % 5 ? first : second;
        EXPECT_EQ(solution.answer, Number(100 + best % 5));
        EXPECT_EQ(solution.shape.answer, (Cell{1, best}));
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
