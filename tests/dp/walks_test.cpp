// Walks over tiles against walks over the stored table: the same records in the same order, and the same end.
#include <vkalgo/compiler/assemble.hpp>
#include <vkalgo/dp/solve.hpp>

#include "tests/dp/problem_support.hpp"
#include "tests/support/device_fixture.hpp"

#include <string>

namespace vkalgo::dp::test {
namespace {

class TileWalks : public vkalgo::test::DeviceTest {
protected:
    static Solution walked(CompiledRecurrence& recurrence, const Instance& instance, const SolveOptions& options) {
        const auto compile = [&recurrence](CompiledRecurrence& wanted, const std::string& module) -> Result<void> {
            VKALGO_CHECK(compiler::assemble_module(recurrence, module));
            wanted.modules[module] = recurrence.modules.at(module);
            return {};
        };
        return vkalgo::test::take(solve(runner(), recurrence, instance, options, compile));
    }

    static void expect_same_walk(const std::string& text, std::int64_t n, std::int64_t m) {
        CompiledRecurrence recurrence = vkalgo::test::take(compiler::read_recurrence(text, "walk.glsl"), text.c_str());
        const Instance instance = generated("lcs", {n, m, 7, {}});
        SolveOptions options;
        options.keep.solution = true;
        options.engine = "stage";
        const Solution expected = walked(recurrence, instance, options);
        ASSERT_FALSE(expected.path.empty());
        options.engine = "tile";
        for (const std::uint32_t lanes : {0u, 8u, 64u}) {
            options.lanes = lanes;
            const Solution solution = walked(recurrence, instance, options);
            const std::string what = std::to_string(n) + " x " + std::to_string(m) + ", lanes " + std::to_string(lanes);
            EXPECT_EQ(solution.path, expected.path) << what;
            EXPECT_EQ(solution.path_end.i, expected.path_end.i) << what;
            EXPECT_EQ(solution.path_end.j, expected.path_end.j) << what;
        }
    }
};

constexpr const char* kHead =
    "//! problem walk\n//! about longest common subsequence\n//! class local\n//! cell u32\n//! pattern NOSE\n"
    "//! input x u8[]\n//! input y u8[]\n//! rows len(x) + 1\n//! columns len(y) + 1\n";
constexpr const char* kBase =
    "//! base first-row 1\n//! base first-column 1\ncell_t base(int i, int j) { return 0u; }\n";
constexpr const char* kRule =
    "cell_t cell(int i, int j) {\n"
    "    if (x(i - 1) == y(j - 1)) return at(i - 1, j - 1) + 1u;\n"
    "    return max(at(i - 1, j), at(i, j - 1));\n}\n"
    "step_t step(int i, int j) {\n"
    "    if (x(i - 1) == y(j - 1)) return step_t(i - 1, j - 1, 40u + x(i - 1));\n"
    "    if (at(i - 1, j) >= at(i, j - 1)) return step_t(i - 1, j, 1u);\n"
    "    return step_t(i, j - 1, 2u);\n}\n";

TEST_F(TileWalks, GoThroughManyBlocks) {
    const std::string text = std::string(kHead) + "//! answer last\n" + kBase + kRule;
    expect_same_walk(text, 1500, 1300);
    expect_same_walk(text, 40, 2100);
    expect_same_walk(text, 2100, 40);
}

TEST_F(TileWalks, BeginLeftOfTheTablesLastColumn) {
    expect_same_walk(std::string(kHead) + "//! answer at(len(x), len(y) / 2)\n" + kBase + kRule, 700, 900);
}

TEST_F(TileWalks, EndInsideTheTableWhereTheBaseRegionReachesIn) {
    const std::string base =
        "//! base first-row 1\n//! base first-column 1\n//! base diagonal 3\n"
        "cell_t base(int i, int j) { return 0u; }\n";
    expect_same_walk(std::string(kHead) + "//! answer last\n" + base + kRule, 900, 400);
}

TEST_F(TileWalks, LeaveATableThatHasNoBase) {
    const std::string rule =
        "cell_t cell(int i, int j) {\n"
        "    cell_t upper = 0u;\n    cell_t before = 0u;\n    cell_t corner = 0u;\n"
        "    if (i > 0) upper = at(i - 1, j);\n    if (j > 0) before = at(i, j - 1);\n"
        "    if (i > 0 && j > 0) corner = at(i - 1, j - 1);\n"
        "    if (i > 0 && j > 0 && x(i - 1) == y(j - 1)) return corner + 1u;\n    return max(upper, before);\n}\n"
        "step_t step(int i, int j) {\n"
        "    if (i > 0 && j > 0 && x(i - 1) == y(j - 1)) return step_t(i - 1, j - 1, 0u);\n"
        "    if (i > 0 && (j == 0 || at(i - 1, j) >= at(i, j - 1))) return step_t(i - 1, j, 1u);\n"
        "    return step_t(i, j - 1, 2u);\n}\n";
    expect_same_walk(std::string(kHead) + "//! answer last\n" + rule, 600, 700);
}

TEST_F(TileWalks, RefuseAStepThatStaysWhereItIs) {
    const std::string text = std::string(kHead) + "//! answer last\n" + kBase +
                             "cell_t cell(int i, int j) { return at(i - 1, j) + 1u; }\n"
                             "step_t step(int i, int j) { return step_t(at(i, j) > 300u ? i - 1 : i, j, 0u); }\n";
    CompiledRecurrence recurrence = vkalgo::test::take(compiler::read_recurrence(text, "walk.glsl"), text.c_str());
    SolveOptions options;
    options.keep.solution = true;
    options.engine = "tile";
    const auto refused = solve(runner(), recurrence, generated("lcs", {500, 20, 7, {}}), options,
                               [&](CompiledRecurrence& wanted, const std::string& module) -> Result<void> {
                                   VKALGO_CHECK(compiler::assemble_module(recurrence, module));
                                   wanted.modules[module] = recurrence.modules.at(module);
                                   return {};
                               });
    EXPECT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_NE(refused.error().message.find("cell (300, 20)"), std::string::npos) << refused.error().message;
}

}  // namespace
}  // namespace vkalgo::dp::test
