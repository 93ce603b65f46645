// Texts written by people: long runs of equal symbols and common passages, which random strings lack.
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/paths.hpp"

#include <fstream>
#include <iterator>

namespace vkalgo::dp::test {
namespace {

std::string source_text(const std::string& name) {
    std::ifstream file(vkalgo::test::source_folder() + "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class RealInputs : public vkalgo::test::DeviceTest {};

TEST_F(RealInputs, BothMethodsAgreeWithTheReferences) {
    const std::string license = source_text("LICENSE");
    const std::string readme = source_text("README.md");
    if (license.empty() || readme.empty()) {
        GTEST_SKIP() << "the source tree is not here";
    }
    for (const CompiledRecurrence* recurrence : builtin_recurrences()) {
        const std::string name = recurrence->header.problem;
        if (name != "lcs" && name != "edit-distance") {
            continue;
        }
        for (const auto& [method, length] : {std::pair{"tile", std::size_t{100'000}}, {"stage", std::size_t{1'500}}}) {
            const Instance instance = strings(license.substr(0, length), readme.substr(0, length));
            SolveOptions options;
            options.method = method;
            options.keep.solution = true;
            const auto solution = solve(runner(), *recurrence, instance, options);
            ASSERT_OK(solution) << name << " by " << method;
            const auto answer = oracle(name).reference(instance, nullptr);
            ASSERT_OK(answer);
            EXPECT_EQ(solution->answer, *answer) << name << " by " << method;
            const auto replayed = oracle(name).replay(instance, *solution);
            ASSERT_OK(replayed);
            EXPECT_EQ(*replayed, *answer) << name << " by " << method;
        }
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
