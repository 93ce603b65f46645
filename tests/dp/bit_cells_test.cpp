// Which recurrences method `bit-parallel` takes: their text must prove, for every cell and symbol, that the method
// gives the right values.
#include "algorithms/dp/recurrence/compiled.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::dp::test {
namespace {

/// A recurrence over two inputs; the defaults are those of lcs.
struct CellText {
    std::string cell =
        "    if (x(i - 1) == y(j - 1)) return at(i - 1, j - 1) + 1u;\n"
        "    return max(at(i - 1, j), at(i, j - 1));\n";
    std::string base = "return 0u;", type = "u32", first = "u8", second = "u8", parameters = "int i, int j";
    std::string lines = "//! base     first-row 1\n//! base     first-column 1\n//! answer   last\n", more;

    RecurrenceHeader header() const {
        const std::string source =
            "//! problem  a\n//! pattern  NOSE\n//! cell     " + type + "\n//! input    x " + first +
            "[]\n//! input    y " + second +
            "[]\n//! param    one u32 1\n//! param    part f32 0.5\n//! rows     len(x) + 1\n//! "
            "columns  len(y) + 1\n" +
            lines + more + "cell_t base(int i, int j) { " + base + " }\ncell_t cell(" + parameters + ") {\n" + cell +
            "}\n";
        auto header = parse_header(source, "a.glsl");
        EXPECT_TRUE(header) << header.error().message << '\n' << source;
        return header ? *header : RecurrenceHeader{};
    }
};

CellText of_cell(std::string cell) {
    CellText text;
    text.cell = std::move(cell);
    return text;
}
CellText edit() {
    CellText text = of_cell(
        "    const cell_t kept = x(i - 1) == y(j - 1) ? at(i - 1, j - 1) : at(i - 1, j - 1) + one;\n"
        "    return min(min(kept, at(i, j - 1) + one), at(i - 1, j) + 1u);\n");
    text.base = "return uint(i) * one + uint(j);";
    return text;
}

TEST(BitCells, AreReadFromTheTextsOfBuiltIns) {
    int found = 0;
    for (const CompiledRecurrence* recurrence : builtin_recurrences()) {
        const RecurrenceHeader& header = recurrence->header;
        if (header.bits) {
            ++found;
            const bool is_lcs = header.problem == "lcs";
            EXPECT_TRUE(is_lcs || header.problem == "edit-distance") << header.problem;
            EXPECT_EQ(header.bits->kind, is_lcs ? BitCells::Kind::lcs : BitCells::Kind::edit);
            EXPECT_EQ(header.bits->row_step, is_lcs ? 0U : 1U);
            EXPECT_EQ(header.bits->unit_params,
                      is_lcs ? std::vector<std::string>{} : (std::vector<std::string>{"ins", "del", "rep"}));
        }
    }
    EXPECT_EQ(found, 2);
}

TEST(BitCells, AreReadFromOtherTextsWithTheSameValues) {
    const std::vector<CellText> lcs{
        of_cell("return max(max(at(i - 1, j), at(i, j - 1)), at(i - 1, j - 1) + uint(x(i - 1) == y(j - 1)));"),
        of_cell("const bool same = !(y(j - 1) != x(i - 1));\n"
                "if (same && at(i - 1, j) + 1u > at(i - 1, j - 1)) { return 1u + at(i - 1, j - 1); }\n"
                "else { const uint up = at(i - 1, j); return at(i, j - 1) <= up ? up : at(i, j - 1); }\n"),
        of_cell("cell_t best = cell_t(at(i - 1, j));\n"
                "if (x(i - 1) == y(j - 1)) return at(i - 1, j - 1) + one; // a match\n"
                "if (false_ == 0u || best < at(i, j - 1)) return at(i, j - 1); return best;"),
    };
    for (std::size_t k = 0; k + 1 < lcs.size(); ++k) {
        const RecurrenceHeader header = lcs[k].header();
        ASSERT_TRUE(header.bits) << lcs[k].cell << '\n' << header.no_bits;
        EXPECT_EQ(header.bits->kind, BitCells::Kind::lcs);
    }
    EXPECT_FALSE(lcs.back().header().bits) << "a word that is not declared";
    for (const char* type : {"i32", "u64", "i64"}) {
        CellText text = edit();
        text.type = type;
        text.cell =
            "const bool same = x(i - 1) == y(j - 1);\n"
            "return cell_t(1) + min(min(at(i - 1, j), at(i, j - 1)), at(i - 1, j - 1)) * cell_t(1);";
        EXPECT_FALSE(text.header().bits) << "replaces equal symbols";
        text.cell =
            "if (x(i - 1) == y(j - 1)) return at(i - 1, j - 1);\n"
            "return cell_t(1) + min(min(at(i - 1, j), at(i, j - 1)), at(i - 1, j - 1));";
        const RecurrenceHeader header = text.header();
        ASSERT_TRUE(header.bits) << header.no_bits;
        EXPECT_EQ(header.bits->kind, BitCells::Kind::edit);
        EXPECT_EQ(header.bits->unit_params, std::vector<std::string>{"one"});
    }
    const RecurrenceHeader header = edit().header();
    ASSERT_TRUE(header.bits) << header.no_bits;
    EXPECT_EQ(header.bits->kind, BitCells::Kind::edit);
}

TEST(BitCells, KnowBasesThatGrowByZeroOrOne) {
    struct Case {
        const char* base;
        std::uint32_t corner, row, column;
    };
    for (const Case& each : {Case{"return 7u;", 7, 0, 0}, Case{"return cell_t(i + j);", 0, 1, 1},
                             Case{"return i == 0 ? 0u : uint(i);", 0, 0, 1}, Case{"return uint(j) + 2u;", 2, 1, 0},
                             Case{"if (i < j) return uint(max(i, j)) * one; return uint(i);", 0, 1, 1}}) {
        for (CellText text : {CellText(), edit()}) {
            text.base = each.base;
            const RecurrenceHeader header = text.header();
            ASSERT_TRUE(header.bits) << each.base << '\n' << header.no_bits;
            EXPECT_EQ(header.bits->corner, each.corner) << each.base;
            EXPECT_EQ(header.bits->row_step, each.row) << each.base;
            EXPECT_EQ(header.bits->column_step, each.column) << each.base;
        }
    }
    for (const char* base : {"return uint(i) * 2u;", "return uint(i + i);", "return uint(i * j + i * i);",
                             "return i > 4 ? 1u : 0u;", "return i > 0 ? 1u : 0u;", "return x(0);", "return uint(-i);",
                             "return uint(rows());", "return j == 1 ? 1u : uint(j);"}) {
        CellText text;
        text.base = base;
        EXPECT_FALSE(text.header().bits) << base;
    }
}

TEST(BitCells, NoteWhichElementsAreCompared) {
    CellText text = of_cell(
        "if (y(i) == x(j - 2)) return at(i - 1, j - 1) + 1u;\n"
        "return max(at(i - 1, j), at(i, j - 1));\n");
    text.first = text.second = "i32";
    const RecurrenceHeader header = text.header();
    ASSERT_TRUE(header.bits) << header.no_bits;
    EXPECT_EQ(header.bits->row_input, 1U);
    EXPECT_EQ(header.bits->column_input, 0U);
    EXPECT_EQ(header.bits->row_offset, 0);
    EXPECT_EQ(header.bits->column_offset, -2);
}

TEST(BitCells, AreNotReadFromTextsWithSlightlyDifferentValues) {
    const std::string match = "if (x(i - 1) == y(j - 1)) return at(i - 1, j - 1) + 1u;\n";
    const std::string most = "return max(at(i - 1, j), at(i, j - 1));\n";
    const std::string usual = match + most;
    for (const std::string& cell : {
             "if (x(i - 1) == y(j - 1)) return at(i - 1, j - 1) + 2u;\n" + most,
             match + "return min(at(i - 1, j), at(i, j - 1));\n",
             match + "return at(i - 1, j);\n",
             match + "return max(at(i - 1, j), at(i - 1, j - 1));\n",
             match + "return max(at(i - 1, j), at(i, j - 1)) + 1u;\n",
             "if (x(i - 1) != y(j - 1)) return at(i - 1, j - 1) + 1u;\n" + most,
             "if (x(i - 1) == y(i - 1)) return at(i - 1, j - 1) + 1u;\n" + most,
             "if (x(i - 1) == 65u) return at(i - 1, j - 1) + 1u;\n" + most,
             "if (x(i - 1) + 1u == y(j - 1)) return at(i - 1, j - 1) + 1u;\n" + most,
             "if (x(i - 1) < y(j - 1)) return at(i - 1, j - 1) + 1u;\n" + most,
             "if ((x(i - 1) | 32u) == (y(j - 1) | 32u)) return at(i - 1, j - 1) + 1u;\n" + most,
             "if (x(i - 1) == y(j - 1) || x(i) == y(j)) return at(i - 1, j - 1) + 1u;\n" + most,
             "if (x(i - 1) == y(j - 1) && i > 3) return at(i - 1, j - 1) + 1u;\n" + most,
             "if (x(i - 1) == y(j - 1) && at(i - 1, j) < 100u) return at(i - 1, j - 1) + 1u;\n" + most,
             "if (x(i - 1) == y(j - 1) && x(i - 1) == 65u) return at(i - 1, j - 1) + 1u;\n" + most,
             "uint up = at(i - 1, j); up += 1u;\n" + usual,
             "i = i - 1;\n" + usual,
             "for (int k = 0; k < 1; ++k) {}\n" + usual,
             "if (x(i - 1) == y(j - 1)) return at(i - 1, j - 1) + cell_t(part + 0.5);\n" + most,
             match + "return max(at(i - 1, j), at(i, j - 1)) & 255u;\n",
             "if (at(i - 1, j) == 5u) return 5u;\n" + usual,
             "overflow_if(at(i - 1, j) > 3u);\n" + usual,
             std::string("return max(at(i - 1, j), at(i, j - 1));\n"),
         }) {
        EXPECT_FALSE(of_cell(cell).header().bits) << cell;
    }
    CellText weighed = edit();
    weighed.cell.replace(weighed.cell.find("+ 1u"), 4, "+ 2u");
    EXPECT_FALSE(weighed.header().bits);
}

TEST(BitCells, AreNotReadFromOtherKindsOfTables) {
    const auto refuses = [](const CellText& text, const char* what) { EXPECT_FALSE(text.header().bits) << what; };
    CellText text;
    text.lines = "//! base     first-row 2\n//! base     first-column 1\n//! answer   last\n";
    refuses(text, "two base rows");
    text = {};
    text.lines = "//! base     first-row 1\n//! answer   last\n";
    refuses(text, "no base column");
    text = {};
    text.type = "f32";
    refuses(text, "floats");
    text = {};
    text.first = text.second = "f32";
    refuses(text, "elements that are floats");
    text = {};
    text.first = text.second = "u64";
    refuses(text, "elements of 64 bits");
    text = {};
    text.second = "u16";
    refuses(text, "elements of two types");
    text = {};
    text.more = "#define at(a, b) 0u\n";
    refuses(text, "a macro");
    text = {};
    text.more = "uint max(uint a, uint b) { return a; }\n";
    refuses(text, "another max()");
    text = {};
    text.more = "//! value    c + 1u\n";
    refuses(text, "a value");
    text = {};
    text.more = "//! domain   upper\n";
    refuses(text, "a domain");
    text = {};
    text.more = "//! output   o u32[4]\n";
    refuses(text, "an output");
}

// Parameters may have any names.
TEST(BitCells, DoNotDependOnTheNamesOfParameters) {
    CellText text = of_cell("return x(j - 1) == y(i - 1) ? at(j - 1, i - 1) + 1u : max(at(j - 1, i), at(j, i - 1));");
    text.parameters = "const int j, const int i";
    const RecurrenceHeader header = text.header();
    ASSERT_TRUE(header.bits) << header.no_bits;
    EXPECT_EQ(header.bits->row_input, 0U);
    EXPECT_EQ(header.bits->column_input, 1U);
}

}  // namespace
}  // namespace vkalgo::dp::test
