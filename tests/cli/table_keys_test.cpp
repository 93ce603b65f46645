// Tests without a device how the keys of tables are read, and how the keys of a row are packed into numbers.
#include "cli/commands/sort/table_keys.hpp"

#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

__extension__ using WholeNumber = __int128;

const std::vector<ElementType> kTriedTypes{ElementType::u32, ElementType::i64, ElementType::u64, ElementType::f64};

Result<TableKeys> keys_of(const std::string& table, const std::vector<std::string>& columns,
                          const KeyDefaults& defaults = {.type = std::nullopt, .tried = kTriedTypes}) {
    const TemporaryFolder folder;
    InputReader reader;
    return read_table_keys(reader, folder.file("t.csv", table), columns, defaults);
}

/// Returns the order of the rows by stable sorts of the packed keys, the last array first.
std::vector<std::uint32_t> order_by_packed(const std::vector<Array>& words) {
    std::vector<std::uint32_t> order(words.front().count());
    std::iota(order.begin(), order.end(), 0U);
    for (auto word = words.rbegin(); word != words.rend(); ++word) {
        const auto number = [&](std::uint32_t row) {
            std::uint64_t value = 0;  // Little-endian
            std::memcpy(&value, word->data.data() + row * size_of(word->type), size_of(word->type));
            return value;
        };
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return number(a) < number(b); });
    }
    return order;
}

/// A random column, with its keys as text and as values.
struct DrawnColumn {
    enum class Kind { whole, real, text } kind = Kind::whole;
    bool descending = false;
    std::string type;
    std::vector<std::string> cells;
    std::vector<std::optional<WholeNumber>> wholes;
    std::vector<std::optional<double>> reals;
    std::vector<std::optional<std::string>> texts;

    template <class T>
    int order(const std::vector<std::optional<T>>& keys, std::size_t a, std::size_t b) const {
        if (!keys[a] || !keys[b]) {
            return int{!keys[a]} - int{!keys[b]};
        }
        const int less = *keys[a] < *keys[b] ? -1 : *keys[b] < *keys[a] ? 1 : 0;
        return descending ? -less : less;
    }
    int compare(std::size_t a, std::size_t b) const {
        return kind == Kind::whole ? order(wholes, a, b) : kind == Kind::real ? order(reals, a, b) : order(texts, a, b);
    }
};

DrawnColumn draw_column(std::mt19937_64& random, std::size_t rows) {
    DrawnColumn column;
    column.kind = static_cast<DrawnColumn::Kind>(random() % 3);
    column.descending = random() % 2 == 0;
    const bool is_signed = random() % 2 == 0;
    const std::uint64_t missing = random() % 3 == 0 ? 4 : 0;
    const std::uint64_t spread = random() % 3;  // 0: few different keys, 1: many, 2: all that the type has
    column.type = column.kind == DrawnColumn::Kind::text ? "text"
                  : column.kind == DrawnColumn::Kind::real
                      ? "f64"
                      : std::string(is_signed ? "i" : "u") + (spread == 0   ? "8"
                                                              : spread == 1 ? "32"
                                                                            : "64");
    for (std::size_t row = 0; row < rows; ++row) {
        const bool is_missing = missing != 0 && random() % missing == 0;
        std::string cell = is_missing && column.kind != DrawnColumn::Kind::text && random() % 2 == 0 ? "na" : "";
        std::optional<WholeNumber> whole;
        std::optional<double> real;
        std::optional<std::string> text;
        if (!is_missing && column.kind == DrawnColumn::Kind::whole) {
            const std::uint64_t bits = random();
            const std::uint64_t drawn = spread == 0     ? bits % 5
                                        : spread == 1   ? bits % 0x7fffffff
                                        : bits % 9 == 0 ? ~0ULL
                                                        : bits;
            whole = is_signed ? WholeNumber{static_cast<std::int64_t>(drawn)} : WholeNumber{drawn};
            whole = is_signed && spread != 2 && random() % 2 == 0 ? -*whole : *whole;
            cell = is_signed ? fmt::format("{}", static_cast<std::int64_t>(*whole))
                             : fmt::format("{}", static_cast<std::uint64_t>(*whole));
        } else if (!is_missing && column.kind == DrawnColumn::Kind::real) {
            real = spread == 0 ? static_cast<double>(random() % 4) - 1.5
                               : std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                                            static_cast<int>(random() % 100) - 50);
            cell = fmt::format("{:.1f}", *real).size() < 8 ? fmt::format("{:.1f}", *real) : fmt::format("{:e}", *real);
            real = std::stod(cell);
        } else if (!is_missing) {
            text = std::string();
            constexpr std::string_view kLetters = "ab,\"\xC3 Z~\n";
            for (std::uint64_t k = 1 + random() % (spread == 0 ? 1 : 4); k > 0; --k) {
                *text += kLetters[random() % kLetters.size()];
            }
            cell = "\"";
            for (const char letter : *text) {
                cell += letter == '"' ? "\"\"" : std::string(1, letter);
            }
            cell += '"';
        }
        column.cells.push_back(std::move(cell));
        column.wholes.push_back(whole);
        column.reals.push_back(real);
        column.texts.push_back(std::move(text));
    }
    return column;
}

