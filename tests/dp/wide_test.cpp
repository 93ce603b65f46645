// Tables larger than one storage-buffer binding, simulated on a device whose bindings are small. Every method accesses
// them by device address, in one buffer or in several, and gives the same table, answer and solution.
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/split_mix.hpp"
#include "compiler/recurrence.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

TEST(WideTables, AreTheSameAsThoseOfOneBinding) {
    ContextOptions options = vkalgo::test::test_options();
    options.narrow = [](DeviceProfile& profile) { profile.max_storage_range = 16384; };
    vkalgo::test::ValidatedContext small(options);
    if (!small->profile().buffer_device_address || !small->profile().int64) {
        GTEST_SKIP() << "the device has no 64-bit buffer addresses";
    }
    Runner runner = vkalgo::test::take(Runner::create(*small));
    for (const auto& [name, method] : {std::pair{"lcs", "stage"},
                                       {"lcs", "tile"},
                                       {"knapsack", "stage"},
                                       {"knapsack", "rows"},
                                       {"integer-knapsack", "scan"},
                                       {"matrix-chain", "stage"}}) {
        GeneratorOptions draw{120, 130, 7, {}};
        if (std::string(name).ends_with("knapsack")) {
            draw.params["capacity"] = std::uint64_t{130};
        }
        const Instance instance = generated(name, draw);
        const CompiledRecurrence* recurrence = nullptr;
        for (const CompiledRecurrence* any : builtin_recurrences()) {
            recurrence = any->header.problem == name ? any : recurrence;
        }
        ASSERT_NE(recurrence, nullptr);
        SolveOptions how;
        how.method = method;
        // A traceback in a sequential row may need more room than one binding has here.
        how.keep = {.table = true, .solution = !recurrence->header.sequential};
        const auto plan = plan_solve(recurrence->header, instance, how, small->profile());
        ASSERT_OK(plan);
        EXPECT_TRUE(plan->run->table_by_address) << name;
        const auto solution = solve(runner, *recurrence, instance, how);
        ASSERT_OK(solution) << name << " by " << method;
        std::vector<std::byte> table;
        const auto answer = oracle(name).reference(instance, &table);
        ASSERT_OK(answer);
        EXPECT_EQ(solution->answer, *answer) << name << " by " << method;
        EXPECT_EQ(solution->table, table) << name << " by " << method;
        if (!how.keep.solution) {
            continue;
        }
        const auto replayed = oracle(name).replay(instance, *solution);
        ASSERT_OK(replayed);
        EXPECT_EQ(*replayed, *answer) << name << " by " << method;
    }
}

/// Name, text and instance of a case; the name says what the case shows.
struct WideCase {
    std::string what, text;
    Instance instance;
};

