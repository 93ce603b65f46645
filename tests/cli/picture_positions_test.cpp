// Tests positions in pictures of tables and dot plots: which cell of a block is shown, triangular tables, bases in the
// last rows and columns, infinities of a maximum, and the ends of a path.
#include "cli/commands/dp/picture/dot_picture.hpp"
#include "cli/commands/dp/picture/table_axes.hpp"
#include "formats/drawing/colours.hpp"
#include "tests/cli/made_up_table.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

using Kind = ShownCell::Kind;

TEST(PicturePositions, ABlockShowsTheValueOfItsMiddleCell) {
    struct Cell {
        std::int32_t h, e, f;
    };
    constexpr std::int64_t kColumns = 2001;
    MadeUp table("align-local", 3, kColumns);
    table.instance = dp::Instance{{"x", std::vector<std::uint8_t>(2, 0)},
                                  {"y", std::vector<std::uint8_t>(kColumns - 1, 0)},
                                  {"score", std::vector<std::int32_t>{1}},
                                  {"alphabet", 1}};
    table.fill<Cell>([](auto i, auto j) { return Cell{static_cast<std::int32_t>(10'000 * i + j), -1, -2}; });
    const ShownTable shown = table.draw().shown;
    ASSERT_EQ(shown.rows, 3);
    ASSERT_LT(shown.columns, kColumns);
    for (std::int64_t i = 0; i < 3; ++i) {
        for (std::int64_t j = 0; j < shown.columns; ++j) {
            const std::int64_t first = j * kColumns / shown.columns, end = (j + 1) * kColumns / shown.columns;
            EXPECT_EQ(shown.at(i, j).value, static_cast<double>(10'000 * i + (first + end) / 2)) << i << " " << j;
        }
    }
}

TEST(PicturePositions, ALowerHalfHasItsDiagonal) {
    for (const std::int64_t size : {9, 1001}) {
        MadeUp table("knapsack", size, size);
        table.header().domain = dp::Domain::lower;
        table.fill<std::uint32_t>([](auto i, auto j) { return i < j ? 1'000'000U : static_cast<std::uint32_t>(i); });
        const ShownTable shown = table.draw().shown;
        EXPECT_EQ(shown.most, static_cast<double>(size - 1));
        EXPECT_EQ(shown.least, 0.0);
        for (const std::int64_t k : {std::int64_t{0}, shown.rows / 2, shown.rows - 2}) {
            EXPECT_EQ(shown.at(k, k).kind, Kind::number) << k;
            EXPECT_EQ(shown.at(k, k + 1).kind, Kind::blank) << k;
        }
        EXPECT_EQ(shown.at(shown.rows - 1, shown.rows - 1).kind, Kind::number);
    }
}

TEST(PicturePositions, ABaseAtTheLastRowsAndColumnsIsMarkedThere) {
    for (const std::size_t index : {0U, 1U}) {
        MadeUp table("knapsack", 7, 12);
        dp::BaseRegion& region = table.header().base.front();
        region.border->index = index;
        region.border->last = true;
        region.amount = 2;
        table.header().base.resize(1);
        table.fill<std::uint32_t>([](auto i, auto j) { return static_cast<std::uint32_t>(i + j); });
        const ShownTable shown = table.draw().shown;
        for (std::int64_t i = 0; i < 7; ++i) {
            for (std::int64_t j = 0; j < 12; ++j) {
                EXPECT_EQ(shown.at(i, j).base, index == 0 ? i >= 5 : j >= 10) << index << ": " << i << " " << j;
            }
        }
    }
}

TEST(PicturePositions, ForAMaximumMinusInfinityIsInfeasible) {
    std::int64_t widths[2] = {};
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const bool maximum : {false, true}) {
        MadeUp table("knapsack", 3, 4);
        table.header().cell = ElementType::f64;
        table.header().base.clear();
        table.header().goal = maximum ? dp::Goal::maximum : dp::Goal::minimum;
        table.fill<double>([&](auto i, auto j) {
            return i != 1 ? static_cast<double>(j) : j == 0 ? (maximum ? -kInfinity : kInfinity) : 2.0;
        });
        const TablePicture picture = table.draw();
        EXPECT_EQ(picture.shown.at(1, 0).kind, Kind::infeasible);
        EXPECT_FALSE(picture.shown.has(Kind::unbounded));
        widths[maximum ? 1 : 0] = picture.canvas.width();
        table.fill<double>([&](auto, auto j) { return j == 0 ? (maximum ? kInfinity : -kInfinity) : 2.0; });
        EXPECT_EQ(table.draw().shown.at(1, 0).kind, Kind::unbounded);
    }
    EXPECT_LT(widths[0], widths[1]);  // The legends say "inf: infeasible" and, one letter longer, "-inf: infeasible"
}

TEST(PicturePositions, TheAxisOfATableThatBeginsAtItsEndHasNoShift) {
    const dp::Recurrence recurrence = *builtin_recurrence("edit-distance");
    dp::RecurrenceHeader header = recurrence.header();
    const dp::Instance instance{{"x", "cat"}, {"y", "trash"}};
    dp::Shape shape;
    shape.size = {4, 6};
    for (const std::size_t index : {0U, 1U}) {
        const auto forward = axis_input(header, instance, shape, index);
        ASSERT_TRUE(forward);
        EXPECT_EQ(forward->name, index == 0 ? "x" : "y");
        EXPECT_EQ(forward->shift, 1);
        EXPECT_TRUE(forward->between);
    }
    for (dp::BaseRegion& region : header.base) {
        region.border->last = region.border->index == 1;
    }
    EXPECT_EQ(axis_input(header, instance, shape, 0)->shift, 1);
    EXPECT_EQ(axis_input(header, instance, shape, 1)->shift, 0);
    EXPECT_TRUE(axis_input(header, instance, shape, 1)->between);
    shape.size = {3, 7};
    EXPECT_FALSE(axis_input(header, instance, shape, 0)->between);
    EXPECT_EQ(axis_input(header, instance, shape, 0)->shift, 0);
    EXPECT_FALSE(axis_input(header, instance, shape, 1));
}

TEST(PicturePositions, AxesOfADotPlotHaveTheNamesOfTheirRecords) {
    const dp::Recurrence recurrence = *builtin_recurrence("edit-distance");
    const dp::Instance instance{{"x", "ACGT"}, {"y", "TACGT"}};
    dp::Solution solution;
    solution.shape.size = {5, 6};
    const AxisInput x{"x", 1, true}, y{"y", 1, true};
    const DotPicture plain = draw_dots({recurrence, instance, solution, x, y});
    EXPECT_EQ(plain.rows.title, "x");
    EXPECT_EQ(plain.columns.title, "y");
    const DotPicture named = draw_dots(
        {recurrence, instance, solution, x, y, 0, 0, false, {}, "HBA_HUMAN", "a_name_of_more_than_24_letters"});
    EXPECT_EQ(named.rows.title, "HBA_HUMAN");
    EXPECT_EQ(named.columns.title, "a_name_of_more_than_2...");
    const DotPicture reverse =
        draw_dots({recurrence, instance, solution, x, y, 0, 0, false, {nullptr, true}, "HBA_HUMAN", "chr1"});
    EXPECT_EQ(reverse.columns.title, "chr1, reverse complement");
}

TEST(PicturePositions, ATracebackOverADotPlotContinuesToTheBorderAtItsEnd) {
    const dp::Recurrence recurrence = *builtin_recurrence("edit-distance");
    const dp::Instance instance{{"x", "ACGT"}, {"y", "TACGT"}};
    dp::Solution solution;
    solution.shape.size = {5, 6};
    // The traceback pairs four letters and ends at (0, 1), where only the first letter of y, T, is left.
    solution.path = {{4, 5, 0}, {3, 4, 0}, {2, 3, 0}, {1, 2, 0}};
    solution.path_end = dp::Cell{0, 1};
    const AxisInput x{"x", 1, true}, y{"y", 1, true};
    const DotPicture picture = draw_dots({recurrence, instance, solution, x, y, 0, 0, true});
    const auto is_traceback = [&](double i, double j) {
        return picture.canvas.at(static_cast<std::int64_t>(picture.columns.centre(j)),
                                 static_cast<std::int64_t>(picture.rows.centre(i))) == kPath;
    };
    for (std::int64_t i = 0; i < 4; ++i) {
        for (std::int64_t j = 0; j < 5; ++j) {
            EXPECT_EQ(is_traceback(static_cast<double>(i), static_cast<double>(j)), j == i + 1) << i << " " << j;
        }
    }
    EXPECT_TRUE(is_traceback(-0.4, 0.6));
    EXPECT_TRUE(is_traceback(3.4, 4.4));
    EXPECT_FALSE(is_traceback(-0.4, -0.4));
}

}  // namespace
}  // namespace vkalgo::cli::test
