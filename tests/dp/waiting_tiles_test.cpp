// The tile kernel whose workgroups wait for one another, on every machine. The planner uses it only if the profile says
// that workgroups make progress beside each other, as on NVIDIA devices. The software driver starts workgroups in their
// order, in several threads. So they may wait there too, if no wait takes more loop iterations than the driver allows.
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/methods/tile/tile_plan.hpp"
#include "shaders/dp/dp.h"
#include "tests/dp/placed_run.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/effort.hpp"

#include <ostream>
#include <string>

namespace vkalgo::dp::test {
namespace {

struct Size {
    std::int64_t n, m;
    /// Number of lanes; 0 means the device's own number.
    std::uint32_t lanes;
    /// Number of groups of strips per dispatch; 0 means the plan's choice.
    std::uint32_t groups;
};

std::ostream& operator<<(std::ostream& out, const Size& size) {
    return out << size.n << " x " << size.m << ", " << size.lanes << " lanes, " << size.groups << " groups";
}

class WaitingTiles : public vkalgo::test::DeviceTest {
protected:
    void SetUp() override {
        vkalgo::test::DeviceTest::SetUp();
        const DeviceProfile& profile = context().profile();
        if (!profile.int64 || !profile.int64_atomics) {
            GTEST_SKIP() << "this device has no 64-bit atomics";
        }
        if (profile.type != DeviceType::software && !profile.cross_workgroup_progress) {
            GTEST_SKIP() << "this device's workgroups are not known to make progress beside each other";
        }
    }

    /// Returns the device's profile in which workgroups make progress beside each other, and with `processors`
    /// processors; 0 means the device's own number.
    static DeviceProfile trusted(std::uint32_t processors) {
        DeviceProfile profile = context().profile();
        profile.cross_workgroup_progress = true;
        profile.processors = processors != 0 ? processors : profile.processors;
        return profile;
    }

