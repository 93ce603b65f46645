// The code of docs/dp.md, compiled and run: tests/docs/snippets_test.cpp compares the two line for line. Last, what the
// page says of a host's own command buffer.
#include "algorithms/dp/solve.hpp"
#include "compiler/assemble.hpp"
#include "engine/context.hpp"
#include "engine/descriptors.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/foreign_device.hpp"
#include "tests/support/places.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::dp::test {
namespace {

/// Steps by their decision, and the base cell after them.
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

/// The recurrence that docs/dp.md shows first.
std::string grid_of_the_page() {
    std::ifstream page(vkalgo::test::source_folder() + "/docs/dp.md");
    std::string text;
    bool inside = false;
    for (std::string line; std::getline(page, line) && !(inside && line == "```");) {
        text += inside ? line + "\n" : "";
        inside = inside || line == "```glsl";
    }
    return text;
}

Result<std::uint64_t> cost_of_sitting(std::vector<PathRecord>& path) {
    VKALGO_TRY(const auto context, vkalgo::Context::create());
    VKALGO_TRY(auto runner, vkalgo::Runner::create(*context));
    const auto all = vkalgo::dp::builtin_recurrences();
    const auto edit =
        std::find_if(all.begin(), all.end(), [](const auto* r) { return r->header.problem == "edit-distance"; });

    vkalgo::dp::Instance instance;
    instance.inputs["x"] = letters("kitten");
    instance.inputs["y"] = letters("sitting");
    instance.params["rep"] = std::uint64_t{3};
    VKALGO_TRY(const auto solution, vkalgo::dp::solve(runner, **edit, instance, {.keep = {.solution = true}}));
    const auto cost = std::get<std::uint64_t>(*solution.answer);
    path = solution.path;
    return cost;
}

TEST(DpUsage, ABuiltInProblemIsSolvedInAFewLines) {
    std::vector<PathRecord> path;
    const auto cost = cost_of_sitting(path);
    ASSERT_OK(cost);
    EXPECT_EQ(*cost, 5U);  // two deletions, two insertions in place of replacements, and one more insertion
    ASSERT_FALSE(path.empty());
    EXPECT_EQ(path.front().i, 6);
    EXPECT_EQ(path.front().j, 7);
}

Result<Solution> way_through(Runner& runner, const std::string& text) {
    const std::vector<std::uint32_t> toll{1, 9, 1, 1, 1, 9, 1, 9, 1, 1, 1, 1};
    VKALGO_TRY(const auto grid, vkalgo::compiler::read_recurrence(text, "grid.glsl"));
    const auto compile = [](vkalgo::dp::CompiledRecurrence& recurrence, const std::string& module) {
        return vkalgo::compiler::assemble_module(recurrence, module);
    };

    vkalgo::dp::Instance instance;
    instance.n = 3;
    instance.m = 4;
    instance.inputs["toll"] = vkalgo::dp::InputArray::of<std::uint32_t>(vkalgo::ElementType::u32, toll);
    return vkalgo::dp::solve(runner, grid, instance, {.keep = {.solution = true}}, compile);
}

TEST(DpUsage, AFileOfOnesOwnIsCompiledOnDemand) {
    const auto context = vkalgo::test::take(Context::create());
    Runner runner = vkalgo::test::take(Runner::create(*context));
    const auto solution = way_through(runner, grid_of_the_page());
    ASSERT_OK(solution);
    EXPECT_EQ(*solution->answer, Number(std::uint64_t{6}));
    EXPECT_EQ(steps_of(*solution), (Steps{{2, 3, 1}, {2, 2, 1}, {2, 1, 1}, {2, 0, -1}}));
}

TEST(DpUsage, AFileOfOnesOwnIsAlsoAssembledWhole) {
    const auto context = vkalgo::test::take(Context::create());
    Runner runner = vkalgo::test::take(Runner::create(*context));
    const auto grid = compiler::assemble_recurrence(grid_of_the_page(), "grid.glsl");
    ASSERT_OK(grid);
    Instance instance;
    instance.n = instance.m = 2;
    instance.inputs["toll"] = numbers({1, 2, 3, 4});
    const auto solution = solve(runner, *grid, instance);
    ASSERT_OK(solution);
    EXPECT_EQ(*solution->answer, Number(std::uint64_t{7}));
}

TEST(DpUsage, AMethodRecordsIntoAHostsCommandBuffer) {
    vkalgo::test::ForeignDevice host;
    const auto context = vkalgo::test::take(Context::adopt(host.host()));
    Runner runner = vkalgo::test::take(Runner::create(*context));
    DescriptorArena arena(*context);
    const auto all = builtin_recurrences();
    const CompiledRecurrence& lcs =
        **std::find_if(all.begin(), all.end(), [](const auto* each) { return each->header.problem == "lcs"; });
    Instance instance = strings("agcgtag", "gtcaga");
    Question question;
    question.header = &lcs.header;
    question.pattern = lcs.header.pattern;
    question.shape = vkalgo::test::take(check_instance(lcs.header, instance, lcs.header.pattern));
    question.keep.solution = true;
    const auto plan = vkalgo::test::take(make_plan(question, context->profile()));
    const auto run = vkalgo::test::take(plan->method->create(*context, lcs, *plan));

    const auto buffer = [&](std::uint64_t bytes) {
        return vkalgo::test::take(Buffer::create(
            *context, {.size = std::max<std::uint64_t>(bytes, 16), .device_address = plan->table_by_address}));
    };
    std::vector<Buffer> inputs;
    std::vector<BufferView> views;
    for (const char* name : {"x", "y"}) {
        std::vector<std::byte> words = instance.inputs[name].data;
        words.resize(16);
        inputs.push_back(vkalgo::test::take(runner.upload_new(words)));
        views.push_back(inputs.back().view().slice(0, 8));
    }
    const Buffer table = buffer(plan->table_bytes);
    const Buffer scratch = buffer(plan->scratch_bytes);
    const Buffer status = buffer(sizeof(Status));
    const Buffer answer = buffer(16);
    const Buffer path = buffer(sizeof(PathHead) + plan->path_records * sizeof(PathRecord));
    const std::vector<std::byte> params = pack_params(lcs.header, instance);
    RunArguments arguments;
    arguments.inputs = views;
    arguments.params = params;
    if (plan->table_bytes != 0) {
        arguments.table = table.view();
        arguments.table_address = plan->table_by_address ? table.device_address() : 0;
    }
    if (plan->scratch_bytes != 0) {
        arguments.scratch = scratch.view();
    }
    arguments.status = status.view();
    arguments.answer = answer.view();
    arguments.path = path.view();
    host.run([&](VkCommandBuffer commands) {
        Recorder recorder(*context, commands, arena);
        EXPECT_OK(run->record(recorder, arguments, 0, plan->steps));
        EXPECT_OK(run->record_walk(recorder, arguments, 0, plan->walk_steps));
    });

    std::array<std::uint32_t, 4> value{};
    ASSERT_OK(runner.download(answer.view(), std::as_writable_bytes(std::span(value))));
    EXPECT_EQ(value[0], 4U);
    PathHead head;
    ASSERT_OK(runner.download(path.view().slice(0, sizeof head), std::as_writable_bytes(std::span(&head, 1))));
    EXPECT_EQ(head.done, 1U);
    EXPECT_GT(head.count, 0U);
    EXPECT_EQ(host.messages().taken(), std::vector<std::string>{});
}

}  // namespace
}  // namespace vkalgo::dp::test
