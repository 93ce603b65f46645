#include "tests/compiler/recurrence_texts.hpp"

#include <gtest/gtest.h>

namespace vkalgo::compiler::test {
namespace {

// A mistake in a recurrence file: `from` in the correct text is replaced by `to`. The message must name the line and
// contain the part. If `line` is 0, the text is correct, and there must be no message.
struct Mistake {
    const std::string& source;
    std::string from, to;
    int line;
    std::string part;
};

TEST(Messages, NameTheUsersOwnLine) {
    const std::vector<Mistake> mistakes{
        {kLcs, "at(i, j - 1));", "at(i, j - 1))", 18, "syntax error"},
        {kLcs, "+ 1u;\n", "+ 1u\n", 17, "syntax error"},
        {kLcs, "+ 1u", "+ one", 16, "'one': undeclared identifier"},
        {kLcs, "at(i, j - 1));\n}", "at(i, j - 1));\n", 15, "'{' is never closed"},
        {kLcs, "cell_t cell(", "cell_t sell(", 12, "there is no cell()"},
        {kLcs, "max(at(i - 1, j)", "maximum(at(i - 1, j)", 17, "'maximum': no matching overloaded function found"},
        {kLcs, "x(i - 1)", "z(i - 1)", 16, "'z': no matching overloaded function found"},
        {kLcs, "return 0u;", "return 0.5;", 13, "write the type around the value"},
        {kLcs, "return 0u; }", "}", 13, "base() can end without a return"},
        {kLcs, "return max(at(i - 1, j), at(i, j - 1));", "if (i > j) return 3u;", 15,
         "cell() can end without a return"},
        {kLcs, "max(at(i - 1, j), at(i, j - 1))", "cell(i - 1, j)", 15, "cell() -> cell() is a recursion"},
        {kLcs, "cell_t cell(", "int cell(", 15, "this function must return cell_t"},
        {kKnapsack, "weight(i - 1))", "wieght(i - 1))", 17, "did you mean 'weight'?"},
        {kKnapsack, "w <= j", "w <= capcity", 19, "did you mean 'capacity'?"},
        {kKnapsack, "w <= j", "w <= weight", 19, "read an input as weight(index)"},
        {kKnapsack, "int w = int(weight(i - 1))", "int w = weight(i - 1)", 17, "write the type around the value"},
        {kKnapsack, "at(i - 1, j - w)", "at(i - 1, j - weight(i - 1))", 19, "int"},
        {kKnapsack, "cell_t cell(", "void rows() {}\ncell_t cell(", 16, "of vkalgo"},
        {kKnapsack, "cell_t cell(", "uint helper(uint a);\ncell_t cell(", 0, ""},
        {kKnapsack, "profit(i - 1))", "helper(1u))", 19, "'helper'"},
        {kKnapsack, "cell_t cell(", "cell_t helper(int a);\ncell_t cell(int i, int j) { return helper(j); }\ncell_t f(",
         16, "helper() is declared and called, but has no body; write one"},
        {kMatrixChain, "j - 1\n", "last\n", 15, "'last': undeclared identifier"},
        {kMatrixChain, "k = i ..", "k = e(i) ..", 15, "'e': no matching overloaded function found"},
        {kMatrixChain, "cell_t term(", "cell_t tern(", 15, "there is no term(), which 'reduce' needs"},
        {kMatrixChain, "at(i, k)", "at(i, k, j)", 17,
         "'at': no matching overloaded function found; at needs 2 whole numbers, i and j, but 3 are given"},
        {kLcs, "at(i, j - 1));\n}", "at(i - 2));\n}", 17, "at needs 2 whole numbers, i and j, but 1 is given"},
        {kLcs, "at(i, j - 1));\n}", "at(i, uint(j)));\n}", 17, "the arguments of 'at' do not fit"},
        {kLcs, "+ 1u;\n", "+ 1u\n", 17, "; a semicolon may be missing at the end of line 16"},
        {kLcs, "+ 1u", "+ uint(m)", 16,
         "; n and m are only for the header: code reads the sizes of the table as rows()"},
        {kLcs, "+ 1u", "+ uint(len(x))", 16, "; len() is only for the header"},
        {kLcs, "max(at(i - 1, j)", "max(at[i - 1][j]", 17, "; read a cell as at(i, j)"},
        {kLcs, "max(at(i - 1, j)", "max(1u, at(i - 1, j)", 17, "; max needs two numbers; write max(a, max(b, c))"},
        {kLcs, "max(at(i - 1, j)", "max(i == 0", 17,
         "; max needs two numbers of one type; write cell_t(...) or int(...)"},
    };
    for (const Mistake& mistake : mistakes) {
        const std::string source = replaced(mistake.source, mistake.from, mistake.to);
        const std::string message = message_of(source);
        if (mistake.line == 0) {
            EXPECT_EQ(message, "") << source;
            continue;
        }
        const std::string start = "my.glsl:" + std::to_string(mistake.line) + ": ";
        EXPECT_TRUE(message.starts_with(start)) << message << "\nin:\n" << source;
        EXPECT_EQ(message.find(":  "), std::string::npos) << message;
        EXPECT_NE(message.find(mistake.part), std::string::npos) << message << "\nlacks: " << mistake.part;
    }
}

TEST(Messages, NameTheRightLineOfWindowsFiles) {
    std::string windows;
    for (const char c : replaced(kLcs, "+ 1u", "+ one")) {
        windows += c == '\n' ? "\r\n" : std::string(1, c);
    }
    EXPECT_TRUE(message_of(windows).starts_with("my.glsl:16: 'one'")) << message_of(windows);
}

TEST(Messages, NameTheRightLineAfterCommentsAndMacros) {
    const std::string source =
        replaced(kLcs, "cell_t cell(", "/* three\nlines\nhere */\n#define ONE \\\n  1u\ncell_t cell(");
    EXPECT_EQ(message_of(source), "");
    EXPECT_TRUE(message_of(replaced(source, "+ 1u", "+ one")).starts_with("my.glsl:21: 'one'"));
}

TEST(Messages, SayWhenANameIsTakenByATemplate) {
    const TextSource texts = [](std::string_view name) -> std::optional<std::string> {
        return name == "dp/stage.glsl" ? "uint weight;\n" + kTinyTemplate : tiny_source()(name);
    };
    EXPECT_EQ(message_of(kKnapsack, texts),
              "my.glsl:6: the code of vkalgo already uses the name 'weight'; choose another name");
    const TextSource params = [](std::string_view name) -> std::optional<std::string> {
        return name == "dp/stage.glsl" ? "uint capacity;\n" + kTinyTemplate : tiny_source()(name);
    };
    EXPECT_EQ(message_of(kKnapsack, params),
              "my.glsl:8: one of the params has a name that the code of vkalgo already uses; choose other names");
    const TextSource helper = [](std::string_view name) -> std::optional<std::string> {
        return name == "dp/stage.glsl" ? "uint twice(uint a) { return 2u * a; }\n" + kTinyTemplate
                                       : tiny_source()(name);
    };
    const std::string message =
        message_of(replaced(kLcs, "cell_t cell(", "uint twice(uint a) { return a; }\ncell_t cell("), helper);
    EXPECT_TRUE(message.starts_with("my.glsl:15: 'twice'")) << message;
    EXPECT_NE(message.find("choose another"), std::string::npos) << message;
}

TEST(Messages, SayWhenATemplateIsWrong) {
    const TextSource broken = [](std::string_view name) -> std::optional<std::string> {
        return name == "dp/stage.glsl" ? kTinyTemplate + "int f() { return 1u; }\n" : tiny_source()(name);
    };
    const std::string message = message_of(kLcs, broken);
    EXPECT_TRUE(message.starts_with("my.glsl:1: the code of vkalgo for module 'stage'")) << message;
    EXPECT_NE(message.find("dp/stage.glsl:"), std::string::npos) << message;
    const TextSource unmarked = [](std::string_view name) -> std::optional<std::string> {
        return name == "dp/stage.glsl" ? replaced(kTinyTemplate, "inputs from binding", "inputs at")
                                       : tiny_source()(name);
    };
    EXPECT_TRUE(message_of(kLcs, unmarked).starts_with("dp/stage.glsl:1: the template has no line"));
    const std::string none = message_of(kLcs, [](std::string_view) { return std::nullopt; });
    EXPECT_EQ(none, "there is no template 'dp/stage.glsl' for module 'stage'");
}

}  // namespace
}  // namespace vkalgo::compiler::test
