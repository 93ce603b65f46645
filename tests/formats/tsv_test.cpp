// Tests tables with tabs between cells, and whether lines of plain text are rows.
#include "formats/csv_rows.hpp"
#include "formats/number_text.hpp"
#include "formats/reader.hpp"
#include "formats/tables/csv.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

using Cells = std::vector<std::vector<std::string>>;
using Extents = std::vector<std::uint64_t>;

Cells cells_of(std::string_view text, char delimiter) {
    const std::string name = "a";
    CsvRows rows(text, name, delimiter);
    std::vector<CsvCell> row;
    Cells cells;
    for (auto more = rows.next(row); more && *more; more = rows.next(row)) {
        cells.emplace_back();
        for (const CsvCell& cell : row) {
            cells.back().push_back(cell.content());
        }
    }
    return cells;
}

TEST(Tsv, HasTabsBetweenCellsAndAllElseAsCsv) {
    EXPECT_EQ(cells_of("a\tb, c\t\r\n\t 2 \t3\n\"x\ty\"\"\n\" \t\t\n", '\t'),
              (Cells{{"a", "b, c", ""}, {"", "2", "3"}, {"x\ty\"\n", "", ""}}));
    EXPECT_EQ(cells_of("a\tb, c\n", ','), (Cells{{"a\tb", "c"}}));
}

TEST(Tsv, BecomesCsvAndBackCellByCell) {
    EXPECT_EQ(with_delimiter("a\tb, c\t\"say \"\"d\"\"\"", '\t', ','), "a,\"b, c\",\"say \"\"d\"\"\"");
    std::mt19937 random(7);
    const std::string letters = "ab\t,\" \n\r;1";
    for (int turn = 0; turn < 2000; ++turn) {
        std::vector<std::string> cells(1 + random() % 4);
        std::string row;
        for (std::string& cell : cells) {
            row += &cell == cells.data() ? "\"" : "\t\"";
            for (std::uint64_t k = random() % 5; k > 0; --k) {
                cell += letters[random() % letters.size()];
                row += cell.back() == '"' ? "\"\"" : cell.substr(cell.size() - 1);
            }
            row += '"';
        }
        const std::string commas = with_delimiter(row, '\t', ',');
        EXPECT_EQ(cells_of(commas, ','), Cells{cells}) << row;
        EXPECT_EQ(cells_of(with_delimiter(commas, ',', '\t'), '\t'), Cells{cells}) << row;
    }
}

TEST(Tsv, KeepsTheQuotesOfCells) {
    EXPECT_EQ(with_delimiter("\"NA\", NA ,a\tb,\" x\",,\"\"", ',', '\t'), "\"NA\"\tNA\t\"a\tb\"\t\" x\"\t\t\"\"");
    EXPECT_EQ(with_delimiter("\"\"", ',', '\t'), "\"\"");
}

TEST(Tsv, IsReadByItsEnding) {
    const TemporaryFolder folder;
    const std::string text = "name\tprice, net\tn\r\nx y\t2\t3\r\nz\t4\t5\r\n";
    const auto bytes = [&](const std::string& name, const std::string& content, const std::string& column,
                           const std::string& format = {}) -> Result<std::string> {
        InputSettings settings;
        settings.column = column;
        settings.format = format;
        InputReader reader(settings);
        VKALGO_TRY(const Array array, reader.values(folder.file(name, content), ElementType::u8));
        VKALGO_CHECK(reader.check_used());
        return std::string(as_text(array.data));
    };
    EXPECT_EQ(*bytes("t.tsv", text, "price, net"), "\2\4");
    EXPECT_EQ(*bytes("t.TAB", text, "n"), "\3\5");
    EXPECT_EQ(*bytes("t", text, "n", "tsv"), "\3\5");
    EXPECT_EQ(*bytes("t.tsv", "1\t2\n3\t4\n", ""), "\1\2\3\4");
    EXPECT_REFUSED(bytes("t.tsv", text, "price"), "there are: name, price, net, n");
    EXPECT_REFUSED(bytes("t.tsv", "1,2\n", ""), "vkalgo expects tabs between columns; <format> csv reads commas");
    EXPECT_REFUSED(bytes("t.csv", "1\t2\n", ""), "vkalgo expects commas between columns; <format> tsv reads tabs");
    EXPECT_REFUSED(bytes("t.csv", "a\tb\n1\t2\n", "b"), "<format> tsv reads tabs");
    EXPECT_REFUSED(bytes("t.tsv", "1;2\n", ""), "vkalgo expects tabs between columns, not ';'");
    EXPECT_REFUSED(bytes("t.tsv", "1 2\n", ""), "vkalgo expects tabs between columns, not blanks");
    EXPECT_REFUSED(bytes("t.tsv", "1\t\n", ""), "line 1, column 2: '' is not a number");
    EXPECT_REFUSED(bytes("t.tsv", "", ""), "is an empty TSV file");
    const auto columns = InputReader().columns(folder.file("u.tsv", text), {"n"}, {ElementType::u8});
    ASSERT_TRUE(columns) << columns.error().message;
    EXPECT_EQ(as_text(columns->front().data), "\3\5");
}

