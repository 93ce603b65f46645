// Tests tables with any delimiter, with a header or without, and how columns are found.
#include "formats/table_text.hpp"

#include "formats/csv_rows.hpp"
#include "formats/table_form.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

using Wanted = std::vector<std::string>;

const std::vector<std::string> kSuffixes{"asc", "desc", "text", "u8"};

Result<TableText> table_of(std::string_view text, const Wanted& wanted, TableForm form = {},
                           std::vector<std::string>* notices = nullptr) {
    const auto bytes = as_byte_span(text);
    ColumnSearch search{.wanted = wanted, .form = form, .suffixes = kSuffixes, .has_delimiter_option = true};
    if (notices != nullptr) {
        search.notice = [notices](const std::string& notice) { notices->push_back(notice); };
    }
    return parse_table(Bytes(bytes.begin(), bytes.end()), "t.csv", search);
}

/// Returns the indices of the columns that are found.
std::vector<std::size_t> found_in(std::string_view text, const Wanted& wanted, TableForm form = {}) {
    const auto table = table_of(text, wanted, form);
    EXPECT_TRUE(table) << table.error().message;
    std::vector<std::size_t> indices;
    for (const FoundColumn& column : table->columns) {
        indices.push_back(column.index);
    }
    return indices;
}

using ColumnIndices = std::vector<std::size_t>;

TEST(Delimiters, AreCharactersOrWords) {
    for (const auto& [text, letter] : {std::pair{"comma", ','},
                                       {"tab", '\t'},
                                       {"semicolon", ';'},
                                       {"colon", ':'},
                                       {"pipe", '|'},
                                       {"space", ' '},
                                       {"\\t", '\t'},
                                       {",", ','},
                                       {"\x1f", '\x1f'},
                                       {"x", 'x'},
                                       {"\\", '\\'}}) {
        const auto read = parse_delimiter(text);
        ASSERT_TRUE(read) << text;
        EXPECT_EQ(*read, letter);
    }
    EXPECT_REFUSED(parse_delimiter(""), "'' is empty");
    EXPECT_REFUSED(parse_delimiter("||"), "longer than one byte");
    EXPECT_REFUSED(parse_delimiter("semi"), "comma, tab, semicolon, colon, pipe, space");
    EXPECT_REFUSED(parse_delimiter("\""), "a quote");
    EXPECT_REFUSED(parse_delimiter("\n"), "a line break");
    EXPECT_EQ(delimiter_name(';'), "semicolons");
    EXPECT_EQ(delimiter_name('!'), "letters '!'");
    EXPECT_EQ(delimiter_name('\x01'), "bytes 0x01");
}

TEST(Delimiters, OfEveryKindSeparateCells) {
    std::mt19937 random(11);
    for (const char delimiter : {',', '\t', ';', ':', '|', ' ', 'x', '.', '-', '\x1f', '~'}) {
        const std::string letters = std::string("ab1,;\t|: \"\n") + delimiter;
        for (int turn = 0; turn < 200; ++turn) {
            std::vector<std::string> cells(1 + random() % 4);
            std::string row;
            for (std::string& cell : cells) {
                row += &cell == cells.data() ? "\"" : std::string(1, delimiter) + "\"";
                for (std::uint64_t k = random() % 5; k > 0; --k) {
                    const char letter = letters[random() % letters.size()];
                    if (letter != '\x1f') {  // Text with this control character is refused
                        cell += letter;
                        row += letter == '"' ? "\"\"" : std::string(1, letter);
                    }
                }
                row += '"';
            }
            const std::string name = "t";
            CsvRows rows(row, name, delimiter);
            std::vector<CsvCell> read;
            ASSERT_TRUE(rows.next(read).value_or(false)) << row;
            ASSERT_EQ(read.size(), cells.size()) << row;
            for (std::size_t k = 0; k < cells.size(); ++k) {
                EXPECT_EQ(read[k].content(), cells[k]) << row;
                EXPECT_TRUE(read[k].is_quoted());
            }
            const std::string commas = with_delimiter(row, delimiter, ',');
            CsvRows changed(commas, name);
            ASSERT_TRUE(changed.next(read).value_or(false)) << commas;
            ASSERT_EQ(read.size(), cells.size()) << commas;
            EXPECT_EQ(read.back().content(), cells.back()) << commas;
        }
    }
    const auto table = table_of("a b  d\n1 2  4\n", {"4"}, {.delimiter = ' ', .header = HeaderRow::present});
    ASSERT_TRUE(table) << "each blank separates";
    EXPECT_EQ(table->cells.front().front(), "4");
}

