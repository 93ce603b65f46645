// Conversions from floats to integers: values that the integer's type holds are the same everywhere. For any other
// value, kernels and the interpreter report a fault.
#include "tests/dp/compile_module.hpp"
#include "tests/dp/interpreted.hpp"
#include "tests/dp/solve_compiled.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

/// Returns a text whose cells are `expression` of x(j), with one row.
std::string conversion_file(const char* real, const std::string& expression, const char* cell) {
    return std::string("//! problem  a\n//! pattern  NOSE\n//! class    any\n//! cell     ") + cell +
           "\n//! input    x " + real + "[]\n//! rows     1\n//! columns  len(x)\n//! answer   last\n" +
           "cell_t cell(int i, int j) {\n    return cell_t(" + expression + ");\n}\n";
}

class Conversions : public vkalgo::test::DeviceTest {
protected:
    /// Solves without the check that a user's file must pass before it runs.
    static Result<Solution> solved(const std::string& source, const Instance& instance) {
        CompiledRecurrence recurrence = vkalgo::test::take(compiler::read_recurrence(source, "a.glsl"), source.c_str());
        recurrence.built_in = true;
        SolveOptions options;
        options.method = "stage";
        options.keep.table = true;
        return solve(runner(), recurrence, instance, options, compile_module);
    }

    /// Expects that all of `numbers` are converted as C++ converts them, and that each number of `beyond` is a fault.
    template <class Real, class Whole>
    static void expect(const char* real, const char* cell, const std::string& expression,
                       const std::vector<Real>& numbers, const std::vector<Real>& beyond) {
        const std::string source = conversion_file(real, expression, cell);
        const Instance instance{{"x", numbers}};
        std::vector<Whole> expected;
        expected.reserve(numbers.size());
        for (const Real number : numbers) {
            expected.push_back(static_cast<Whole>(number));
        }
        EXPECT_EQ(interpreted_table<Whole>(source, instance), expected) << source;
        const auto solution = solved(source, instance);
        ASSERT_OK(solution) << source;
        EXPECT_EQ(cells_of<Whole>(solution->table), expected) << source;
        std::vector<Real> wrong = numbers;
        for (const Real number : beyond) {
            wrong[3] = number;
            const Instance ill{{"x", wrong}};
            const std::string words =
                "a.glsl: cell (0, 3) converts a float to an integer type that cannot hold it, or NaN to an integer "
                "(line 10), which is undefined in GLSL; test for this case first";
            const Interpreted made(source, ill);
            EXPECT_EQ(made.message(), words) << number << source;
            const auto refused = solved(source, ill);
            ASSERT_ERROR(refused, ErrorCode::invalid_argument) << number << source;
            EXPECT_EQ(refused.error().message, words) << number;
        }
    }
};

TEST_F(Conversions, OfValuesThatFitTheIntegerAreDefinedAndOthersAreFaults) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kEndless = std::numeric_limits<float>::infinity();
    expect<float, std::int32_t>("f32", "i32", "int(x(j))",
                                {0.F, -0.9F, 7.5F, -3.F, 2147483520.F, -2147483648.F, 1e-40F},
                                {2147483648.F, -2147483904.F, kNan, kEndless, -kEndless});
    expect<float, std::uint32_t>("f32", "u32", "uint(x(j))", {0.F, -0.9F, 7.5F, 3.F, 4294967040.F, 1.F},
                                 {4294967296.F, -1.F, -1e30F, kNan});
    expect<double, std::int32_t>("f64", "i32", "int(x(j))", {0., -2147483648.9, 2147483647.9, 4., -5.5},
                                 {2147483648., -2147483649., 1e300, std::numeric_limits<double>::quiet_NaN()});
    expect<double, std::uint32_t>("f64", "u32", "uint(x(j))", {0., -0.99, 4294967295.9, 4.}, {4294967296., -1.});
    expect<double, std::int64_t>("f64", "i64", "int64_t(x(j))",
                                 {0., -9223372036854775808., 9223372036854774784., 4., -5.5},
                                 {9223372036854775808., -9223372036854777856.});
    expect<float, std::int64_t>("f32", "i64", "int64_t(x(j))", {0.F, -0x1p63F, 0x1.fffffep62F, 4.F, -5.5F},
                                {0x1p63F, -0x1.000002p63F});
    expect<float, std::uint64_t>("f32", "u64", "uint64_t(x(j))", {0.F, -0.5F, 18446742974197923840.F, 4.F},
                                 {18446744073709551616.F, -1.F, kNan});
    // The conversion of a vector is a fault if that of one component is.
    expect<float, std::int32_t>("f32", "i32", "ivec3(vec3(1.0, x(j), 2.0)).y", {0.F, -0.9F, 7.5F, -3.F, 2147483520.F},
                                {2147483648.F, kNan});
    expect<double, std::uint32_t>("f64", "u32", "uvec2(dvec2(x(j), 5.0lf)).x", {0., 4., 7., 8.}, {-1., 1e10});
}

TEST_F(Conversions, ThatARunDoesNotReachAreNoFaults) {
    const std::string source = conversion_file("f32", "x(j) >= 0.0 && x(j) < 100.0 ? int(x(j)) : -1", "i32");
    const std::vector<float> numbers{1.F, 1e20F, -1e20F, 99.5F, std::numeric_limits<float>::quiet_NaN()};
    const Instance instance{{"x", numbers}};
    const std::vector<std::int32_t> expected{1, -1, -1, 99, -1};
    EXPECT_EQ(interpreted_table<std::int32_t>(source, instance), expected);
    const auto solution = solved(source, instance);
    ASSERT_OK(solution);
    EXPECT_EQ(cells_of<std::int32_t>(solution->table), expected);
}

}  // namespace
}  // namespace vkalgo::dp::test
