// Solutions that the host recovers from a copy of the table, compared with those of the device.
#include "algorithms/dp/solve.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/compile_module.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

#include <cstring>
#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

class HostRecovery : public vkalgo::test::DeviceTest {
protected:
    static Result<Solution> solved(const CompiledRecurrence& recurrence, const Instance& instance, Recover recover,
                                   bool table = false, const std::string& method = "stage") {
        SolveOptions options;
        options.method = method;
        options.keep = {.table = table, .solution = true};
        options.recover = recover;
        return solve(runner(), recurrence, instance, options, compile_module);
    }

    static void expect_same(const CompiledRecurrence& recurrence, const Instance& instance,
                            const std::string& method = "stage") {
        const auto device = solved(recurrence, instance, Recover::device, true, method);
        ASSERT_OK(device);
        for (const bool table : {false, true}) {
            const auto host = solved(recurrence, instance, Recover::host, table, method);
            ASSERT_OK(host);
            EXPECT_EQ(host->answer, device->answer);
            EXPECT_EQ(host->status, device->status);
            EXPECT_EQ(host->path, device->path);
            EXPECT_EQ(host->path_end, device->path_end);
            EXPECT_EQ(host->table, table ? device->table : std::vector<std::byte>());
            ASSERT_EQ(host->outputs.size(), device->outputs.size());
            for (const auto& [name, array] : device->outputs) {
                EXPECT_EQ(host->outputs.at(name).data, array.data) << name;
            }
        }
    }
};

TEST_F(HostRecovery, FindsTheSolutionsOfTheDeviceForEveryProblem) {
    int traced = 0;
    for (const Oracle* each : oracles()) {
        const CompiledRecurrence& recurrence = builtin(each->name);
        if (!recurrence.header.has_solution()) {
            continue;
        }
        for (const std::int64_t n : {0, 1, 7}) {
            SCOPED_TRACE(std::string(each->name) + ", n = " + std::to_string(n));
            expect_same(recurrence, generated(each->name, {n, n, 3, {}}));
        }
        ++traced;
    }
    EXPECT_GE(traced, 25);
}

TEST_F(HostRecovery, TracesTablesOfEveryMethod) {
    expect_same(builtin("lcs"), generated("lcs", {130, 90, 5, {}}), "tile");
    expect_same(builtin("matrix-chain"), generated("matrix-chain", {70, 70, 5, {}}), "segments");
    GeneratorOptions sack{40, 40, 5, {}};
    sack.params["capacity"] = std::uint64_t{500};
    expect_same(builtin("knapsack"), generated("knapsack", sack), "rows");
}

TEST_F(HostRecovery, BeginsAtTheBestCellOfASearchAndEndsWithoutAStep) {
    const std::string text =
        "//! problem  a\n//! pattern  RUD\n//! cell     i32\n//! input    x i32[]\n//! rows     4\n"
        "//! columns  len(x)\n//! base     first-row 1\n//! answer   ANSWER\n"
        "cell_t base(int i, int j) { return x(j) < 0 ? INFEASIBLE : x(j); }\n"
        "cell_t cell(int i, int j) { return plus(at(i - 1, (j * 3 + 1) % columns()), i); }\n"
        "step_t step(int i, int j) { return step_t(i - 1, (j * 3 + 1) % columns(), uint(j)); }\n";
    for (const std::string answer : {"min last-row", "min all", "at(3, 2)"}) {
        std::string source = text;
        source.replace(source.find("ANSWER"), 6, answer);
        if (answer[0] == 'a') {
            source.insert(source.find("//! answer"), "//! goal     min\n");
        }
        const CompiledRecurrence recurrence = take(compiler::read_recurrence(source, "a.glsl"), source.c_str());
        expect_same(recurrence, {{"x", std::vector<std::int32_t>{5, 3, 9, 4, 7}}});
        expect_same(recurrence, {{"x", std::vector<std::int32_t>{-1, -1, -1, -1, -1}}});
    }
}

TEST_F(HostRecovery, RunsAUserDefinedSolutionOverTheTableAndTheOutputs) {
    const std::string text =
        "//! problem  a\n//! pattern  RUD\n//! cell     u32\n//! input    x u32[]\n//! rows     len(x)\n"
        "//! columns  3\n//! answer   last\n//! output   seen u32[len(x)]\n//! output   found u32[3 * len(x)]\n"
        "cell_t cell(int i, int j) {\n    if (j == 0) seen(i, x(i) + 1u);\n"
        "    return i == 0 ? uint(j) : at(i - 1, (j + 1) % 3) + x(i);\n}\n"
        "void solution() {\n    for (int i = 0; i < rows(); ++i)\n"
        "        for (int j = 0; j < 3; ++j) found(3 * i + j, at(i, j) + seen(i));\n}\n";
    const CompiledRecurrence recurrence = take(compiler::read_recurrence(text, "a.glsl"), text.c_str());
    const Instance instance{{"x", std::vector<std::uint32_t>{4, 8, 15, 16, 23}}};
    expect_same(recurrence, instance);
    const auto host = solved(recurrence, instance, Recover::host);
    ASSERT_OK(host);
    std::uint32_t first = 0;
    std::memcpy(&first, host->outputs.at("found").data.data(), 4);
    EXPECT_EQ(first, 5U);  // at(0, 0) is 0, and seen(0) is 5
}

TEST_F(HostRecovery, PlansATableInsteadOfATraceback) {
    SolveOptions options;
    options.method = "tile";
    options.keep.solution = true;
    const RecurrenceHeader& header = builtin("lcs").header;
    const Instance outline = outlined("lcs", {3000, 3000, 1, {}});
    const SolvePlan device = take(plan_solve(header, outline, options, context().profile()));
    options.recover = Recover::host;
    const SolvePlan host = take(plan_solve(header, outline, options, context().profile()));
    EXPECT_NE(device.run->path_records, 0U);
    EXPECT_EQ(host.run->path_records, 0U);
    EXPECT_LT(device.run->table_bytes, 3000U * 3000 * 4);
    EXPECT_GE(host.run->table_bytes, 3000U * 3000 * 4);
}

TEST_F(HostRecovery, NeedsAStepOrAReduction) {
    const std::string text =
        "//! problem  a\n//! pattern  RUD\n//! cell     u32\n//! rows     n\n//! columns  m\n//! answer   last\n"
        "cell_t cell(int i, int j) { return i == 0 ? uint(j) : at(i - 1, j); }\n";
    const CompiledRecurrence recurrence = take(compiler::read_recurrence(text, "a.glsl"), text.c_str());
    const auto refused = solved(recurrence, {{"n", 3}, {"m", 4}}, Recover::host);
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_EQ(refused.error().where, "solution");
}

}  // namespace
}  // namespace vkalgo::dp::test
