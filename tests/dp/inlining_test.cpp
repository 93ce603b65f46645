// Functions and structs are counted as compilers expand them, before any compiler sees them.
#include "tests/dp/refused_source.hpp"

#include <string>

#include <gtest/gtest.h>

namespace vkalgo::dp {
namespace {

void expect_message(const std::string& code, const std::string& part) {
    expect_refusal(code, "1u", part);
}

/// Returns one line for each k from 1 to count - 1: `line` with K and J replaced by the numbers k and k - 1.
std::string lines(int count, const std::string& line) {
    std::string text;
    for (int k = 1; k < count; ++k) {
        for (const char c : line) {
            text += c == 'K' ? std::to_string(k) : c == 'J' ? std::to_string(k - 1) : std::string(1, c);
        }
        text += '\n';
    }
    return text;
}

const std::string kFirst = "uint f0(uint x) { return x * 3u + 1u; }\n";
const std::string kTwice = "uint fK(uint x) { return fJ(x) ^ fJ(x + 1u); }";
const std::string kTooLong = "has more than 8192 tokens once the calls in it are written out";

TEST(Inlining, OfOrdinaryFunctionsAndStructsPasses) {
    EXPECT_EQ(refusal_of(kFirst + lines(9, kTwice), "f8(uint(i))"), "");
    EXPECT_EQ(refusal_of(kFirst + lines(500, "uint fK(uint x) { return fJ(x) + 1u; }")), "");
    EXPECT_EQ(refusal_of("struct A { uint a; };\nstruct B { A a, b; };\nconst B c = B(A(1u), A(2u));\n"
                         "const uint d[] = {1u, 2u};\nuint f(B b) { return b.a.a; }\n",
                         "f(c)"),
              "");
    EXPECT_EQ(refusal_of("#define LOOP(n) for (int k = 0; k < n; ++k) { s += f(k); }\nuint f(int k) { return 1u; }\n"
                         "uint g(int k) { uint s = 0u; LOOP(3) return s; }\n"),
              "");
    EXPECT_EQ(refusal_of("uint f(uint x) { return x; }\nuint f(uvec2 x) { return f(x.x) ^ f(x.y); }\n"
                         "uint g(uint f) { return f; }\n"),
              "");
    EXPECT_EQ(refusal_of("#if 1\nuint f(uint x) { return x; }\n#else\nuint f(uint x) { return 2u; }\n#endif\n"), "");
}

TEST(Inlining, OfFunctionsThatDoubleOneAnotherIsRefused) {
    expect_message(kFirst + lines(13, kTwice), "a.glsl:20: 'f9' " + kTooLong);
    expect_message(kFirst + lines(200, kTwice), kTooLong);
    // Calls may be in macros or in the arguments of macros, and a macro may hold the arguments of a call.
    expect_message(kFirst + lines(28, "#define CK(x) fJ(x)\nuint fK(uint x) { return CK(x) ^ CK(x); }"), kTooLong);
    expect_message("#define D(a) a ^ a\n" + kFirst + lines(28, "uint fK(uint x) { return D(fJ(x)); }"), kTooLong);
    expect_message("#define ARG (x)\n" + kFirst + lines(28, "uint fK(uint x) { return fJ ARG ^ fJ ARG; }"), kTooLong);
    expect_message(
        kFirst + lines(28, "uint fK(uint x) { return\n#if 1\nfJ\n#else\ng\n#endif\n(x) ^\n#if 1\nfJ\n#endif\n(x); }"),
        kTooLong);
    expect_message(lines(28, "uint fK(uint x);") + lines(28, "uint fK(uint x) { return fJ(x) ^ fJ(x); }"), kTooLong);
    expect_message("struct T0 { uint a; };\nuint f(T0 x) { return 1u; }\n" +
                       lines(28, "struct TK { uint a; };\nuint f(TK x) { return f(TJ(1u)) ^ f(TJ(1u)); }"),
                   kTooLong);
}

TEST(Inlining, OfOverloadsIsCountedThroughEachOther) {
    const std::string half = "uint f(uint x) {\n" + lines(1250, "x += 1u;") + "return x; }\n";
    EXPECT_EQ(refusal_of(half + "uint f(uvec2 x) { return f(x.x); }\n"), "");
    expect_message(half + "uint f(uvec2 x) { return f(x.x) ^ f(x.y); }\n", kTooLong);
    expect_message("uint f(uvec2 x);\n" + half + "uint f(uvec2 x) { return f(x.x) ^ f(x.y); }\n", kTooLong);
}

TEST(Inlining, OfStructsThatDoubleOneAnotherIsRefused) {
    const std::string part = "has more than 8192 tokens once the structs in it are written out";
    expect_message("struct T0 { uint a; };\n" + lines(40, "struct TK { TJ a; TJ b; };"), "a.glsl:21: 'T10' " + part);
    expect_message("struct T0 { uint a; };\n" + lines(40, "#define UK TJ\nstruct TK { UK a; UK b; };"), part);
    expect_message("uint f() { struct T0 { uint a; };\n" + lines(40, "struct TK { TJ a; TJ b; };") + "return 1u; }\n",
                   "written out");
}

TEST(Inlining, IsCountedInEveryDisguise) {
    const std::string hidden = "as the body of a function";
    expect_message("#define D(n, m) uint n(uint x) { return m(x) ^ m(x); }\n" + kFirst + lines(28, "D(fK, fJ)"),
                   hidden);
    expect_message("#define ID(a) a\n" + kFirst + lines(28, "ID(" + kTwice + ")"), hidden);
    expect_message(kFirst + lines(28, "#define HK uint fK(uint x)\nHK { return fJ(x) ^ fJ(x); }"), hidden);
    expect_message("#define P (uint x)\nuint f1 P { return 1u; }\n", hidden);
    expect_message("uint f1(uint x)\n#if 1\n{ return 2u; }\n#else\n{ return 1u; }\n#endif\n", "inside a declaration");
    expect_message("uint\n#if 1\nf2\n#else\ng\n#endif\n(uint x) { return 1u; }\n", "inside a declaration");
    expect_message("#define F1 f1\nuint F1(uint x) { return 1u; }\n", "'F1' already names a macro, function or struct");
    expect_message("#define L {\n", "has a '{' without its '}'");
    expect_message("#define M } uint g() {\n", "has a '}' without its '{'");
    expect_message("#define S(n, m) struct n { m a; m b; };\n", "has a struct");
    expect_message("uint f1(uint x) {\n#if 0\n{\n#endif\nreturn 1u; }\n#if 0\n}\n#endif\n", "opened a bracket");
    expect_message("uint f1(uint x) { return 1u;\n#if 0\n}\n#endif\n", "'}' closes a bracket that was opened before");
    expect_message("#define R f1(x)\nuint f1(uint x) { return R ^ R; }\n",
                   "'R' leads back to itself through functions, structs or macros");
}

}  // namespace
}  // namespace vkalgo::dp
