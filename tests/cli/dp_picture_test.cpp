// Tests `vkalgo dp --picture`: what its parts draw, and what the command writes and refuses.
#include "algorithms/dp/interpreter/interpreter.hpp"
#include "cli/commands/dp/picture/table_axes.hpp"
#include "formats/drawing/colours.hpp"
#include "tests/cli/made_up_table.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/png_pixels.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

using Kind = ShownCell::Kind;

/// Returns the colour of a pixel of cell (i, j) that no value, stripe or frame reaches: above the cell's middle and to
/// the left of it.
Colour colour_in(const TablePicture& picture, std::int64_t i, std::int64_t j) {
    const auto x = static_cast<std::int64_t>(picture.columns.centre(static_cast<double>(j)));
    const auto y = static_cast<std::int64_t>(picture.rows.centre(static_cast<double>(i)));
    return picture.canvas.at(x - picture.columns.cell * 2 / 7, y - picture.rows.cell * 2 / 7);
}

bool has(const Canvas& canvas, Colour colour) {
    for (std::int64_t y = 0; y < canvas.height(); ++y) {
        for (std::int64_t x = 0; x < canvas.width(); ++x) {
            if (canvas.at(x, y) == colour) {
                return true;
            }
        }
    }
    return false;
}

TEST(DpPicture, GivesEachCellTheColourOfItsValue) {
    MadeUp table("knapsack", 7, 9);
    table.fill<std::uint32_t>([](auto i, auto j) { return static_cast<std::uint32_t>(i * 10 + j); });
    const TablePicture picture = table.draw();
    EXPECT_TRUE(picture.has_values);
    for (std::int64_t i = 1; i < 7; ++i) {  // Row 0 is the base
        for (std::int64_t j = 0; j < 9; ++j) {
            EXPECT_EQ(colour_in(picture, i, j), map_colour(static_cast<double>(i * 10 + j) / 68)) << i << " " << j;
        }
    }
}

TEST(DpPicture, HasTheLeastAndTheGreatestColourInItsBar) {
    MadeUp table("knapsack", 3, 500);
    table.fill<std::uint32_t>([](auto i, auto j) { return static_cast<std::uint32_t>(i * 100 + j + 7); });
    const TablePicture picture = table.draw();
    const std::int64_t x = picture.columns.start + picture.columns.pixels() + 2 * kMargin + 3;
    EXPECT_EQ(picture.canvas.at(x, picture.rows.start), map_colour(1));
    bool found = false;
    for (std::int64_t y = picture.rows.start; y < picture.canvas.height(); ++y) {
        found = found || picture.canvas.at(x, y) == map_colour(0);
    }
    EXPECT_TRUE(found);
    EXPECT_EQ(picture.shown.least, 7.0);
    EXPECT_EQ(picture.shown.most, 706.0);
}

TEST(DpPicture, ShowsTheMeanOfEachBlock) {
    for (const auto& [rows, columns] : {std::pair{2003, 1501}, {1, 4099}, {5000, 3}, {701, 901}}) {
        MadeUp table("knapsack", rows, columns);
        table.fill<std::uint32_t>(
            [](auto i, auto j) { return static_cast<std::uint32_t>((i * 7919 + j * 104729) % 1000); });
        const TablePicture picture = table.draw();
        const ShownTable& shown = picture.shown;
        EXPECT_LE(shown.rows, 700);
        EXPECT_LE(shown.columns, 900);
        const auto from = [](std::int64_t block, std::int64_t blocks, std::int64_t all) {
            return block * all / blocks;
        };
        for (const std::int64_t row : {std::int64_t{0}, shown.rows / 2, shown.rows - 1}) {
            for (const std::int64_t column : {std::int64_t{0}, shown.columns / 3, shown.columns - 1}) {
                double sum = 0, count = 0;
                for (std::int64_t i = from(row, shown.rows, rows); i < from(row + 1, shown.rows, rows); ++i) {
                    for (std::int64_t j = from(column, shown.columns, columns);
                         j < from(column + 1, shown.columns, columns); ++j, ++count) {
                        sum += static_cast<double>((i * 7919 + j * 104729) % 1000);
                    }
                }
                EXPECT_DOUBLE_EQ(shown.at(row, column).value, sum / count);
            }
        }
    }
}

