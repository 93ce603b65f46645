// Tests which lines of a CSV file are rows of a batch, and that no row is lost.
#include "tests/cli/host_batch.hpp"
#include "tests/support/temporary_folder.hpp"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// Returns the distances of rows, as --batch of these two files of one column prints them.
Result<std::string> distances(const TemporaryFolder& folder, const std::string& x, const std::string& y) {
    HostBatch batch({folder.file("x.csv", x), folder.file("y.csv", y)});
    return batch.run(folder.path("o.tsv"));
}

TEST(BatchTable, BlankLinesBetweenRowsAreRefusedSinceTheyMayBeEmptyRows) {
    const TemporaryFolder folder;
    const std::string y = "y\nA\nC\nG\n";
    for (const auto& [x, line] : std::vector<std::pair<std::string, int>>{{"x\nA\n\nG\n", 3},
                                                                          {"x\nA\n\n\nG\n", 3},
                                                                          {"x\n\nA\nG\n", 2},
                                                                          {"x\r\nA\r\n\r\nG\r\n", 3},
                                                                          {"x\rA\r\rG\r", 3},
                                                                          {"x\nA\n \t\nG\n", 3},
                                                                          {"\n \nx\nA\n\nG", 5},
                                                                          {"\xEF\xBB\xBFx\nA\n\"\"\n\nG\n", 4},
                                                                          {"x\n\"A\nC\"\n\nG\n", 4}}) {
        EXPECT_REFUSED(distances(folder, x, y),
                       "'" + folder.path("x.csv") + "' line " + std::to_string(line) +
                           ": there is a blank line between rows; leave it out, or write \"\" for an "
                           "empty array");
    }
    HostBatch both({folder.file("p.csv", "x,y\nA,C\n\nA,A\n")});
    EXPECT_REFUSED(both.run(folder.path("o.tsv")), "line 3: there is a blank line between rows; leave it out");
    EXPECT_EQ(folder.entries(), 3U);
}

TEST(BatchTable, TabsSeparateTheColumnsOfATsvFile) {
    const TemporaryFolder folder;
    // Random rows whose letters include commas are written tab-separated, and quoted and comma-separated. Both give the
    // same answers.
    std::mt19937 random(7);
    std::string tabs = "y\tx\n", commas = "y,x\n";
    for (int row = 0; row < 50; ++row) {
        for (const char* const end : {"\t", "\n"}) {
            std::string word;
            for (std::size_t length = random() % 6; word.size() < length;) {
                word += "AC,"[random() % 3];
            }
            tabs += word + end;
            commas += '"' + word + '"' + (*end == '\t' ? "," : "\n");
        }
    }
    HostBatch quoted({folder.file("p.csv", commas)});
    const auto expected = quoted.run(folder.path("o.csv"));
    ASSERT_TRUE(expected) << expected.error().message;
    for (const char* const name : {"p.tsv", "p.tab"}) {
        HostBatch batch({folder.file(name, tabs)});
        const auto lines = batch.run(folder.path("o.csv"));
        ASSERT_TRUE(lines) << lines.error().message;
        EXPECT_EQ(*lines, *expected) << name;
    }
    HostBatch named({folder.file("p.txt", tabs)});
    named.job.input.format = "tsv";
    const auto lines = named.run(folder.path("o.csv"));
    ASSERT_TRUE(lines) << lines.error().message;
    EXPECT_EQ(*lines, *expected);
}

TEST(BatchTable, ErrorsOfATsvFileSpeakOfFieldsAndTabs) {
    const TemporaryFolder folder;
    for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
             {"x\ty\nA\n", "line 2: the row has 1 field, but the header has 2; an empty field still needs its tab"},
             {"x\ty\nA\tC\tG\n", "line 2: the row has 3 fields, but the header has 2"},
             {"x\ty\nA,C\n",
              "line 2: the row has 1 field, but the header has 2; commas do not separate columns, tabs do"},
             {"x,y\nA,C\n", "line 1: commas separate the names, but columns must be separated by tabs"}}) {
        HostBatch batch({folder.file("p.tsv", text)});
        EXPECT_REFUSED(batch.run(folder.path("o.csv")), message);
    }
}

TEST(BatchTable, BlankLinesBeforeTheHeaderAndAfterTheLastRowAreNoRows) {
    const TemporaryFolder folder;
    for (const char* x : {"x\nA\n\"\"\nG", "x\nA\n\"\"\nG\n", "x\nA\n \"\" \nG\n\n \n\n", "\n\n x \nA\n\"\"\nG\n",
                          "\xEF\xBB\xBF\r\nx\r\nA\r\n\"\"\r\nG\r\n\r\n", "\"x\"\n\"A\"\n\"\"\n\"G\"\n  "}) {
        const auto lines = distances(folder, x, "y\nA\nCC\nC\n");
        ASSERT_TRUE(lines) << lines.error().message;
        EXPECT_EQ(*lines, "number\tdistance\n1\t0\n2\t2\n3\t1\n") << x;
    }
    HostBatch both({folder.file("p.csv", "\nx,y\nA,C\n,\n \"\" , CC \n\n\n")});
    const auto lines = both.run(folder.path("o.tsv"));
    ASSERT_TRUE(lines) << lines.error().message;
    EXPECT_EQ(*lines, "number\tdistance\n1\t1\n2\t0\n3\t2\n");
}

TEST(BatchTable, TheLineNumberOfABlankLineIsRightInEveryPartOfTheFile) {
    // Most of these tables have more rows than one part of a table holds. The blank line is at the end of a part, or in
    // the next part.
    const TemporaryFolder folder;
    const std::string row(1023, 'A');
    for (const std::size_t rows : {1000U, 1024U, 1025U, 2100U}) {
        std::string x = "x\n";
        for (std::size_t k = 0; k < rows; ++k) {
            x += row + "\n";
        }
        x += "\n" + row + "\n";
        HostBatch batch({folder.file("x.csv", x), folder.file("y.csv", "y\nA\n")});
        EXPECT_REFUSED(batch.run(folder.path("o.tsv")),
                       " line " + std::to_string(rows + 2) + ": there is a blank line between rows");
    }
}

TEST(BatchTable, RandomRowsAreReadAsTheyWereWritten) {
    const TemporaryFolder folder;
    std::mt19937 random(1);
    for (int round = 0; round < 20; ++round) {
        const char* end = random() % 2 == 0 ? "\n" : "\r\n";
        std::string x = std::string("x") + end, y = std::string("y") + end, expected = "number\tdistance\n";
        const std::size_t rows = 1 + random() % 30;
        for (std::size_t k = 0; k < rows; ++k) {
            const std::string letters(random() % 4, "AC,"[random() % 3]);
            const bool quoted = letters.empty() || letters[0] == ',' || random() % 2 == 0;
            x += (quoted ? "\"" + letters + "\"" : letters) + (random() % 5 == 0 ? " " : "") + end;
            y += "G" + std::string(end);
            expected += std::to_string(k + 1) + "\t" + std::to_string(std::max<std::size_t>(1, letters.size())) + "\n";
        }
        const auto lines = distances(folder, x, y);
        ASSERT_TRUE(lines) << lines.error().message;
        EXPECT_EQ(*lines, expected) << x;
    }
}

}  // namespace
}  // namespace vkalgo::cli::test
