// What the text of cell() shows about reads of inputs: the read that a profile of scores replaces, and the elements
// that a row or a column reads.
#include "algorithms/dp/recurrence/header.hpp"
#include "algorithms/dp/recurrence/row_scan.hpp"
#include "tests/dp/local_texts.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::dp::test {
namespace {

/// Returns the header of a local alignment in whose source `to` replaces `from`.
RecurrenceHeader replaced_header(std::string_view from, std::string_view to) {
    std::string source = LocalText().source();
    const std::size_t at = source.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    source.replace(at, from.size(), to);
    auto header = parse_header(source, "own.glsl");
    EXPECT_TRUE(header) << header.error().message << '\n' << source;
    return header ? *header : RecurrenceHeader{};
}

TEST(ProfileReads, AreFoundWithTheirFactorAndOffsets) {
    const RecurrenceHeader header = replaced_header("letters * a(i - 1) + b(j - 1)", "24 * a(i + 3) + b(j)");
    ASSERT_TRUE(header.profile);
    EXPECT_EQ(header.inputs[header.profile->table].name, "w");
    EXPECT_EQ(header.inputs[header.profile->row].name, "a");
    EXPECT_EQ(header.inputs[header.profile->column].name, "b");
    EXPECT_EQ(header.profile->row_offset, 3);
    EXPECT_EQ(header.profile->column_offset, 0);
    EXPECT_EQ(header.profile->factor, "24");
    ASSERT_TRUE(LocalText().header().profile);
    EXPECT_EQ(LocalText().header().profile->row_offset, -1);
    EXPECT_EQ(LocalText().header().profile->factor, "letters");
}

TEST(ProfileReads, AreNotFoundIfTheirNamesOrNumbersMayMeanSomethingElse) {
    const std::string cell = "cell_t cell(int i, int j) {\n";
    const std::vector<std::pair<std::string, std::string>> changes{
        {"cell(int i, int j) {\n", "cell(int p, int q) {\n    const int i = p + 1, j = q + 1;\n"},
        {cell, cell + "    ++i;\n"},
        {cell, cell + "    j = j + 1;\n"},
        {cell, "void raise(inout int v) { v += 1; }\n" + cell + "    raise(i);\n"},
        {cell, cell + "    const int letters = 2;\n"},
        {cell, "#define letters 2\n" + cell},
        {"a(i - 1)", "a(i - 010)"},
        {"b(j - 1)", "b(j - 010)"},
        {"w(letters *", "w(010 *"},
        {"w(letters *", "w(0 *"},
    };
    for (const auto& [from, to] : changes) {
        const RecurrenceHeader header = replaced_header(from, to);
        EXPECT_FALSE(header.profile) << to;
        EXPECT_FALSE(header.packed_f16) << to;
    }
}

TEST(InputReads, HaveDecimalOffsets) {
    EXPECT_EQ(LocalText().header().inputs[0].reads.rows, std::vector<long>{-1});
    EXPECT_EQ(LocalText().header().inputs[1].reads.columns, std::vector<long>{-1});
    EXPECT_EQ(replaced_header("a(i - 1)", "a(i)").inputs[0].reads.rows, std::vector<long>{0});
    EXPECT_EQ(replaced_header("a(i - 1)", "a(i + 1024)").inputs[0].reads.rows, std::vector<long>{1024});
    EXPECT_TRUE(replaced_header("a(i - 1)", "a(i + 1025)").inputs[0].reads.rows.empty());
    EXPECT_TRUE(replaced_header("a(i - 1)", "a(i - 010)").inputs[0].reads.rows.empty());
}

TEST(ScanDistances, AreKnownOnlyIfTheyAreDecimalNumbers) {
    RowScan scan;
    EXPECT_EQ(scan.distance(), 1);
    scan.left = "10";
    EXPECT_EQ(scan.distance(), 10);
    for (const char* other : {"010", "0x10", "10u", "coin(i - 1)"}) {
        scan.left = other;
        EXPECT_FALSE(scan.distance()) << other;
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
