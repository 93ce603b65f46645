// Tables larger than one buffer are stored in several; tables, answers and solutions are those of one buffer.
#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/run/recording.hpp"
#include "algorithms/split_mix.hpp"
#include "tests/dp/as_by_stage.hpp"
#include "tests/dp/large_gpu.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/fault_injector.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::FaultInjector;
using vkalgo::test::take;

PlanRequest question_of(const RecurrenceHeader& header, const Instance& outline, Keep keep = {.table = true}) {
    PlanRequest request;
    request.header = &header;
    request.stage = header.stage;
    request.shape = take(shape_of(header, outline, request.stage));
    request.keep = keep;
    return request;
}

class PartsOfTables : public AsByStage {
protected:
    void SetUp() override {
        if (!context().profile().buffer_device_address || !context().profile().int64) {
            GTEST_SKIP() << "the device has no 64-bit buffer addresses";
        }
    }

    static void expect_equal(const Solution& solution, const Solution& expected, const std::string& what) {
        EXPECT_EQ(solution.answer, expected.answer) << what;
        EXPECT_EQ(solution.shape.answer, expected.shape.answer) << what;
        EXPECT_TRUE(solution.table == expected.table) << what;
        EXPECT_EQ(solution.path, expected.path) << what;
        EXPECT_EQ(solution.path_end, expected.path_end) << what;
    }

    /// Runs with the table in one buffer and in parts of `cells` cells, and compares the results.
    static void expect_same(const char* problem, const Instance& instance, SolveOptions options, std::uint32_t cells) {
        const std::string what = std::string(problem) + " by " + options.method + ", parts of " + std::to_string(cells);
        const CompiledRecurrence& recurrence = builtin(problem);
        const Solution expected = take(solve(runner(), recurrence, instance, options), what.c_str());
        const TestKnobs knobs{.part_cells = cells};
        options.knobs = &knobs;
        const SolvePlan plan = take(plan_solve(recurrence.header, instance, options, context().profile()));
        EXPECT_EQ(plan.run->part_bytes, std::uint64_t{cells} * recurrence.header.cell_bytes()) << what;
        EXPECT_GE(plan.run->part_list_bytes(), 2 * 8U) << what;
        context().reset_peak_memory();
        const std::uint64_t before = context().memory_in_use();
        const auto solution = solve(runner(), recurrence, instance, options);
        ASSERT_OK(solution) << what;
        EXPECT_LE(context().peak_memory() - before, plan.device_bytes) << what;
        expect_equal(*solution, expected, what);
    }
};

TEST_F(PartsOfTables, GiveTheResultsOfOneBuffer) {
    // A row has m + 1 cells: 70, so that buffers end within rows, or 64, so that each buffer ends with a row.
    for (const auto& [n, m] : {std::pair{49, 69}, {63, 63}}) {
        for (const auto& [problem, method] : {std::pair{"lcs", "stage"},
                                              {"lcs", "tile"},
                                              {"edit-distance", "tile"},
                                              {"knapsack", "stage"},
                                              {"knapsack", "rows"},
                                              {"binomial", "rows"},
                                              {"matrix-chain", "stage"},
                                              {"matrix-chain", "segments"},
                                              {"stagecoach", "stage"},
                                              {"stagecoach", "row-all"}}) {
            GeneratorOptions draw{n, m, 7, {}};
            if (std::string(problem) == "knapsack") {
                draw.params["capacity"] = static_cast<std::uint64_t>(m);
            }
            SolveOptions options;
            options.method = method;
            options.keep = {.table = true, .solution = builtin(problem).header.has_solution()};
            expect_same(problem, generated(problem, draw), options, n == 63 ? 128 : 16);
        }
    }
}

TEST_F(PartsOfTables, AreTracedByTheHostToo) {
    SolveOptions options;
    options.recover = Recover::host;
    for (const char* method : {"stage", "tile"}) {
        options.method = method;
        options.keep = {.table = true, .solution = true};
        expect_same("edit-distance", generated("edit-distance", {40, 50, 3, {}}), options, 128);
    }
}

TEST_F(PartsOfTables, HaveEveryLayout) {
    for (const char* problem : {"lcs", "knapsack", "matrix-chain", "binomial"}) {
        const Instance instance = generated(problem, {33, 20, 4, {}});
        SolveOptions options;
        options.method = "stage";
        options.keep = {.table = true, .solution = builtin(problem).header.has_solution()};
        for (const Layout layout : {Layout::rows, Layout::columns, Layout::nose_diagonals, Layout::sone_diagonals}) {
            options.keep.layout = layout;
            expect_same(problem, instance, options, 32);
        }
    }
}

