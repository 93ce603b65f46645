// The code of docs/dp-cpp.md, compiled and run: tests/docs/snippets_test.cpp compares the two line for line.
#include "algorithms/dp/multi_device.hpp"
#include "algorithms/dp/solve.hpp"
#include "compiler/cache.hpp"
#include "compiler/recurrence.hpp"
#include "engine/context.hpp"
#include "engine/descriptors.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/foreign_device.hpp"
#include "tests/support/pages.hpp"
#include "tests/support/paths.hpp"

#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::dp::test {
namespace {

/// Each step of a solution as {i, j, decision}, and then the base cell as {i, j, -1}.
using Steps = std::vector<std::array<std::int64_t, 3>>;

Steps steps_of(const Solution& solution) {
    Steps steps;
    for (const PathRecord& record : solution.path) {
        steps.push_back({record.i, record.j, record.decision});
    }
    if (solution.path_end) {
        steps.push_back({solution.path_end->i, solution.path_end->j, -1});
    }
    return steps;
}

/// Returns the recurrence grid as docs/dp.md shows it.
std::string grid_of_the_page() {
    return vkalgo::test::recurrence_of(vkalgo::test::source_folder() + "/docs/dp.md", "grid");
}

Result<std::uint32_t> length_of_two_texts() {
    VKALGO_TRY(const auto context, vkalgo::Context::create());
    VKALGO_TRY(auto runner, vkalgo::Runner::create(*context));
    VKALGO_TRY(auto lcs, vkalgo::dp::Recurrence::builtin("lcs"));

    std::string x = "agcgtag";
    std::vector<std::uint8_t> y{'g', 't', 'c', 'a', 'g', 'a'};
    VKALGO_TRY(auto solution, vkalgo::dp::solve(runner, lcs, {{"x", x}, {"y", y}}));
    return solution.answer_as<std::uint32_t>().value();
}

TEST(DpUsage, ABuiltInProblemIsSolvedInAFewLines) {
    const auto length = length_of_two_texts();
    ASSERT_OK(length);
    EXPECT_EQ(*length, 4U);
}

Result<std::uint32_t> length_by_two(Runner& first, Runner& second, const std::string& x, const std::string& y) {
    VKALGO_TRY(auto lcs, vkalgo::dp::Recurrence::builtin("lcs"));
    const std::array runners{&first, &second};
    VKALGO_TRY(auto shared, vkalgo::dp::solve_multi_device(runners, lcs, {{"x", x}, {"y", y}}));
    for (const vkalgo::dp::DeviceWork& work : shared.devices) {
        std::printf("%lld bands, ended after %.1f ms\n", static_cast<long long>(work.bands), work.end_milliseconds);
    }
    return shared.solution.answer_as<std::uint32_t>().value();
}

TEST(DpUsage, TwoDevicesShareATable) {
    const auto context = vkalgo::test::take(Context::create());
    Runner first = vkalgo::test::take(Runner::create(*context)), second = vkalgo::test::take(Runner::create(*context));
    const auto length = length_by_two(first, second, "agcgtag", "gtcaga");
    ASSERT_OK(length);
    EXPECT_EQ(*length, 4U);
}

Result<Solution> cost_of_sitting(Runner& runner) {
    VKALGO_TRY(auto edit, vkalgo::dp::Recurrence::builtin("edit-distance"));
    vkalgo::dp::SolveOptions options;
    options.keep = {.table = true, .solution = true};
    VKALGO_TRY(auto solution,
               vkalgo::dp::solve(runner, edit, {{"x", "kitten"}, {"y", "sitting"}, {"rep", 3}}, options));

    std::span<const std::uint32_t> table = solution.table_as<std::uint32_t>();  // 7 rows of 8 cells
    for (const vkalgo::dp::PathRecord& step : solution.path) {
        const auto columns = static_cast<std::size_t>(solution.shape.size.columns);
        std::printf("cell (%d, %d) costs %u, decision %u\n", step.i, step.j,
                    table[static_cast<std::size_t>(step.i) * columns + static_cast<std::size_t>(step.j)],
                    step.decision);
    }
    return solution;
}

TEST(DpUsage, TableAndPathHaveTypes) {
    const auto context = vkalgo::test::take(Context::create());
    Runner runner = vkalgo::test::take(Runner::create(*context));
    const auto solution = cost_of_sitting(runner);
    ASSERT_OK(solution);
    EXPECT_EQ(solution->answer_as<int>(), 5);  // two deletions, two insertions in place of them, and one insertion
    EXPECT_EQ(solution->table_as<std::uint32_t>().size(), 7U * 8U);
    EXPECT_EQ(solution->path.front().i, 6);
    EXPECT_EQ(solution->path.front().j, 7);
}

Result<Solution> way_through(Runner& runner, const std::string& text) {
    VKALGO_TRY(auto grid, vkalgo::compiler::recurrence(text, "grid.glsl"));

    const std::vector<std::uint32_t> toll{2, 1, 9, 1, 5, 3, 1, 8, 4, 9, 2, 1};
    vkalgo::dp::SolveOptions options;
    options.keep.solution = true;
    return vkalgo::dp::solve(runner, grid, {{"toll", toll}, {"n", 3}, {"m", 4}}, options);
}

TEST(DpUsage, AUsersFileIsCompiledOnDemand) {
    const auto context = vkalgo::test::take(Context::create());
    Runner runner = vkalgo::test::take(Runner::create(*context));
    const auto solution = way_through(runner, grid_of_the_page());
    ASSERT_OK(solution);
    EXPECT_EQ(*solution->answer, Number(std::uint64_t{8}));
    EXPECT_EQ(steps_of(*solution), (Steps{{2, 3, 1}, {2, 2, 0}, {1, 2, 1}, {1, 1, 0}, {0, 1, -1}}));
}

TEST(DpUsage, AnErrorIsAtTheUsersOwnLine) {
    std::string text = grid_of_the_page();
    text.replace(text.find("min("), 4, "mni(");
    const auto context = vkalgo::test::take(Context::create());
    Runner runner = vkalgo::test::take(Runner::create(*context));

    auto solution = way_through(runner, text);
    if (!solution) {
        const vkalgo::Error& error = solution.error();  // "grid.glsl:14: 'mni': no matching ..."
        std::fprintf(stderr, "%s\n", error.message.c_str());
    }

    ASSERT_ERROR(solution, ErrorCode::invalid_argument);
    EXPECT_EQ(solution.error().message.rfind("grid.glsl:14: 'mni'", 0), 0U) << solution.error().message;
}

TEST(DpUsage, CompiledModulesAreKeptForTheNextProgram) {
    const std::string text = grid_of_the_page();
    vkalgo::compiler::RecurrenceOptions options;
    options.cache_folder = vkalgo::compiler::default_cache_folder();
    auto grid = vkalgo::compiler::recurrence(text, "grid.glsl", options);

    EXPECT_OK(grid);
}

TEST(DpUsage, AHostRecordsIntoItsOwnCommandBuffer) {
    vkalgo::test::ForeignDevice host;
    const auto context = vkalgo::test::take(Context::adopt(host.host()));
    Runner runner = vkalgo::test::take(Runner::create(*context));
    DescriptorArena arena(*context);
    auto lcs = vkalgo::test::take(Recurrence::builtin("lcs"));
    const std::string x = "agcgtag";
    const std::string y = "gtcaga";
    const auto uploaded = [&](std::string text) {
        text.resize(16);
        return vkalgo::test::take(runner.upload_new(std::as_bytes(std::span(text))));
    };
    const Buffer x_buffer = uploaded(x);
    const Buffer y_buffer = uploaded(y);
    const Buffer out_buffer = vkalgo::test::take(Buffer::create(*context, {.size = 16}));
    const BufferView bx = x_buffer.view();
    const BufferView by = y_buffer.view();
    const BufferView out = out_buffer.view();

    // Once: for texts of up to 500 and 400 letters.
    auto prepared = lcs.prepare(*context, {.lengths = {{"x", 500}, {"y", 400}}, .keep = {.solution = true}});

    ASSERT_OK(prepared);
    host.run([&](VkCommandBuffer commands) {
        // Each time, in the host's command buffer, outside a render pass.
        vkalgo::Recorder recorder(*context, commands, arena);
        vkalgo::dp::RecurrenceArguments arguments{.inputs = {bx, by}, .answer = out, .lengths = {{"x", 7}, {"y", 6}}};
        auto recorded = prepared->record(recorder, arguments);
        recorder.hand_over(out, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT});

        EXPECT_OK(recorded);
    });
    vkalgo::dp::RecurrenceArguments arguments{.lengths = {{"x", 7}, {"y", 6}}};

    // Once the fence has signalled.
    auto solution = prepared->read(runner, arguments);

    ASSERT_OK(solution);
    EXPECT_EQ(solution->answer_as<std::uint32_t>(), 4U);
    EXPECT_GT(solution->path.size(), 0U);
    std::uint32_t value = 0;
    ASSERT_OK(runner.download(out.slice(0, 4), std::as_writable_bytes(std::span(&value, 1))));
    EXPECT_EQ(value, 4U);
    EXPECT_EQ(host.messages().taken(), std::vector<std::string>{});
}

}  // namespace
}  // namespace vkalgo::dp::test
