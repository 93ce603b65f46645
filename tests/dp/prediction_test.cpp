// The planner's predictions: which method is chosen where, and that predictions grow with the work.
#include "algorithms/dp/method/prediction.hpp"

#include "algorithms/dp/method/method.hpp"
#include "tests/support/device_fixture.hpp"

#include <string>

#include <gtest/gtest.h>

namespace vkalgo::dp {
namespace {

const std::string kPaths =
    "//! problem paths\n//! pattern NOSE\n//! cell u32\n//! rows n\n//! columns m\n//! base first-row 1\n"
    "//! base first-column 1\n//! answer last\n"
    "cell_t base(int i, int j) { return 1u; }\n"
    "cell_t cell(int i, int j) { return at(i - 1, j) + at(i, j - 1); }\n";

DeviceProfile gpu() {
    DeviceProfile profile;
    profile.type = DeviceType::discrete;
    profile.subgroup_size = 32;
    profile.subgroup_shuffle_relative = profile.subgroup_size_control = true;
    profile.int64 = profile.int64_atomics = profile.memory_model_device_scope = profile.cross_workgroup_progress = true;
    profile.max_workgroup_invocations = 1024;
    profile.shared_memory = 48u << 10;
    profile.max_storage_range = UINT32_MAX;
    profile.max_allocation = profile.device_memory = std::uint64_t{80} << 30;
    profile.processors = 132;
    return profile;
}

DeviceProfile software() {
    DeviceProfile profile = gpu();
    profile.type = DeviceType::software;
    profile.subgroup_size = 8;
    profile.processors = 0;
    return profile;
}

std::unique_ptr<MethodPlan> plan_of(const DeviceProfile& profile, std::int64_t n, std::int64_t m, double runs = 1,
                                    const std::string& text = kPaths, std::string_view method = {}) {
    const RecurrenceHeader header = vkalgo::test::take(parse_header(text, "paths.glsl"));
    Instance outline;
    outline.n = n;
    outline.m = m;
    PlanRequest request;
    request.header = &header;
    request.stage = header.stage;
    request.shape = vkalgo::test::take(shape_of(header, outline, header.stage));
    request.runs = runs;
    return vkalgo::test::take(make_plan(request, profile, method));
}

std::string method_of(const DeviceProfile& profile, std::int64_t n, std::int64_t m, double runs = 1,
                      const std::string& text = kPaths) {
    return plan_of(profile, n, m, runs, text)->method->name;
}

TEST(Prediction, TakesStagesForSmallTablesAndTilesForLargeOnes) {
    for (const DeviceProfile& profile : {gpu(), software()}) {
        EXPECT_EQ(method_of(profile, 10, 6), "stage");
        EXPECT_EQ(method_of(profile, 4096, 4096), "tile");
        EXPECT_EQ(method_of(profile, 100'000, 100'000), "tile");
    }
    // The kernels of a method are made once. So with many runs, kernels that take long to make pay off for smaller
    // tables.
    EXPECT_EQ(method_of(gpu(), 40, 40, 1), "stage");
    EXPECT_EQ(method_of(gpu(), 40, 40, 100), "tile");
}

TEST(Prediction, TakesStagesIfTilesDoNotRun) {
    std::string rows = kPaths;
    rows.replace(rows.find("NOSE"), 4, "RUD");
    rows.replace(rows.find("at(i, j - 1)"), 12, "at(i - 1, j / 2)");
    EXPECT_EQ(method_of(gpu(), 4096, 4096, 1, rows), "stage");
    std::string terms = kPaths;
    terms.replace(terms.find("//! answer"), 0, "//! reduce min k = 1 .. i\n");
    terms.replace(terms.find("cell_t cell("), std::string::npos,
                  "cell_t term(int i, int k, int j) { return at(i - 1, j) + uint(k); }\n");
    DeviceProfile stops = software();
    EXPECT_EQ(method_of(stops, 4096, 4096, 1, terms), "tile");
    stops.max_loop_iterations = 65'535;
    EXPECT_EQ(method_of(stops, 4096, 4096, 1, terms), "stage");
}

// One invocation computes a sequential row, while the others of its workgroup wait.
TEST(Prediction, TreatsSequentialRowsAsSlow) {
    std::string rows = kPaths;
    rows.replace(rows.find("NOSE"), 4, "RUD");
    rows.replace(rows.find("at(i, j - 1)"), 12, "at(i - 1, j / 2)");
    std::string sequence = rows;
    sequence.insert(sequence.find("//! answer"), "//! sequential row\n");
    for (const DeviceProfile& profile : {gpu(), software()}) {
        EXPECT_GT(plan_of(profile, 4096, 4096, 1, sequence, "stage")->run_seconds,
                  5 * plan_of(profile, 4096, 4096, 1, rows, "stage")->run_seconds);
    }
}

TEST(Prediction, GrowsWithTheWork) {
    for (const DeviceProfile& profile : {gpu(), software()}) {
        for (const char* method : {"stage", "tile"}) {
            double before = 0;
            for (const std::int64_t n : {64, 1024, 16'384, 262'144, 1'000'000}) {
                const double seconds = plan_of(profile, n, n, 1, kPaths, method)->run_seconds;
                EXPECT_GT(seconds, before) << method << ", " << n;
                before = seconds;
            }
        }
    }
    // Measured: 171 ms on an H200.
    EXPECT_NEAR(plan_of(gpu(), 1'000'000, 1'000'000)->run_seconds, 0.17, 0.06);
}

// Small blocks have shorter chains of dependent cells; large blocks need fewer loads per term.
TEST(Prediction, TakesSmallBlocksOfSegmentsForSmallTablesAndSmallDevices) {
    const std::string chain =
        "//! problem chain\n//! pattern SONE\n//! class segments\n//! cell u32\n//! rows n\n//! columns n\n"
        "//! domain upper\n//! base diagonal 0\n//! answer at(0, n - 1)\n//! reduce min k = i .. j - 1\n"
        "cell_t base(int i, int j) { return 0u; }\n"
        "cell_t term(int i, int k, int j) { return at(i, k) + at(k + 1, j) + 1u; }\n";
    const auto side = [&](const DeviceProfile& profile, std::int64_t n) {
        const std::string summary = plan_of(profile, n, n, 1, chain, "segments")->summary;
        return summary.substr(summary.find("blocks of "));
    };
    for (const std::int64_t n : {1, 512, 2048, 4096}) {
        EXPECT_EQ(side(gpu(), n), "blocks of 32 x 32 cells") << n;
    }
    EXPECT_EQ(side(gpu(), 16'384), "blocks of 64 x 64 cells");
    EXPECT_EQ(side(software(), 2048), "blocks of 64 x 64 cells");
    DeviceProfile small = gpu();
    small.shared_memory = 16u << 10;
    EXPECT_EQ(side(small, 16'384), "blocks of 32 x 32 cells");
    small = gpu();
    small.max_workgroup_invocations = 128;
    EXPECT_EQ(side(small, 16'384), "blocks of 32 x 32 cells");
    // Measured: 1.14 and 117.5 ms on an H200.
    EXPECT_NEAR(plan_of(gpu(), 2048, 2048, 1, chain, "segments")->run_seconds, 1.14e-3, 0.3e-3);
    EXPECT_NEAR(plan_of(gpu(), 16'384, 16'384, 1, chain, "segments")->run_seconds, 0.1175, 0.02);
}

}  // namespace
}  // namespace vkalgo::dp
