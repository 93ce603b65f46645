// What method tile plans for solutions on devices and with limits of any size: how much memory, in which parts, and the
// error if nothing is small enough.
#include "algorithms/dp/methods/tile/tile_plan.hpp"
#include "algorithms/dp/solve.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/large_gpu.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <string>

namespace vkalgo::dp::test {
namespace {

/// Returns a profile with llvmpipe's limits.
DeviceProfile software_with_little_memory() {
    DeviceProfile profile = large_gpu();
    profile.type = DeviceType::software;
    profile.subgroup_size = 8;
    profile.shared_memory = 32u << 10;
    profile.max_storage_range = 1u << 27;
    profile.max_allocation = 2 * kGiB;
    profile.device_memory = 8 * kGiB;
    profile.max_loop_iterations = 65'535;
    profile.cross_workgroup_progress = false;
    return profile;
}

Result<SolvePlan> planned(const RecurrenceHeader& header, std::int64_t n, std::int64_t m, const DeviceProfile& profile,
                          std::uint64_t limit = 0) {
    VKALGO_TRY(const Instance outline, outline_instance(header, {n, m, 1, {}}));
    SolveOptions options;
    options.method = "tile";
    options.keep.solution = true;
    options.call.memory_limit = limit;
    return plan_solve(header, outline, options, profile);
}

Result<SolvePlan> planned(const char* name, std::int64_t n, std::int64_t m, const DeviceProfile& profile,
                          std::uint64_t limit = 0) {
    return planned(builtin(name).header, n, m, profile, limit);
}

const TilePlan& tiles(const SolvePlan& plan) {
    return dynamic_cast<const TilePlan&>(*plan.run);
}

/// Expects that regions, blocks, strips and what is kept of them fit each other.
void expect_sound(const TilePlan& plan, const DeviceProfile& profile, const std::string& what) {
    for (const MethodPlan::Part& part : plan.parts) {
        EXPECT_LE(part.bytes, profile.max_storage_range) << what << ": " << part.name;
    }
    EXPECT_LE(plan.scratch_bytes, profile.max_allocation) << what;
    if (!plan.refills()) {
        EXPECT_EQ(plan.regions, 1) << what;
        return;
    }
    EXPECT_EQ(plan.region_rows % plan.traceback_rows, 0) << what;
    EXPECT_EQ(plan.region_columns % plan.traceback_columns, 0) << what;
    EXPECT_EQ(plan.region_rows % plan.fill.tile.strip_rows(), 0) << what;
    EXPECT_EQ(plan.traceback_rows % plan.refill.tile.strip_rows(), 0) << what;
    EXPECT_GE(plan.traceback_columns / TileShape::kGroup, plan.refill.tile.lanes + plan.refill.tile.block_steps)
        << what;
    EXPECT_LE(plan.traceback_shared_bytes(), profile.shared_memory) << what;
    EXPECT_LE(plan.refill.tile.shared_bytes(), profile.shared_memory) << what;
    EXPECT_GE(plan.coarse_rows * plan.region_rows + plan.region_rows, plan.interior_rows()) << what;
    EXPECT_GE((plan.coarse_columns + 1) * plan.region_columns, plan.interior_columns()) << what;
}

TEST(SolutionMemory, OfAMillionByAMillionIsLessThanAGigabyte) {
    const DeviceProfile gpu = large_gpu();
    for (const char* name : {"lcs", "edit-distance"}) {
        for (const std::uint64_t limit : {std::uint64_t{0}, kGiB}) {
            const SolvePlan plan = vkalgo::test::take(planned(name, 1'000'000, 1'000'000, gpu, limit));
            EXPECT_LE(plan.device_bytes, kGiB) << name;
            EXPECT_TRUE(tiles(plan).refills()) << name;
            // The comment above TilePlan::refill in tile_plan.hpp derives these figures.
            EXPECT_EQ(tiles(plan).region_rows, 16'384) << name;
            EXPECT_LE(tiles(plan).regions * tiles(plan).region_rows * tiles(plan).region_columns, 33'100'000'000)
                << name;
            expect_sound(tiles(plan), gpu, name);
        }
    }
}

TEST(SolutionMemory, OfALengthWithoutASolutionIsAtMost64Megabytes) {
    constexpr std::uint64_t kLimit = 64U << 20;
    for (const char* name : {"lcs", "edit-distance"}) {
        const RecurrenceHeader& header = builtin(name).header;
        const Instance outline = vkalgo::test::take(outline_instance(header, {1'000'000, 1'000'000, 1, {}}));
        SolveOptions options;
        options.call.memory_limit = kLimit;
        for (const char* method : {"", "bit-parallel", "tile"}) {
            options.method = method;
            const SolvePlan plan = vkalgo::test::take(plan_solve(header, outline, options, large_gpu()));
            EXPECT_LE(plan.device_bytes, kLimit) << name << ' ' << method;
        }
        options.method.clear();
        options.keep.table = true;
        const auto refused = plan_solve(header, outline, options, large_gpu());
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, ErrorCode::too_large);
        EXPECT_EQ(refused.error().where, "table") << refused.error().message;
    }
}

TEST(SolutionMemory, HoldsAllBlocksIfThereIsEnough) {
    const DeviceProfile gpu = large_gpu();
    for (const std::int64_t n : {1, 1'000, 32'768, 131'072, 262'144}) {
        const SolvePlan plan = vkalgo::test::take(planned("lcs", n, n, gpu));
        EXPECT_FALSE(tiles(plan).refills()) << n;
        expect_sound(tiles(plan), gpu, std::to_string(n));
    }
    // At most an eighth of the memory is used, unless there is a limit.
    DeviceProfile smaller = gpu;
    smaller.device_memory = 8 * kGiB;
    EXPECT_TRUE(tiles(vkalgo::test::take(planned("lcs", 262'144, 262'144, smaller))).refills());
    EXPECT_FALSE(tiles(vkalgo::test::take(planned("lcs", 262'144, 262'144, smaller, 4 * kGiB))).refills());
}

TEST(SolutionMemory, KeepsEachPartWithinABindingAndAllOfItWithinTheLimit) {
    for (const bool small : {false, true}) {
        for (const std::uint32_t shared : {16u << 10, 48u << 10}) {
            for (const std::uint32_t lanes : {4u, 8u, 32u, 64u, 128u}) {
                DeviceProfile profile = small ? software_with_little_memory() : large_gpu();
                profile.shared_memory = std::min(profile.shared_memory, shared);
                profile.subgroup_size = lanes;
                for (const auto& [n, m] : {std::pair<std::int64_t, std::int64_t>{20'000, 30'000},
                                           {1'000'000, 999'983},
                                           {2'000'000, 3'000},
                                           {3'000, 2'000'000}}) {
                    const std::string what = std::to_string(n) + " x " + std::to_string(m) + ", " +
                                             std::to_string(lanes) + " lanes, " + std::to_string(shared);
                    const SolvePlan plan = vkalgo::test::take(planned("edit-distance", n, m, profile));
                    expect_sound(tiles(plan), profile, what);
                    const std::uint64_t limit = plan.device_bytes * 9 / 10;
                    const auto less = planned("edit-distance", n, m, profile, limit);
                    if (less) {
                        EXPECT_LE(less->device_bytes, limit) << what;
                        expect_sound(tiles(*less), profile, what + ", limited");
                    } else {
                        EXPECT_EQ(less.error().where, "memory_limit") << less.error().message;
                    }
                }
            }
        }
    }
}

// Cells have 8 bytes. So everything except the path takes twice what lcs needs, and there is a window of 4 x 4 blocks.
TEST(SolutionMemory, OfTracebacksWithStatesOrWithoutABaseHoldsRegionsAndAWindow) {
    const std::string head =
        "//! problem traceback\n//! cell i64\n//! pattern NOSE\n//! class local\n//! input x u8[n]\n//! input y u8[m]\n"
        "//! rows n + 1\n//! columns m + 1\n//! answer last\n//! random x, y letters ACGT\n";
    const std::string texts[] = {
        head +
            "//! base first-row 1\n//! base first-column 1\ncell_t base(int i, int j) { return cell_t(0); }\n"
            "cell_t cell(int i, int j) { return at(i - 1, j - 1); }\n"
            "step_t step(int i, int j, uint state) { return step_t(i - 1, j - 1, 0u, 1u - state); }\n",
        head +
            "cell_t cell(int i, int j) { return cell_t(i + j); }\n"
            "step_t step(int i, int j) { return step_t(i - 1, j - 1, 0u); }\n"};
    for (const std::string& text : texts) {
        const CompiledRecurrence recurrence = vkalgo::test::take(compiler::read_recurrence(text, "traceback.glsl"));
        for (const std::int64_t n : {262'144, 1'000'000}) {
            const SolvePlan plan = vkalgo::test::take(planned(recurrence.header, n, n, large_gpu(), kGiB));
            EXPECT_LE(plan.device_bytes, kGiB) << n;
            EXPECT_EQ(plan.run->table_bytes, 0U) << n;
            EXPECT_EQ(tiles(plan).window_cells(), 1025 * 1025) << n;
            EXPECT_TRUE(tiles(plan).refills()) << n;
            expect_sound(tiles(plan), large_gpu(), std::to_string(n));
        }
        const SolvePlan small = vkalgo::test::take(planned(recurrence.header, 300, 300, software_with_little_memory()));
        EXPECT_FALSE(tiles(small).refills());
        expect_sound(tiles(small), software_with_little_memory(), "small");
    }
}

TEST(SolutionMemory, OfWholeChromosomesFitsAGpu) {
    const DeviceProfile gpu = large_gpu();
    const SolvePlan plan = vkalgo::test::take(planned("lcs", 5'333'943, 5'386'706, gpu));
    EXPECT_LE(plan.device_bytes, gpu.device_memory / 8);
    expect_sound(tiles(plan), gpu, "chromosomes");
    const SolvePlan less = vkalgo::test::take(planned("lcs", 5'333'943, 5'386'706, gpu, 3 * kGiB));
    EXPECT_LE(less.device_bytes, 3 * kGiB);
    EXPECT_GT(tiles(less).region_rows, tiles(plan).region_rows);
}

TEST(SolutionMemory, IsNamedInTheErrorIfNothingIsSmallEnough) {
    // A table of a million by a million cells needs memory for the path and at least 12 n m / s bytes for the borders
    // of regions of s x s cells and of the blocks of one region, where s is about 50,000 (tile_plan.hpp).
    const auto limited = planned("lcs", 1'000'000, 1'000'000, large_gpu(), 100'000'000);
    ASSERT_ERROR(limited, ErrorCode::too_large);
    EXPECT_EQ(limited.error().where, "memory_limit");
    EXPECT_NE(limited.error().message.find("but the memory limit is 100 MB"), std::string::npos)
        << limited.error().message;
    const std::string& message = limited.error().message;
    const std::uint64_t wanted = std::stoull(message.substr(message.find("needs ") + 6));
    EXPECT_GT(wanted, 200U) << message;
    EXPECT_LT(wanted, 400U) << message;
    EXPECT_OK(planned("lcs", 1'000'000, 1'000'000, large_gpu(), (wanted + 1) * 1'000'000));

    DeviceProfile narrow = software_with_little_memory();
    narrow.max_storage_range = 1u << 21;
    const auto row = planned("lcs", 100'000, 1'000'000, narrow);
    ASSERT_ERROR(row, ErrorCode::too_large);
    EXPECT_EQ(row.error().where, "solution");
    EXPECT_NE(row.error().message.find("but one storage buffer of this device holds at most 2097152"),
              std::string::npos)
        << row.error().message;

    DeviceProfile crowded = software_with_little_memory();
    crowded.device_memory = 200'000'000;
    const auto device = planned("lcs", 1'000'000, 1'000'000, crowded);
    ASSERT_ERROR(device, ErrorCode::too_large);
    EXPECT_EQ(device.error().where, "memory_limit");
    EXPECT_NE(device.error().message.find("but the device has 200 MB"), std::string::npos) << device.error().message;

    // The path is bound as a whole: 12 bytes per row and column.
    DeviceProfile short_path = software_with_little_memory();
    short_path.max_storage_range = 460'000;
    const auto path = planned("lcs", 20'000, 20'000, short_path);
    ASSERT_ERROR(path, ErrorCode::too_large);
    EXPECT_EQ(path.error().where, "solution");
    EXPECT_NE(path.error().message.find("the path of the solution takes"), std::string::npos) << path.error().message;
}

}  // namespace
}  // namespace vkalgo::dp::test
