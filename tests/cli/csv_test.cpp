#include "cli/formats/csv.hpp"

#include "tests/cli/temporary_folder.hpp"

#include <cstdint>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

using Names = std::vector<std::string>;

TEST(Csv, ReadsColumnsByTheirName) {
    const auto table = parse_csv("weight,profit\n3,10\r\n4,20\n", CsvHeader::required, "a.csv");
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->header, (Names{"weight", "profit"}));
    const auto profit = table->values<std::uint32_t>("profit");
    ASSERT_TRUE(profit) << profit.error().message;
    EXPECT_EQ(*profit, (std::vector<std::uint32_t>{10, 20}));
    EXPECT_REFUSED(table->values<std::uint32_t>("price"), "no column is called 'price' (there are: weight, profit)");
}

TEST(Csv, ReadsQuotedCellsWithCommasQuotesAndLineBreaks) {
    const auto table = parse_csv("a,b\n\"x,\"\"y\"\"\",\"two\r\nlines\"\n1,2", CsvHeader::required, "a.csv");
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->cells, (Names{"x,\"y\"", "two\r\nlines", "1", "2"}));
    EXPECT_EQ(table->lines, (std::vector<std::uint64_t>{2, 4}));
}

TEST(Csv, GivesBackWhatWasWritten) {
    const Names cells = {"plain", "a,b", "say \"hi\"", "line\nbreak", "", "cr\rhere"};
    const auto table =
        parse_csv(csv_line({"1", "2", "3", "4", "5", "6"}) + csv_line(cells), CsvHeader::detect, "a.csv");
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(Names(table->cells.begin() + 6, table->cells.end()), cells);
}

TEST(Csv, FindsOutWhetherThereIsAHeader) {
    const auto without = parse_csv("1,2\n3,4\n", CsvHeader::detect, "a.csv");
    ASSERT_TRUE(without);
    EXPECT_TRUE(without->header.empty());
    EXPECT_EQ(without->rows(), 2U);
    const auto with = parse_csv("\xEF\xBB\xBFx,y\n\n3,4\n\n", CsvHeader::detect, "a.csv");
    ASSERT_TRUE(with);
    EXPECT_EQ(with->header, (Names{"x", "y"}));
    const auto all = with->all_numbers(ElementType::f32);
    ASSERT_TRUE(all) << all.error().message;
    EXPECT_EQ(all->shape, (std::vector<std::uint64_t>{1, 2}));
}

TEST(Csv, SaysOnWhichLineAFileIsMalformed) {
    EXPECT_REFUSED(parse_csv("", CsvHeader::detect, "a.csv"), "'a.csv' is an empty CSV file");
    EXPECT_REFUSED(parse_csv("\n\r\n", CsvHeader::detect, "a.csv"), "is an empty CSV file");
    EXPECT_REFUSED(parse_csv("1,x\n", CsvHeader::detect, "a.csv"), "'a.csv' line 1: taken for a header");
    EXPECT_TRUE(parse_csv("1,x\n", CsvHeader::required, "a.csv"));
    EXPECT_REFUSED(parse_csv("1,2\n3\n", CsvHeader::detect, "a.csv"),
                   "'a.csv' line 2: 1 cells where the rows before have 2");
    EXPECT_REFUSED(parse_csv("1\n\n\"2\n3\n", CsvHeader::detect, "a.csv"), "line 3: a quote is opened here");
    EXPECT_REFUSED(parse_csv("1\n\"2\"3\n", CsvHeader::detect, "a.csv"), "line 2: text follows a closing quote");
    EXPECT_REFUSED(parse_csv("1\n2\"3\"\n", CsvHeader::detect, "a.csv"), "line 2: a quote inside a cell");
    EXPECT_REFUSED(parse_csv("1\r2\n", CsvHeader::detect, "a.csv"), "line 1: a carriage return");
}

TEST(Csv, ReadsNumbersStrictly) {
    const auto first = [](const std::string& cell, ElementType type) -> Result<Array> {
        VKALGO_TRY(const CsvTable table, parse_csv("header\n" + cell + "\n", CsvHeader::required, "a.csv"));
        return table.numbers(0, type);
    };
    EXPECT_TRUE(first("255", ElementType::u8));
    EXPECT_TRUE(first("-128", ElementType::i8));
    EXPECT_TRUE(first("1e3", ElementType::f32));
    EXPECT_TRUE(first("18446744073709551615", ElementType::u64));
    EXPECT_REFUSED(first("256", ElementType::u8), "line 2: column 1: '256' does not fit u8");
    EXPECT_REFUSED(first("-1", ElementType::u32), "'-1' does not fit u32");
    EXPECT_REFUSED(first("1.5", ElementType::i32), "'1.5' is no whole number");
    EXPECT_REFUSED(first("twelve", ElementType::i32), "'twelve' is no number");
    EXPECT_REFUSED(first("12 ", ElementType::i32), "'12 ' is no number");
    EXPECT_REFUSED(first("\"\"", ElementType::f64), "'' is no number");
    EXPECT_REFUSED(first("1e999", ElementType::f64), "does not fit f64");
}

}  // namespace
}  // namespace vkalgo::cli::test
