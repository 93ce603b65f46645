// Tests the results of generated code on the device: inputs and params of every type, the loop of a reduction, and
// reads outside an input.
#include "algorithms/dp/solve.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

#include <cstring>
#include <limits>

namespace vkalgo::compiler::test {
namespace {

using dp::InputArray;
using dp::Instance;

class Accessors : public vkalgo::test::DeviceTest {
protected:
    // Returns the bytes of the one column that a recurrence computes.
    static Result<std::vector<std::byte>> column(const std::string& source, const Instance& instance) {
        VKALGO_TRY(const dp::CompiledRecurrence recurrence, read_recurrence(source, "my.glsl"));
        dp::SolveOptions options;
        options.method = "stage";
        options.keep.table = true;
        VKALGO_TRY(dp::Solution solution, dp::test::solve(runner(), recurrence, instance, options,
                                                          [](dp::CompiledRecurrence& which, const std::string& module) {
                                                              return assemble_module(which, module);
                                                          }));
        return std::move(solution.table);
    }

    template <class T>
    static std::vector<T> values(const std::vector<std::byte>& bytes) {
        std::vector<T> out(bytes.size() / sizeof(T));
        if (!out.empty()) {
            std::memcpy(out.data(), bytes.data(), bytes.size());
        }
        return out;
    }

    // Reads every element of an input by its accessor, stores it as a cell, and compares it.
    template <class T, class CellType>
    static void expect_read_back(ElementType type, std::string_view cell, const std::vector<T>& given) {
        const std::string source = "//! problem t\n//! pattern RUD\n//! class local\n//! cell " + std::string(cell) +
                                   "\n//! input x " + std::string(to_string(type)) +
                                   "[]\n//! rows len(x)\n//! columns 1\n//! answer last\n"
                                   "cell_t cell(int i, int j) { return cell_t(x(i)); }\n";
        Instance instance;
        instance.inputs["x"] = InputArray::of<T>(type, given);
        const auto table = column(source, instance);
        ASSERT_OK(table);
        EXPECT_EQ(values<CellType>(*table), std::vector<CellType>(given.begin(), given.end())) << to_string(type);
    }
};

template <class T>
std::vector<T> extremes() {
    using Limits = std::numeric_limits<T>;
    return {T(0), T(1), Limits::max(), Limits::lowest(), T(77), T(3), T(Limits::max() - 1), T(100), T(5)};
}

TEST_F(Accessors, ReadEveryElementOfEveryType) {
    expect_read_back<std::uint8_t, std::uint32_t>(ElementType::u8, "u32", extremes<std::uint8_t>());
    expect_read_back<std::uint16_t, std::uint32_t>(ElementType::u16, "u32", extremes<std::uint16_t>());
    expect_read_back<std::uint32_t, std::uint32_t>(ElementType::u32, "u32", extremes<std::uint32_t>());
    expect_read_back<std::int32_t, std::int32_t>(ElementType::i32, "i32", extremes<std::int32_t>());
    expect_read_back<std::uint64_t, std::uint64_t>(ElementType::u64, "u64", extremes<std::uint64_t>());
    expect_read_back<std::int64_t, std::int64_t>(ElementType::i64, "i64", extremes<std::int64_t>());
    expect_read_back<float, float>(ElementType::f32, "f32", {0.0F, -1.5F, 3.25e37F, -1e-30F, 7.0F});
    expect_read_back<double, double>(ElementType::f64, "f64", {0.0, -1.5, 3.25e300, -1e-300, 7.0});
}

TEST_F(Accessors, ReadEveryParam) {
    const std::string source =
        "//! problem t\n//! pattern RUD\n//! class local\n//! cell f64\n//! rows 6\n//! columns 1\n//! answer last\n"
        "//! param a i32\n//! param b u64\n//! param c u32 4000000000\n//! param d f64\n//! param e f32\n//! param f "
        "i64 -5\n"
        "cell_t cell(int i, int j) {\n"
        "    switch (i) {\n        case 0: return cell_t(a);\n        case 1: return cell_t(b);\n"
        "        case 2: return cell_t(c);\n        case 3: return d;\n        case 4: return cell_t(e);\n"
        "        default: return cell_t(f);\n    }\n}\n";
    Instance instance;
    instance.params["a"] = std::int64_t{-7};
    instance.params["b"] = std::uint64_t{1} << 52;
    instance.params["d"] = 1e200;
    instance.params["e"] = 0.5;
    const auto table = column(source, instance);
    ASSERT_OK(table);
    EXPECT_EQ(values<double>(*table), (std::vector<double>{-7, 4503599627370496.0, 4e9, 1e200, 0.5, -5}));
}

TEST_F(Accessors, TakeTheBestTermAndTheExtremeIfThereIsNoTerm) {
    // Row i is the best of x[0 .. i), which is empty for i = 0.
    const auto source = [](const std::string& which) {
        return "//! problem t\n//! pattern RUD\n//! class any\n//! cell i32\n//! input x i32[n]\n//! rows n + 1\n"
               "//! columns 1\n//! answer last\n//! reduce " +
               which + " t = 0 .. i - 1\ncell_t term(int i, int t, int j) { return x(t); }\n";
    };
    Instance instance;
    instance.n = 4;
    instance.inputs["x"] = InputArray::of<std::int32_t>(ElementType::i32, std::vector<std::int32_t>{5, -2, 9, -3});
    const auto least = column(source("min"), instance);
    ASSERT_OK(least);
    EXPECT_EQ(values<std::int32_t>(*least), (std::vector<std::int32_t>{2147483647, 5, -2, -2, -3}));
    const auto largest = column(source("max"), instance);
    ASSERT_OK(largest);
    EXPECT_EQ(values<std::int32_t>(*largest), (std::vector<std::int32_t>{-2147483647 - 1, 5, 5, 9, 9}));
}

TEST_F(Accessors, ReportAReadOutsideAnInput) {
    for (const char* index : {"i + 1", "i - 1", "i + 1000000000", "-2147483647"}) {
        for (const char* type : {"u8", "u16", "u32", "u64"}) {
            for (const std::uint64_t count : {8u, 5u}) {  // 5 u8 or u16 leave only one element in the last word
                const std::string source =
                    "//! problem t\n//! pattern RUD\n//! class local\n//! cell u64\n//! input x " + std::string(type) +
                    "[]\n//! rows len(x)\n//! columns 1\n//! answer last\ncell_t cell(int i, int j) { return "
                    "cell_t(x(" +
                    index + ")); }\n";
                const ElementType scalar = dp::input_type_from(type).value();
                Instance instance;
                InputArray array;
                array.type = scalar;
                array.count = count;
                array.data.resize(count * size_of(scalar));
                instance.inputs["x"] = array;
                EXPECT_ERROR(column(source, instance), ErrorCode::invalid_argument) << type << " " << index;
            }
        }
    }
}

}  // namespace
}  // namespace vkalgo::compiler::test
