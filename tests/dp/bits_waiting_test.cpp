// Method `bit-parallel` with workgroups that wait for one another.
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/methods/bit_parallel/bit_parallel_plan.hpp"
#include "compiler/assemble.hpp"
#include "shaders/dp/dp.h"
#include "tests/dp/bits_text.hpp"
#include "tests/dp/placed_run.hpp"
#include "tests/dp/solve_compiled.hpp"

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

// Workgroups wait for one another here. The planner uses such kernels if the profile says that workgroups make
// progress.
TEST_F(Bits, AgreeWhereWorkgroupsWait) {
    DeviceProfile profile = context().profile();
    profile.cross_workgroup_progress = true;
    int finished = 0;
    for (const BitsText& text : {bits_lcs(), bits_edit()}) {
        for (const auto& [processors, lanes, helpers] : {std::tuple{1U, 0U, 0U}, {3U, 0U, 1U}, {3U, 32U, 0U}}) {
            for (const std::uint32_t groups : {0U, 1U, 2U}) {
                const CompiledRecurrence read = take(compiler::read_recurrence(text.source(), "a.glsl"));
                const BitsSymbols x = bits_symbols(1700, processors, 3);
                const BitsSymbols y = bits_symbols(lanes == 0 ? 290 + groups : 70, 8, 3);
                Instance instance = bits_instance("u8", x, y);
                const StageFunction stage = StageFunction::of(Pattern::NOSE);
                const Shape shape = take(check_instance(read.header, instance, stage));
                const TestKnobs knobs{.lanes = lanes,
                                      .schedule = TestKnobs::Schedule::waiting,
                                      .groups_per_dispatch = groups,
                                      .words = 1,
                                      .helpers = helpers};
                PlanRequest request{&read.header, stage, shape, {}, &knobs};
                request.params = &instance.params;
                profile.processors = processors;
                const auto plan = take(make_plan(request, profile, "bit-parallel"));
                // With eight lanes there are seven strips.
                if (plan->summary.find(" 8 lanes") != std::string::npos) {
                    EXPECT_EQ(plan->steps, groups == 0 ? 1U : groups == 1 ? 7U : 4U) << plan->summary;
                }
                CompiledRecurrence compiled = read;
                take(compile_module(compiled, plan->modules[0]));
                const auto run = take(plan->method->create(context(), compiled, *plan));
                PlacedRun placed(runner(), compiled, instance, *plan);
                EXPECT_OK(runner().run([&](Recorder& recorder) { return placed.record(recorder, *run); }));
                const Solution solution = placed.read(shape);
                const bool stalled = (placed.status_flags() & VKALGO_STATUS_STALLED) != 0;
                EXPECT_FALSE(stalled && groups == 1) << "one strip at a time waits for nobody";
                if (!stalled) {
                    finished += groups != 1 ? 1 : 0;
                    EXPECT_EQ(solution.answer_as<double>(), static_cast<double>(plain(text, x, y)));
                }
            }
        }
    }
    // If threads are few and busy, a wait may outlast the polls that the driver's limit allows.
    EXPECT_GT(finished, 0) << "every wait of several workgroups was given up";
}

// A strip takes what the strip above wrote in this run, not the data of an earlier strip or an earlier run.
TEST_F(Bits, WaitForTheStripAboveAndNoOther) {
    DeviceProfile profile = context().profile();
    profile.cross_workgroup_progress = true;
    constexpr TestKnobs kKnobs{
        .lanes = 8, .schedule = TestKnobs::Schedule::waiting, .groups_per_dispatch = 1, .words = 1, .helpers = 0};
    const BitsSymbols x = bits_symbols(1000, 1, 3);  // Four strips, one dispatch each
    const BitsSymbols y = bits_symbols(70, 2, 3);
    for (const BitsText& text : {bits_lcs(), bits_edit()}) {
        const CompiledRecurrence read = take(compiler::read_recurrence(text.source(), "a.glsl"));
        Instance instance = bits_instance("u8", x, y);
        const StageFunction stage = StageFunction::of(Pattern::NOSE);
        const Shape shape = take(check_instance(read.header, instance, stage));
        PlanRequest request{&read.header, stage, shape, {}, &kKnobs};
        request.params = &instance.params;
        const auto plan = take(make_plan(request, profile, "bit-parallel"));
        ASSERT_EQ(plan->steps, 4U) << plan->summary;
        dynamic_cast<BitParallelPlan&>(*plan).spin_limit = 4096;
        CompiledRecurrence compiled = read;
        take(compile_module(compiled, plan->modules[0]));
        const auto run = take(plan->method->create(context(), compiled, *plan));
        PlacedRun placed(runner(), compiled, instance, *plan);
        const auto steps = [&](std::uint64_t first, std::uint64_t count) {
            EXPECT_OK(runner().run([&](Recorder& recorder) { return placed.record(recorder, *run, first, count); }));
        };
        const auto stalled = [&] { return (placed.status_flags() & VKALGO_STATUS_STALLED) != 0; };
        for (std::uint64_t strip = 1; strip < plan->steps; ++strip) {
            for (std::uint64_t done = 0; done < strip; ++done) {
                steps(0, strip);  // An earlier run
                steps(0, done);
                steps(strip, 1);
                placed.read(shape);
                EXPECT_TRUE(stalled()) << "strip " << strip << " where " << done << " are done";
            }
        }
        steps(0, plan->steps);
        const Solution solution = placed.read(shape);
        EXPECT_FALSE(stalled());
        EXPECT_EQ(solution.answer_as<double>(), static_cast<double>(plain(text, x, y)));
        const AnswerRecord& answer = placed.answer_record();
        EXPECT_EQ(std::pair(answer.i, answer.j), std::pair(1000, 70));
        EXPECT_EQ(answer.found, 1U);
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
