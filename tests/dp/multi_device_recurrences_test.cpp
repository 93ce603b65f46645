// Recurrences of every kind that method `tile` runs, on two and three devices: reflected tables, answers on a border,
// wide cells, params, inputs, and random recurrences.
#include "algorithms/dp/instance/random_instance.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/multi_device.hpp"
#include "compiler/assemble.hpp"
#include "engine/context.hpp"
#include "tests/dp/random/evaluation.hpp"
#include "tests/dp/random/text.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"

#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

Recurrence shared_recurrence(const std::string& text) {
    return Recurrence::of(take(compiler::read_recurrence(text, "shared.glsl"), text.c_str()), compile_module);
}

/// Returns knobs for strips so low that small tables have many of them, and for tiles of one block.
TestKnobs small_strips(std::uint32_t lanes, std::uint32_t rows, std::uint32_t groups, std::uint32_t steps) {
    TestKnobs knobs;
    knobs.lanes = lanes;
    knobs.registers = rows;
    knobs.band_groups = groups;
    knobs.band_tile_blocks = 1;
    knobs.band_steps = steps;
    return knobs;
}

class MultiDeviceRecurrences : public vkalgo::test::DeviceTest {
protected:
    void SetUp() override {
        vkalgo::test::DeviceTest::SetUp();
        for (std::unique_ptr<Runner>& own : own_) {
            own = std::make_unique<Runner>(take(Runner::create(context())));
        }
    }

    Result<MultiDeviceSolution> across(std::size_t devices, const Recurrence& recurrence, const Instance& instance,
                                       const TestKnobs& knobs, const char* method = "tile") {
        const std::array all{&runner(), own_[0].get(), own_[1].get()};
        MultiDeviceOptions options;
        options.method = method;
        options.knobs = &knobs;
        return solve_multi_device(std::span(all).first(devices), recurrence, instance, options);
    }

    Runner* second() { return own_[0].get(); }

    /// Expects that the answer and its cell are those of method `stage`.
    void expect_as_by_stage(const Recurrence& recurrence, const Instance& instance, const TestKnobs& knobs,
                            const char* method = "tile") {
        SolveOptions options;
        options.method = "stage";
        const Solution expected = take(solve(runner(), recurrence, instance, options));
        for (const std::size_t devices : {2U, 3U}) {
            const auto solved = across(devices, recurrence, instance, knobs, method);
            ASSERT_OK(solved) << recurrence.header().problem;
            EXPECT_EQ(solved->solution.answer, expected.answer)
                << recurrence.header().problem << " by " << devices << ": " << solved->solution.plan_summary;
            EXPECT_EQ(solved->solution.status, expected.status);
            EXPECT_EQ(solved->solution.shape.answer, expected.shape.answer);
            std::int64_t bands = 0;
            for (const DeviceWork& work : solved->devices) {
                bands += work.bands;
            }
            // A GPU may take more rows per workgroup than the knobs ask for.
            const bool software = runner().context().profile().type == DeviceType::software;
            EXPECT_GT(bands, software ? 1 : 0) << solved->solution.plan_summary;
        }
    }

private:
    std::array<std::unique_ptr<Runner>, 2> own_;
};

/// Returns a text in that pattern whose cells are sums of all kinds of reads.
std::string oriented_text(const std::string& pattern, const std::string& cell, const std::string& answer) {
    const bool rows = pattern == "SENO" || pattern == "SONE", columns = pattern == "SENO" || pattern == "NESO";
    const std::string up = rows ? "i + 1" : "i - 1", left = columns ? "j + 1" : "j - 1";
    return "//! problem oriented\n//! about a test\n//! class local\n//! cell " + cell + "\n//! pattern " + pattern +
           "\n//! param more u32 3\n//! input x u16[]\n//! input y u8[]\n//! rows len(x)\n//! columns len(y)\n" +
           "//! base " + (rows ? "last" : "first") + "-row 2\n//! base " + (columns ? "last" : "first") +
           "-column 3\n//! answer " + answer + "\n" + "cell_t base(int i, int j) { return cell_t(2 * i + j); }\n" +
           "cell_t cell(int i, int j) {\n    const cell_t best = x(i) % 3 == y(j) % 3 ? at(" + up + ", " + left +
           ") + cell_t(more) : max(at(" + up + ", j), at(i, " + left + ")) - cell_t(1);\n" +
           "    return best + cell_t(x(i) % 2) * cell_t(y(j));\n}\n";
}

TEST_F(MultiDeviceRecurrences, HaveTheAnswerOfStageInReflectedPatterns) {
    struct Turn {
        const char* pattern;
        std::int64_t n, m;
    };
    for (const auto& [pattern, n, m] : {Turn{"SENO", 70, 150}, {"SONE", 150, 41}, {"NESO", 90, 65}}) {
        const Recurrence recurrence = shared_recurrence(oriented_text(pattern, "i32", "last"));
        Instance instance = take(random_instance(recurrence.header(), {n, m, 7, {}}));
        instance.params["more"] = std::uint64_t{5};
        ASSERT_NO_FATAL_FAILURE(expect_as_by_stage(recurrence, instance, small_strips(8, 2, 1, 2))) << pattern;
    }
}

TEST_F(MultiDeviceRecurrences, PassCellsOfF64BetweenDevices) {
    if (!context().profile().float64) {
        GTEST_SKIP() << "this device has no f64";
    }
    const Recurrence recurrence = shared_recurrence(oriented_text("SONE", "f64", "last"));
    const Instance instance = take(random_instance(recurrence.header(), {130, 100, 3, {}}));
    ASSERT_NO_FATAL_FAILURE(expect_as_by_stage(recurrence, instance, small_strips(8, 4, 2, 1)));
}