TEST(Tables, OfSeveralColumnsAreRefusedAsKeysUnlessOneIsNamed) {
    const TemporaryFolder folder;
    const auto count = [&](const std::string& name, const std::string& content,
                           const InputSettings& settings = {}) -> Result<std::uint64_t> {
        VKALGO_TRY(const Array array, InputReader(settings).one_column(folder.file(name, content), ElementType::u8));
        return array.count();
    };
    const auto refused = [&](const Result<std::uint64_t>& read, const std::string& part) {
        ASSERT_FALSE(read) << part;
        EXPECT_NE(read.error().message.find(part), std::string::npos) << read.error().message;
    };
    refused(count("t.csv", "\na,b c\n1,2\n3,4\n"), "line 2: the table has 2 columns; choose one by <column>: a, b c");
    refused(count("t.tsv", "a\tb\n1\t2\n"), "read the numbers of all columns by <format> tsv");
    InputSettings named;
    named.column = "a";
    EXPECT_EQ(*count("t.csv", "a,b\n1,2\n3,4\n", named), 2U);
    InputSettings forced;
    forced.format = "csv";
    EXPECT_EQ(*count("t.csv", "a,b\n1,2\n3,4\n", forced), 4U);
    EXPECT_EQ(*count("t.csv", "a\n1\n3\n"), 2U);
    EXPECT_EQ(*count("t.csv", "1,2\n3,4\n"), 4U) << "no names, so no table";
    InputReader reader;
    const std::string table = folder.file("t.csv", "a,b\n1,2\n");
    EXPECT_FALSE(reader.one_column(table, ElementType::u8));
    EXPECT_TRUE(reader.values(table, ElementType::u8)) << "other inputs of the same run may have several";
}

TEST(TextLines, AreRowsOnRequest) {
    const TemporaryFolder folder;
    const auto shape = [&](const std::string& name, const std::string& text, TextLines lines) -> Result<Extents> {
        InputSettings settings;
        settings.lines = lines;
        VKALGO_TRY(const Array array, InputReader(settings).values(folder.file(name, text), ElementType::u8));
        return array.shape;
    };
    const auto all = [&](const std::string& name, const std::string& text) {
        return std::vector<Extents>{*shape(name, text, TextLines::ignored), *shape(name, text, TextLines::rows_if_even),
                                    *shape(name, text, TextLines::rows)};
    };
    EXPECT_EQ(all("a.csv", "1\n2\n3\n"), (std::vector<Extents>{{3}, {3}, {3, 1}}));
    EXPECT_EQ(all("a.tsv", "v\n1\n2\n3\n"), (std::vector<Extents>{{3}, {3}, {3, 1}}));
    EXPECT_EQ(all("a.csv", "1,2\n"), (std::vector<Extents>{{1, 2}, {1, 2}, {1, 2}}));
    EXPECT_EQ(all("a.txt", "1\n2\n\n3"), (std::vector<Extents>{{3}, {3}, {3, 1}}));
    EXPECT_EQ(all("a.txt", "1 2 3"), (std::vector<Extents>{{3}, {3}, {1, 3}}));
    EXPECT_EQ(all("a.txt", "\xEF\xBB\xBF 1, 2,\r\n3\t4\r\r\n5 6"), (std::vector<Extents>{{6}, {3, 2}, {3, 2}}));
    EXPECT_EQ(all("a.txt", ""), (std::vector<Extents>{{0}, {0}, {0}}));
    EXPECT_EQ(*shape("a.txt", "1 2\n3\n", TextLines::rows_if_even), Extents{3});
    EXPECT_REFUSED(shape("a.txt", "1 2\n\n3\n", TextLines::rows),
                   "a.txt' line 3 has 1 number, but the lines before have 2; complete");
    EXPECT_REFUSED(shape("a.txt", "1 2\n3 4 5\n", TextLines::rows), "have 2; remove one number");
}

}  // namespace
}  // namespace vkalgo::formats::test
