// Tests `vkalgo dp --dotplot`. The numbers of matching windows are compared with counting letter by letter.
#include "cli/commands/dp/picture/dot_plot.hpp"
#include "cli/formats.hpp"
#include "formats/drawing/colours.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/png_pixels.hpp"
#include "tests/support/random.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

using Letters = std::vector<std::byte>;

Letters letters(std::size_t count, unsigned kinds, vkalgo::test::SplitMix64& random) {
    Letters made(count);
    for (std::byte& letter : made) {
        letter = static_cast<std::byte>(random.below(kinds) + (kinds == 256 ? 0 : 65));
    }
    return made;
}

/// Returns the number of matching windows in each of the `rows` x `columns` blocks, counted letter by letter.
std::vector<std::uint32_t> counted(const Letters& x, const Letters& y, DotRule rule, std::int64_t rows,
                                   std::int64_t columns, bool y_backwards = false) {
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(rows * columns));
    const auto block_of = [](std::size_t letter, std::int64_t blocks, std::size_t length) {
        std::int64_t block = 0;
        while (block + 1 < blocks &&
               static_cast<std::size_t>((block + 1) * static_cast<std::int64_t>(length) / blocks) <= letter) {
            ++block;
        }
        return block;
    };
    for (std::size_t i = 0; i + rule.window <= x.size(); ++i) {
        for (std::size_t j = 0; j + rule.window <= y.size(); ++j) {
            std::uint64_t equal = 0;
            for (std::size_t t = 0; t < rule.window; ++t) {
                equal += x[i + t] == y[j + t] ? 1U : 0U;
            }
            if (equal >= rule.at_least) {
                const std::int64_t row = block_of(i + rule.window / 2, rows, x.size());
                const std::size_t middle = j + rule.window / 2;
                const std::int64_t column = block_of(y_backwards ? y.size() - 1 - middle : middle, columns, y.size());
                ++counts[static_cast<std::size_t>(row * columns + column)];
            }
        }
    }
    return counts;
}

TEST(DotPlot, CountsTheWindowsThatMatchInEachBlock) {
    vkalgo::test::SplitMix64 random(7);
    struct Case {
        std::size_t x, y;
        unsigned kinds;
        DotRule rule;
        std::int64_t rows, columns;
    };
    for (const auto& [x_size, y_size, kinds, rule, rows, columns] :
         {Case{1, 1, 2, {1, 1}, 1, 1}, Case{20, 30, 4, {1, 1}, 20, 30}, Case{64, 64, 4, {3, 2}, 64, 64},
          Case{65, 63, 4, {11, 7}, 65, 63}, Case{127, 129, 4, {11, 5}, 13, 17}, Case{200, 191, 2, {31, 20}, 40, 7},
          Case{300, 4500, 4, {11, 8}, 100, 333}, Case{140, 401, 3, {65, 25}, 140, 401},
          Case{300, 290, 2, {255, 130}, 3, 290}, Case{90, 100, 256, {2, 1}, 9, 10}, Case{5, 100, 4, {11, 1}, 5, 10},
          Case{11, 11, 1, {11, 11}, 11, 11}}) {
        const Letters x = letters(x_size, kinds, random), y = letters(y_size, kinds, random);
        EXPECT_EQ(count_dots(x, y, rule, rows, columns), counted(x, y, rule, rows, columns))
            << x_size << " x " << y_size << ", window " << rule.window;
        EXPECT_EQ(count_dots(x, y, rule, rows, columns, true), counted(x, y, rule, rows, columns, true))
            << x_size << " x " << y_size << " backwards, window " << rule.window;
    }
}

TEST(DotPlot, ChoosesARuleThatChanceRarelyFulfils) {
    vkalgo::test::SplitMix64 random(3);
    const Letters x = letters(3000, 4, random), y = letters(3000, 4, random);
    const DotRule rule = dot_rule(x, y, 0, 0, 700 * 700);
    EXPECT_EQ(rule.window, 11U);
    const auto counts = count_dots(x, y, rule, 700, 700);
    const auto marked = std::count_if(counts.begin(), counts.end(), [](std::uint32_t count) { return count != 0; });
    EXPECT_LT(marked, 700 * 700 / 50);
    const DotRule looser{rule.window, rule.at_least - 1};
    const auto more = count_dots(x, y, looser, 700, 700);
    EXPECT_GT(std::count_if(more.begin(), more.end(), [](std::uint32_t count) { return count != 0; }), 700 * 700 / 100);
    EXPECT_EQ(dot_rule(letters(30, 4, random), y, 0, 0, 30 * 900).window, 1U);
    const DotRule given = dot_rule(x, y, 21, 13, 700 * 700);
    EXPECT_EQ(given.window, 21U);
    EXPECT_EQ(given.at_least, 13U);
    const DotRule long_one = dot_rule(letters(3000, 2, random), letters(3000, 2, random), 0, 0, 100);
    EXPECT_GT(long_one.window, 11U);
    EXPECT_LE(dot_rule(x, y, 5, 0, 10).at_least, 5U);
    EXPECT_GE(dot_rule(letters(20, 4, random), y, 0, 9, 18000).window, 9U);
}

