#include "compiler/glsl.hpp"

#include <map>
#include <set>
#include <thread>

#include <gtest/gtest.h>

namespace vkalgo::compiler {
namespace {

const std::string kHead =
    "#version 460\n#extension GL_GOOGLE_include_directive : require\nlayout(local_size_x = 1) in;\n"
    "layout(std430, binding = 0) buffer B { uint value[]; };\nuint f(uint a);\nvoid main() { value[0] = f(value[1]); "
    "}\n";
const std::string kBody = "uint f(uint a) { return a * 3u + 1u; }\n";

TextSource no_texts() {
    return [](std::string_view) { return std::nullopt; };
}

Result<std::vector<std::uint32_t>> compile(const std::string& body, const TextSource& texts = no_texts()) {
    const std::vector<NamedText> pieces{{"dp/head.glsl", kHead}, {"body.glsl", body}};
    return compile_glsl(pieces, texts);
}

void expect_error(const std::string& body, const std::string& start, const std::string& part,
                  const TextSource& texts = no_texts()) {
    const auto words = compile(body, texts);
    ASSERT_FALSE(words);
    EXPECT_EQ(words.error().code, ErrorCode::invalid_argument);
    EXPECT_TRUE(words.error().message.starts_with(start)) << words.error().message;
    EXPECT_NE(words.error().message.find(part), std::string::npos) << words.error().message;
}

TEST(Glsl, MakesOptimisedSpirvOfVersion15) {
    const auto words = compile(kBody);
    ASSERT_TRUE(words) << words.error().message;
    ASSERT_GT(words->size(), 5U);
    EXPECT_EQ((*words)[0], 0x07230203U);
    EXPECT_EQ((*words)[1], 0x00010500U);
    // f is inlined, so only one OpFunction (54) remains, and no names (5).
    int functions = 0;
    int names = 0;
    for (std::size_t at = 5; at < words->size(); at += (*words)[at] >> 16) {
        functions += ((*words)[at] & 0xFFFFU) == 54U ? 1 : 0;
        names += ((*words)[at] & 0xFFFFU) == 5U ? 1 : 0;
        ASSERT_NE((*words)[at] >> 16, 0U);
    }
    EXPECT_EQ(functions, 1);
    EXPECT_EQ(names, 0);
}

/// The floating-point operations of a module.
struct Rounding {
    /// The ids of results that are rounded, each with the number of its NoContraction decorations.
    std::map<std::uint32_t, int> results;
    /// The number of fused multiply-adds.
    int fused = 0;
};

Rounding rounding_of(const std::vector<std::uint32_t>& words) {
    Rounding made;
    std::multiset<std::uint32_t> decorated;
    for (std::size_t at = 5; at < words.size(); at += words[at] >> 16) {
        const std::uint32_t op = words[at] & 0xFFFFU;
        if (op == 71 && words[at + 2] == 42) {  // OpDecorate, NoContraction
            decorated.insert(words[at + 1]);
        }
        // OpFAdd, OpFSub, OpFMul, OpVectorTimesScalar, OpDot.
        if (op == 129 || op == 131 || op == 133 || op == 142 || op == 148) {
            made.results[words[at + 2]] = static_cast<int>(decorated.count(words[at + 2]));
        }
        made.fused += op == 12 && words[at + 4] == 50 ? 1 : 0;  // OpExtInst, Fma
    }
    return made;
}

TEST(Glsl, ContractsNoOperationsOnFloats) {
    const std::string body =
        "vec2 g(vec2 v) { precise vec2 w = v * 3.0; return w + 1.0; }\n"
        "uint f(uint a) {\n"
        "    const vec2 v = g(vec2(a, 1u)) + g(vec2(1u, a));\n"
        "    return uint(fma(v.x, v.y, 1.0) + v.x * v.y - dot(v, v));\n}\n";
    const auto words = compile(body);
    ASSERT_TRUE(words) << words.error().message;
    const Rounding found = rounding_of(*words);
    EXPECT_GE(found.results.size(), 9U);
    EXPECT_EQ(found.fused, 1) << "the one that the text has";
    for (const auto& [result, decorations] : found.results) {
        EXPECT_EQ(decorations, 1) << result;
    }
}

TEST(Glsl, ContractsNoOperationsOnFloatsInUnrolledLoops) {
    const std::string body =
        "uint f(uint a) {\n"
        "    float kept[4];\n"
        "    [[unroll]] for (int k = 0; k < 4; ++k) { kept[k] = float(a) * float(value[2 + k]) + float(value[6 + k]); "
        "}\n"
        "    float sum = 0.0;\n"
        "    [[unroll]] for (int k = 0; k < 4; ++k) {\n"
        "        [[unroll]] for (int l = 0; l < 2; ++l) { sum = kept[k] * kept[3 - k] + float(value[10 + l]) - sum; }\n"
        "    }\n"
        "    return uint(sum);\n}\n";
    const auto words = compile("#extension GL_EXT_control_flow_attributes : require\n" + body);
    ASSERT_TRUE(words) << words.error().message;
    const Rounding found = rounding_of(*words);
    EXPECT_GE(found.results.size(), 16U) << "the loops are unrolled";
    EXPECT_EQ(found.fused, 0);
    for (const auto& [result, decorations] : found.results) {
        EXPECT_EQ(decorations, 1) << result;
    }
}

TEST(Glsl, MakesTheSameWordsEachTimeAndOnEveryThread) {
    const auto expected = compile(kBody);
    ASSERT_TRUE(expected);
    std::vector<int> equal(4, 0);
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < equal.size(); ++k) {
        threads.emplace_back([&, k] {
            for (int round = 0; round < 5; ++round) {
                const auto words = compile(kBody);
                equal[k] += words && *words == *expected ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(equal, (std::vector<int>(4, 5)));
}

TEST(Glsl, LooksForIncludesBesideTheTextAndThenAtTheRoot) {
    const std::vector<NamedText> pieces{
        {"dp/head.glsl", kHead + "#include \"near.glsl\"\n#include \"common/far.glsl\"\n"},
        {"body.glsl", "uint f(uint a) { return near(a) + far(a); }\n"}};
    const auto words = compile_glsl(pieces, [](std::string_view name) -> std::optional<std::string> {
        if (name == "dp/near.glsl") {
            return "#include \"../common/below.glsl\"\nuint near(uint a) { return below(a); }\n";
        }
        if (name == "common/below.glsl") {
            return "uint below(uint a) { return a; }\n";
        }
        if (name == "common/far.glsl") {
            return "uint far(uint a) { return a; }\n";
        }
        return std::nullopt;
    });
    EXPECT_TRUE(words) << words.error().message;
}

TEST(Glsl, EndsIncludesThatIncludeThemselves) {
    const TextSource texts = [](std::string_view) { return std::optional<std::string>("#include \"again.glsl\"\n"); };
    expect_error("#include \"again.glsl\"\n" + kBody, "", "include", texts);
}

TEST(Glsl, PutsAnErrorOnItsPieceAndLine) {
    expect_error("\n\nuint f(uint a) { return b; }\n", "body.glsl:3: 'b': undeclared identifier", "");
    expect_error("uint f(uint a) {\n    return a\n}\n", "body.glsl:3: ", "syntax error");
    expect_error("uint f(uint a) {\n    return a;\n\n", "body.glsl:", "syntax error");
    expect_error("#include \"none.glsl\"\n" + kBody, "body.glsl:1: ", "none.glsl");
    expect_error(kBody + "uint f(uint a) { return 1u; }\n", "body.glsl:2: ", "already has a body");
    expect_error("uint g(uint a) { return a; }\n", "body.glsl:1: ", "No function definition (body) found: f(u1;");
    expect_error("uint g(uint a);\nuint f(uint a) { return g(a); }\nuint g(uint a) { return f(a); }\n",
                 "body.glsl:1: ", "Recursion");
}

TEST(Glsl, PutsAnErrorIntoTheIncludedText) {
    const TextSource texts = [](std::string_view name) {
        return name == "common/a.glsl" ? std::optional<std::string>("\nint x = y;\n") : std::nullopt;
    };
    expect_error("#include \"common/a.glsl\"\n" + kBody, "common/a.glsl:2: 'y'", "undeclared", texts);
}

TEST(Glsl, CompilesAShaderOfEachStage) {
    const TextSource texts = [](std::string_view name) {
        return name == "shaders/scale.glsl" ? std::optional<std::string>("const float kScale = 3.0;\n") : std::nullopt;
    };
    const std::string head =
        "#version 460\n#extension GL_GOOGLE_include_directive : require\n#include \"scale.glsl\"\n";
    struct Case {
        ShaderStage stage;
        std::string text;
        std::uint32_t execution_model;
    };
    for (const Case& each :
         {Case{ShaderStage::compute,
               "layout(local_size_x = 1) in; layout(binding = 0) buffer B { float value[]; };\n"
               "void main() { value[0] *= kScale; }\n",
               5},
          Case{ShaderStage::vertex, "void main() { gl_Position = vec4(kScale); }\n", 0},
          Case{ShaderStage::fragment, "layout(location = 0) out vec4 colour;\nvoid main() { colour = vec4(kScale); }\n",
               4}}) {
        const auto words = compile_shader({"shaders/own.glsl", head + each.text}, each.stage, texts);
        ASSERT_TRUE(words) << words.error().message;
        std::size_t at = 5;
        while (at < words->size() && ((*words)[at] & 0xFFFFU) != 15U) {  // OpEntryPoint
            ASSERT_NE((*words)[at] >> 16, 0U);
            at += (*words)[at] >> 16;
        }
        ASSERT_LT(at + 1, words->size());
        EXPECT_EQ((*words)[at + 1], each.execution_model);
    }
    const auto wrong = compile_shader({"shaders/own.glsl", head + "void main() { gl_Position = vec4(kScael); }\n"},
                                      ShaderStage::vertex, texts);
    ASSERT_FALSE(wrong);
    EXPECT_TRUE(wrong.error().message.starts_with("shaders/own.glsl:4: 'kScael'")) << wrong.error().message;
}

TEST(Glsl, RefusesAnEmptyText) {
    EXPECT_FALSE(compile_glsl({}, no_texts()));
}

}  // namespace
}  // namespace vkalgo::compiler
