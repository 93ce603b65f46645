// Tests the solution in tables, pictures and dot plots of alignments: the path must be that of the alignment only, and
// axes must count letters as the alignment's text does.
#include "algorithms/alignment/scoring.hpp"
#include "cli/commands/dp/picture/dot_picture.hpp"
#include "cli/commands/dp/picture/table_picture.hpp"
#include "cli/dp/job.hpp"
#include "cli/dp/solution_kind.hpp"
#include "formats/drawing/colours.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// A local alignment of GGACGTCC and TTACGTAAAC, which aligns ACGT. The traceback continues to the border by two steps
/// that are not a part of the alignment.
struct LocalAlignment {
    LocalAlignment() : recurrence(*builtin_recurrence("align-local")) {
        instance.inputs["x"] = letters("GGACGTCC");
        instance.inputs["y"] = letters("TTACGTAAAC");
        EXPECT_TRUE(Scoring::matching(2, -3).apply(instance).has_value());
        EXPECT_TRUE(dp::complete_params(recurrence.header(), instance).has_value());
        solution.shape.size = {9, 11};
        solution.shape.answer = {6, 6};
        solution.stage = recurrence.header().stage;
        for (const std::int32_t k : {6, 5, 4, 3}) {
            solution.path.push_back({.i = k, .j = k, .decision = 0});
        }
        for (const std::int32_t k : {2, 1}) {
            solution.path.push_back({.i = k, .j = k, .decision = 4});
        }
        solution.path_end = dp::Cell{0, 0};
        solution.table.resize(9 * 11 * sizeof(std::array<std::int32_t, 3>));
    }

    static dp::InputArray letters(const std::string& text) {
        const auto bytes = std::as_bytes(std::span(text));
        return {ElementType::u8, text.size(), {bytes.begin(), bytes.end()}};
    }
    DotPicture dots(bool reverse_strand = false) const {
        const auto axis = [&](std::size_t index) {
            return *axis_input(recurrence.header(), instance, solution.shape, index);
        };
        return draw_dots({recurrence, instance, solution, axis(0), axis(1), 1, 1, true, {nullptr, reverse_strand}});
    }

    dp::Recurrence recurrence;
    dp::Instance instance;
    dp::Solution solution;
};

TEST(DpPicturePath, EndsWhereAnAlignmentBegins) {
    const LocalAlignment local;
    const auto cells = solution_cells(local.recurrence.header(), local.solution);
    ASSERT_EQ(cells.size(), 5U);
    EXPECT_EQ(cells.front().i, 6);
    EXPECT_EQ(cells.back().i, 2);
    const auto table = draw_table({local.recurrence, local.instance, local.solution, std::nullopt});
    ASSERT_TRUE(table.has_value());
    ASSERT_TRUE(table->has_values);
    for (std::int64_t k = 0; k < 9; ++k) {
        const bool framed = table->canvas.at(table->columns.start + k * table->columns.cell,
                                             table->rows.start + k * table->rows.cell) == kPath;
        EXPECT_EQ(framed, k >= 2 && k <= 6) << k;
    }
    const DotPicture dots = local.dots();
    for (std::int64_t k = 0; k < 8; ++k) {  // The traceback crosses the middle of the letters that it pairs
        const bool crossed =
            dots.canvas.at(static_cast<std::int64_t>(dots.columns.centre(static_cast<double>(k))),
                           static_cast<std::int64_t>(dots.rows.centre(static_cast<double>(k)))) == kPath;
        EXPECT_EQ(crossed, k >= 2 && k < 6) << k;
    }
}

TEST(DpPicturePath, IsEmptyIfNothingIsAligned) {
    LocalAlignment local;
    local.solution.path = {{.i = 1, .j = 1, .decision = 4}};
    EXPECT_TRUE(solution_cells(local.recurrence.header(), local.solution).empty());
    local.solution.path = {};
    EXPECT_TRUE(solution_cells(local.recurrence.header(), local.solution).empty());
}

TEST(DpPicturePath, IsMarkedInPrintedTablesAsFarAsTheAlignmentGoes) {
    const TemporaryFolder folder;
    const auto shown = run_vkalgo({"dp", "--problem", "align-local", "--solution", "--show", "--quiet",
                                   folder.file("x.txt", "GGACGTCC"), folder.file("y.txt", "TTACGTAAAC")});
    EXPECT_EQ(shown.exit_code, 0) << shown.errors;
    EXPECT_EQ(std::count(shown.output.begin(), shown.output.end(), '['), 5) << shown.output;
}

TEST(DpPicturePath, AxesOfDotPlotsCountLettersFromOne) {
    const DotPicture dots = LocalAlignment().dots();
    EXPECT_EQ(dots.rows.least(), 1);
    EXPECT_EQ(dots.rows.most(), 8);
    EXPECT_EQ(dots.columns.most(), 10);
    EXPECT_EQ(dots.columns.index_of(1), 0);
    EXPECT_EQ(dots.columns.index_of(10), 9);
    EXPECT_EQ(dots.columns.title, "y");
}

TEST(DpPicturePath, AxesOfReverseComplementsSaySoAndDescend) {
    const LocalAlignment local;
    const DotPicture dots = local.dots(true);
    const auto table = draw_table({local.recurrence, local.instance, local.solution, std::nullopt, {nullptr, true}});
    ASSERT_TRUE(table.has_value());
    EXPECT_EQ(table->columns.index_of(10), 1);  // Index 0 is before all letters
    EXPECT_EQ(table->columns.index_of(1), 10);
    EXPECT_EQ(dots.columns.index_of(10), 0);
    EXPECT_EQ(dots.columns.index_of(1), 9);
    for (const PlotAxis* axis : {&table->columns, &dots.columns}) {
        EXPECT_EQ(axis->title, "y, reverse complement");
        EXPECT_EQ(axis->least(), 1);
        EXPECT_EQ(axis->most(), 10);
    }
    EXPECT_EQ(table->rows.title, "row i: x");
    EXPECT_EQ(table->rows.least(), 0);
    EXPECT_EQ(table->rows.most(), 8);
    EXPECT_EQ(dots.rows.title, "x");
}

TEST(DpPicturePath, APictureOfTheReverseStrandDiffersFromThatOfTheReverseComplementedFile) {
    const TemporaryFolder folder;
    const std::string x = folder.file("x.txt", "GGACGTTAACA"), y = folder.file("y.txt", "CCCTGTTAACGTTTT"),
                      reverse = folder.file("reverse.txt", "AAAACGTTAACAGGG");
    const auto drawn = [&](const std::string& of, const char* kind, std::vector<std::string> options) {
        const std::string path = folder.path("a.png");
        options.insert(options.begin(), {"dp", "--problem", "align-local", "--solution", x, of, kind, path});
        EXPECT_EQ(run_vkalgo(options).exit_code, 0);
        std::ifstream file(path, std::ios::binary);
        return std::string{std::istreambuf_iterator<char>(file), {}};
    };
    for (const char* kind : {"--picture", "--dotplot"}) {
        const std::string reverse_strand = drawn(y, kind, {"--reverse-complement"});
        EXPECT_FALSE(reverse_strand.empty());
        EXPECT_NE(reverse_strand, drawn(reverse, kind, {})) << kind;
    }
    EXPECT_EQ(drawn(reverse, "--picture", {"--reverse-complement"}), drawn(reverse, "--picture", {}));
    EXPECT_NE(drawn(reverse, "--dotplot", {"--reverse-complement"}), drawn(reverse, "--dotplot", {}))
        << "the other strand is drawn too";
}

}  // namespace
}  // namespace vkalgo::cli::test