TEST(DotPlotCommand, MarksEqualLettersAndThePath) {
    const TemporaryFolder folder;
    const std::string path = folder.path("d.png");
    const auto json = json_of_command("dp", {"--problem", "edit-distance", folder.file("x.txt", "intention"),
                                             folder.file("y.txt", "execution"), "--dotplot", path});
    EXPECT_EQ(json["result"]["dotplot_file"], path);
    EXPECT_EQ(json["result"]["dotplot"]["window"], 1);
    EXPECT_EQ(json["result"]["dotplot"]["match_at_least"], 1);
    EXPECT_EQ(PngPixels(path).count(kPath), 0U);
    const std::uint64_t marked = PngPixels(path).count(kInk);
    // Ten pairs of equal letters. A cell has 44 pixels per side, of which one separates it from the next cell.
    EXPECT_GE(marked, 10U * 43 * 43);
    EXPECT_LT(marked, 11U * 43 * 43);
    ASSERT_EQ(run_vkalgo({"dp", "--problem", "edit-distance", folder.path("x.txt"), folder.path("y.txt"), "--dotplot",
                          path, "--solution"})
                  .exit_code,
              0);
    EXPECT_GT(PngPixels(path).count(kPath), 500U);
}

TEST(DotPlotCommand, ShowsBothStrandsInTwoColours) {
    const TemporaryFolder folder;
    const std::string path = folder.path("d.png"), x = "GGACGTTAACA";
    // For the first y the reverse complement aligns better, for the second y the text itself.
    for (const std::string& y : {std::string("CCCTGTTAACGTTTT"), std::string("AAAACGTTAACAGGG")}) {
        const auto json = json_of_command("dp", {"--problem", "align-local", "--reverse-complement",
                                                 folder.file("x.txt", x), folder.file("y.txt", y), "--dotplot", path});
        EXPECT_EQ(json["result"]["dotplot"]["window"], 1);
        EXPECT_EQ(json["result"]["dotplot"]["both_strands"], true);
        const auto complement = [](char letter) { return "TGCA"[std::string_view("ACGT").find(letter)]; };
        std::uint64_t equal = 0, complements = 0;
        for (const char a : x) {
            for (const char b : y) {
                equal += a == b ? 1U : 0U;
                complements += a == complement(b) ? 1U : 0U;
            }
        }
        constexpr std::uint64_t kCell = 43 * 43;  // 44 pixels, of which one separates cells
        EXPECT_EQ(PngPixels(path).count(kOtherStrand), complements * kCell) << y;
        EXPECT_GE(PngPixels(path).count(kInk), equal * kCell) << y;
        EXPECT_LT(PngPixels(path).count(kInk), (equal + 2) * kCell) << y;
        // One strand alone has one colour.
        EXPECT_EQ(json_of_command("dp", {"--problem", "align-local", folder.path("x.txt"), folder.path("y.txt"),
                                         "--dotplot", path})["result"]["dotplot"]
                      .contains("both_strands"),
                  false);
        EXPECT_EQ(PngPixels(path).count(kOtherStrand), 0U);
    }
}

