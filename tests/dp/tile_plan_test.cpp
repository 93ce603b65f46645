// What method tile plans: base regions in every diagonal pattern, and shared memory compared with what the compiled
// kernels use.
#include "algorithms/dp/methods/tile/tile_plan.hpp"

#include "algorithms/dp/check/check.hpp"
#include "algorithms/dp/instance/random_instance.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "compiler/assemble.hpp"
#include "shaders/dp/frame.h"
#include "shaders/dp/traceback_windows.h"
#include "tests/dp/compile_module.hpp"
#include "tests/dp/shared_memory.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"

#include <map>
#include <string>

namespace vkalgo::dp::test {
namespace {

/// Returns a local recurrence that guards each read, so that any border may be a base or not.
std::string tile_text(const std::string& pattern, const std::string& base, const std::string& cell = "i32",
                      const std::string& inputs = "") {
    const bool up = pattern == "NOSE" || pattern == "NESO";
    const bool left = pattern == "NOSE" || pattern == "SONE";
    const std::string row = up ? "i - 1" : "i + 1";
    const std::string column = left ? "j - 1" : "j + 1";
    const std::string has_row = up ? "i > 0" : "i + 1 < rows()";
    const std::string has_column = left ? "j > 0" : "j + 1 < columns()";
    return "//! problem  sample\n//! about    a test\n//! class    local\n//! pattern  " + pattern + "\n//! cell     " +
           cell + "\n//! input    s u8[n]\n" + inputs + "//! rows     n\n//! columns  m\n" + base +
           "//! answer   last\n"
           "cell_t base(int i, int j) { return cell_t(100 + 3 * i + 5 * j); }\n"
           "cell_t cell(int i, int j) {\n    cell_t value = cell_t(s(i));\n    if (" +
           has_row + ") value += at(" + row + ", j);\n    if (" + has_column + ") value += cell_t(3) * at(i, " +
           column + ");\n    if (" + has_row + " && " + has_column + ") value -= at(" + row + ", " + column +
           ");\n    return value;\n}\n"
           "step_t step(int i, int j) {\n    if (" +
           has_row + ") return step_t(" + row + ", j, 0u);\n    return step_t(i, " + column + ", 1u);\n}\n";
}

class TilePlans : public vkalgo::test::DeviceTest {
protected:
    static TilePlan plan_of(const CompiledRecurrence& recurrence, const Instance& instance, Keep keep,
                            const DeviceProfile& profile, const TestKnobs& knobs = {}) {
        const StageFunction stage = recurrence.header.stage;
        const PlanRequest request{&recurrence.header, stage,
                                  vkalgo::test::take(shape_of(recurrence.header, instance, stage)), keep, &knobs};
        const auto plan = vkalgo::test::take(plan_tile(request, profile));
        return dynamic_cast<const TilePlan&>(*plan);
    }
};

// Rows are reflected in SENO and SONE, columns in SENO and NESO. A border of the base is plain if the pattern begins at
// it. Tiles fill plain borders beforehand.
TEST_F(TilePlans, TreatABorderAsPlainIfThePatternBeginsAtIt) {
    const std::map<std::string, std::pair<std::string, std::string>> begins{{"NOSE", {"first-row", "first-column"}},
                                                                            {"SENO", {"last-row", "last-column"}},
                                                                            {"SONE", {"last-row", "first-column"}},
                                                                            {"NESO", {"first-row", "last-column"}}};
    const std::string borders[] = {"first-row", "last-row", "first-column", "last-column"};
    std::ptrdiff_t turn = -1;
    for (const auto& [pattern, sides] : begins) {
        ++turn;
        for (const std::string& border : borders) {
            const std::string text = tile_text(pattern, "//! base     " + border + " 2\n");
            const CompiledRecurrence recurrence = vkalgo::test::take(compiler::read_recurrence(text, "plan.glsl"));
            const Instance instance =
                vkalgo::test::take(random_instance(recurrence.header, {.n = 75, .m = 90, .seed = 5, .most = 9}));
            const TilePlan plan = plan_of(recurrence, instance, {}, context().profile());
            const bool plain = border == sides.first || border == sides.second;
            EXPECT_EQ(plan.region_test, !plain) << pattern << ", base " << border;
            EXPECT_EQ(plan.first_row, border == sides.first ? 2 : 0) << pattern << ", base " << border;
            EXPECT_EQ(plan.first_column, border == sides.second ? 2 : 0) << pattern << ", base " << border;

            // Software drivers compile kernels slowly. So only half of the pairs run, two borders of each pattern.
            const bool runs = (&border - std::begin(borders) + turn) % 2 == 0;
            if (!runs || (!vkalgo::test::kEveryKernel && pattern != "SENO")) {
                continue;
            }
            SolveOptions options;
            options.keep.table = true;
            options.method = reference_method().name;
            const auto expected = solve(runner(), recurrence, instance, options, compile_module);
            ASSERT_OK(expected) << pattern << ", base " << border;
            options.method = "tile";
            const auto solution = solve(runner(), recurrence, instance, options, compile_module);
            ASSERT_OK(solution) << pattern << ", base " << border;
            EXPECT_EQ(solution->table, expected->table) << pattern << ", base " << border;
        }
    }
}

using Constants = std::map<std::uint32_t, std::uint32_t>;

/// Returns the constants that affect shared memory, as methods/tile.cpp sets them.
Constants tile_constants(const TilePlan& plan) {
    return {{VKALGO_TILE_CONSTANT_LANES, plan.fill.tile.lanes},
            {VKALGO_TILE_CONSTANT_LANES_SHARED, plan.fill.tile.shared_lanes ? 1 : 0},
            {VKALGO_TILE_CONSTANT_WORKGROUP, plan.fill.tile.workgroup()},
            {VKALGO_TILE_CONSTANT_REGISTERS, plan.fill.tile.registers},
            {VKALGO_TILE_CONSTANT_BLOCK_STEPS, plan.fill.tile.block_steps},
            {VKALGO_TILE_CONSTANT_TASK, VKALGO_TILE_TASK_TILES},
            {VKALGO_TILE_CONSTANT_STORERS, plan.fill.tile.storers},
            {VKALGO_TILE_CONSTANT_KEEP, plan.fill.tile.table ? VKALGO_TILE_KEEP_TABLE : VKALGO_TILE_KEEP_ROW}};
}

Constants traceback_constants(const TilePlan& plan, std::uint32_t task) {
    const auto rows = static_cast<std::uint32_t>(plan.traceback_rows);
    const std::uint32_t registers = task == VKALGO_TRACEBACK_TILES_TASK_MAPS ? plan.map_registers : plan.path_registers;
    return {{VKALGO_FRAME_CONSTANT_WORKGROUP, task == VKALGO_TRACEBACK_TILES_TASK_CHAIN ? 1 : rows / registers},
            {VKALGO_TRACEBACK_TILES_CONSTANT_COLUMNS, static_cast<std::uint32_t>(plan.traceback_columns)},
            {VKALGO_TRACEBACK_TILES_CONSTANT_ROWS, rows},
            {VKALGO_TRACEBACK_TILES_CONSTANT_REGISTERS, registers},
            {VKALGO_TRACEBACK_TILES_CONSTANT_TASK, task}};
}

TEST_F(TilePlans, ComputeTheSharedMemoryThatTheCompiledKernelsUse) {
    DeviceProfile large = context().profile();
    large.shared_memory = 1u << 20;
    large.max_storage_range = large.max_allocation = UINT32_MAX;
    large.max_workgroup_invocations = 1024;
    large.int64 = large.float64 = large.int64_atomics = true;
    large.memory_model_device_scope = large.cross_workgroup_progress = true;
    large.visibility_is_barrier = false;
    const std::string reads = "//! input    w u64[m]\n//! input    v u16[m]\n";
    for (const std::string cell : {"u32", "i64"}) {
        for (const bool wide_inputs : {false, true}) {
            if (!vkalgo::test::kEveryKernel && wide_inputs != (cell == "i64")) {
                continue;
            }
            std::string text = tile_text("NOSE", "//! base     first-row 1\n//! base     first-column 1\n", cell,
                                         wide_inputs ? reads : "");
            if (wide_inputs) {
                text.replace(text.find("cell_t(s(i))"), 12, "cell_t(s(i)) + cell_t(w(j)) + cell_t(v(j) + v(j - 1))");
            }
            CompiledRecurrence recurrence = vkalgo::test::take(compiler::read_recurrence(text, "plan.glsl"));
            for (const char* module : {"tile", "tile-persistent", "traceback_tiles"}) {
                vkalgo::test::take(compile_module(recurrence, module));
            }
            // Compilers leave out the memory of inputs that no column reads; the plan does not.
            const std::uint64_t slack = wide_inputs ? 2 : 4;
            const Instance instance =
                vkalgo::test::take(random_instance(recurrence.header, {.n = 9000, .m = 3000, .seed = 5, .most = 9}));
            for (const DeviceType type : {DeviceType::software, DeviceType::discrete}) {
                large.type = type;
                for (const std::uint32_t lanes : {0u, 64u}) {
                    for (const auto schedule : {TestKnobs::Schedule::diagonals, TestKnobs::Schedule::waiting}) {
                        for (const Keep keep : {Keep{}, Keep{.table = true}, Keep{.solution = true}}) {
                            const TilePlan plan = plan_of(recurrence, instance, keep, large, {lanes, schedule});
                            const std::string what = cell + ", " + plan.fill.module + ", " + plan.summary;
                            const std::uint64_t taken =
                                shared_memory(recurrence.module(plan.fill.module), tile_constants(plan));
                            EXPECT_GE(plan.fill.tile.shared_bytes(), taken) << what;
                            EXPECT_LE(plan.fill.tile.shared_bytes(), slack * taken + 64) << what << ": too cautious";
                            if (plan.traceback_module != "traceback_tiles") {
                                continue;
                            }
                            std::uint64_t most = 0;
                            for (const std::uint32_t task :
                                 {VKALGO_TRACEBACK_TILES_TASK_MAPS, VKALGO_TRACEBACK_TILES_TASK_PATHS}) {
                                most = std::max(most, shared_memory(recurrence.module("traceback_tiles"),
                                                                    traceback_constants(plan, task)));
                            }
                            EXPECT_GE(plan.traceback_shared_bytes(), most) << what;
                            EXPECT_LE(plan.traceback_shared_bytes(), slack * most + 64) << what << ": too cautious";
                        }
                    }
                }
            }
        }
    }
}

TEST_F(TilePlans, ComputeTheSharedMemoryOfTracebacksOverWindows) {
    DeviceProfile large = context().profile();
    large.shared_memory = 1u << 20;
    large.int64 = true;
    for (const std::string cell : {"u32", "i64"}) {
        CompiledRecurrence recurrence =
            vkalgo::test::take(compiler::read_recurrence(tile_text("NOSE", "", cell), "plan.glsl"));
        EXPECT_OK(compile_module(recurrence, "traceback_windows"));
        const Instance instance =
            vkalgo::test::take(random_instance(recurrence.header, {.n = 9000, .m = 3000, .seed = 5, .most = 9}));
        for (const std::uint32_t lanes : {0u, 64u}) {
            const TilePlan plan = plan_of(recurrence, instance, {.solution = true}, large, {.lanes = lanes});
            EXPECT_EQ(plan.traceback_module, "traceback_windows");
            const std::uint64_t taken = shared_memory(recurrence.module("traceback_windows"),
                                                      traceback_constants(plan, VKALGO_TRACEBACK_WINDOWS_TASK_CELLS));
            EXPECT_GE(plan.traceback_shared_bytes(), taken) << cell << ", lanes " << lanes;
            EXPECT_LE(plan.traceback_shared_bytes(), 4 * taken + 64) << cell << ", lanes " << lanes << ": too cautious";
        }
    }
}

TEST_F(TilePlans, NameWindowsAndRegionsNoLargerThanTheTable) {
    const auto summary = [&](std::int64_t n, std::int64_t m, const TestKnobs& knobs) {
        const CompiledRecurrence recurrence =
            vkalgo::test::take(compiler::read_recurrence(tile_text("NOSE", ""), "plan.glsl"));
        const Instance instance =
            vkalgo::test::take(random_instance(recurrence.header, {.n = n, .m = m, .seed = 5, .most = 9}));
        return plan_of(recurrence, instance, {.solution = true}, context().profile(), knobs).summary;
    };
    const std::string small = summary(5, 7, {});
    EXPECT_NE(small.find("windows of 5 x 7 cells"), std::string::npos) << small;
    const std::string words = "regions of ", cut = summary(300, 400, {.region_blocks = 1});
    ASSERT_NE(cut.find(words), std::string::npos) << cut;
    const std::string sizes = cut.substr(cut.find(words) + words.size());
    EXPECT_LE(std::stoi(sizes), 300) << cut;
    EXPECT_LE(std::stoi(sizes.substr(sizes.find(" x ") + 3)), 400) << cut;
}

TEST_F(TilePlans, RefuseTablesOfThreeIndices) {
    const auto header = vkalgo::test::take(
        parse_header("//! problem p\n//! pattern NOSE\n//! class local\n//! cell u32\n//! rows n\n//! columns n\n"
                     "//! index k 3\n//! base first-row 1\n//! answer last\n"
                     "cell_t base(int i, int j, int k) { return 0u; }\n"
                     "cell_t cell(int i, int j, int k) { return at(i - 1, j, k); }\n",
                     "a.glsl"));
    Instance instance;
    instance.n = 9;
    const auto refused = plan_solve(header, instance, {.method = "tile"}, context().profile());
    ASSERT_ERROR(refused, ErrorCode::unsupported);
    EXPECT_NE(refused.error().message.find("method tile runs only recurrences of two indices"), std::string::npos)
        << refused.error().message;
}

TEST_F(TilePlans, NameThePartThatIsTooLargeOrElseTheWhole) {
    const std::string text = tile_text("NOSE", "//! base     first-row 1\n//! base     first-column 1\n");
    const CompiledRecurrence recurrence = vkalgo::test::take(compiler::read_recurrence(text, "plan.glsl"));
    const Instance instance =
        vkalgo::test::take(random_instance(recurrence.header, {.n = 5000, .m = 5000, .seed = 5, .most = 9}));
    std::string elsewhere = text;
    elsewhere.replace(elsewhere.find("last\n"), 4, "at(7, 9)");
    const CompiledRecurrence above = vkalgo::test::take(compiler::read_recurrence(elsewhere, "plan.glsl"));
    const auto refusal_of = [&](const RecurrenceHeader& header, Keep keep, std::uint64_t range,
                                std::uint64_t allocation) {
        DeviceProfile profile = context().profile();
        profile.max_storage_range = range;
        profile.max_allocation = allocation;
        profile.larger_allocations = false;
        const PlanRequest request{&header, StageFunction::of(Pattern::NOSE),
                                  vkalgo::test::take(shape_of(header, instance, StageFunction::of(Pattern::NOSE))),
                                  keep};
        const auto plan = plan_tile(request, profile);
        EXPECT_ERROR(plan, ErrorCode::too_large);
        return plan ? Error{} : plan.error();
    };
    const auto refusal = [&](Keep keep, std::uint64_t range, std::uint64_t allocation) {
        return refusal_of(recurrence.header, keep, range, allocation);
    };
    // The table is too large, whether it is asked for or must be kept.
    const Error table = refusal({.table = true}, 1u << 30, 16'000);
    EXPECT_TRUE(table.message.starts_with("the table takes 100")) << table.message;
    EXPECT_EQ(table.where, "table");
    const Error kept_table = refusal_of(above.header, {.solution = true}, 1u << 30, 16'000);
    EXPECT_NE(kept_table.message.find("is kept since the answer is not in the row that is computed last"),
              std::string::npos)
        << kept_table.message;
    EXPECT_EQ(kept_table.where, "size");
    std::string farther = text;
    farther.replace(farther.find("step_t(i - 1, j, 0u)"), 20, "step_t(i - 2, j, 0u)");
    const CompiledRecurrence far = vkalgo::test::take(compiler::read_recurrence(farther, "plan.glsl"));
    const Error far_table = refusal_of(far.header, {.solution = true}, 1u << 30, 16'000);
    EXPECT_NE(far_table.message.find("is kept since step() goes further than to neighbours"), std::string::npos)
        << far_table.message;
    // The border row of 5000 cells is too large. No solution is asked for.
    const Error row = refusal({}, 16'000, 1u << 30);
    EXPECT_NE(row.message.find("needs 20000 bytes for its border row"), std::string::npos) << row.message;
    EXPECT_EQ(row.where, "size");
    const Error whole = refusal({}, 1u << 30, 16'000);
    EXPECT_NE(whole.message.find("bytes of scratch memory in all"), std::string::npos) << whole.message;
    EXPECT_EQ(whole.where, "size");
    // In small regions the kept data fits, but the borders of the blocks on a traceback do not.
    const Error kept = refusal({.solution = true}, 60'000, 1u << 30);
    EXPECT_NE(kept.message.find("bytes for its "), std::string::npos) << kept.message;
    EXPECT_EQ(kept.where, "solution");
}

}  // namespace
}  // namespace vkalgo::dp::test