TEST(Tables, GiveTheTextOfTheirRowsUnchanged) {
    const std::string text = "\xef\xbb\xbfname, price\n\n\"a, \"\"b\"\"\n\" , 3\r\n4,4\r5,5";
    const auto table = table_of(text, {"price"});
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->rows, (std::vector<std::string_view>{"name, price", "\"a, \"\"b\"\"\n\" , 3", "4,4", "5,5"}));
    EXPECT_EQ(table->values().size(), 3U);
    EXPECT_EQ(table->cells.front()[0], " 3");
    const std::vector<std::uint32_t> order{2, 0, 1};
    EXPECT_EQ(as_text(table_rows(*table, order, ',')), "name, price\n5,5\n\"a, \"\"b\"\"\n\" , 3\n4,4\n");
    EXPECT_EQ(as_text(table_rows(*table, order, '\t')), "name\tprice\n5\t5\n\"a, \"\"b\"\"\n\"\t3\n4\t4\n");
    const auto headless = table_of("2;b\n1;\"a;c\"\n", {"1"}, {.delimiter = ';'});
    ASSERT_TRUE(headless);
    EXPECT_FALSE(headless->has_header);
    EXPECT_EQ(as_text(table_rows(*headless, std::vector<std::uint32_t>{1, 0}, ';')), "1;\"a;c\"\n2;b\n");
}

TEST(Tables, FindColumnsByNameAndNumber) {
    const std::string text = "name,price,2019,t:desc\nx,1,2,3\n";
    EXPECT_EQ(found_in(text, {"price", "name", "2019"}), (ColumnIndices{1, 0, 2}));
    EXPECT_EQ(found_in(text, {"2", "1:desc"}, {.header = HeaderRow::present}), (ColumnIndices{1, 0}));
    EXPECT_EQ(found_in(text, {"4:u8:desc"}, {.header = HeaderRow::absent}), ColumnIndices{3});
    EXPECT_EQ(found_in("1,2\n3,4\n", {"2"}, {.header = HeaderRow::absent}), ColumnIndices{1});
    EXPECT_REFUSED(table_of("7,8\n3,4\n", {"3"}),
                   "there is no column '3' (there are: 7, 8); give a column this name in the header, or "
                   "give a number from 1 to 2");
    EXPECT_REFUSED(table_of(text, {"cost"}), "there is no column 'cost' (there are: name, price, 2019, t:desc)");
    EXPECT_REFUSED(table_of(text, {"0"}), "or give a number from 1 to 4");
    EXPECT_REFUSED(table_of(text, {"5"}, {.header = HeaderRow::absent}), "columns have numbers, here from 1 to 4");
    EXPECT_REFUSED(table_of(text, {"price"}, {.header = HeaderRow::absent}),
                   "there is no column 'price'; without a header");
    EXPECT_REFUSED(table_of("a,b,a\n1,2,3\n", {"a"}),
                   "2 columns are named 'a'; rename all but one, or give the number of one, such as 1");
    EXPECT_EQ(found_in("a,b,a\n1,2,3\n", {"3"}), ColumnIndices{2});
    EXPECT_REFUSED(table_of("a;b\n1;2\n", {"b"}),
                   "vkalgo expects commas between columns, not ';'; <delimiter> semicolon reads");
    EXPECT_REFUSED(table_of("1;b\n3;c\n", {"2"}, {.header = HeaderRow::absent}),
                   "here from 1 to 1; vkalgo expects commas between columns, not ';'; <delimiter> semicolon reads");
    EXPECT_REFUSED(table_of("a,b\n1,2\n", {"b"}, {.delimiter = '\t'}),
                   "vkalgo expects tabs between columns, not ','; <delimiter> comma reads commas");
    EXPECT_REFUSED(table_of("\"a;b\"\n1\n", {"b"}), "(there are: a;b); give a column this name in the header");
}

TEST(Tables, TakeSuffixesOnlyIfNoColumnHasThatName) {
    const std::string text = "t,t:desc,desc,a:b\n1,2,3,4\n";
    const auto table = table_of(text, {"t:desc", "t:asc", "t:desc:u8", "desc:desc:text", "a:b"});
    ASSERT_TRUE(table) << table.error().message;
    const std::vector<FoundColumn>& columns = table->columns;
    EXPECT_EQ(columns[0].index, 1U);
    EXPECT_TRUE(columns[0].suffixes.empty());
    EXPECT_EQ(columns[1].index, 0U);
    EXPECT_EQ(columns[1].suffixes, Wanted{"asc"});
    EXPECT_EQ(columns[2].index, 1U);
    EXPECT_EQ(columns[2].suffixes, Wanted{"u8"});
    EXPECT_EQ(columns[3].index, 2U);
    EXPECT_EQ(columns[3].suffixes, (Wanted{"desc", "text"}));
    EXPECT_EQ(columns[4].index, 3U);
    EXPECT_REFUSED(table_of(text, {"t:down"}),
                   "after the name there may be a colon and one of these words: asc, desc, text, u8");
    EXPECT_REFUSED(table_of(text, {"s:down"}), "there is no column 's:down'");
}

