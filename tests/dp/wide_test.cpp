// Tables larger than one storage-buffer binding, played on a device whose bindings are small: every method reaches them
// by device address and gives the same table, answer and solution.
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

namespace vkalgo::dp::test {
namespace {

TEST(WideTables, AreTheSameAsThoseOfOneBinding) {
    ContextOptions options = vkalgo::test::test_options();
    options.narrow = [](DeviceProfile& profile) { profile.max_storage_range = 16384; };
    vkalgo::test::ValidatedContext small(options);
    if (!small->profile().buffer_device_address || !small->profile().int64) {
        GTEST_SKIP() << "the device has no 64-bit buffer addresses";
    }
    Runner runner = vkalgo::test::take(Runner::create(*small));
    for (const auto& [name, method] :
         {std::pair{"lcs", "stage"}, {"lcs", "tile"}, {"knapsack", "stage"}, {"matrix-chain", "stage"}}) {
        GeneratorOptions draw{120, 130, 7, {}};
        if (std::string(name) == "knapsack") {
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
        how.keep = {.table = true, .solution = true};
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
        const auto replayed = oracle(name).replay(instance, *solution);
        ASSERT_OK(replayed);
        EXPECT_EQ(*replayed, *answer) << name << " by " << method;
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
