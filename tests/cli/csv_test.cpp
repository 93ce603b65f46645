#include "cli/formats/csv.hpp"

#include "tests/cli/temporary_folder.hpp"

#include <cstdint>
#include <cstring>

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
    const Names cells = {"plain", "a,b", "say \"hi\"", "line\nbreak", "", "cr\rhere", " padded\t"};
    const auto table =
        parse_csv(csv_line({"a", "b", "c", "d", "e", "f", "g"}) + csv_line(cells), CsvHeader::required, "a.csv");
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->cells, cells);
}

Result<Array> numbers_of(std::string_view text, ElementType type = ElementType::i32, const std::string& column = {}) {
    return parse_csv_numbers(text, column, type, "a.csv");
}

std::vector<std::int32_t> integers_of(std::string_view text, const std::string& column = {}) {
    const auto array = numbers_of(text, ElementType::i32, column);
    EXPECT_TRUE(array) << (array ? "" : array.error().message);
    std::vector<std::int32_t> values(array ? array->count() : 0);
    if (!values.empty()) {
        std::memcpy(values.data(), array->data.data(), array->data.size());
    }
    return values;
}

using Integers = std::vector<std::int32_t>;

TEST(Csv, FindsOutWhetherThereIsAHeader) {
    EXPECT_EQ(integers_of("1,2\n3,4\n"), (Integers{1, 2, 3, 4}));
    EXPECT_EQ(integers_of("x,y\n3,4\n"), (Integers{3, 4}));
    EXPECT_EQ(integers_of(",y\n3,4\n"), (Integers{3, 4})) << "an index column has no name";
    EXPECT_EQ(integers_of("\"x 1\",\xC3\xA9\n3,4\n"), (Integers{3, 4}));
    EXPECT_EQ(numbers_of("x,y\n3,4\n")->shape, (std::vector<std::uint64_t>{1, 2}));
    EXPECT_EQ(numbers_of("3\n4\n")->shape, (std::vector<std::uint64_t>{2}));
}

TEST(Csv, NeverTakesABlemishedNumberForAName) {
    for (const char* cell : {"3x", "+3", "0x10", "-.5x", "1e", "1st", "$3", "3%", "(3)", "1_000", "-", "NA", "n/a",
                             "None", "null", "+Inf"}) {
        SCOPED_TRACE(cell);
        EXPECT_REFUSED(numbers_of(std::string(cell) + "\n4\n5\n"), "'a.csv' line 1, column 1: '");
        EXPECT_REFUSED(numbers_of("name," + std::string(cell) + "\n4,5\n"), "'a.csv' line 1, column 1: 'name'");
    }
    EXPECT_REFUSED(numbers_of("3x\n4\n"), "a first row is a header only if all of its cells are names");
    EXPECT_REFUSED(numbers_of(",\n4,5\n"), "line 1, column 1: '' is no number");
    EXPECT_REFUSED(numbers_of(std::string_view("3\0\n4\n", 5)), "line 1, column 1: byte 0x00 is no text");
    EXPECT_REFUSED(numbers_of(std::string_view("ab,c\0d\n4,5\n", 10)), "line 1, column 2: byte 0x00 is no text");
    EXPECT_REFUSED(numbers_of("a\n\"4\x1b[K\"\n"), "line 2, column 1: byte 0x1b");
    EXPECT_REFUSED(numbers_of("\xFF\xFE\x31"), "UTF-16");
}

TEST(Csv, PassesOverMarksBlanksAndEveryKindOfLineEnd) {
    for (const char* text :
         {"\xEF\xBB\xBFx,y\n1,2\n3,4\n", "x,y\r1,2\r3,4\r", "x,y\r\n1,2\r\n3,4", "x , y\n 1, 2\n\t3 ,4 \n",
          "\n x,y\n\n1,2\n  \n3,4\n\n", "\"x\" ,\"y\"\n\"1\", \"2\"\n\" 3\",4\n", " 1,2\n3,4\n"}) {
        EXPECT_EQ(integers_of(text), (Integers{1, 2, 3, 4})) << text;
    }
    const auto table = parse_csv(" weight , profit\r3 ,\t10\r", CsvHeader::required, "a.csv");
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->header, (Names{"weight", "profit"}));
    EXPECT_EQ(table->cells, (Names{"3", "10"}));
    EXPECT_EQ(table->lines, (std::vector<std::uint64_t>{2}));
}

TEST(Csv, ReadsOneColumnByItsName) {
    const std::string text = "id,2019,\"a, b\"\nx,1,2\ny,3,4\n";
    EXPECT_EQ(integers_of(text, "2019"), (Integers{1, 3}));
    EXPECT_EQ(integers_of(text, "a, b"), (Integers{2, 4}));
    EXPECT_EQ(integers_of("v\n", "v"), Integers{});
    EXPECT_REFUSED(numbers_of(text, ElementType::i32, "b"), "no column is called 'b' (there are: id, 2019, a, b)");
    EXPECT_REFUSED(numbers_of(text, ElementType::i32, "id"), "line 2, column 1: 'x' is no number");
    EXPECT_REFUSED(numbers_of("a,a\n1,2\n", ElementType::i32, "a"), "two columns are called 'a'");
    EXPECT_REFUSED(numbers_of("v\n", ElementType::i32, "w"), "no column is called 'w'");
}

TEST(Csv, SaysOnWhichLineAFileIsMalformed) {
    EXPECT_REFUSED(numbers_of(""), "'a.csv' is an empty CSV file");
    EXPECT_REFUSED(numbers_of("\n\r\n"), "is an empty CSV file");
    EXPECT_REFUSED(numbers_of("x,y\n"), "'a.csv' line 1: taken for a header");
    EXPECT_TRUE(parse_csv("1,x\n", CsvHeader::required, "a.csv"));
    EXPECT_REFUSED(numbers_of("1,2\n3\n"), "'a.csv' line 2: 1 cells where the rows before have 2");
    EXPECT_REFUSED(numbers_of("1\n\n\"2\n3\n"), "line 3, column 1: a quote is opened here");
    EXPECT_REFUSED(numbers_of("1\n\"2\"3\n"), "line 2, column 1: text follows a closing quote");
    EXPECT_REFUSED(numbers_of("1,1\n1,2\"3\"\n"), "line 2, column 2: a quote inside a cell");
}

TEST(Csv, ReadsNumbersStrictly) {
    const auto first = [](const std::string& cell, ElementType type) {
        return numbers_of("header\n" + cell + "\n", type);
    };
    EXPECT_TRUE(first("255", ElementType::u8));
    EXPECT_TRUE(first("-128", ElementType::i8));
    EXPECT_TRUE(first("1e3", ElementType::f32));
    EXPECT_TRUE(first("18446744073709551615", ElementType::u64));
    EXPECT_REFUSED(first("256", ElementType::u8), "line 2, column 1: '256' does not fit u8");
    EXPECT_REFUSED(first("-1", ElementType::u32), "'-1' does not fit u32");
    EXPECT_REFUSED(first("1.5", ElementType::i32), "'1.5' is no whole number");
    EXPECT_REFUSED(first("twelve", ElementType::i32), "'twelve' is no number");
    EXPECT_REFUSED(first("1 2", ElementType::i32), "'1 2' is no number");
    EXPECT_REFUSED(first("\"\"", ElementType::f64), "'' is no number");
    EXPECT_REFUSED(first("1e999", ElementType::f64), "does not fit f64");
}

}  // namespace
}  // namespace vkalgo::cli::test