TEST_F(PartsOfTables, AreCutAndResumed) {
    const TestKnobs knobs{.part_cells = 64};
    for (const char* problem : {"lcs", "knapsack", "matrix-chain"}) {
        const Instance instance = generated(problem, {30, 21, 4, {}});
        SolveOptions options;
        options.keep = {.table = true, .solution = builtin(problem).header.has_solution()};
        const Solution whole = take(solve(runner(), builtin(problem), instance, options));
        for (const Layout layout : {Layout::rows, Layout::columns}) {
            for (const std::int64_t cut : {35, 40}) {
                if (std::string(problem) == "knapsack" && cut > 35) {
                    continue;
                }
                const std::int64_t last = std::string(problem) == "knapsack" ? 17 : cut;
                SolveOptions first;
                first.knobs = &knobs;
                first.keep = {.table = true, .solution = false, .layout = layout};
                first.to_stage = last;
                const Solution begun = take(solve(runner(), builtin(problem), instance, first));
                SolveOptions rest = options;
                rest.knobs = &knobs;
                rest.keep.layout = layout;
                rest.from_stage = last + 1;
                rest.resume_table = begun.table;
                expect_equal(take(solve(runner(), builtin(problem), instance, rest)), whole,
                             std::string(problem) + " cut behind " + std::to_string(last));
            }
        }
    }
}

TEST_F(PartsOfTables, AreStoredByTilesThatWait) {
    // The profile has one processor, so there is a single workgroup, which never waits and cannot give up a wait.
    const CompiledRecurrence& recurrence = builtin("edit-distance");
    const Instance instance = generated("edit-distance", {700, 300, 5, {}});
    DeviceProfile profile = context().profile();
    profile.cross_workgroup_progress = true;
    profile.processors = 1;
    const TestKnobs knobs{.schedule = TestKnobs::Schedule::waiting, .part_cells = 1 << 14};
    PlanRequest request = question_of(recurrence.header, instance, {.table = true, .solution = true});
    request.knobs = &knobs;
    const auto plan = take(make_plan(request, profile, "tile"));
    EXPECT_NE(plan->modules.front().find("persistent"), std::string::npos) << plan->modules.front();
    EXPECT_GE(plan->part_list_bytes(), 12 * 8U);
    const auto run = take(plan->method->create(context(), recurrence, *plan));
    const LoadedRun loaded = take(LoadedRun::create(runner(), recurrence.header, instance, request.shape, *plan));
    ASSERT_OK(runner().run([&](Recorder& recorder) { return loaded.recording.record(recorder, *run); }));
    ASSERT_OK(check_status(runner(), loaded.recording.arguments().status,
                           {recurrence.header, "", request.stage, *plan->method}));
    SolveOptions plain;
    plain.method = "stage";
    plain.keep = request.keep;
    const Solution expected = take(solve(runner(), recurrence, instance, plain));
    Solution solution = solution_of(recurrence.header, request.stage, request.shape, *plan);
    ASSERT_OK(loaded.recording.read(runner(), request.keep, solution));
    expect_equal(solution, expected, "persistent");
}

TEST_F(PartsOfTables, AreRefusedByMethodsThatNeedOneBuffer) {
    const std::string chain =
        "//! problem  chain\n//! pattern  RUD\n//! class    chain\n//! cell     u32\n//! rows     n\n//! columns  1\n"
        "//! answer   last\ncell_t cell(int i, int j) { return i > 0 ? at(i - 1, j) + 3u : 1u; }\n";
    Instance instance;
    instance.n = 100;
    const TestKnobs knobs{.part_cells = 16};
    EXPECT_NE(error_of(chain, instance, "chain", knobs).find("method chain binds its whole table"), std::string::npos)
        << error_of(chain, instance, "chain", knobs);
    expect_as_by_stage(chain, instance, "stage", knobs);
    PrepareOptions options;
    options.lengths = {{"x", 40}, {"y", 40}};
    options.keep.table = true;
    options.method = "stage";
    options.knobs = &knobs;
    const auto prepared = PreparedRecurrence::create(context(), take(Recurrence::builtin("lcs")), options);
    ASSERT_ERROR(prepared, ErrorCode::too_large);
    EXPECT_NE(prepared.error().message.find(
                  "a recording keeps its table in one buffer, so use solve(), which divides the table"),
              std::string::npos)
        << prepared.error().message;
}

// Whichever allocation fails, nothing is left allocated.
TEST_F(PartsOfTables, LeaveNothingBehindWhenAnAllocationFails) {
    FaultInjector injector;
    ContextOptions options = vkalgo::test::test_options();
    options.validate = false;
    options.get_instance_proc_addr = injector.entry();
    {
        const auto own = take(Context::create(options));
        const TestKnobs knobs{.part_cells = 1024};
        const RecurrenceHeader& header = builtin("lcs").header;
        PlanRequest request = question_of(header, generated("lcs", {99, 99, 1, {}}));
        request.knobs = &knobs;
        const auto plan = take(make_plan(request, own->profile(), "stage"));
        const std::uint64_t buffers = plan->part_list_bytes() / 8;
        ASSERT_EQ(buffers, 10U);
        const auto live = injector.live();
        for (std::uint64_t call = 1; call <= 3 * (buffers + 1); ++call) {  // Per buffer: create, allocate, bind
            injector.fail_call(call, VK_ERROR_OUT_OF_DEVICE_MEMORY);
            const auto table = TableBuffers::create(*own, *plan);
            if (table && call % 3 == 2) {
                continue;  // Another kind of memory had room
            }
            EXPECT_ERROR(table, ErrorCode::out_of_memory) << call;
            EXPECT_EQ(injector.live(), live) << call;
            EXPECT_EQ(own->memory_in_use(), 0U) << call;
        }
        injector.fail_call(0, VK_SUCCESS);
        EXPECT_OK(TableBuffers::create(*own, *plan));
    }
    EXPECT_TRUE(injector.live().empty()) << injector.live_words();
}

