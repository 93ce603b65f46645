#include "tests/dp/good_header.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::dp {
namespace {

TEST(Header, NamesTheLineOfEveryWrongValue) {
    struct Case {
        int line;
        std::string text, part;
    };
    const std::vector<Case> cases{
        {1, "//! problem", "'problem' needs a value"},
        {1, "//! problem Two Words", "small letters"},
        {1, "//! problem " + std::string(65, 'a'), "at most 64"},
        {2, "//! abuot something", "did you mean 'about'?"},
        {2, "//! entirely else", "there are: problem, about"},
        {2, "//!", "this '//!' line is empty"},
        {2, "//! about this \\", "backslash"},
        {2, "//! domain full", "'domain' is given twice; leave out this line or line 2"},
        {3, "//! pattern nose", "did you mean 'NOSE'?"},
        {3, "//! pattern noes", "did you mean 'NOSE'?"},
        {3, "//! pattern ABC", "there are: RUD, RDU"},
        {3, "//! pattern NOSE SENO", "is not a pattern"},
        {4, "//! class lokal", "did you mean 'local'?"},
        {4, "//! class row_gather", "did you mean 'row-gather'?"},
        {5, "//! cell u8", "there are: i32, u32"},
        {5, "//! cell u33", "did you mean 'u32'?"},
        {5, "//! cell int", "there are: i32, u32"},
        {6, "//! input x", "write 'input NAME TYPE[SIZE]'"},
        {6, "//! input x u8", "an input is an array"},
        {6, "//! input x u8[", "an input is an array"},
        {6, "//! input x u8[] 3", "an input is an array"},
        {6, "//! input x u128[]", "is not a type of an input"},
        {6, "//! input 3x u8[]", "is not a name"},
        {6, "//! input x-y u8[]", "is not a name"},
        {6, "//! input at u8[]", "has a meaning"},
        {6, "//! input i u8[]", "has a meaning"},
        {6, "//! input n u8[]", "has a meaning"},
        {6, "//! input float u8[]", "word of GLSL"},
        {6, "//! input vec3 u8[]", "word of GLSL"},
        {6, "//! input u64vec2 u8[]", "word of GLSL"},
        {6, "//! input gl_x u8[]", "starts with gl_"},
        {6, "//! input vkalgo_x u8[]", "starts with vkalgo"},
        {6, "//! input a__b u8[]", "two underscores"},
        {6, "//! input " + std::string(65, 'x') + " u8[]", "is not a name"},
        {6, "//! input x u8[len(x)]", "depends on itself"},
        {6, "//! input x u8[len(y)]", "depends on itself"},
        {6, "//! input x u8[1 +]", "input: expected a number"},
        {7, "//! input x u8[]", "is already declared"},
        {7, "//! input gap u8[]", "already declared"},
        {7, "//! input y u8[len(z)]", "'z' is not an input"},
        {7, "//! input y u8[gab]", "did you mean 'gap'?"},
        {8, "//! param gap", "write 'param NAME TYPE'"},
        {8, "//! param gap u8", "there are: i32, u32"},
        {8, "//! param gap u32 -1", "not a number that fits u32"},
        {8, "//! param gap u32 4294967296", "not a number that fits u32"},
        {8, "//! param gap i32 2147483648", "not a number that fits i32"},
        {8, "//! param gap u32 1.5", "not a number that fits u32"},
        {8, "//! param gap u32 [5]", "write only the number"},
        {8, "//! param gap u32 = 5", "write only the number"},
        {8, "//! param gap u64 18446744073709551616", "not a number that fits u64"},
        {8, "//! param gap f32 1e39", "not a number that fits f32"},
        {8, "//! param gap f32 16777217", "not a number that fits f32"},
        {8, "//! param gap f64 9007199254740993", "not a number that fits f64"},
        {8, "//! param gap f64 nan", "not a number that fits f64"},
        {9, "//! rows len(x) +", "rows: expected a number"},
        {9, "//! rows len(x) + w", "'w' is not a param"},
        {9, "//! rows x", "write len(x)"},
        {9, "//! rows len(weight)", "'weight' is not an input"},
        {10, "//! colums 5", "did you mean 'columns'?"},
        {11, "//! domain uper", "did you mean 'upper'?"},
        {12, "//! base first-row", "at least 1"},
        {12, "//! base first-row 0", "at least 1"},
        {12, "//! base first-row -1", "at least 1"},
        {12, "//! base first-row x", "at least 1"},
        {12, "//! base first-row 1 2", "at least 1"},
        {12, "//! base firstrow 1", "did you mean 'first-row'?"},
        {12, "//! base first-col 1", "did you mean 'first-column'?"},
        {12, "//! base diagonal", "j - i == OFFSET"},
        {12, "//! base diagonal 99999999999", "j - i == OFFSET"},
        {13, "//! base first-row 2", "is declared twice"},
        {14, "//! answer first", "is not an answer"},
        {14, "//! answer last 3", "ends the line"},
        {14, "//! answer at", "write 'answer at(ROW, COLUMN)'"},
        {14, "//! answer at(1)", "write 'answer at(ROW, COLUMN)'"},
        {14, "//! answer at(1, 2", "write 'answer at(ROW, COLUMN)'"},
        {14, "//! answer at(, 2)", "is empty"},
        {14, "//! answer at(0, len(q))", "'q' is not an input"},
        {14, "//! answer min", "is not a border"},
        {14, "//! answer min last-roww", "did you mean 'last-row'?"},
        {15, "//! bound sum(x", "needs the name of one input"},
        {15, "//! bound gap * total", "'total' is not a param"},
        {16, "//! order", "'order' needs a value"},
        {16, "//! reduce", "needs a value"},
        {16, "//! reduce sum k = i .. j", "write 'reduce min k"},
        {16, "//! reduce min k i .. j", "write 'reduce min k"},
        {16, "//! reduce min k = i", "write 'reduce min k"},
        {16, "//! reduce min i = 0 .. j", "cannot be i or j"},
        {16, "//! reduce min 7 = 0 .. j", "is not a name"},
        {16, "//! reduce min k = .. j", "is not allowed for a limit of 'reduce'"},
        {16, "//! reduce min k = i ..", "is not allowed for a limit of 'reduce'"},
        {16, "//! reduce min k = i .. j; }", "is not allowed for a limit of 'reduce'"},
        {16, "//! reduce min k = (i .. j)", "is not allowed for a limit of 'reduce'"},
        {16, "//! reduce min k = i .. j - 1", "there is no term(), which 'reduce' needs"},
        {16, "//! reduce min gap = i .. j - 1", "is already declared"},
    };
    for (const Case& one : cases) {
        // A cycle of inputs is reported on the line of its first input, a repeated name or keyword on the later of its
        // two lines.
        const bool elsewhere = one.part == "already declared";
        expect_header_message(header_with_line(one.line, one.text),
                              elsewhere                       ? 8
                              : one.text == "//! domain full" ? 11
                                                              : one.line,
                              one.part);
    }
}

TEST(Header, SaysWhichLineIsMissing) {
    const std::vector<std::pair<int, std::string>> required{{1, "problem"}, {3, "pattern"},  {5, "cell"},
                                                            {9, "rows"},    {10, "columns"}, {14, "answer"}};
    for (const auto& [line, keyword] : required) {
        expect_header_message(header_with_line(line, ""), 16, "the header has no line '" + keyword + "'");
    }
    for (const int line : {2, 4, 11, 12, 13, 15, 16}) {
        EXPECT_EQ(header_message(header_with_line(line, "")), "");
    }
}

TEST(Header, RefusesTextsThatAreNoRecurrences) {
    expect_header_message("", 1, "so this is not a recurrence file");
    expect_header_message("int f() { return 3; }\n", 1, "so this is not a recurrence file");
    expect_header_message(std::string("//! problem x\n\0//\n", 17), 2, "is not text");
    expect_header_message("//! problem x\n\n\x01", 3, "is not text");
    expect_header_message("//! problem x\n// caf\xE9\n", 2, "is not text");
    expect_header_message(
        "\x7F"
        "ELF",
        1, "is not text");
    expect_header_message(std::string(70000, ' '), 1, "larger than 64 KiB");
    expect_header_message(text_of_header(kGoodHeader) + "\n/* never\nclosed\n", 20,
                          "the comment that starts here is never closed");
    expect_header_message(text_of_header(kGoodHeader, "int k; //! about x\n"), 17, "of its own");
    EXPECT_EQ(header_message(text_of_header(kGoodHeader) + "// caf\xC3\xA9\n"), "");
    expect_header_message(text_of_header(kGoodHeader) + "const int caf\xC3\xA9 = 1;\n", 19, "must be ASCII");
}

TEST(Header, HoldsAtMost64Inputs) {
    const auto with_inputs = [](int count) {
        std::vector<std::string> lines = kGoodHeader;
        for (int k = 2; k < count; ++k) {
            lines.push_back("//! input    more_" + std::to_string(k) + " u32[]");
        }
        return text_of_header(lines);
    };
    EXPECT_EQ(header_message(with_inputs(64)), "");
    EXPECT_EQ(header_message(with_inputs(2000)),
              "a.glsl:79: a recurrence has at most 64 inputs and outputs together; join some of them into one array");
}

}  // namespace
}  // namespace vkalgo::dp