TEST(DpPicture, CompilesTheModuleThatComputesValuesOnceForAllPictures) {
    const TemporaryFolder folder;
    const dp::Recurrence recurrence = vkalgo::test::take(recurrence_from_file(
        folder.file("own.glsl",
                    "//! problem own\n//! pattern RUD\n//! cell u32 c, u32 d\n//! value c.c + c.d\n//! rows 2\n"
                    "//! columns 3\n//! answer last\ncell_t cell(int i, int j) { return cell_t(1u, 2u); }\n")));
    dp::Instance instance;
    dp::Solution solution;
    solution.stage = recurrence.header().stage;
    solution.shape = vkalgo::test::take(dp::check_instance(recurrence.header(), instance, solution.stage));
    const std::vector<std::uint32_t> cells{0, 5, 1, 5, 2, 5, 3, 5, 4, 5, 5, 5};
    const auto bytes = std::as_bytes(std::span(cells));
    solution.table.assign(bytes.begin(), bytes.end());
    for (int picture = 0; picture < 2; ++picture) {
        const auto shown = vkalgo::test::take(shrink(recurrence, instance, solution, std::nullopt, 2, 3));
        EXPECT_EQ(shown.at(1, 2).value, 10.0);
    }
    EXPECT_EQ(recurrence.work().modules_compiled, 1U);
}

TEST(DpPicture, TakesNoNaNAndNoInfinityOfAValueIntoTheScale) {
    const TemporaryFolder folder;
    const dp::Recurrence recurrence = vkalgo::test::take(recurrence_from_file(folder.file(
        "ratio.glsl",
        "//! problem ratio\n//! pattern RUD\n//! cell u32 c, u32 d\n//! value f64 double(c.c) / double(c.d)\n"
        "//! rows 1\n//! columns 5\n//! answer last\n"
        "cell_t cell(int i, int j) { return cell_t(1u, 2u); }\n")));
    dp::Instance instance;
    dp::Solution solution;
    solution.stage = recurrence.header().stage;
    solution.shape = vkalgo::test::take(dp::check_instance(recurrence.header(), instance, solution.stage));
    const std::vector<std::uint32_t> cells{0, 0, 3, 2, 1, 0, 6, 2, 1, 2};
    const auto bytes = std::as_bytes(std::span(cells));
    solution.table.assign(bytes.begin(), bytes.end());
    const auto shown = vkalgo::test::take(shrink(recurrence, instance, solution, std::nullopt, 1, 5));
    EXPECT_EQ(shown.at(0, 0).kind, Kind::not_a_number);
    EXPECT_EQ(shown.at(0, 2).kind, Kind::infeasible);
    EXPECT_EQ(shown.least, 0.5);
    EXPECT_EQ(shown.most, 3.0);
}

TEST(DpPicture, LeavesCellsOutsideTheDomainBlank) {
    MadeUp table("matrix-chain", 9, 9);
    table.fill<std::uint64_t>([](auto i, auto j) { return static_cast<std::uint64_t>(i <= j ? 100 + j : 1); });
    const TablePicture picture = table.draw();
    EXPECT_EQ(picture.shown.at(5, 2).kind, Kind::blank);
    EXPECT_EQ(colour_in(picture, 5, 2), kGround);
    EXPECT_EQ(colour_in(picture, 2, 5), map_colour(5.0 / 8));
    EXPECT_TRUE(picture.shown.at(3, 3).base);
    EXPECT_FALSE(picture.shown.at(3, 4).base);
    EXPECT_EQ(picture.shown.least, 100.0);
}

TEST(DpPicture, GivesInfeasibleCellsAColourOfTheirOwn) {
    MadeUp table("stagecoach", 4, 6);
    const dp::RecurrenceHeader& header = table.header();
    ASSERT_TRUE(header.has_infeasible());
    ASSERT_EQ(header.cell, ElementType::u64);
    constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
    table.fill<std::uint64_t>([&](auto i, auto j) { return j == 2 ? kNone : static_cast<std::uint64_t>(i + j); });
    const TablePicture picture = table.draw();
    EXPECT_EQ(colour_in(picture, 1, 2), kInfeasible);
    EXPECT_EQ(picture.shown.most, 8.0);
    EXPECT_FALSE(has(picture.canvas, kUnbounded));
}