std::vector<WideCase> cases() {
    const std::string head = "//! problem  wide\n";
    std::vector<std::uint8_t> x(60);
    std::vector<std::uint32_t> weight(40);
    SplitMix64 random(3);
    std::generate(x.begin(), x.end(), [&] { return static_cast<std::uint8_t>(random.below(4)); });
    std::generate(weight.begin(), weight.end(), [&] { return 1 + static_cast<std::uint32_t>(random.below(9)); });
    return {
        {"fields",
         head + "//! pattern  NOSE\n//! cell     i32 M, i64 E, i32 F\n//! value    i32 c.M + c.F\n//! input    x u8[]\n"
                "//! rows     len(x)\n//! columns  len(x)\n//! base     first-row 1\n//! base     first-column 1\n"
                "//! answer   max last-row\n"
                "cell_t base(int i, int j) { return cell_t(i, int64_t(j) << 33, i - j); }\n"
                "cell_t cell(int i, int j) {\n    const cell_t up = at(i - 1, j), left = at(i, j - 1);\n"
                "    return cell_t(max(up.M, left.M) + int(x(i)), up.E - left.E * 3l, up.F - left.F + int(x(j)));\n}\n"
                "step_t step(int i, int j) {\n"
                "    return at(i, j).E > 0l ? step_t(i - 1, j, 0u) : step_t(i, j - 1, 1u);\n}\n",
         {{"x", x}}},
        {"three indices",
         head + "//! stage    i + j + k\n//! index    k 9\n//! cell     u32\n//! input    x u8[]\n//! rows     len(x)\n"
                "//! columns  len(x)\n//! answer   max all\n"
                "cell_t cell(int i, int j, int k) {\n    cell_t most = x(i) * 3u + x(j) + uint(k);\n"
                "    if (i > 0) most = max(most, at(i - 1, j, k) + x(i));\n"
                "    if (k > 0) most = max(most, at(i, j, k - 1) + x(j));\n    return most;\n}\n"
                "step_t step(int i, int j, int k) {\n"
                "    return i > 0 && j % 2 == 0 ? step_t(i - 1, j, k, 0u) : step_t(i, j, k - 1, 1u);\n}\n",
         {{"x", x}}},
        {"rows in sequence",
         head + "//! pattern  RUD\n//! sequential row\n//! cell     u32\n//! input    weight u32[]\n"
                "//! rows     len(weight)\n//! columns  150\n//! answer   last\n"
                "cell_t cell(int i, int j) {\n    const int w = int(weight(i));\n"
                "    return (i > 0 ? at(i - 1, j) : 1u) + (j >= w ? at(i, j - w) : 0u);\n}\n",
         {{"weight", weight}}},
        {"outputs of a solution",
         head +
             "//! pattern  RUD\n//! cell     u32\n//! input    weight u32[]\n//! output   sums u32[len(weight)]\n"
             "//! rows     len(weight)\n//! columns  150\n//! answer   last\n"
             "cell_t cell(int i, int j) {\n"
             "    return weight(i) * uint(j) + (i > 0 ? at(i - 1, (j * 7) % columns()) : 0u);\n}\n"
             "void solution() {\n    for (int i = 0; i < rows(); ++i) sums(i, at(i, 3) + at(i, columns() - 1));\n}\n",
         {{"weight", weight}}},
        {"splits",
         head +
             "//! pattern  SONE\n//! class    segments\n//! cell     f32\n//! input    x u8[]\n//! rows     len(x) + "
             "10\n"
             "//! columns  len(x) + 10\n//! domain   upper\n//! base     diagonal 0\n//! answer   at(0, len(x) + 9)\n"
             "//! reduce   min k = i .. j - 1\ncell_t base(int i, int j) { return 0.0; }\n"
             "cell_t term(int i, int k, int j) {\n"
             "    return at(i, k) + at(k + 1, j) + float(x(k % 60)) + float((i + j) % 3);\n}\n",
         {{"x", x}}},
    };
}

TEST(WideTables, HoldEveryKindOfCellIndexAndSolution) {
    ContextOptions options = vkalgo::test::test_options();
    vkalgo::test::ValidatedContext large(options);
    options.narrow = [](DeviceProfile& profile) { profile.max_storage_range = 16384; };
    vkalgo::test::ValidatedContext small(options);
    if (!small->profile().buffer_device_address || !small->profile().int64) {
        GTEST_SKIP() << "the device has no 64-bit buffer addresses";
    }
    Runner wide = vkalgo::test::take(Runner::create(*small));
    Runner plain = vkalgo::test::take(Runner::create(*large));
    for (const WideCase& one : cases()) {
        SCOPED_TRACE(one.what);
        const Recurrence recurrence = vkalgo::test::take(compiler::recurrence(one.text, "wide.glsl"));
        SolveOptions how;
        how.keep = {.table = true, .solution = recurrence.header().has_solution()};
        const auto plan = plan_solve(recurrence.header(), one.instance, how, small->profile());
        ASSERT_OK(plan);
        EXPECT_TRUE(plan->run->table_by_address);
        const auto expected = dp::solve(plain, recurrence, one.instance, how);
        ASSERT_OK(expected);
        for (const std::uint32_t part_cells : {0U, 64U}) {
            const TestKnobs knobs{.part_cells = part_cells};
            how.knobs = &knobs;
            EXPECT_EQ(take(plan_solve(recurrence.header(), one.instance, how, small->profile())).run->part_bytes,
                      part_cells * recurrence.header().cell_bytes());
            const auto solution = dp::solve(wide, recurrence, one.instance, how);
            ASSERT_OK(solution) << part_cells;
            EXPECT_EQ(solution->answer, expected->answer) << part_cells;
            EXPECT_EQ(solution->shape.answer, expected->shape.answer) << part_cells;
            EXPECT_EQ(solution->table, expected->table) << part_cells;  // Including gaps between fields, which are zero
            EXPECT_EQ(solution->path, expected->path) << part_cells;
            for (const auto& [name, array] : expected->outputs) {
                EXPECT_EQ(solution->outputs.at(name).data, array.data) << part_cells;
            }
        }
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