TEST(Tables, SayWhenAFirstRowIsTakenForAHeader) {
    const auto header = [](std::string_view text, const Wanted& wanted, HeaderRow row, std::size_t notices) {
        std::vector<std::string> messages;
        const auto table = table_of(text, wanted, {.header = row}, &messages);
        EXPECT_TRUE(table) << table.error().message;
        EXPECT_EQ(messages.size(), notices) << text;
        return table && table->has_header;
    };
    EXPECT_TRUE(header("a,b\n1,2\n", {"b"}, HeaderRow::found, 0));
    EXPECT_TRUE(header("a,b\n1,2\n", {"2"}, HeaderRow::found, 1));
    EXPECT_FALSE(header("a,4\n1,2\n", {"2"}, HeaderRow::found, 0));
    EXPECT_FALSE(header("a,b\n1,2\n", {"2"}, HeaderRow::absent, 0));
    EXPECT_TRUE(header("a,4\n1,2\n", {"2"}, HeaderRow::present, 0));
    // A number that is also a name is ambiguous.
    EXPECT_REFUSED(table_of("1,3,2\n4,5,6\n", {"3"}),
                   "line 1: '3' is the number of a column, but also the name of column 2 if the line is a header");
    EXPECT_REFUSED(table_of("1,1,2\n3,4,5\n", {"1"}),
                   "line 1: '1' is the number of a column, but also the name of column 1 if the line is a header");
    EXPECT_EQ(found_in("1,3,2\n4,5,6\n", {"3"}, {.header = HeaderRow::absent}), ColumnIndices{2});
    EXPECT_EQ(found_in("1,3,2\n4,5,6\n", {"3"}, {.header = HeaderRow::present}), ColumnIndices{1});
}

TEST(Tables, FindMissingNumbers) {
    const auto table = table_of("v,w\n3,\n,x\nNA,y\n n/a ,\"\"\nnull,\" \"\n\"NaN\",NA\n-1,\"NA\"\n", {"v", "w"});
    ASSERT_TRUE(table) << table.error().message;
    const std::vector<ElementType> types{ElementType::u32, ElementType::i64, ElementType::f64};
    const auto numbers = column_numbers(*table, 0, types, false);
    ASSERT_TRUE(numbers) << numbers.error().message;
    EXPECT_EQ(numbers->values.type, ElementType::i64);
    EXPECT_EQ(numbers->missing, 5U);
    EXPECT_EQ(numbers->is_missing, (std::vector<bool>{false, true, true, true, true, true, false}));
    const std::vector<ElementType> floats{ElementType::f32};
    const auto rounded = column_numbers(*table, 0, floats, false);
    ASSERT_TRUE(rounded);
    float value = 0;
    std::memcpy(&value, rounded->values.data.data() + 4, 4);
    EXPECT_TRUE(std::isnan(value));
    const ColumnText text = column_text(*table, 1);
    EXPECT_EQ(text.is_missing, (std::vector<bool>{true, false, false, true, false, true, false}));
    EXPECT_EQ(text.values, (std::vector<std::string_view>{"", "x", "y", "", " ", "", "NA"}));
    EXPECT_REFUSED(column_numbers(*table, 1, types, false), "line 3, column 2: 'x' is not a number");
    const auto signs = table_of("v\n-nan\n+NaN\n1\n", {"v"});
    EXPECT_EQ(column_numbers(*signs, 0, types, false)->missing, 2U);
    const auto complete = table_of("v\n1\n2\n", {"v"});
    EXPECT_TRUE(column_numbers(*complete, 0, types, false)->is_missing.empty());
}

TEST(Tables, GiveTextByteForByte) {
    const auto table = table_of("w\n b \n\"a, \"\"q\"\"\"\n\" c\"\n\xC3\xA9\n", {"w"});
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(column_text(*table, 0).values, (std::vector<std::string_view>{" b ", "a, \"q\"", " c", "\xC3\xA9"}));
}

}  // namespace
}  // namespace vkalgo::formats::test