TEST(DpPicture, ShowsInfinitiesAndNaNDifferently) {
    MadeUp table("knapsack", 3, 4);
    dp::RecurrenceHeader& header = table.header();
    header.cell = ElementType::f64;
    header.base.clear();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    table.fill<double>([](auto i, auto j) {
        return i != 1   ? 0.25 * static_cast<double>(j)
               : j == 0 ? kInfinity
               : j == 1 ? -kInfinity
               : j == 2 ? std::nan("")
                        : 2.0;
    });
    const TablePicture picture = table.draw();
    EXPECT_EQ(colour_in(picture, 1, 0), kInfeasible);
    EXPECT_EQ(colour_in(picture, 1, 1), kUnbounded);
    EXPECT_EQ(picture.shown.at(1, 2).kind, Kind::not_a_number);
    EXPECT_EQ(colour_in(picture, 1, 3), map_colour(1));
    EXPECT_EQ(picture.shown.most, 2.0);
}

TEST(DpPicture, FramesTheCellsOfTheSolutionAndNoOthers) {
    MadeUp table("lcs", 6, 6);
    table.fill<std::uint32_t>([](auto i, auto j) { return static_cast<std::uint32_t>(i * j); });
    table.solution.path = {{5, 5, 0}, {4, 4, 0}, {4, 3, 0}};
    table.solution.path_end = dp::Cell{3, 2};
    const TablePicture picture = table.draw();
    for (std::int64_t i = 0; i < 6; ++i) {
        for (std::int64_t j = 0; j < 6; ++j) {
            const bool marked = (i == 5 && j == 5) || (i == 4 && (j == 4 || j == 3)) || (i == 3 && j == 2);
            const std::int64_t left = picture.columns.start + j * picture.columns.cell + 1;
            const auto y = static_cast<std::int64_t>(picture.rows.centre(static_cast<double>(i)));
            EXPECT_EQ(picture.canvas.at(left, y) == kPath, marked) << i << " " << j;
        }
    }
}

TEST(DpPicture, DrawsALineThroughTheCellsOfALargeTable) {
    MadeUp table("lcs", 3000, 2000);
    table.fill<std::uint32_t>([](auto i, auto j) { return static_cast<std::uint32_t>(i + j); });
    for (std::int32_t k = 1999; k > 0; --k) {
        table.solution.path.push_back({k + 500, k, 0});
    }
    table.solution.path_end = dp::Cell{500, 0};
    const TablePicture picture = table.draw();
    EXPECT_FALSE(picture.has_values);
    const auto at = [&](std::int64_t i, std::int64_t j) {
        return picture.canvas.at(static_cast<std::int64_t>(picture.columns.centre(static_cast<double>(j))),
                                 static_cast<std::int64_t>(picture.rows.centre(static_cast<double>(i))));
    };
    for (std::int64_t k = 100; k < 1900; k += 300) {
        const Colour on = at(k + 500, k), off = at(k + 800, k);
        EXPECT_GT(on.red, 200) << k;
        EXPECT_LT(on.green, 100) << k;
        EXPECT_NEAR(off.green, map_colour(static_cast<double>(2 * k + 800) / 4998).green, 3) << k;
    }
}

TEST(DpPicture, FindsTheLettersAlongItsSides) {
    MadeUp table("lcs", 4, 6);
    table.instance = dp::Instance{{"x", "cat"}, {"y", "trash"}};
    table.fill<std::uint32_t>([](auto, auto) { return 1U; });
    const TablePicture picture = table.draw();
    EXPECT_EQ(picture.rows.letters, " cat");
    EXPECT_EQ(picture.columns.letters, " trash");
    EXPECT_TRUE(picture.rows.has_letters());
    table.instance = dp::Instance{{"x", std::string("c\x01t")}, {"y", "trash"}};
    EXPECT_EQ(table.draw().rows.letters, "");
}

TEST(DpPicture, OfAnEmptyTableIsAPictureToo) {
    MadeUp table("matrix-chain", 0, 0);
    const TablePicture picture = table.draw();
    EXPECT_GT(picture.canvas.width(), 50);
    EXPECT_TRUE(has(picture.canvas, kInk));
}

TEST(DpPicture, TakesValuesByTheValueLineOfTheHeader) {
    const TemporaryFolder folder;
    const auto json =
        json_of_command("dp", {"--problem", "optimal-bst", "--n", "9", "--picture", folder.path("p.png")});
    EXPECT_EQ(json["result"]["picture_file"], folder.path("p.png"));
    const PngPixels picture(folder.path("p.png"));
    // The cell of the answer has the greatest value, so it has the last colour of the map.
    EXPECT_GT(picture.count(map_colour(1)), 200U);
    EXPECT_GT(picture.count(kPath), 500U);
}

