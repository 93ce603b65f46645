// Solves every problem in shaders/dp/problems/ by every method that runs it, at sizes around the edges. Compares
// answer, table and each step of the solution with the CPU interpreter of the recurrence.
#include "algorithms/dp/instance/random_instance.hpp"
#include "cli/dp/solution_kind.hpp"
#include "cli/dp/verify.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

using vkalgo::test::take;

class EveryProblem : public vkalgo::test::DeviceTest, public ::testing::WithParamInterface<std::string> {
protected:
    /// Returns whether the interpreter would take more than about 0.3 s or, under AddressSanitizer, 1 s. It computes
    /// about a million cells or terms per second, under AddressSanitizer ten thousand. A cell with terms is assumed to
    /// have as many terms as a third of the longer side.
    static bool takes_long(const dp::RecurrenceHeader& header, const dp::Shape& shape) {
        const bool has_terms = header.reduce || header.has_loops;
        const auto longest = static_cast<double>(std::max(shape.size.rows, shape.size.columns));
        const double most = vkalgo::test::kEveryKernel ? 3e5 : 1e4;
        return static_cast<double>(shape.size.cells().value_or(0)) * (has_terms ? longest / 3 : 1) > most;
    }
    /// Solves the instance by the method and expects that the solution passes verification. Returns false if the method
    /// does not run the problem.
    static bool expect_verified(const dp::Recurrence& recurrence, const dp::Instance& instance, const char* method,
                                const std::string& what) {
        dp::SolveOptions options;
        options.method = method;
        options.keep = {.table = true, .solution = recurrence.header().has_solution()};
        const auto plan = dp::plan_solve(recurrence.header(), instance, options, context().profile());
        if (!plan && plan.error().code == ErrorCode::unsupported) {
            return false;
        }
        const auto solution = dp::solve(runner(), recurrence, instance, options);
        if (!solution && solution.error().code == ErrorCode::overflow) {
            return true;  // The error is reported, as required
        }
        EXPECT_TRUE(solution) << what << ": " << (solution ? "" : solution.error().message);
        if (solution) {
            const auto verified = verify_solution(runner(), recurrence, instance, *solution, options, {});
            EXPECT_TRUE(verified) << what << ": " << (verified ? "" : verified.error().message);
            EXPECT_EQ(verified ? verified->difference : "", "") << what;
            EXPECT_TRUE(show_solution(recurrence.header(), recurrence.file(), instance, *solution)) << what;
        }
        return true;
    }
};

TEST_P(EveryProblem, HasTheTableAndTheSolutionOfTheInterpreterByEveryMethod) {
    const dp::Recurrence recurrence = take(builtin_recurrence(GetParam()));
    for (const dp::Method* method : dp::single_methods()) {
        if (method->only_by_name) {
            continue;  // tests/dp/explicit_dag_and_poll_test.cpp compares the tables of these methods
        }
        for (const std::int64_t n : {0, 1, 2, 7, 8, 9, 31, 33, 65, 130, 257}) {
            for (const std::uint64_t seed : {1U, 2U}) {
                const std::int64_t m = seed == 1 ? n : n / 2 + 3;
                const std::string what =
                    GetParam() + " by " + method->name + ", " + std::to_string(n) + " and " + std::to_string(m);
                const auto instance = dp::random_instance(recurrence.header(), {n, m, seed, {}});
                ASSERT_TRUE(instance) << what << ": " << instance.error().message;
                dp::Instance complete = *instance;
                const auto shape = dp::check_instance(recurrence.header(), complete, recurrence.header().stage);
                if (!shape || takes_long(recurrence.header(), *shape)) {
                    continue;  // There is no table of this size (a chain would have a negative length), or it takes too
                               // long
                }
                if (!expect_verified(recurrence, complete, method->name, what)) {
                    break;
                }
            }
        }
    }
}

TEST_P(EveryProblem, SaysWhatItIsAndWhatItsFilesHold) {
    const dp::Recurrence recurrence = take(builtin_recurrence(GetParam()));
    const dp::RecurrenceHeader& header = recurrence.header();
    EXPECT_FALSE(header.about.empty());
    EXPECT_NE(header.label, "answer") << "a problem says what its answer is called";
    EXPECT_TRUE(find_solution_kind(header, recurrence.file()));
    EXPECT_TRUE(header.solution) << "a problem says how its solution is printed";
    EXPECT_EQ(header.files.empty(), header.inputs.empty());
    for (const dp::InputDeclaration& input : header.inputs) {
        EXPECT_TRUE(input.random) << input.name << ": a problem says how its inputs are drawn";
    }
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const dp::CompiledRecurrence* each : dp::builtin_recurrences()) {
        all.push_back(each->header.problem);
    }
    return all;
}

INSTANTIATE_TEST_SUITE_P(Builtin, EveryProblem, ::testing::ValuesIn(names()), [](const auto& each) {
    std::string name = each.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace vkalgo::cli::test