TEST(DotPlotCommand, DrawsOnlyDotsWithoutSolving) {
    const TemporaryFolder folder;
    const std::string x = folder.file("x.fa", ">x\nGGACGTTAACA\n"), y = folder.file("y.fa", ">y\nAAAACGTTAACAGGG\n"),
                      solved = folder.path("s.png"), alone = folder.path("a.png");
    for (const Words& words : std::vector<Words>{{"--problem", "align-local", x, y},
                                                 {"--problem", "align-local", "--reverse-complement", x, y},
                                                 {"--problem", "lcs", "--n", "300", "--m", "200", "--seed", "4"}}) {
        Words with{"--dotplot", solved}, without{"--dotplot", alone, "--dots-only"};
        with.insert(with.end(), words.begin(), words.end());
        without.insert(without.end(), words.begin(), words.end());
        const auto run = json_of_command("dp", with), drawn = json_of_command("dp", without);
        EXPECT_EQ(content_of(alone), content_of(solved)) << words[1];
        EXPECT_EQ(drawn["result"]["dotplot"], run["result"]["dotplot"]);
        EXPECT_EQ(drawn["result"]["dotplot_file"], alone);
        EXPECT_FALSE(drawn["result"].contains("answer"));
        EXPECT_TRUE(drawn["device"].is_null());
    }
    std::filesystem::remove(alone);
    const Words lcs{"dp", "--problem", "lcs", "--n", "30", "--dots-only"};
    const auto refused = [&](Words more, const std::string& message) {
        more.insert(more.begin(), lcs.begin(), lcs.end());
        expect_refused({more, 2, message});
        EXPECT_FALSE(std::filesystem::exists(alone));
    };
    refused({}, "--dots-only needs --dotplot; give --dotplot too");
    refused({"--dotplot", alone, "--solution", "--verify"},
            "--solution and --verify are only for a run, but --dots-only runs nothing; leave them out, or --dots-only");
    refused({"--dotplot", alone, "--table", folder.path("t.npy")}, "--table is only for a run");
    refused({"--dotplot", alone, "--at-least", "3"}, "--at-least is only for a run");
    refused({"--dotplot", alone, "--batch", x}, "--dotplot and --dots-only are only for one problem");
    expect_refused({{"dp", "--problem", "align-local", "--reverse-complement", "--dots-only", "--dotplot", alone, x,
                     folder.file("protein.txt", "ACGE")},
                    2,
                    "'E'"});
    EXPECT_FALSE(std::filesystem::exists(alone));
}

TEST(DotPlotCommand, NamesTheRecordsInItsTitles) {
    const TemporaryFolder folder;
    const auto drawn = [&](Words words) {
        const std::string path = folder.path("d.png");
        words.insert(words.begin(), {"dp", "--problem", "lcs", "--dotplot", path, "--quiet"});
        EXPECT_EQ(run_vkalgo(words).exit_code, 0);
        return content_of(path);
    };
    const std::string q = folder.file("q.fa", ">q\nACGTT\n"), r = folder.file("r.fq", "@r\nACCT\n+\nIIII\n"),
                      other = folder.file("s.fa", ">s\nACCT\n"), plain = folder.file("x.txt", "ACGTT"),
                      both = folder.file("both.fa", ">p\nAA\n>q\nACGTT\n>r\nACCT\n");
    const std::string named = drawn({q, r});
    EXPECT_EQ(drawn({both, both, "--record", "q", "--record", "3"}), named);
    EXPECT_NE(drawn({q, other}), named) << "the same letters under another name";
    EXPECT_NE(drawn({plain, r}), named) << "the same letters without a name";
}

TEST(DotPlotCommand, RefusesWhatItCannotCompare) {
    const TemporaryFolder folder;
    const std::string path = folder.path("d.png");
    for (const Refusal& row : std::vector<Refusal>{
             {{"dp", "--problem", "knapsack", "--n", "4", "--dotplot", path}, 2, "compares two inputs of letters"},
             {{"dp", "--problem", "lcs", "--n", "4", "--window", "3"}, 2, "--window needs --dotplot"},
             {{"dp", "--problem", "lcs", "--n", "4", "--match-at-least", "3"}, 2, "--match-at-least needs --dotplot"},
             {{"dp", "--problem", "lcs", "--n", "4", "--dotplot", path, "--window", "3", "--match-at-least", "4"},
              2,
              "--match-at-least 4 is more than the 3 letters of --window"},
             {{"dp", "--problem", "lcs", "--n", "4", "--dotplot", path, "--window", "1", "--match-at-least", "2"},
              2,
              "--match-at-least 2 is more than the 1 letter of --window"},
             {{"dp", "--problem", "lcs", "--n", "22", "--m", "26", "--dotplot", path, "--window", "200"},
              2,
              "--window 200 is more than the 22 letters of the shorter input; give at most 22"},
             {{"dp", "--problem", "lcs", "--n", "22", "--m", "1", "--dotplot", path, "--match-at-least", "2"},
              2,
              "--match-at-least 2 is more than the 1 letter of the shorter input; give at most 1"},
             {{"dp", "--problem", "lcs", "--n", "4", "--dotplot", path, "--window", "256"}, 2, "--window"},
             {{"dp", "--problem", "lcs", "--n", "4", "--dotplot", path, "--window", "0"}, 2, "--window"},
             {{"dp", "--problem", "lcs", "--n", "4", "--dotplot", "-", "--show"},
              2,
              "both write to standard output"}}) {
        expect_refused(row);
        EXPECT_FALSE(std::filesystem::exists(path));
    }
}

}  // namespace
}  // namespace vkalgo::cli::test
