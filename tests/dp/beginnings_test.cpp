// A large instance is checked on its beginning. A fault there may occur only because the beginning lacks the rest. So a
// larger beginning is checked too. If that is still not the whole instance, the run decides.
#include "algorithms/dp/check/check.hpp"
#include "algorithms/dp/solve.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

std::string file_with(const std::string& code, const std::string& lines = {}) {
    return "//! problem  sample\n//! pattern  NOSE\n//! cell     u32\n//! input    x u32[]\n//! rows     len(x)\n"
           "//! columns  len(x)\n//! answer   last\n" +
           lines + "cell_t cell(int i, int j) {\n    " + code + "\n}\n";
}

class Beginnings : public vkalgo::test::DeviceTest {
protected:
    static CompiledRecurrence read(const std::string& source) {
        return vkalgo::test::take(compiler::read_recurrence(source, "sample.glsl"), source.c_str());
    }
    static Instance ones(std::size_t count) { return {{"x", std::vector<std::uint32_t>(count, 1)}}; }

    static Result<CheckReport> checked(const std::string& source, const Instance& instance) {
        const CompiledRecurrence recurrence = read(source);
        return check_reads(recurrence, recurrence.header.stage, compile_module, {.params = {}, .instance = &instance});
    }
    static void expect_refused(const std::string& source, const Instance& instance, const std::string& words) {
        const auto report = checked(source, instance);
        ASSERT_FALSE(report) << source;
        EXPECT_NE(report.error().message.find(words), std::string::npos) << report.error().message;
    }
    static void expect_warned(const std::string& source, const Instance& instance, const std::string& words) {
        const auto report = checked(source, instance);
        ASSERT_OK(report) << source;
        ASSERT_EQ(report->beginning_warnings.size(), words.empty() ? 0U : 1U) << source;
        EXPECT_TRUE(words.empty() || report->beginning_warnings.front().find(words) != std::string::npos)
            << report->beginning_warnings.front();
    }
};

TEST_F(Beginnings, CauseOnlyWarningsForFaultsThatTheWholeInstanceLacks) {
    // With 24 elements this divides by 0, with 128 it does not.
    const std::string divides = file_with("return 1000u / uint(rows() - 24);");
    expect_warned(divides, ones(300), "");
    const auto solution = solve(runner(), read(divides), ones(300), {}, compile_module);
    ASSERT_OK(solution);
    EXPECT_EQ(solution->answer, Number(std::uint64_t{1000 / 276}));
    // In a beginning the bound is below the values; in the whole instance it is not.
    expect_warned(file_with("return 30u;", "//! bound    len(x)\n"), ones(300), "");
    // In every beginning that is checked, this index is beyond the end of the array.
    const std::string late = file_with("const uint t[2] = uint[](5u, 6u);\n    return t[rows() < 290 ? 2 : 1];");
    expect_warned(late, ones(300), "which are numbered from 0 (line 10) (seen on the instance's first 128 x 128");
    const auto found = solve(runner(), read(late), ones(300), {}, compile_module);
    ASSERT_OK(found);
    EXPECT_EQ(found->answer, Number(std::uint64_t{6}));
    expect_warned(file_with("return rows() < 290 ? 1000u : 1u;", "//! bound    100\n"), ones(300),
                  "cell (0, 0) is 1000, which exceeds the declared bound 100");
}

TEST_F(Beginnings, OfSmallInstancesAreTheWholeInstance) {
    Instance zero = ones(60);
    const std::uint32_t none = 0;
    std::memcpy(zero.inputs.at("x").data.data() + 4 * sizeof none, &none, sizeof none);
    const std::string divides = file_with("return 1000u / x(i);");
    expect_refused(divides, zero, "cell (4, 0) divides an integer by 0 (line 9), which is undefined in GLSL");
    expect_refused(file_with("return rows() < 290 ? 1000u : 1u;", "//! bound    100\n"), ones(60),
                   "cell (0, 0) is 1000, which exceeds the declared bound 100 = 100 (seen on a table of 60 x 60 "
                   "cells); raise the bound");
    // In a large instance the run finds the fault.
    Instance large = ones(300);
    std::memcpy(large.inputs.at("x").data.data() + 4 * sizeof none, &none, sizeof none);
    expect_warned(divides, large, "cell (4, 0) divides an integer by 0 (line 9)");
    const auto refused = solve(runner(), read(divides), large, {}, compile_module);
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_NE(refused.error().message.find("divides an integer by 0 (line 9)"), std::string::npos)
        << refused.error().message;
}

TEST_F(Beginnings, AreRefusedForFaultsThatARunDoesNotDetectOrSurvive) {
    expect_refused(
        file_with("uint s = 0u;\n    for (uint k = 0u; k != uint(rows() - 200); ++k) s += k;\n    return s;"),
        ones(300), "has a loop that seems endless (line 10)");
    expect_refused(file_with("uint s;\n    if (i > 7) s = 1u;\n    return s;"), ones(300),
                   "reads variable 's' before it was set");
    // The endless loop and the variable without a value occur only with 24 elements.
    expect_warned(file_with("uint s = 0u;\n    for (uint k = 0u; k != uint(rows() - 100); ++k) s += k;\n    return s;"),
                  ones(300), "");
    expect_warned(file_with("uint s;\n    if (rows() > 100) s = 1u;\n    return s;"), ones(300), "");
}

}  // namespace
}  // namespace vkalgo::dp::test
