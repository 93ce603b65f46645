// Tests that a module whose variables take too many bytes per invocation is refused before the optimiser and the driver
// get it.
#include "compiler/variables.hpp"

#include "compiler/glsl.hpp"
#include "tests/compiler/recurrence_texts.hpp"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

namespace vkalgo::compiler::test {
namespace {

std::string refused(const std::string& declaration) {
    const auto start = std::chrono::steady_clock::now();
    std::string message =
        message_of(replaced(kLcs, "cell_t base(int i, int j) { return 0u; }",
                            "cell_t base(int i, int j) {\n    " + declaration + "\n    return big[i & 1];\n}"));
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    EXPECT_LT(passed.count(), 40) << declaration;
    return message;
}

TEST(Variables, AsLargeAsAFewThousandNumbersPass) {
    EXPECT_EQ(refused("uint big[4000]; big[0] = big[1] = uint(i);"), "");
    EXPECT_EQ(refused("uint big[2]; big[0] = big[1] = uint(i);"), "");
}

TEST(Variables, BeyondThatAreRefusedOnTheirOwnLine) {
    const std::string message = refused("uint big[100000000];");
    EXPECT_TRUE(message.starts_with("my.glsl:14: the variables of one invocation take 4000")) << message;
    EXPECT_NE(message.find("the largest is 'big' of 400000000"), std::string::npos) << message;
    EXPECT_NE(refused("struct S { uint a[30000]; uvec4 b; }; S other[2]; uint big[2]; big[0] = other[i & 1].a[0];")
                  .find("bytes"),
              std::string::npos);
    EXPECT_NE(refused("uint big[2]; const int n = 1 << 20; uint other[n]; big[0] = other[j & 7];").find("'other' of"),
              std::string::npos);
    EXPECT_NE(refused("uint big[2]; uint other[1 << 30][1 << 30][1 << 30]; big[0] = other[j][j][j];").find("bytes"),
              std::string::npos);
}

TEST(Variables, AreOnlyThoseOfTheInvocation) {
    const NamedText text[] = {{"shader.comp",
                               "#version 460\nlayout(local_size_x = 8) in;\nshared uint ours[1000];\n"
                               "layout(std430, binding = 0) buffer Data { uint data[]; };\n"
                               "layout(constant_id = 3) const uint kCount = 7;\nuint mine[5];\n"
                               "void main() { dvec3 wide = dvec3(data[0]); uint by[kCount]; by[0] = uint(wide.x);\n"
                               "  mine[data[1]] = by[0]; ours[0] = mine[2]; data[2] = ours[1]; }\n"}};
    const auto plain = compile_glsl(text, embedded_source());
    ASSERT_TRUE(plain) << plain.error().message;
    // 20 bytes of `mine`, 24 of `wide`, 4 for one element of `by`.
    const auto refused = compile_glsl(text, embedded_source(), {.most_variable_bytes = 47});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::too_large);
    EXPECT_NE(refused.error().message.find("take 48 bytes, but at most 47"), std::string::npos)
        << refused.error().message;
    EXPECT_EQ(refused.error().where, "variable wide");
    EXPECT_TRUE(compile_glsl(text, embedded_source(), {.most_variable_bytes = 48}));
}

TEST(Variables, OfInvalidSpirvTakeNoBytes) {
    EXPECT_EQ(invocation_variables({}).bytes, 0U);
    const std::uint32_t broken[] = {0x07230203U, 0x10500U, 0, 4, 0, 0xFFFF003BU, 1};
    EXPECT_EQ(invocation_variables(broken).bytes, 0U);
}

}  // namespace
}  // namespace vkalgo::compiler::test