TEST(DpPictureCommand, WritesOnePngAndSaysSo) {
    const TemporaryFolder folder;
    const std::string path = folder.path("p.png");
    const ProcessResult ran = run_vkalgo({"dp", "--problem", "lcs", "--n", "9", "--picture", path});
    EXPECT_EQ(ran.exit_code, 0) << ran.errors;
    EXPECT_NE(ran.output.find("written   " + path), std::string::npos) << ran.output;
    EXPECT_GT(PngPixels(path).count(kPath), 500U);
    const ProcessResult quiet = run_vkalgo({"dp", "--problem", "lcs", "--n", "9", "--picture", path, "--quiet"});
    EXPECT_EQ(quiet.output.find("written"), std::string::npos);
    const ProcessResult stream = run_vkalgo({"dp", "--problem", "lcs", "--n", "9", "--picture", "-"});
    EXPECT_TRUE(stream.output.starts_with("\x89PNG")) << stream.errors;
}

TEST(DpPictureCommand, LeavesStagesThatWereNotRunBlank) {
    const TemporaryFolder folder;
    const std::string path = folder.path("p.png");
    const Words words{"dp", "--problem", "knapsack", "--n", "20", "--capacity", "30", "--picture", path, "--quiet"};
    ASSERT_EQ(run_vkalgo(words).exit_code, 0);
    const std::uint64_t white = PngPixels(path).count(kGround);
    Words cut = words;
    cut.insert(cut.end(), {"--to-stage", "9"});
    ASSERT_EQ(run_vkalgo(cut).exit_code, 0);
    EXPECT_GT(PngPixels(path).count(kGround), white + 11 * 30 * 300U);
}

TEST(DpPictureCommand, RefusesWhatItCannotDraw) {
    const TemporaryFolder folder;
    const std::string path = folder.path("p.png"), x = folder.file("x.png", "abc");
    const Refusal rows[] = {
        {{"dp", "--problem", "lcs", "--n", "4", "--picture", folder.path("p.jpg")}, 2, "p.jpg"},
        {{"dp", "--problem", "lcs", "--n", "4", "--picture", folder.path("none/p.png")}, 2, "none"},
        {{"dp", "--problem", "nim", "--n", "4", "--picture", path, "--picture", path}, 2, "--picture"},
        {{"dp", "--problem", "lcs", "--n", "4", "--solution", "--picture", "-"},
         2,
         "--picture - and --solution both write to standard output"},
        {{"dp", "--problem", "lcs", "--n", "4", "--table", path, "--picture", path}, 2, ".npy"},
        {{"dp", "--problem", "lcs", "--format", "txt", x, x, "--picture", x}, 2, "--picture"},
        {{"dp", "--problem", "lcs", "--n", "4", "--picture", path, "--dotplot", path},
         2,
         "--picture and --dotplot both write"},
        {{"dp", "--list", "--picture", path}, 2, "--list allows only"},
        {{"dp", "--check", "lcs", "--picture", path}, 2, "--check allows only"},
        {{"dp", "--problem", "lcs", "--batch", x, "--picture", path}, 2, "--picture is only for one problem"},
        {{"dp", "--problem", "lcs", "--n", "4096", "--picture", path, "--memory", "1M"},
         2,
         "leave out --picture or raise --memory"},
    };
    for (const Refusal& row : rows) {
        expect_refused(row);
        EXPECT_FALSE(std::filesystem::exists(path)) << row.message;
    }
    const std::string cube = folder.file("cube.glsl",
                                         "//! problem  cube\n//! stage    i\n//! cell     u32\n//! rows     n\n"
                                         "//! columns  n\n//! index    k n\n//! base     first-row 1\n"
                                         "//! answer   last\ncell_t base(int i, int j, int k) { return 1u; }\n"
                                         "cell_t cell(int i, int j, int k) { return at(i - 1, j, k) + 1u; }\n");
    expect_refused({{"dp", "--recurrence", cube, "--n", "4", "--picture", path}, 2, "tables of two indices"});
}

TEST(DpPictureCommand, WritesNothingIfTheRunFails) {
    const TemporaryFolder folder;
    const std::string path = folder.file("p.png", "kept");
    EXPECT_EQ(
        run_vkalgo({"dp", "--problem", "lcs", "--n", "9", "--picture", path, "--table", "/dev/full"}).exit_code == 0,
        false);
    EXPECT_EQ(std::filesystem::file_size(path), 4U);
}

