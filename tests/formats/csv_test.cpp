#include "formats/tables/csv.hpp"

#include "formats/csv_rows.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdint>
#include <cstring>
#include <utility>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

using Names = std::vector<std::string>;
using Integers = std::vector<std::int32_t>;

Result<Array> numbers_of(std::string_view text, ElementType type = ElementType::i32, const std::string& column = {}) {
    if (column.empty()) {
        return parse_csv_numbers(text, type, "a.csv");
    }
    VKALGO_TRY(auto arrays, parse_csv_columns(text, Names{column}, std::span(&type, 1), "a.csv"));
    return std::move(arrays.front());
}

Integers integers_of(std::string_view text, const std::string& column = {}) {
    const auto array = numbers_of(text, ElementType::i32, column);
    EXPECT_TRUE(array) << (array ? "" : array.error().message);
    Integers values(array ? array->count() : 0);
    if (!values.empty()) {
        std::memcpy(values.data(), array->data.data(), array->data.size());
    }
    return values;
}

/// The rows of a text, and the line numbers at which they begin.
struct Rows {
    std::vector<Names> cells;
    std::vector<std::uint64_t> lines;
};

Rows rows_of(std::string_view text) {
    const std::string name = "a.csv";
    CsvRows parser(text, name);
    Rows rows;
    std::vector<CsvCell> row;
    for (auto more = parser.next(row); more && *more; more = parser.next(row)) {
        rows.lines.push_back(parser.line());
        rows.cells.emplace_back();
        for (const CsvCell& cell : row) {
            rows.cells.back().push_back(cell.content());
        }
    }
    return rows;
}

TEST(Csv, ReadsColumnsByTheirName) {
    const std::string text = "weight,note,profit\n3,x,10\r\n4,,20\n";
    const std::vector<ElementType> types{ElementType::u8, ElementType::u8};
    const auto columns = parse_csv_columns(text, Names{"profit", "weight"}, types, "a.csv");
    ASSERT_TRUE(columns) << columns.error().message;
    ASSERT_EQ(columns->size(), 2U);
    EXPECT_EQ(columns->front().data, (Bytes{std::byte{10}, std::byte{20}}));
    EXPECT_EQ(columns->back().data, (Bytes{std::byte{3}, std::byte{4}}));
    EXPECT_EQ(columns->front().shape, (std::vector<std::uint64_t>{2}));
    EXPECT_REFUSED(numbers_of(text, ElementType::u8, "price"),
                   "there is no column 'price' (there are: weight, note, profit)");
}

TEST(Csv, FindsColumnsBeforeItReadsRows) {
    EXPECT_REFUSED(numbers_of("a,b\n1,2\n3\n", ElementType::u8, "c"), "line 1: there is no column 'c'");
    std::string header = "n0";
    for (int index = 1; index < 1000; ++index) {
        header += ",n" + std::to_string(index);
    }
    EXPECT_REFUSED(numbers_of(header, ElementType::u8, "c"), ", n19 and 980 more)");
}

TEST(Csv, RefusesMoreColumnsThanAnyTableHas) {
    const auto row = [](std::size_t cells) {
        std::string text = "1";
        for (std::size_t index = 1; index < cells; ++index) {
            text += ",1";
        }
        return text + "\n";
    };
    EXPECT_EQ(integers_of(row(65536)).size(), 65536U);
    EXPECT_REFUSED(numbers_of("\n" + row(65537)), "line 2: the row has more than 65536 columns");
    EXPECT_REFUSED(numbers_of("v\n" + row(65537), ElementType::i32, "v"),
                   "line 2: the row has more than 65536 columns");
}

TEST(Csv, ReadsQuotedCellsWithCommasQuotesAndLineBreaks) {
    const Rows rows = rows_of("a,b\n\"x,\"\"y\"\"\",\"two\r\nlines\"\n1,2");
    EXPECT_EQ(rows.cells, (std::vector<Names>{{"a", "b"}, {"x,\"y\"", "two\r\nlines"}, {"1", "2"}}));
    EXPECT_EQ(rows.lines, (std::vector<std::uint64_t>{1, 2, 4}));
    EXPECT_EQ(integers_of("\"\"\"a\"\"\"\n3\n", "\"a\""), Integers{3});
}

