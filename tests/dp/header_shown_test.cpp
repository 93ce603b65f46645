// The header lines about random instances, files, the answer's name and its solution.
#include "algorithms/dp/recurrence/header.hpp"

#include <gtest/gtest.h>

namespace vkalgo::dp {
namespace {

/// Returns a recurrence whose header has fourteen lines and then `lines`.
std::string with(const std::string& lines) {
    return "//! problem  shown\n//! pattern  RUD\n//! cell     u32\n"
           "//! input    x u8[]\n//! input    y u8[]\n//! input    w u32[len(x)]\n//! input    r f32[]\n"
           "//! param    big u32\n//! param    small i32 4\n//! param    rate f32 0.5\n"
           "//! rows     len(x) + 1\n//! columns  big + 1\n//! base     first-row 1\n//! answer   last\n" +
           lines +
           "cell_t base(int i, int j) { return 0u; }\ncell_t cell(int i, int j) { return at(i - 1, j); }\n"
           "step_t step(int i, int j) { return step_t(i - 1, j, 0u); }\n";
}
constexpr int kFirstLine = 15;

RecurrenceHeader parsed(const std::string& lines) {
    const auto header = parse_header(with(lines), "a.glsl");
    EXPECT_TRUE(header) << (header ? "" : header.error().message);
    return header ? *header : RecurrenceHeader{};
}

void expect_refused(const std::string& line, const std::string& part, int at = kFirstLine) {
    const auto header = parse_header(with(line + "\n"), "a.glsl");
    ASSERT_FALSE(header) << line;
    EXPECT_EQ(header.error().code, ErrorCode::invalid_argument);
    EXPECT_TRUE(header.error().message.starts_with("a.glsl:" + std::to_string(at) + ": ")) << header.error().message;
    EXPECT_NE(header.error().message.find(part), std::string::npos) << header.error().message << "\nfor: " << line;
}

TEST(ShownLines, SayHowEachInputIsDrawn) {
    const RecurrenceHeader header =
        parsed("//! random   x[n + 2], y letters ACGT\n//! random w 1 .. big\n//! random r 0.5 .. 2.5 ascending\n");
    EXPECT_EQ(header.inputs[0].random->letters, "ACGT");
    EXPECT_EQ(header.inputs[0].random->length->text(), "n + 2");
    EXPECT_EQ(header.inputs[1].random->letters, "ACGT");
    EXPECT_FALSE(header.inputs[1].random->length);
    EXPECT_EQ(std::get<Expression>(header.inputs[2].random->range->high).text(), "big");
    EXPECT_FALSE(header.inputs[2].random->ascending);
    EXPECT_EQ(std::get<double>(header.inputs[3].random->range->low), 0.5);
    EXPECT_TRUE(header.inputs[3].random->ascending);
}

TEST(ShownLines, RefuseImpossibleRandomValues) {
    expect_refused("//! random   z 1 .. 2", "'z' is not an input; there are: x, y, w, r");
    expect_refused("//! random   x", "write 'random x LOW .. HIGH', as in 'random x 1 .. 100', or 'letters");
    expect_refused("//! random   w 5", "write 'random w LOW .. HIGH'");
    expect_refused("//! random   w 5 .. 4", "the range 5 .. 4 is empty");
    expect_refused("//! random   x 0 .. 256", "256 does not fit u8");
    expect_refused("//! random   w -1 .. 4", "-1 does not fit u32");
    expect_refused("//! random   w letters AC", "'w' holds u32, but letters are u8");
    expect_refused("//! random   x letters", "write the letters without blanks");
    expect_refused("//! random   x letters A C", "write the letters without blanks");
    expect_refused("//! random   w[n] 1 .. 2", "the length of 'w' is already declared as len(x)");
    expect_refused("//! random   x[n 1 .. 2", "a ']' is missing");
    expect_refused("//! random   x[n +] 1 .. 2", "random: expected a number");
    expect_refused("//! random   x[k] 1 .. 2", "'k' is not a param, and not n or m");
    expect_refused("//! random   w 1 .. cap", "'cap' is not a param");
    expect_refused("//! random   r 2 .. 1", "'2 .. 1' is not a range of f32; write two numbers that");
    expect_refused("//! random   r 0 .. n", "two numbers");
    expect_refused("//! random   x 1 .. 2\n//! random   y, x 1 .. 2", "line 15 already says how 'x' is drawn",
                   kFirstLine + 1);
    expect_refused("//! random   x 0 .. max(y)\n//! random   y 0 .. max(x)", "the values of 'x' depend on themselves");
    expect_refused("//! random   x 0 .. max(x)", "the values of 'x' depend on themselves");
    expect_refused("//! random   x[len(x)] 0 .. 1", "the length of 'x' depends on itself");
    expect_refused("//! random   x[sum(w)] 0 .. 1", "the length of 'x' depends on itself");
    parsed("//! random   w 0 .. len(w)\n//! random x 0 .. len(y)\n//! random y 0 .. len(x)\n");
}

TEST(ShownLines, GiveParamsADefaultThatDependsOnTheInstance) {
    const RecurrenceHeader header = parsed("//! default  big sum(w) / 2\n");
    EXPECT_EQ(header.params[0].derived->text(), "sum(w) / 2");
    EXPECT_EQ(header.params[0].derived_line, kFirstLine);
    expect_refused("//! default  bg 5", "'bg' is not a param");
    expect_refused("//! default  big", "expression is empty");
    expect_refused("//! default  small 5", "already has a default, on line 9");
    expect_refused("//! default  rate 5", "already has a default, on line 10");
    expect_refused("//! default  big small", "not 'small'");
    expect_refused("//! default  big big", "not 'big'");
    expect_refused("//! default  big n", "not 'n'");
    expect_refused("//! default  big 1\n//! default  big 2", "already has a default, on line 15", kFirstLine + 1);
}

TEST(ShownLines, SayWhatFilesHold) {
    const RecurrenceHeader header =
        parsed("//! files    letters x, y as ACGT\n//! files csv w, r: a weight and a rate: for each\n");
    ASSERT_EQ(header.files.size(), 2U);
    EXPECT_EQ(header.files[0].kind, FilesDeclaration::Kind::letters);
    EXPECT_EQ(header.files[0].inputs, (std::vector<std::string>{"x", "y"}));
    EXPECT_EQ(header.files[1].kind, FilesDeclaration::Kind::csv);
    EXPECT_EQ(header.files[1].about, "a weight and a rate: for each");
    EXPECT_EQ(header.alphabet_of("y"), "ACGT");
    EXPECT_EQ(header.alphabet_of("w"), "");
}

TEST(ShownLines, RefuseFilesThatDoNotHoldTheInputs) {
    const std::string rest = "\n//! files    numbers w, r";
    expect_refused("//! files    text x, y" + rest, "'text' is not a kind of files; there are: csv, letters, numbers");
    expect_refused("//! files    letters x, z" + rest, "'z' is not an input");
    expect_refused("//! files    letters" + rest, "'' is not an input");
    expect_refused("//! files    letters x, w" + rest, "'w' holds u32, but letters are u8");
    expect_refused("//! files    letters x, y as ACGA" + rest, "write different letters after 'as'");
    expect_refused("//! files    numbers x, y as ACGT" + rest, "'as' needs letters");
    // Inputs that no `files` line names come last, each with a file of its own.
    const std::vector<FilesDeclaration> files = parsed("//! files    csv w\n").files;
    ASSERT_EQ(files.size(), 4U);
    EXPECT_EQ(files[1].inputs, std::vector<std::string>{"x"});
    EXPECT_EQ(files[1].kind, FilesDeclaration::Kind::letters);
    EXPECT_EQ(files[3].inputs, std::vector<std::string>{"r"});
    EXPECT_EQ(files[3].kind, FilesDeclaration::Kind::numbers);
    expect_refused("//! files    letters x, y\n//! files    csv x, w, r",
                   "the file of 'x' is already declared on line 15", kFirstLine + 1);
}

TEST(ShownLines, NameTheAnswerAndTheAdviceForOverflow) {
    EXPECT_EQ(parsed("").label, "answer");
    const RecurrenceHeader header = parsed("//! label    C(n, m)\n//! overflow give smaller weights\n");
    EXPECT_EQ(header.label, "C(n, m)");
    EXPECT_EQ(header.overflow, "give smaller weights");
    expect_refused("//! label    " + std::string(41, 'a'), "more than 40 bytes");
    expect_refused("//! label", "'label' needs a value");
    expect_refused("//! label    a\n//! label    b", "'label' is given twice", kFirstLine + 1);
}

TEST(ShownLines, SayHowTheSolutionIsPrinted) {
    const SolutionDeclaration all = *parsed("//! solution some x(i - 1) where decision 3 sum w as = X\n").solution;
    EXPECT_EQ(all.kind, "some");
    EXPECT_EQ(all.input, "x");
    EXPECT_EQ(all.index->text(), "i - 1");
    EXPECT_EQ(all.decision, 3U);
    EXPECT_EQ(all.sum, "w");
    EXPECT_EQ(all.text, "= X");
    const SolutionDeclaration indexed = *parsed("//! solution some (i + j) * decision sum w\n").solution;
    EXPECT_EQ(indexed.input, "");
    EXPECT_EQ(indexed.index->text(), "(i + j) * decision");
    EXPECT_FALSE(indexed.decision);
    EXPECT_EQ(parsed("//! solution path\n").solution->kind, "path");
    expect_refused("//! solution some i - q", "'q' is not a param");
    expect_refused("//! solution some i -", "expected a number or a name");
    expect_refused("//! solution some i where 3", "write 'where decision NUMBER'");
    expect_refused("//! solution some i where decision -1", "write 'where decision NUMBER'");
    expect_refused("//! solution some i sum r", "'sum' adds whole numbers, but 'r' holds f32");
    expect_refused("//! solution some i sum q", "'q' is not an input");
    std::string text = with("//! solution some i - 1\n");
    text.erase(text.find("step_t step"));
    const auto header = parse_header(text, "a.glsl");
    ASSERT_FALSE(header);
    EXPECT_NE(header.error().message.find("there is no step()"), std::string::npos) << header.error().message;
}

}  // namespace
}  // namespace vkalgo::dp
