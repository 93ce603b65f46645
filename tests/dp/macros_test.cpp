// Macros are counted, not expanded: those that expand too far are refused before any compiler sees them.
#include "tests/dp/refused_source.hpp"

#include <array>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::dp {
namespace {

/// Returns macros: A0 stands for `first`, and each later macro for two of the macro before it.
std::string doubling(int count, const std::string& first) {
    std::string text = "#define A0 " + first + "\n";
    for (int k = 1; k < count; ++k) {
        std::ostringstream line;
        line << "#define A" << k << " A" << k - 1 << " + A" << k - 1 << "\n";
        text += line.str();
    }
    return text;
}

TEST(Macros, OfAnOrdinaryKindPass) {
    EXPECT_EQ(refusal_of("", "1u"), "");
    EXPECT_EQ(refusal_of("#define SCORE(a, b) ((a) == (b) ? 2u : 0u)\n#define GAP 3u\n",
                         "SCORE(x(i), SCORE(GAP, x(max(i, j)))) + GAP"),
              "");
    EXPECT_EQ(refusal_of(doubling(10, "1u"), "A9"), "");
    EXPECT_EQ(refusal_of("#if 1\n#define ONE 1u\n#else\n#define ONE 2u\n#endif\n#undef TWO\n", "ONE"), "");
    EXPECT_EQ(refusal_of("#define LONG 1u + \\\n    2u\n", "LONG"), "");
}

TEST(Macros, ThatDoubleOneAnotherAreRefusedAtTheirUse) {
    expect_refusal(doubling(28, "1u"), "A27", "a.glsl:39: the macros expand to more than 65536 tokens");
    expect_refusal(doubling(2000, "1u").substr(0, 60'000) + "\n", "A28", "more than");
    // A statement is not cut at commas in brackets, so one statement contains the whole text.
    expect_refusal(doubling(13, "1u"), "A12", "a.glsl:24: the statement has more than 4096 tokens once");
}

/// Returns doubling() with `from` replaced by `to` in every line.
std::string doubling_spelt(std::string_view from, std::string_view to) {
    std::string text = doubling(28, "1u");
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
    return text;
}

TEST(Macros, AreCountedWhereverABackslashJoinsTheirLines) {
    for (const std::string end : {"\\\n", "\\\r\n", "\\\r", "\\\n\\\n"}) {
        const std::vector<std::array<std::string, 2>> spellings{{"#define", "#def" + end + "ine"},
                                                                {"#define", "#" + end + "define"},
                                                                {"#define ", "#define" + end + " "},
                                                                {"#define", end + "#define"},
                                                                {"define A", "define A" + end},
                                                                {" + A", " + A" + end},
                                                                {" + A", end + " + A"},
                                                                {"#define", "# define"},
                                                                {"#define", "#/" + end + "**/define"}};
        for (const auto& [from, to] : spellings) {
            expect_refusal(doubling_spelt(from, to), "A27", "the macros expand to more than 65536 tokens");
        }
    }
    // A backslash joins two lines, in a comment too, but only as the last character of a line.
    expect_refusal("// a comment \\ \n" + doubling(28, "1u"), "A27", "a.glsl:40: the macros expand to more than");
    expect_refusal("#define Y 1u \\ \n" + doubling(28, "1u"), "A27",
                   "a.glsl:11: a backslash may stand only at the end of a line");
    EXPECT_EQ(refusal_of("// a comment \\\n#define A A A\n", "1u"), "");
    EXPECT_EQ(refusal_of("/\\\n/ a comment \\\n#define A A A\n", "1u"), "");
    expect_refusal("", "1u\\ + 1u", "a.glsl:11: a backslash may stand only at the end of a line");
    // The lines keep their numbers.
    expect_refusal("#define ONE \\\r\n  1u\\\n\n#define TWO TWO\n", "ONE",
                   "a.glsl:14: the macro 'TWO' expands into itself");
}

TEST(Macros, ThatRepeatTheirArgumentsAreCountedThroughEveryCall) {
    std::string call = "1u";
    for (int k = 0; k < 28; ++k) {
        call.insert(0, "D(").append(")");
    }
    expect_refusal("#define D(a) (a + a)\n", call, "more than 65536 tokens");
    expect_refusal("#define D(a) (a + a)\n#define E(a) D(D(D(D(D(D(D(a)))))))\n#define F(a) E(E(E(E(a))))\n", "F(1u)",
                   "more than 65536 tokens");
    // An argument that is dropped is still expanded.
    expect_refusal(doubling(28, "1u") + "#define NONE(a) 1u\n", "NONE(A27)", "more than 65536 tokens");
    // The sizes of two calls side by side are added, not multiplied.
    EXPECT_EQ(refusal_of("#define D(a) (a + a)\n", "D(D(D(1u))) + D(D(D(1u)))"), "");
}

TEST(Macros, ThatCannotBeCountedAreRefused) {
    expect_refusal("#define CAT(a, b) a##b\n", "1u", "a.glsl:11: a macro of a recurrence must not contain '#'");
    expect_refusal("#define D(a) (a + a)\n#define CALL D\n", "CALL(1u)", "'D' is used without its arguments");
    expect_refusal("#define D(a) (a + a)\n#define ID(a) a\n", "ID(D)(1u)", "'D' is used without its arguments");
    expect_refusal("#define D(a) (a + a)\n#define D 3u\n", "1u", "defined with and without parameters");
    expect_refusal("#define M M1\n#define M1 M2 M2\n#define M2 M1\n", "M", "expands into itself");
    expect_refusal("#define ONE ONE\n", "ONE", "expands into itself");
    expect_refusal("#define DEEP " + std::string(300, '(') + "1u" + std::string(300, ')') + "\n", "DEEP",
                   "more than 200 nested parentheses");
    std::string many;
    for (int k = 0; k < 1100; ++k) {
        many += "#define M" + std::to_string(k) + " 1u\n";
    }
    expect_refusal(many, "1u", "more than 1024 macros");
    std::string overloads, parameters = "int a";
    for (int k = 0; k < 65; ++k) {
        overloads += "uint f(" + parameters + ") { return 1u; }\n";
        parameters += ", int a" + std::to_string(k);
    }
    expect_refusal(overloads, "1u", "'f' has more than 64 definitions");
}

TEST(Macros, AreCountedInConditionsToo) {
    expect_refusal(doubling(28, "1") + "#if A27\n#endif\n", "1u", "the condition has more than 4096 tokens");
}

}  // namespace
}  // namespace vkalgo::dp