TEST(Csv, GivesTheTextOfEachRowUnchanged) {
    const std::string text = "\xEF\xBB\xBF a,b \r\n\n  \"x,\"\"y\n\" , 2\t\n1,2";
    const std::string name = "t.csv";
    CsvRows rows(text, name);
    std::vector<CsvCell> cells;
    std::vector<std::string> found;
    for (auto more = rows.next(cells); more && *more; more = rows.next(cells)) {
        found.emplace_back(rows.row());
    }
    EXPECT_EQ(found, (std::vector<std::string>{" a,b ", "  \"x,\"\"y\n\" , 2\t", "1,2"}));
}

TEST(Csv, FindsOutWhetherThereIsAHeader) {
    EXPECT_EQ(integers_of("1,2\n3,4\n"), (Integers{1, 2, 3, 4}));
    EXPECT_EQ(integers_of("x,y\n3,4\n"), (Integers{3, 4}));
    EXPECT_EQ(integers_of(",y\n3,4\n"), (Integers{3, 4})) << "an index column has no name";
    EXPECT_EQ(integers_of("\"x 1\",\xC3\xA9\n3,4\n"), (Integers{3, 4}));
    EXPECT_EQ(numbers_of("x,y\n3,4\n")->shape, (std::vector<std::uint64_t>{1, 2}));
    EXPECT_EQ(numbers_of("3\n4\n")->shape, (std::vector<std::uint64_t>{2}));
}

TEST(Csv, NeverTakesAMalformedNumberForAName) {
    for (const char* cell : {"3x", "+3x", "0x10", "-.5x", "1e", "1st", "$3", "3%", "(3)", "1_000", "-", "NA", "n/a",
                             "None", "null", "+N/A"}) {
        SCOPED_TRACE(cell);
        EXPECT_REFUSED(numbers_of(std::string(cell) + "\n4\n5\n"), "'a.csv' line 1, column 1: '");
        EXPECT_REFUSED(numbers_of("name," + std::string(cell) + "\n4,5\n"), "'a.csv' line 1, column 1: 'name'");
    }
    EXPECT_REFUSED(numbers_of("3x\n4\n"), "the first row is a header only if all of its cells are names");
    EXPECT_REFUSED(numbers_of(",\n4,5\n"), "line 1, column 1: '' is not a number");
    EXPECT_REFUSED(numbers_of(std::string_view("3\0\n4\n", 5)),
                   "line 1, column 1: byte 0x00 is not text; remove it, or give");
    EXPECT_REFUSED(numbers_of(std::string_view("ab,c\0d\n4,5\n", 10)), "line 1, column 2: byte 0x00 is not text");
    EXPECT_REFUSED(numbers_of("a\n\"4\x1b[K\"\n"), "line 2, column 1: byte 0x1b");
    EXPECT_REFUSED(numbers_of("\xFF\xFE\x31"), "UTF-16");
}

TEST(Csv, IgnoresByteOrderMarksBlanksAndEveryKindOfLineEnd) {
    for (const char* text :
         {"\xEF\xBB\xBFx,y\n1,2\n3,4\n", "x,y\r1,2\r3,4\r", "x,y\r\n1,2\r\n3,4", "x , y\n 1, 2\n\t3 ,4 \n",
          "\n x,y\n\n1,2\n  \n3,4\n\n", "\"x\" ,\"y\"\n\"1\", \"2\"\n\" 3\",4\n", " 1,2\n3,4\n"}) {
        EXPECT_EQ(integers_of(text), (Integers{1, 2, 3, 4})) << text;
    }
    const Rows rows = rows_of(" weight , profit\r3 ,\t10\r");
    EXPECT_EQ(rows.cells, (std::vector<Names>{{"weight", "profit"}, {"3", "10"}}));
    EXPECT_EQ(rows.lines, (std::vector<std::uint64_t>{1, 2}));
}

