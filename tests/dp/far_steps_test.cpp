// Steps of a traceback that go further than to a neighbour. A step may name any earlier cell. Method `tile`, which
// traces back from neighbour to neighbour, keeps the table if the text shows such steps.
#include "algorithms/dp/instance/random_instance.hpp"
#include "algorithms/dp/solve.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

#include <string>

namespace vkalgo::dp::test {
namespace {

std::string file_with_step(const std::string& step) {
    return "//! problem  traceback\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n//! input    x u8[]\n"
           "//! input    y u8[]\n//! rows     len(x) + 2\n//! columns  len(y) + 2\n//! base     first-row 2\n"
           "//! base     first-column 2\n//! answer   last\n"
           "cell_t base(int i, int j) { return 0u; }\n"
           "cell_t cell(int i, int j) {\n"
           "    if (x(i - 2) == y(j - 2)) return at(i - 1, j - 1) + 1u;\n"
           "    return max(at(i - 1, j), at(i, j - 1));\n}\n"
           "step_t step(int i, int j) {\n    const int d = 2;\n    if (x(i - 2) == y(j - 2)) return " +
           step + ";\n    return at(i - 1, j) >= at(i, j - 1) ? step_t(i - 1, j, 1u) : step_t(i, j - 1, 2u);\n}\n";
}

class FarSteps : public vkalgo::test::DeviceTest {
protected:
    static Result<Solution> traced(const std::string& source, const char* method) {
        const CompiledRecurrence recurrence =
            vkalgo::test::take(compiler::read_recurrence(source, "traceback.glsl"), source.c_str());
        const Instance instance =
            vkalgo::test::take(random_instance(recurrence.header, {.n = 150, .m = 120, .seed = 3}));
        SolveOptions options;
        options.method = method;
        options.keep.solution = true;
        return solve(runner(), recurrence, instance, options, compile_module);
    }
};

TEST_F(FarSteps, ThatTheTextShowsAreTracedByEveryMethod) {
    const std::string far = file_with_step("step_t(i - 2, j - 2, 40u)");
    const Solution expected = vkalgo::test::take(traced(far, "stage"));
    ASSERT_FALSE(expected.path.empty());
    const Solution tiles = vkalgo::test::take(traced(far, "tile"));
    EXPECT_EQ(tiles.path, expected.path);
    EXPECT_EQ(tiles.path_end, expected.path_end);
}

TEST_F(FarSteps, ThatTheTextDoesNotShowAreLeftToMethodStage) {
    const std::string hidden = file_with_step("step_t(i - d, j - d, 40u)");
    EXPECT_OK(traced(hidden, "stage"));
    const auto refused = traced(hidden, "tile");
    ASSERT_ERROR(refused, ErrorCode::unsupported);
    EXPECT_NE(
        refused.error().message.find(
            "which is not a neighbour, but method tile traces back only from neighbour to neighbour; use method stage"),
        std::string::npos)
        << refused.error().message;
    EXPECT_EQ(refused.error().where, "method");
    const auto later = traced(file_with_step("step_t(i + 1, j, 40u)"), "tile");
    ASSERT_ERROR(later, ErrorCode::invalid_argument);
    EXPECT_NE(later.error().message.find("is not computed earlier"), std::string::npos) << later.error().message;
}

}  // namespace
}  // namespace vkalgo::dp::test