TEST(TableKeys, PutRandomTablesInTheOrderOfAStableSort) {
    std::mt19937_64 random(3);
    std::size_t most_words = 0;
    for (int turn = 0; turn < 300; ++turn) {
        const std::size_t rows = random() % 60;
        std::vector<DrawnColumn> columns(1 + random() % 4);
        std::vector<std::string> asked;
        std::string table = "last";
        for (std::size_t k = 0; k < columns.size(); ++k) {
            columns[k] = draw_column(random, rows);
            asked.push_back(fmt::format("c{}:{}:{}", k, columns[k].descending ? "desc" : "asc", columns[k].type));
            table += fmt::format(",c{}", k);
        }
        table += '\n';
        for (std::size_t row = 0; row < rows; ++row) {
            table += fmt::format("{}", row);
            for (const DrawnColumn& column : columns) {
                table += "," + column.cells[row];
            }
            table += '\n';
        }
        const auto keys = keys_of(table, asked);
        ASSERT_TRUE(keys) << keys.error().message << "\n" << table;
        std::vector<std::uint32_t> expected(rows);
        std::iota(expected.begin(), expected.end(), 0U);
        std::stable_sort(expected.begin(), expected.end(), [&](std::uint32_t a, std::uint32_t b) {
            for (const DrawnColumn& column : columns) {
                if (const int order = column.compare(a, b); order != 0) {
                    return order < 0;
                }
            }
            return false;
        });
        const std::vector<Array> words = packed_keys(*keys);
        most_words = std::max(most_words, words.size());
        EXPECT_EQ(order_by_packed(words), expected) << keys->text() << "\n" << table;
        for (std::size_t i = 1; i < rows; ++i) {
            EXPECT_LE(keys->compare(expected[i - 1], expected[i]), 0) << keys->text() << "\n" << table;
        }
    }
    EXPECT_GT(most_words, 2U);
}

TEST(TableKeys, ArePackedIntoOneArrayIfTheirBitsFit) {
    const auto types = [](const std::string& table, const std::vector<std::string>& columns) {
        const auto keys = keys_of(table, columns);
        EXPECT_TRUE(keys) << keys.error().message;
        std::vector<ElementType> found;
        for (const Array& words : packed_keys(*keys)) {
            found.push_back(words.type);
        }
        return found;
    };
    using Types = std::vector<ElementType>;
    EXPECT_EQ(types("a,b\n1000,x\n1001,y\n", {"a", "b:text"}), Types{ElementType::u32});
    EXPECT_EQ(types("a,b\n0,x\n4294967295,y\n", {"a", "b:text"}), Types{ElementType::u64});
    EXPECT_EQ(types("a,b\n0,x\n18446744073709551615,x\n", {"a", "b:text"}), Types{ElementType::u64});
    EXPECT_EQ(types("a,b\n0,x\n18446744073709551615,y\n", {"a", "b:text"}),
              (Types{ElementType::u64, ElementType::u32}));
    EXPECT_EQ(types("a,b\n0,x\n18446744073709551615,x\n,x\n", {"a"}), (Types{ElementType::u32, ElementType::u64}))
        << "missing keys beside all that 64 bits hold";
    EXPECT_EQ(types("a,b\n1,x\n1,x\n", {"a", "b:text"}), Types{ElementType::u32}) << "nothing to decide";
    EXPECT_EQ(types("a,b\n", {"a", "b:text"}), Types{ElementType::u32}) << "no row";
    EXPECT_EQ(types("a,b\n,\n,\n", {"a", "b:text"}), Types{ElementType::u32}) << "no key";
}

TEST(TableKeys, TakeDefaultsWhereAColumnSaysNothing) {
    const std::string table = "a,b\n1,x\n2,y\n";
    const auto keys = keys_of(table, {"a", "b:asc:text"},
                              {.type = ElementType::u8, .tried = {}, .descending = true, .descending_given = true});
    ASSERT_TRUE(keys) << keys.error().message;
    EXPECT_EQ(keys->text(), "a:desc:u8, b:text");
    EXPECT_EQ(keys->json().dump(), R"([{"column":"a","direction":"desc","type":"u8"},)"
                                   R"({"column":"b","direction":"asc","type":"text"}])");
    EXPECT_REFUSED(keys_of(table, {"a:u8"}, {.type = ElementType::u8, .tried = {}}), "--type is for columns without");
    EXPECT_REFUSED(keys_of(table, {"a:asc"}, {.tried = kTriedTypes, .descending = true, .descending_given = true}),
                   "--descending is for columns without");
    EXPECT_REFUSED(keys_of(table, {"a:asc:desc"}), "'a' has two directions");
    EXPECT_REFUSED(keys_of(table, {"a:u8:text"}), "'a' has two types");
    EXPECT_REFUSED(keys_of(table, {"a", "1:desc"}), "'a' and '1' are the same column");
    EXPECT_REFUSED(keys_of(table, {"b"}), "or sort it as text by --column b:text");
    EXPECT_REFUSED(keys_of(table, {"b:f64"}), "line 2, column 2: 'x' is not a number");
}

}  // namespace
}  // namespace vkalgo::cli::test