/// Returns the profile of a device whose buffers hold at most 1 GiB.
DeviceProfile large_device(std::uint64_t memory) {
    DeviceProfile profile;
    profile.type = DeviceType::discrete;
    profile.max_workgroup_invocations = 1024;
    profile.shared_memory = 48U << 10;
    profile.max_allocation = kGiB;
    profile.device_memory = memory;
    profile.subgroup_size = 32;
    profile.subgroup_shuffle_relative = profile.subgroup_size_control = true;
    profile.int64 = profile.buffer_device_address = true;
    return profile;
}

/// Plans a table of 37,001 x 37,001 cells of 4 bytes, more than 5 GiB.
Result<std::unique_ptr<MethodPlan>> planned(const DeviceProfile& profile, const char* method, std::uint64_t limit = 0,
                                            bool one_buffer = false) {
    const RecurrenceHeader& header = builtin("lcs").header;
    PlanRequest request = question_of(header, outlined("lcs", {37'000, 37'000, 1, {}}));
    request.one_buffer = one_buffer;
    return make_plan(request, profile, method, limit);
}

TEST(PartsOfTablesPlan, AreAsManyAsTheTableNeeds) {
    for (const char* method : {"stage", "tile"}) {
        const auto plan = planned(large_device(8 * kGiB), method);
        ASSERT_OK(plan) << method;
        EXPECT_GT((*plan)->table_bytes, 5 * kGiB);
        EXPECT_EQ((*plan)->part_bytes, kGiB);
        EXPECT_EQ((*plan)->part_shift, 28U);
        EXPECT_EQ((*plan)->part_list_bytes(), 6 * 8U);
        EXPECT_TRUE(std::any_of((*plan)->parts.begin(), (*plan)->parts.end(),
                                [](const MethodPlan::Part& part) { return part.name == "table in 6 buffers"; }));
    }
    // A part has the largest number of cells that fits a buffer and is a power of two. If one buffer has room for the
    // table, there are no parts.
    DeviceProfile odd = large_device(8 * kGiB);
    odd.max_allocation = 3 * kGiB;
    EXPECT_EQ(take(planned(odd, "stage"))->part_bytes, 2 * kGiB);
    odd.max_allocation = 6 * kGiB;
    EXPECT_EQ(take(planned(odd, "stage"))->part_bytes, 0U);
    EXPECT_TRUE(take(planned(odd, "stage"))->table_by_address);
}

TEST(PartsOfTablesPlan, SaysWhatDoesNotFit) {
    const auto refused = [](const Result<std::unique_ptr<MethodPlan>>& plan, const std::string& why) {
        ASSERT_ERROR(plan, ErrorCode::too_large) << why;
        EXPECT_EQ(plan.error().where, "table");
        EXPECT_NE(plan.error().message.find(why), std::string::npos) << plan.error().message;
    };
    for (const char* method : {"", "stage", "tile"}) {
        refused(planned(large_device(4 * kGiB), method), "and the device has 4294967296");
        refused(planned(large_device(8 * kGiB), method, 5 * kGiB), "and the memory limit is 5368709120");
        refused(planned(large_device(8 * kGiB), method, 0, true), "a recording keeps its table in one buffer");
        DeviceProfile small = large_device(8 * kGiB);
        small.max_allocation = 1U << 20;
        refused(planned(small, method), "divided among at most 1024");
        small = large_device(8 * kGiB);
        small.buffer_device_address = false;
        refused(planned(small, method), "the device has no 64-bit buffer addresses");
    }
}

TEST(PartsOfTablesPlan, HaveStridesOf31Bits) {
    const std::string text =
        "//! problem  far\n//! stage    k\n//! index    k m\n//! cell     u32\n//! rows     n\n//! columns  m\n"
        "//! answer   last\ncell_t cell(int i, int j, int k) { return k > 0 ? at(i, j, k - 1) : 1u; }\n";
    const CompiledRecurrence read = take(compiler::read_recurrence(text, "far.glsl"));
    Instance instance;
    for (const auto& [n, m] : {std::pair{1, 50'000}, {5, 40'000}, {5, 50'000}}) {
        instance.n = n;
        instance.m = m;
        const auto plan = make_plan(question_of(read.header, instance), large_device(64 * kGiB), "stage");
        EXPECT_EQ(plan.has_value(), n == 1 || m == 40'000) << n << ' ' << m;
        EXPECT_TRUE(plan || plan.error().message.find("at least 2^31 cells apart") != std::string::npos)
            << plan.error().message;
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