TEST(Csv, ReadsOneColumnByItsName) {
    const std::string text = "id,2019,\"a, b\"\nx,1,2\ny,3,4\n";
    EXPECT_EQ(integers_of(text, "2019"), (Integers{1, 3}));
    EXPECT_EQ(integers_of(text, "a, b"), (Integers{2, 4}));
    EXPECT_EQ(integers_of("v\n", "v"), Integers{});
    EXPECT_REFUSED(numbers_of(text, ElementType::i32, "b"), "there is no column 'b' (there are: id, 2019, a, b)");
    EXPECT_REFUSED(numbers_of(text, ElementType::i32, "id"), "line 2, column 1: 'x' is not a number");
    EXPECT_REFUSED(numbers_of("a,a\n1,2\n", ElementType::i32, "a"), "2 columns are named 'a'");
    EXPECT_REFUSED(numbers_of("v\n", ElementType::i32, "w"), "there is no column 'w'");
}

TEST(Csv, SaysOnWhichLineAFileIsMalformed) {
    EXPECT_REFUSED(numbers_of(""), "'a.csv' is an empty CSV file");
    EXPECT_REFUSED(numbers_of("\n\r\n"), "is an empty CSV file");
    EXPECT_REFUSED(numbers_of("x,y\n"), "'a.csv' line 1: the line is read as a header");
    EXPECT_REFUSED(numbers_of("\n\nx,y\n"), "'a.csv' line 3: the line is read as a header");
    EXPECT_EQ(integers_of("1,x\n", "x"), Integers{});
    EXPECT_REFUSED(numbers_of("1,2\n3\n"), "'a.csv' line 2: the row has 1 cell, but the rows before have 2; complete");
    EXPECT_REFUSED(numbers_of("1,2\n3,4,5\n"),
                   "'a.csv' line 2: the row has 3 cells, but the rows before have 2; remove");
    EXPECT_REFUSED(numbers_of("1\n\n\"2\n3\n"), "line 3, column 1: a quote is opened here");
    EXPECT_REFUSED(numbers_of("1\n\"2\"3\n"), "line 2, column 1: text follows a closing quote");
    EXPECT_REFUSED(numbers_of("1,1\n1,2\"3\"\n"), "line 2, column 2: a quote is inside a cell");
    EXPECT_REFUSED(
        numbers_of("1;2\n3;4\n"),
        "line 1, column 1: '1;2' is not a number; correct it; vkalgo expects commas between columns, not ';'");
    EXPECT_REFUSED(
        numbers_of("a;b\n3;4\n"),
        "line 2, column 1: '3;4' is not a number; correct it; vkalgo expects commas between columns, not ';'");
    EXPECT_REFUSED(numbers_of("a;b\n3;4\n", ElementType::i32, "b"),
                   "(there are: a;b); vkalgo expects commas between columns, not ';'");
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
    EXPECT_REFUSED(first("1.5", ElementType::i32), "'1.5' is not a whole number");
    EXPECT_REFUSED(first("twelve", ElementType::i32), "'twelve' is not a number");
    EXPECT_REFUSED(first("1 2", ElementType::i32), "'1 2' is not a number");
    EXPECT_REFUSED(first("\"\"", ElementType::f64), "'' is not a number");
    EXPECT_REFUSED(first("1e999", ElementType::f64), "'1e999' does not fit f64; give a number nearer to 0");
    EXPECT_REFUSED(first("1e39", ElementType::f32), "'1e39' does not fit f32; choose another type");
    EXPECT_REFUSED(first("1e3", ElementType::u8), "'1e3' does not fit u8; choose another type");
    EXPECT_REFUSED(first("256.5", ElementType::u8), "'256.5' does not fit u8");
    EXPECT_REFUSED(first("-1e3", ElementType::i8), "'-1e3' does not fit i8");
    EXPECT_REFUSED(first("16777217", ElementType::f32),
                   "line 2, column 1: '16777217' is a whole number that f32 cannot hold exactly");
    EXPECT_TRUE(first("16777217.0", ElementType::f32));
    EXPECT_EQ(integers_of("+3\n4\n"), (Integers{3, 4}));
    EXPECT_REFUSED(first("1e2", ElementType::u8), "'1e2' has a point or an exponent");
    EXPECT_REFUSED(first(std::string(100, 'x'), ElementType::u8), "'" + std::string(64, 'x') + "...' is not a number");
}

}  // namespace
}  // namespace vkalgo::formats::test
