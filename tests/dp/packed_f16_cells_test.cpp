// Which recurrences method `packed-f16` of batches takes, according to their text.
#include "algorithms/dp/recurrence/compiled.hpp"
#include "tests/dp/local_texts.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::dp::test {
namespace {

TEST(PackedF16Cells, AreReadOnlyFromTheTextOfAlignLocalAmongBuiltIns) {
    for (const CompiledRecurrence* recurrence : builtin_recurrences()) {
        const RecurrenceHeader& header = recurrence->header;
        EXPECT_EQ(header.packed_f16.has_value(), header.problem == "align-local")
            << header.problem << header.no_packed_f16;
        EXPECT_NE(header.packed_f16.has_value(), !header.no_packed_f16.empty()) << header.problem;
    }
}

TEST(PackedF16Cells, AreReadFromOtherTextsWithTheSameValues) {
    const RecurrenceHeader header = LocalText().header();
    ASSERT_TRUE(header.packed_f16) << header.no_packed_f16;
    EXPECT_EQ(header.packed_f16->row_open.text(), "0 + 1 * first + 1 * more");
    EXPECT_EQ(header.packed_f16->column_open.text(), header.packed_f16->row_open.text());
    EXPECT_EQ(header.packed_f16->row_extend.text(), "0 + 1 * more");
    EXPECT_EQ(header.packed_f16->base_h.text(), "0");
    EXPECT_EQ(header.packed_f16->base_e.text(), "-1000000");
    EXPECT_EQ(header.packed_f16->base_f.text(), "-7 - 3 * first");
    const RecurrenceHeader one = linear().header();
    ASSERT_TRUE(one.packed_f16) << one.no_packed_f16;
    EXPECT_EQ(one.packed_f16->row_extend.text(), "0 + 1 * first + 1 * more");
    LocalText inlined;
    inlined.cell =
        "    return cell_t(max(at(i - 1, j).Best - 2, at(i - 1, j).Down - 1),\n"
        "        max(max(at(i, j - 1).Best - 2, at(i, j - 1).Right - int(1u)), max(max(at(i - 1, j).Best - 2,\n"
        "            at(i - 1, j).Down - 1), max(0, at(i - 1, j - 1).Best + w(letters * a(i - 1) + b(j - 1))))),\n"
        "        max(at(i, j - 1).Right - 1, at(i, j - 1).Best - 2));\n";
    EXPECT_TRUE(inlined.header().packed_f16) << inlined.header().no_packed_f16;
}

TEST(PackedF16Cells, AreNotReadFromTextsWithDifferentValues) {
    const auto replaced = [](std::string_view from, std::string_view to) {
        LocalText text;
        const std::size_t at = text.cell.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        text.cell.replace(at, from.size(), to);
        return text;
    };
    std::vector<LocalText> others{
        replaced("gapped, 0)", "gapped, 1)"),
        replaced("gapped, 0)", "gapped, first)"),
        replaced("max(matched > gapped ? matched : gapped, 0)", "max(matched, gapped)"),
        replaced("matched > gapped", "matched < gapped"),
        replaced("matched > gapped", "matched >= 0"),
        replaced("made.Right = gapped", "made.Right = gapped + 1"),
        replaced("west.Right,", "west.Down,"),
        replaced("west.Best - first", "north.Best - first"),
        replaced("at(i - 1, j - 1).Best", "at(i - 1, j - 1).Down"),
        replaced("at(i - 1, j - 1).Best", "at(i - 1, j - 1).Best + 1"),
        replaced("at(i, j - 1), north", "at(i, j - 1), i = at(i, j), north"),
        replaced("w(letters * a(i - 1) + b(j - 1))", "w(letters * a(i - 1) + b(j - 1)) * 2"),
        replaced("w(letters * a(i - 1) + b(j - 1))", "(a(i - 1) == b(j - 1) ? 5 : -4)"),
        replaced("- more;", "- natural;"),
        replaced("- more;", "- rows();"),
        replaced("int gapped", "int first"),
        replaced("    made.Right = gapped;\n", ""),
        replaced("    return made;\n", "    if (i == 7) return at(i - 1, j);\n    return made;\n"),
    };
    LocalText other;
    other.answer = "max last-row";
    others.push_back(other);
    other = LocalText();
    other.answer = "last";
    others.push_back(other);
    other = LocalText();
    other.value = "//! value    c.Down\n";
    others.push_back(other);
    other = LocalText();
    other.base = "return cell_t(0, j, 0);";
    others.push_back(other);
    other = LocalText();
    other.base_lines = "//! base     first-row 1\n//! base     first-column 2\n";
    others.push_back(other);
    other = LocalText();
    other.more = "int max(int a, int b) { return a; }\n";
    others.push_back(other);
    other = LocalText();
    other.more = "#define more 2\n";
    others.push_back(other);
    other = linear();
    other.cells = "i64";
    others.push_back(other);
    std::size_t read = 0;
    for (const LocalText& text : others) {
        auto header = parse_header(text.source(), "own.glsl");
        if (header) {
            ++read;
            EXPECT_FALSE(header->packed_f16) << text.source();
            EXPECT_FALSE(header->no_packed_f16.empty());
        }
    }
    EXPECT_GE(read, others.size() - 2);  // At most two texts are refused for other faults
}

}  // namespace
}  // namespace vkalgo::dp::test
