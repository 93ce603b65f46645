#include "algorithms/dp/recurrence/header.hpp"

#include <gtest/gtest.h>

namespace vkalgo::dp {
namespace {

// What parse_header reports about a recurrence's code, before any compiler sees it. The header has 9 lines.
const std::string kHeader =
    "//! problem  test\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n//! input    x u8[]\n"
    "//! rows     len(x)\n//! columns  len(x)\n//! base     first-row 1\n//! answer   last\n";
const std::string kBase = "cell_t base(int i, int j) { return 0u; }\n";
const std::string kCell = "cell_t cell(int i, int j) { return at(i - 1, j); }\n";

std::string rule_message_of(const std::string& code) {
    const auto header = parse_header(kHeader + code, "a.glsl");
    return header ? "" : header.error().message;
}

void expect_rule_message(const std::string& code, int line, const std::string& part) {
    const std::string message = rule_message_of(code);
    EXPECT_TRUE(message.starts_with("a.glsl:" + std::to_string(line) + ": ")) << message << "\nin:\n" << code;
    EXPECT_NE(message.find(part), std::string::npos) << message << "\nlacks: " << part;
}

TEST(SourceRules, ReportMissingFunctions) {
    expect_rule_message(kBase, 9, "there is no cell()");
    expect_rule_message(kBase + "// cell_t cell(int i, int j) { return 0u; }\n", 9, "there is no cell()");
    expect_rule_message(kBase + "cell_t cell(int i, int j);\n", 9, "there is no cell()");
    expect_rule_message(kBase + "cell_t cell(int i, int j)\n    return 0u;\n}\n", 13, "without a");
    expect_rule_message(kBase + "cell_t cel(int i, int j) { return 0u; }\n", 9, "there is no cell()");
    expect_rule_message(kCell, 8, "there is no base()");
    expect_rule_message(kBase + "cell_t term(int i, int k, int j) { return at(i, k); }\n", 9,
                        "only term(); declare its reduction");
    EXPECT_EQ(rule_message_of(kBase + kCell), "");
}

TEST(SourceRules, FindStepsOverflowChecksAndReductions) {
    const std::string step = "step_t step(int i, int j) { return step_t(i - 1, j, 0u); }\n";
    auto header = parse_header(kHeader + kBase + kCell + step, "a.glsl");
    ASSERT_TRUE(header) << header.error().message;
    EXPECT_TRUE(header->has_step);
    EXPECT_TRUE(header->has_solution());
    EXPECT_FALSE(header->has_overflow_check);
    header = parse_header(kHeader + kBase + "cell_t cell(int i, int j) { overflow_if(i > 3); return 0u; }\n", "a.glsl");
    ASSERT_TRUE(header) << header.error().message;
    EXPECT_TRUE(header->has_overflow_check);
    EXPECT_FALSE(header->has_step);
    header = parse_header(kHeader + "//! reduce max m1 = i + x(i) .. (j - 1)\n" + kBase +
                              "cell_t term(int i, int m1, int j) { return at(i, m1); }\n",
                          "a.glsl");
    ASSERT_TRUE(header) << header.error().message;
    ASSERT_TRUE(header->reduce);
    EXPECT_FALSE(header->reduce->minimum);
    EXPECT_EQ(header->reduce->variable, "m1");
    EXPECT_EQ(header->reduce->first, "i + x(i)");
    EXPECT_EQ(header->reduce->last, "(j - 1)");
    EXPECT_TRUE(header->has_solution());
}

TEST(SourceRules, RefuseWordsThatARecurrenceMustNotContain) {
    for (const char* line : {"void main() {}", "layout(binding = 3) buffer B { uint y; };", "shared uint a[3];",
                             "uint f() { return gl_LocalInvocationID.x; }", "uint f() { return subgroupAdd(1u); }",
                             "uint f() { barrier(); return 1u; }", "uint f() { return vkalgo_words_x[0]; }",
                             "uint f() { return VKALGO_CELL_WORDS; }", "uniform float u;"}) {
        expect_rule_message(kBase + kCell + line + "\n", 12, "is not allowed in a recurrence");
    }
    for (const char* line : {"#version 450", "#extension GL_X : enable", " # include \"a.glsl\"", "#line 7",
                             "#inc\\\nlude \"dp/dp.h\"", "#\\\r\nversion 450", "\\\n#line 7"}) {
        expect_rule_message(kBase + kCell + line + "\n", 12, "is not allowed in a recurrence file");
    }
    EXPECT_EQ(rule_message_of(kBase + kCell + "// void main() layout gl_x\n/* #version */\n"), "");
}

TEST(SourceRules, FindBracketsThatDoNotMatch) {
    expect_rule_message(
        kBase + "cell_t cell(int i, int j) {\n    if (i > 3) {\n        return 1u;\n    return 0u;\n}\n", 11,
        "'{' is never closed");
    expect_rule_message(kBase + kCell + "}\n", 12, "'}' without a '{'");
    expect_rule_message(kBase + "cell_t cell(int i, int j) {\n    return at(i - 1, j;\n}\n", 13,
                        "'(' of line 12 is still open");
    expect_rule_message(kBase + "cell_t cell(int i, int j) {\n    return (i;\n", 12, "'(' is never closed");
}

TEST(SourceRules, RefuseVariablesOutsideOfFunctions) {
    expect_rule_message(kBase + kCell + "int counter = 0;\n", 12, "must be const");
    expect_rule_message("cell_t last;\n" + kBase + kCell, 10, "must be const");
    expect_rule_message("int k = max(1, 2);\n" + kBase + kCell, 10, "must be const");
    EXPECT_EQ(
        rule_message_of("const int k = max(1, 2);\nconst uint t[2] = {1u, 2u};\nstruct S { int a; };\nint f(int a);\n"
                        "int f(int a) { return a; }\n" +
                        kBase + kCell),
        "");
}

TEST(SourceRules, ReportFunctionsWithTheWrongSignature) {
    expect_rule_message(kBase + "cell_t cell(uint i, uint j) { return 0u; }\n", 11, "'cell_t cell(int i, int j)'");
    expect_rule_message(kBase + "cell_t cell(int i) { return 0u; }\n", 11, "'cell_t cell(int i, int j)'");
    expect_rule_message("cell_t base() { return 0u; }\n" + kCell, 10, "'cell_t base(int i, int j)'");
    expect_rule_message(kBase + kCell + "uint step(int i, int j) { return 0u; }\n", 12, "'step_t step(int i, int j)'");
    expect_rule_message(kBase + kCell + "cell_t term(int i, int j) { return 0u; }\n", 12,
                        "'cell_t term(int i, int k, int j)'");
    expect_rule_message(kBase + kCell + kCell, 12, "cell() is defined twice; the first one is on line 11");
    expect_rule_message(kBase + kCell + "uint at(uint i, uint j) { return 0u; }\n", 12, "a name of vkalgo");
    expect_rule_message(kBase + kCell + "uint x(uint i) { return 0u; }\n", 12, "is an input, an output or a param");
    EXPECT_EQ(rule_message_of(kBase + "uint cell(const in int i, in int j) { return 0u; }\n"), "");
}

TEST(SourceRules, FindRecursion) {
    expect_rule_message(kBase + "cell_t cell(int i, int j) {\n    return cell(i - 1, j);\n}\n", 11, "cell() -> cell()");
    expect_rule_message(kBase +
                            "cell_t f(int i);\ncell_t cell(int i, int j) { return f(i); }\n"
                            "cell_t f(int i) { return cell(i, 0); }\n",
                        12, "cell() -> f() -> cell()");
    expect_rule_message(kBase + kCell + "int f(int i) { return f(i); }\n", 12, "f() -> f()");
    expect_rule_message(
        kBase +
            "//! reduce min k = i .. j\ncell_t cell(int, int);\ncell_t term(int i, int k, int j) { return "
            "cell(i, j); }\n",
        13, "term() -> cell() -> term()");
    // Overloads are not recursion.
    EXPECT_EQ(rule_message_of(kBase + kCell + "int f(int i) { return i; }\nint f(uint i) { return f(int(i)); }\n"), "");
}

TEST(SourceRules, RefuseABaseThatReadsTheTable) {
    expect_rule_message("cell_t base(int i, int j) { return at(i, j - 1); }\n" + kCell, 10, "base() -> at()");
    expect_rule_message("cell_t f(int i) { return at(i, i); }\ncell_t base(int i, int j) { return f(j); }\n" + kCell,
                        11, "base() -> f() -> at()");
}

TEST(SourceRules, FindPathsWithoutAReturn) {
    const auto expect_path = [](const std::string& body, bool returns) {
        const std::string code = kBase + "cell_t cell(int i, int j) {\n" + body + "\n}\n";
        if (returns) {
            EXPECT_EQ(rule_message_of(code), "") << body;
        } else {
            expect_rule_message(code, 11, "cell() can end without a return");
        }
    };
    expect_path("return 0u;", true);
    expect_path("if (i > 0) return 1u; return 0u;", true);
    expect_path("if (i > 0) return 1u; else return 0u;", true);
    expect_path("if (i > 0) { return 1u; } else if (j > 0) { return 2u; } else { return 3u; }", true);
    expect_path("[[flatten]] if (i > 0) return 1u; else return 0u;", true);
    expect_path("for (int k = 0; k < i; ++k) { if (k == j) return 1u; }\nreturn 0u;", true);
    expect_path("for (;;) { if (i == j) return 1u; }", true);
    expect_path("while (true) { if (i == j) return 1u; }", true);
    expect_path("do { return 1u; } while (i < j);", true);
    expect_path("switch (i) { case 0: return 1u; case 1: { return 2u; } default: return 3u; }", true);
    expect_path("switch (i) { case 0: case 1: return 1u; default: break; } return 2u;", true);
    expect_path("{ { return 1u; } }", true);
    expect_path("#if 1\nreturn 1u;\n#endif", true);
    expect_path("", false);
    expect_path("at(i, j);", false);
    expect_path("if (i > 0) return 1u;", false);
    expect_path("if (i > 0) return 1u; else if (j > 0) return 2u;", false);
    expect_path("if (i > 0) { return 1u; } else { uint a = 3u; }", false);
    expect_path("for (int k = 0; k < i; ++k) return 1u;", false);
    expect_path("for (;;) { if (i == j) return 1u; if (i > j) break; }", false);
    expect_path("while (i < j) { return 1u; }", false);
    expect_path("switch (i) { case 0: return 1u; case 1: return 2u; }", false);
    expect_path("switch (i) { case 0: break; default: return 2u; }", false);
    expect_path("switch (i) { case 0: return 1u; default: { } }", false);
    expect_rule_message(kBase + kCell + "int f(int a) { if (a > 3) return a; }\n", 12, "f() can end without a return");
    EXPECT_EQ(rule_message_of(kBase + kCell + "void f(int a) { if (a > 3) return; }\n"), "");
}

TEST(SourceRules, SurviveDeepNesting) {
    expect_rule_message(kBase + "cell_t cell(int i, int j) { return " + std::string(1000, '(') + "0u" +
                            std::string(1000, ')') + "; }\n",
                        11, "more than 200 brackets are nested");
    std::string sum = "i";
    for (int k = 0; k < 10000; ++k) {
        sum += "+i";
    }
    expect_rule_message(kBase + "cell_t cell(int i, int j) { return uint(" + sum + "); }\n", 11,
                        "more than 4096 tokens");
    std::string conditions;
    for (int k = 0; k < 2000; ++k) {
        conditions += "if (i > 0) ";
    }
    EXPECT_NE(rule_message_of(kBase + "cell_t cell(int i, int j) { " + conditions + "return 0u; }\n"), "");
}

TEST(SourceRules, ReplaceCommentsByBlanks) {
    const std::string text = "a /* b\nc */ d // e \n f\ng /**/ h /* i";
    const std::string code = blank_comments(text);
    EXPECT_EQ(code.size(), text.size());
    EXPECT_EQ(code, "a     \n     d      \n f\ng      h     ");
}

}  // namespace
}  // namespace vkalgo::dp