    /// Runs the problem and expects the reference's results. Returns false if a workgroup gave up waiting, since the
    /// run then shows nothing.
    static bool agrees(const char* name, const Size& size, std::uint64_t seed, Keep keep, std::uint32_t processors) {
        const CompiledRecurrence& recurrence = builtin(name);
        const Instance instance = generated(name, {size.n, size.m, seed, {}});
        const TestKnobs knobs{
            .lanes = size.lanes, .schedule = TestKnobs::Schedule::waiting, .groups_per_dispatch = size.groups};
        const Shape shape = vkalgo::test::take(shape_of(recurrence.header, instance, StageFunction::of(Pattern::NOSE)));
        const PlanRequest request{&recurrence.header, StageFunction::of(Pattern::NOSE), shape, keep, &knobs};
        const auto plan = vkalgo::test::take(make_plan(request, trusted(processors), "tile"));
        EXPECT_EQ(plan->modules.front().substr(0, 15), "tile-persistent");
        const auto run = vkalgo::test::take(plan->method->create(context(), recurrence, *plan));
        PlacedRun placed(runner(), recurrence, instance, *plan);
        EXPECT_OK(runner().run([&](Recorder& recorder) { return placed.record(recorder, *run); }));
        Solution solution = placed.read(shape, false);
        if ((placed.status_flags() & VKALGO_STATUS_STALLED) != 0) {
            return false;
        }
        EXPECT_EQ(placed.status_flags(), 0U);
        std::vector<std::byte> table;
        EXPECT_EQ(*solution.answer, Number(reference_answer(name, instance, &table))) << name << ' ' << size;
        if (keep.table) {
            EXPECT_EQ(placed.table(shape), table) << name << ' ' << size;
        }
        if (keep.solution) {
            const auto worth = oracle(name).replay(instance, solution);
            EXPECT_OK(worth) << name << ' ' << size;
            EXPECT_EQ(worth.value_or(Number()), *solution.answer) << name << ' ' << size;
        }
        return true;
    }
};

constexpr Keep kKeeps[] = {{}, {.table = true}, {.solution = true}};
// With the 16 rows per lane of a software device, these tables have 2 to 20 groups of strips, mostly several per
// dispatch.
constexpr Size kTileSizes[] = {
    {2300, 200, 0, 0}, {1200, 150, 16, 3}, {700, 900, 8, 1}, {2300, 200, 64, 2}, {1100, 400, 32, 2}};
/// Returns all sizes, or only three, since each width of the lane exchange is a kernel to compile.
std::span<const Size> sizes() {
    return std::span(kTileSizes).first(vkalgo::test::kEveryKernel ? std::size(kTileSizes) : 3);
}

// One workgroup takes all tickets. So it never waits and must not give up.
TEST_F(WaitingTiles, AgreeWithTheReferenceInOneWorkgroup) {
    for (const char* name : {"lcs", "edit-distance"}) {
        for (const Size& size : sizes()) {
            for (const Keep keep : kKeeps) {
                EXPECT_TRUE(agrees(name, size, 7, keep, 1)) << name << ' ' << size;
            }
        }
    }
}

TEST_F(WaitingTiles, AgreeWithTheReferenceWhenTheyWait) {
    int agreements = 0;
    for (const Size& size : sizes()) {
        for (const std::uint64_t seed : {1u, 2u}) {
            for (const Keep keep : kKeeps) {
                for (const std::uint32_t processors : {2u, 5u}) {
                    agreements += agrees("edit-distance", size, seed, keep, processors) ? 1 : 0;
                }
            }
        }
    }
    // A run with few and busy threads may give up a wait after the most polls that the driver allows. Then agrees()
    // returns false and compares nothing, so at least one run must have ended.
    EXPECT_GT(agreements, 0) << "every wait was given up";
}

// Whole problems are solved by solve() with the device's own profile. Only devices that say that workgroups make
// progress beside each other run this test.
TEST_F(WaitingTiles, AgreeWithTheReferenceOnADeviceWhoseProfileAllowsWaiting) {
    if (!context().profile().cross_workgroup_progress) {
        GTEST_SKIP() << "this device's workgroups are not known to make progress beside each other";
    }
    for (const char* name : {"lcs", "edit-distance"}) {
        for (const std::uint32_t lanes : {0u, 16u, 64u}) {
            for (const Keep keep : kKeeps) {
                const Instance instance = generated(name, {3000, 5000, lanes + 1, {}});
                const TestKnobs knobs{.lanes = lanes, .schedule = TestKnobs::Schedule::waiting};
                SolveOptions options;
                options.method = "tile";
                options.keep = keep;
                options.knobs = &knobs;
                const auto solution = solve(runner(), builtin(name), instance, options);
                ASSERT_OK(solution) << name << ", " << lanes << " lanes";
                EXPECT_EQ(*solution->answer, Number(reference_answer(name, instance))) << name << ", " << lanes;
            }
        }
    }
}

DeviceProfile gpu_of(std::uint32_t processors) {
    DeviceProfile gpu;
    gpu.type = DeviceType::discrete;
    gpu.subgroup_size = 32;
    gpu.subgroup_shuffle_relative = gpu.subgroup_size_control = true;
    gpu.int64 = gpu.int64_atomics = gpu.memory_model_device_scope = gpu.cross_workgroup_progress = true;
    gpu.max_workgroup_invocations = 1024;
    gpu.shared_memory = 48u << 10;
    gpu.max_storage_range = UINT32_MAX;
    gpu.max_allocation = gpu.device_memory = std::uint64_t{4} << 30;
    gpu.processors = processors;
    return gpu;
}

/// Returns the plan for n x n cells of lcs.
TilePlan planned(std::int64_t n, const DeviceProfile& gpu, const Keep& keep = {}) {
    const RecurrenceHeader& header = builtin("lcs").header;
    const Instance outline = outlined("lcs", {n, n, 1, {}});
    const PlanRequest request{&header, StageFunction::of(Pattern::NOSE),
                              vkalgo::test::take(shape_of(header, outline, StageFunction::of(Pattern::NOSE))), keep};
    return dynamic_cast<const TilePlan&>(*vkalgo::test::take(make_plan(request, gpu, "tile")));
}

// The fastest choice on an H200. Larger tables first get more groups of 2 strips, until there is about one group per
// processor. Then strips get more rows per lane and groups get up to 4 strips. At last workgroups compute several
// groups one after another, and groups get 8 strips.
TEST(WaitingTilePlan, FillsTheProcessorsOnceAndThenTakesLargerGroups) {
    struct Row {
        std::int64_t n;
        std::uint32_t registers, teams;
        std::int64_t groups, workgroups;
        std::uint64_t steps;
    };
    for (const Row& row : {Row{4'096, 4, 2, 16, 16, 1},
                           {32'768, 4, 2, 128, 128, 1},
                           {65'536, 8, 2, 128, 128, 1},
                           {100'000, 8, 3, 131, 131, 1},
                           {131'072, 8, 4, 128, 128, 1},
                           {262'144, 16, 4, 128, 128, 1},
                           {524'288, 16, 4, 256, 132, 1},
                           {1'000'000, 16, 8, 245, 132, 1},
                           {5'400'000, 16, 8, 1319, 132, 10}}) {
        const TilePlan plan = planned(row.n, gpu_of(132));
        EXPECT_EQ(plan.fill.module, "tile-persistent") << row.n;
        EXPECT_EQ(plan.fill.tile.registers, row.registers) << row.n;
        EXPECT_EQ(plan.fill.tile.teams, row.teams) << row.n;
        EXPECT_EQ(plan.fill.tile.unroll, row.registers <= 8 ? 8U : row.teams <= 4 ? 1U : 2U) << row.n;
        EXPECT_EQ(plan.fill.strip_groups, row.groups) << row.n;
        EXPECT_EQ(plan.fill.workgroups, row.workgroups) << row.n;
        EXPECT_EQ(plan.steps, row.steps) << row.n;
        EXPECT_EQ(plan.ticket.size, Buffer::rounded(row.steps * 4)) << row.n;
    }
    // A smaller device gets smaller dispatches; a device of unknown size is treated as a small one.
    EXPECT_EQ(planned(262'144, gpu_of(8)).fill.workgroups, 8);
    EXPECT_EQ(planned(2'000'000, gpu_of(8)).fill.groups_per_step, 8);
    EXPECT_EQ(planned(2'000'000, gpu_of(0)).fill.groups_per_step, 16);
}

// Separate teams store the cells of a kept table. There are four, or fewer if the workgroup would have more invocations
// than the device allows.
TEST(WaitingTilePlan, StoresATableBySeparateTeams) {
    DeviceProfile gpu = gpu_of(132);
    const Keep table{.table = true};
    EXPECT_EQ(planned(30'000, gpu).fill.tile.storers, 0U);
    EXPECT_EQ(planned(30'000, gpu, table).fill.tile.storers, 4U);
    EXPECT_EQ(planned(30'000, gpu, table).fill.tile.workgroup(), 6U * 32);
    EXPECT_EQ(planned(30'000, gpu, table).pitch % VKALGO_TILE_ALIGNED, 0);
    gpu.max_workgroup_invocations = 128;
    EXPECT_EQ(planned(30'000, gpu, table).fill.tile.storers, 2U);
    gpu.subgroup_shuffle_relative = false;
    EXPECT_EQ(planned(30'000, gpu, table).fill.tile.storers, 0U) << "lanes that are no subgroup";
}

TEST(WaitingTilePlan, KeepsLoopsAndWaitsWithinWhatTheDeviceAllows) {
    DeviceProfile gpu = gpu_of(4);
    gpu.max_loop_iterations = 65'535;
    const TilePlan plan = planned(60'000, gpu);
    EXPECT_GT(plan.steps, 1U);
    EXPECT_LE(plan.fill.spin_limit, 65'535U / 4);
}

TEST(WaitingTilePlan, IsRefusedIfTheProfileDoesNotAllowWaiting) {
    DeviceProfile profile;
    profile.int64 = profile.int64_atomics = true;
    const RecurrenceHeader& header = builtin("lcs").header;
    const TestKnobs knobs{.schedule = TestKnobs::Schedule::waiting};
    const PlanRequest request{
        &header,
        StageFunction::of(Pattern::NOSE),
        vkalgo::test::take(shape_of(header, strings("abc", "abd"), StageFunction::of(Pattern::NOSE))),
        {},
        &knobs};
    EXPECT_ERROR(make_plan(request, profile, "tile"), ErrorCode::unsupported);
    profile.cross_workgroup_progress = true;
    profile.max_loop_iterations = 32;  // No loop over a row's blocks fits
    EXPECT_ERROR(make_plan(request, profile, "tile"), ErrorCode::unsupported);
}

}  // namespace
}  // namespace vkalgo::dp::test