/// Workgroups wait for one another, as in plans for a device whose profile says that workgroups make progress beside
/// each other (waiting_tiles_test.cpp).
TEST_F(MultiDeviceRecurrences, PassWideCellsBetweenDevicesIfWorkgroupsWait) {
    DeviceProfile profile = context().profile();
    if (!profile.int64 || !profile.int64_atomics) {
        GTEST_SKIP() << "this device has no 64-bit atomics";
    }
    profile.cross_workgroup_progress = true;
    profile.processors = 1;  // A single workgroup never waits, so it cannot give up a wait
    const Recurrence recurrence = shared_recurrence(oriented_text("NESO", "u64", "max last-row"));
    Instance instance = take(random_instance(recurrence.header(), {150, 190, 3, {}}));
    take(check_instance(recurrence.header(), instance, recurrence.header().stage));
    SolveOptions stages;
    stages.method = "stage";
    const Solution expected = take(solve(runner(), recurrence, instance, stages));
    TestKnobs knobs = small_strips(8, 2, 2, 1);
    knobs.schedule = TestKnobs::Schedule::waiting;
    MultiDeviceOptions options;
    options.method = "tile";
    options.knobs = &knobs;
    MultiDevicePlan plan = take(plan_multi_device(recurrence.header(), instance, options, std::vector(2, profile)));
    EXPECT_EQ(plan.devices[0].run->modules.front().substr(0, 15), "tile-persistent");
    const std::array both{&runner(), second()};
    const auto solved = solve_multi_device(both, recurrence, instance, plan, {});
    ASSERT_OK(solved);
    EXPECT_EQ(solved->solution.answer, expected.answer);
    EXPECT_EQ(solved->solution.shape.answer, expected.shape.answer);
    EXPECT_GT(solved->devices[1].submissions, 5U);
}

TEST_F(MultiDeviceRecurrences, FindTheBestOfTheRowThatIsComputedLast) {
    for (const auto& [pattern, answer] : {std::pair{"SENO", "min first-row"}, {"NOSE", "at(len(x) - 1, 1)"}}) {
        const Recurrence recurrence = shared_recurrence(oriented_text(pattern, "i32", answer));
        const Instance instance = take(random_instance(recurrence.header(), {60, 70, 9, {}}));
        ASSERT_NO_FATAL_FAILURE(expect_as_by_stage(recurrence, instance, small_strips(4, 4, 1, 1))) << answer;
    }
    const Recurrence elsewhere = shared_recurrence(oriented_text("NOSE", "i32", "max last-column"));
    const Instance instance = take(random_instance(elsewhere.header(), {60, 70, 9, {}}));
    const auto refused = across(2, elsewhere, instance, {});
    ASSERT_ERROR(refused, ErrorCode::unsupported);
    EXPECT_NE(refused.error().message.find("the row that is computed last"), std::string::npos)
        << refused.error().message;
}

TEST_F(MultiDeviceRecurrences, ReportTheOverflowOfACell) {
    const std::string text =
        "//! problem late\n//! about a test\n//! class local\n//! cell u32\n//! pattern NOSE\n//! rows n\n"
        "//! columns m\n//! base first-row 1\n//! base first-column 1\n//! answer last\n"
        "cell_t base(int i, int j) { return 1u; }\n"
        "cell_t cell(int i, int j) {\n    overflow_if(i == 70 && j == 20);\n    return at(i - 1, j) + 1u;\n}\n";
    Instance instance;
    instance.n = 100;
    instance.m = 300;
    const auto solved = across(2, shared_recurrence(text), instance, small_strips(4, 4, 1, 1));
    ASSERT_ERROR(solved, ErrorCode::overflow);
    EXPECT_EQ(solved.error().message.rfind("device ", 0), 0U) << solved.error().message;
    EXPECT_NE(solved.error().message.find("(70, 20)"), std::string::npos) << solved.error().message;
}

TEST_F(MultiDeviceRecurrences, DrawnAtRandomHaveTheEvaluatedAnswer) {
    const int wanted = !vkalgo::test::kEveryKernel ? 2 : vkalgo::test::deep() ? 60 : 2;
    int solved = 0, several = 0;
    for (std::uint64_t seed = 1; solved < wanted && seed < 4000; ++seed) {
        const Description says = draw_description(seed);
        if (says.refusal != Refusal::none || says.indices != 2 || says.size.rows < 6 || says.size.columns < 2) {
            continue;
        }
        const Evaluation values(says);
        const Recurrence recurrence = shared_recurrence(text_of(says));
        const Instance instance = instance_of(says);
        const TestKnobs knobs =
            small_strips(seed % 3 == 0 ? 4 : 8, seed % 2 == 0 ? 1 : 2, static_cast<std::uint32_t>(1 + seed % 2), 1);
        const auto shared = across(2 + seed % 2, recurrence, instance, knobs);
        if (!shared && shared.error().code == ErrorCode::unsupported) {
            continue;
        }
        ASSERT_OK(shared) << seed << '\n' << text_of(says);
        ++solved;
        several += shared->devices.size() > 1 && shared->devices[1].bands > 0 ? 1 : 0;
        const Indices answer = values.answer_cell(recurrence.header().stage);
        EXPECT_EQ(shared->solution.answer, values.answer(answer)) << seed << '\n' << text_of(says);
        EXPECT_EQ(shared->solution.shape.answer.indices(), answer) << seed;
    }
    EXPECT_EQ(solved, wanted);
    EXPECT_GE(several, wanted / 3 + 1);
}

}  // namespace
}  // namespace vkalgo::dp::test