/// A thousandth of the colour values may differ by more than 3, since compilers round differently.
TEST(DpPictureDocs, ShowWhatTheCommandsDraw) {
    const TemporaryFolder folder;
    const ProcessResult ran = run_shell("cd " + folder.path("") + R"( && printf kitten > x.txt && printf sitting > y.txt
$V dp --problem edit-distance --picture dp-edit-distance.png --quiet x.txt y.txt
$V dp --problem matrix-chain --n 12 --picture dp-matrix-chain.png --quiet
$V dp --problem knapsack --n 100 --seed 2 --picture dp-knapsack.png --quiet
$V dp --problem lcs --n 3000 --write-inputs two
(head -c 900 two/x.txt; tail -c 1300 two/x.txt; tail -c 2100 two/x.txt | head -c 800) > parts.txt
sed 's/ACG/AG/g; s/TTC/TGTC/g' parts.txt > moved.txt
$V dp --problem edit-distance --solution --dotplot dp-dotplot.png two/x.txt moved.txt)");
    ASSERT_EQ(ran.exit_code, 0) << ran.errors;
    for (const std::string name : {"dp-edit-distance", "dp-matrix-chain", "dp-knapsack", "dp-dotplot"}) {
        const PngPixels drawn(folder.path(name + ".png"));
        const std::string page = vkalgo::test::source_folder() + "/docs/images/" + name + ".png";
        const PngPixels shown(page);
        EXPECT_LT(std::filesystem::file_size(page), 150'000U);
        ASSERT_EQ(drawn.rgb.size(), shown.rgb.size()) << name;
        std::size_t differ = 0;
        for (std::size_t k = 0; k < drawn.rgb.size(); ++k) {
            differ += std::abs(drawn.rgb[k] - shown.rgb[k]) > 3 ? 1U : 0U;
        }
        EXPECT_LT(differ, drawn.rgb.size() / 1000) << name << ": draw it again";
    }
}

TEST(Ticks, AreRoundAndWithinTheirEnds) {
    EXPECT_EQ(ticks(0, 10, 5, true), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    EXPECT_EQ(ticks(0, 3, 9, true), (std::vector<double>{0, 1, 2, 3}));
    EXPECT_EQ(ticks(7, 7, 5, true), (std::vector<double>{7}));
    EXPECT_EQ(ticks(-1, 1, 4, false), (std::vector<double>{-1, -0.5, 0, 0.5, 1}));
    const auto wide = ticks(3, 123456789, 6, true);
    EXPECT_GE(wide.front(), 3);
    EXPECT_LE(wide.back(), 123456789);
    EXPECT_LE(wide.size(), 8U);
    EXPECT_EQ(tick_text(-0.0), "0");
    EXPECT_EQ(tick_text(1200000), "1200000");
    EXPECT_EQ(tick_text(0.123456), "0.1235");
    EXPECT_EQ(tick_text(1e12), "1e+12");
}

TEST(Ticks, AreFewIfTheEndsDifferByAFewRoundings) {
    const double one = 1, large = 1152921504606846976.0;  // 2^60
    const std::pair<double, double> ends[] = {{one, std::nextafter(one, 2)},
                                              {std::nextafter(one, 0), one},
                                              {-std::nextafter(one, 2), -one},
                                              {large, large + 256},
                                              {1e17, 1e17 + 16},
                                              {-1e17 - 16, -1e17},
                                              {0, 1.7e308}};
    for (const auto& [low, high] : ends) {
        for (const bool whole : {false, true}) {
            const auto found = ticks(low, high, 6, whole);
            EXPECT_LE(found.size(), 8U) << low;
            for (const double number : found) {
                EXPECT_TRUE(low <= number && number <= high) << low << " " << number;
            }
        }
    }
}

/// The ends, the middle and the quarters of matplotlib's table.
TEST(Colours, AreThoseOfViridis) {
    const auto near = [](Colour colour, int red, int green, int blue) {
        return std::abs(colour.red - red) < 6 && std::abs(colour.green - green) < 6 && std::abs(colour.blue - blue) < 6;
    };
    EXPECT_TRUE(near(map_colour(0), 68, 1, 84));
    EXPECT_TRUE(near(map_colour(0.25), 59, 82, 139));
    EXPECT_TRUE(near(map_colour(0.5), 33, 145, 140));
    EXPECT_TRUE(near(map_colour(0.75), 94, 201, 98));
    EXPECT_TRUE(near(map_colour(1), 253, 231, 37));
    for (double share = 0.01; share <= 1; share += 0.01) {
        EXPECT_GT(lightness(map_colour(share)), lightness(map_colour(share - 0.01)) - 1e-9) << share;
    }
}

}  // namespace
}  // namespace vkalgo::cli::test
