#pragma once

#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/methods/tile/tile_plan.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/compile_module.hpp"
#include "tests/dp/placed_run.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"

#include <span>
#include <string>

/// Tracebacks over tiles whose borders are kept for one region at a time, in one command buffer, compared with
/// tracebacks over the stored table: the same records in the same order, and the same end.
namespace vkalgo::dp::test {

struct Grid {
    std::uint32_t region_blocks, window_blocks;
};
inline constexpr Grid kGrids[] = {{1, 1}, {2, 1}, {3, 2}, {2, 0}, {4, 3}};

class TileRegions : public vkalgo::test::DeviceTest {
protected:
    static Solution stored(CompiledRecurrence& recurrence, const Instance& instance) {
        SolveOptions options;
        options.method = "stage";
        options.keep.solution = true;
        return vkalgo::test::take(solve(runner(), recurrence, instance, options, compile_module));
    }

    /// Returns the traceback with these knobs. If the schedule lets workgroups wait, a dispatch has only one workgroup.
    /// This workgroup takes all tickets of the dispatch, so it waits for no other workgroup and does not give up.
    static Solution traced(CompiledRecurrence& recurrence, const Instance& instance, const TestKnobs& knobs) {
        DeviceProfile profile = context().profile();
        profile.cross_workgroup_progress = knobs.schedule == TestKnobs::Schedule::waiting;
        profile.processors = 1;
        const StageFunction stage = recurrence.header.stage;
        const PlanRequest request{&recurrence.header,
                                  stage,
                                  vkalgo::test::take(shape_of(recurrence.header, instance, stage)),
                                  {.solution = true},
                                  &knobs};
        const auto plan = vkalgo::test::take(make_plan(request, profile, "tile"));
        EXPECT_TRUE(dynamic_cast<const TilePlan&>(*plan).refills());
        for (const std::string& module : plan->modules) {
            EXPECT_OK(compile_module(recurrence, module));
        }
        const auto run = vkalgo::test::take(plan->method->create(context(), recurrence, *plan));
        PlacedRun placed(runner(), recurrence, instance, *plan);
        EXPECT_OK(runner().run([&](Recorder& recorder) { return placed.record(recorder, *run); }));
        Solution solution = placed.read(request.shape);
        EXPECT_EQ(placed.status_flags(), 0U);
        return solution;
    }

    /// Expects the traceback over the stored table from each grid of regions. If `waits`, also tests the schedule of
    /// workgroups that wait.
    static void expect_same_traceback(const std::string& text, std::int64_t n, std::int64_t m,
                                      std::span<const Grid> grids = kGrids, std::uint32_t lanes = 0,
                                      bool waits = true) {
        CompiledRecurrence recurrence =
            vkalgo::test::take(compiler::read_recurrence(text, "traceback.glsl"), text.c_str());
        const Instance instance = generated("lcs", {n, m, 7, {}});
        const Solution expected = stored(recurrence, instance);
        ASSERT_FALSE(expected.path.empty());
        for (const auto schedule : {TestKnobs::Schedule::diagonals, TestKnobs::Schedule::waiting}) {
            if (schedule == TestKnobs::Schedule::waiting &&
                !(waits && context().profile().int64 && context().profile().int64_atomics)) {
                continue;
            }
            for (const Grid& grid : grids) {
                const TestKnobs knobs{.lanes = lanes,
                                      .schedule = schedule,
                                      .groups_per_dispatch = grid.region_blocks % 2,
                                      .region_blocks = grid.region_blocks,
                                      .window_blocks = grid.window_blocks};
                const Solution solution = traced(recurrence, instance, knobs);
                const std::string what = std::to_string(n) + " x " + std::to_string(m) + ", regions of " +
                                         std::to_string(grid.region_blocks) + ", windows of " +
                                         std::to_string(grid.window_blocks) +
                                         (schedule == TestKnobs::Schedule::waiting ? ", waiting" : "");
                EXPECT_EQ(solution.answer, expected.answer) << what;
                EXPECT_EQ(solution.path, expected.path) << what;
                ASSERT_TRUE(solution.path_end) << what;
                EXPECT_EQ(*solution.path_end, *expected.path_end) << what;
            }
        }
    }
};

}  // namespace vkalgo::dp::test
