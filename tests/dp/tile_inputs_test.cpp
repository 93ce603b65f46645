// In method `tile`, column inputs pass through shared memory as 32-bit words. Every type, and two of different widths
// side by side, must arrive as `stage` reads them from memory.
#include "algorithms/dp/check/check.hpp"
#include "algorithms/dp/instance/random_instance.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/compile_module.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace vkalgo::dp::test {
namespace {

class TileInputs : public vkalgo::test::DeviceTest,
                   public ::testing::WithParamInterface<std::pair<const char*, const char*>> {};

TEST_P(TileInputs, ArriveAsTheyAreInMemory) {
    const auto [type, use] = GetParam();
    const std::string wide_type = type;
    const DeviceProfile& profile = runner().context().profile();
    if ((wide_type.ends_with("64") && wide_type[0] != 'f' && !profile.int64) ||
        (wide_type == "f64" && !profile.float64)) {
        GTEST_SKIP() << "this device has no " << type;
    }
    const std::string source =
        "//! problem  sample\n//! about    a test\n//! pattern  NOSE\n//! class    local\n//! cell     i32\n"
        "//! input    a u16[n]\n//! input    w " +
        wide_type +
        "[m]\n//! input    v u8[m]\n"
        "//! rows     n\n//! columns  m\n//! base     first-row 1\n//! base     first-column 1\n//! answer   last\n"
        "cell_t base(int i, int j) { return i - 2 * j; }\n"
        "cell_t cell(int i, int j) {\n"
        "    int from_input = " +
        std::string(use) +
        ";\n"
        "    return at(i - 1, j - 1) + (from_input ^ int(a(i))) - max(at(i - 1, j), at(i, j - 1)) + int(v(j));\n}\n";
    CompiledRecurrence recurrence = vkalgo::test::take(compiler::read_recurrence(source, "sample.glsl"));
    const CompileModule compile = compile_module;
    for (const std::int64_t n : {3, 70, 300}) {
        const Instance instance = vkalgo::test::take(
            random_instance(recurrence.header, {.n = n, .m = n + 37, .seed = 11, .most = std::uint64_t{1} << 40}));
        SolveOptions options;
        options.keep.table = true;
        options.method = "stage";
        const auto stages = solve(runner(), recurrence, instance, options, compile);
        ASSERT_OK(stages) << n;
        options.method = "tile";
        const auto tiles = solve(runner(), recurrence, instance, options, compile);
        ASSERT_OK(tiles) << n;
        EXPECT_EQ(tiles->table, stages->table) << n;
    }
}

// The first types cover each size.
constexpr std::pair<const char*, const char*> kTypes[] = {{"u8", "int(w(j)) * 3 + int(w(j - 1))"},
                                                          {"u16", "int(w(j - 1)) - int(w(j))"},
                                                          {"f32", "w(j) > w(j - 1) ? 17 : 4"},
                                                          {"u64", "int(w(j) >> 34) + int(w(j - 1) & 1023ul)"},
                                                          {"i32", "w(j) ^ w(j - 1)"},
                                                          {"u32", "int(w(j) >> 3)"},
                                                          {"i64", "int(w(j) >> 34) - int(w(j - 1) & 1023l)"},
                                                          {"f64", "w(j) < w(j - 1) ? 17 : 4"}};

INSTANTIATE_TEST_SUITE_P(Of, TileInputs,
                         ::testing::ValuesIn(std::span(kTypes).first(vkalgo::test::kEveryKernel ? 8 : 4)),
                         [](const auto& type) { return std::string(type.param.first); });

}  // namespace
}  // namespace vkalgo::dp::test
