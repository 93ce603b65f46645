// Tests that --verify compares outputs of floats as it compares cells, and outputs of two methods.
#include "cli/dp/job.hpp"
#include "cli/dp/verify.hpp"
#include "cli/dp/verify_solution.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

dp::RecurrenceHeader header_with_output(const std::string& type) {
    const auto header =
        dp::parse_header("//! problem  a\n//! pattern  RUD\n//! cell     u32\n//! output   share " + type +
                             "[3]\n//! rows     n\n//! columns  1\n//! answer   last\n"
                             "cell_t cell(int i, int j) { return 1u; }\n",
                         "a.glsl");
    EXPECT_TRUE(header);
    return *header;
}

template <class T>
std::string difference(const std::string& type, const std::vector<T>& mine, const std::vector<T>& theirs) {
    const dp::RecurrenceHeader header = header_with_output(type);
    const ElementType element = header.outputs.front().type;
    dp::Solution solution;
    solution.outputs.emplace("share", dp::InputArray::of<T>(element, mine));
    const std::vector<dp::InputArray> expected{dp::InputArray::of<T>(element, theirs)};
    return output_difference(header, solution, expected, "it");
}

TEST(DpVerifyOutputs, ComparesFloatsWithinTheToleranceThatItReports) {
    EXPECT_EQ(difference<float>("f32", {1.F, 2.F, 0.F}, {1.00009F, 2.F, 0.F}), "");
    EXPECT_EQ(difference<float>("f32", {1.F, 2.F, 0.F}, {1.F, 2.001F, 0.F}),
              "element 1 of output 'share' is 2, but it has 2.001");
    EXPECT_EQ(difference<double>("f64", {1., 2., 3.}, {1., 2., 3. + 1e-10}), "");
    EXPECT_EQ(difference<double>("f64", {1., 2., 3.}, {1., 2., 3.0001}),
              "element 2 of output 'share' is 3, but it has 3.0001");
    EXPECT_EQ(difference<std::uint32_t>("u32", {1, 2, 3}, {1, 2, 4}), "element 2 of output 'share' is 3, but it has 4");
    EXPECT_EQ(tolerance_text(header_with_output("f32")), " within a relative 0.0001");
    EXPECT_EQ(tolerance_text(header_with_output("f64")), " within a relative 1e-10");
    EXPECT_EQ(tolerance_text(header_with_output("u32")), "");
}

class DpVerifyOutputsOfAMethod : public vkalgo::test::DeviceTest {};

TEST_F(DpVerifyOutputsOfAMethod, AreComparedWithThoseOfTheRun) {
    const vkalgo::test::TemporaryFolder folder;
    const dp::Recurrence recurrence = vkalgo::test::take(recurrence_from_file(
        folder.file("own.glsl",
                    "//! problem own\n//! pattern RUD\n//! cell u32\n//! output twice u32[3]\n//! rows 3\n"
                    "//! columns 1\n//! answer last\n"
                    "cell_t cell(int i, int j) { twice(i, uint(2 * i)); return uint(i); }\n")));
    const dp::SolveOptions options;
    dp::Solution solution = vkalgo::test::take(dp::solve(runner(), recurrence, {}, options));
    VerifyWith with;
    with.method = solution.method;
    // No other method runs this recurrence, so the run would be compared with itself.
    EXPECT_ERROR(verify_solution(runner(), recurrence, {}, solution, options, with), ErrorCode::unsupported);
    solution.method = "another";
    const auto difference_now = [&] {
        return vkalgo::test::take(verify_solution(runner(), recurrence, {}, solution, options, with)).difference;
    };
    EXPECT_EQ(difference_now(), "");
    const std::uint32_t wrong = 9;
    std::memcpy(solution.outputs.at("twice").data.data() + sizeof wrong, &wrong, sizeof wrong);
    EXPECT_EQ(difference_now(), "element 1 of output 'twice' is 9, but method " + with.method + " has 2");
}

}  // namespace
}  // namespace vkalgo::cli::test
