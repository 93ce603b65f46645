// Every family runs on the tests' device while it plays each described device, and equals its reference.
#include "algorithms/dp/instance/random_instance.hpp"
#include "algorithms/dp/interpreter/interpreter.hpp"
#include "algorithms/dp/solve.hpp"
#include "algorithms/histogram/histogram_call.hpp"
#include "algorithms/histogram/histogram_reference.hpp"
#include "algorithms/matrix/elementwise_call.hpp"
#include "algorithms/mesh/mesh_intersection_call.hpp"
#include "algorithms/mesh/mesh_intersection_reference.hpp"
#include "algorithms/scan/scan_call.hpp"
#include "algorithms/sort/segmented_sort_call.hpp"
#include "algorithms/sort/sort_call.hpp"
#include "algorithms/sort/top_k_call.hpp"
#include "algorithms/sort/unique_call.hpp"
#include "algorithms/terrain/drainage_call.hpp"
#include "algorithms/volume/box_count_call.hpp"
#include "algorithms/volume/thinning_call.hpp"
#include "algorithms/volume/thinning_reference.hpp"
#include "tests/matrix/multiplying.hpp"
#include "tests/mesh/meshes.hpp"
#include "tests/profiles/described_devices.hpp"
#include "tests/profiles/planned.hpp"
#include "tests/scan/scanning.hpp"
#include "tests/sort/sorting.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/random.hpp"
#include "tests/terrain/terrains.hpp"
#include "tests/volume/boxes.hpp"
#include "tests/volume/topology.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

constexpr std::size_t kKeys = 3001;

void sort_keys(Runner& runner) {
    const SortOptions options{.type = ElementType::u32, .values = true};
    std::vector<std::byte> keys = some_bytes(options.type, kKeys, Spread::zipf);
    std::vector<std::uint32_t> values(kKeys);
    std::iota(values.begin(), values.end(), 7U);
    std::vector<std::byte> right_keys = keys;
    std::vector<std::uint32_t> right_values = values;
    take(sort_reference(right_keys, right_values, options));
    take(sort_in_place(runner, keys, values, {.sort = options}));
    EXPECT_EQ(keys, right_keys);
    EXPECT_EQ(values, right_values);
}

void find_first_keys(Runner& runner) {
    const TopKOptions options{.type = ElementType::f32, .indices = true};
    const std::vector<std::byte> keys = some_bytes(options.type, kKeys, Spread::uniform);
    const TopKFound right = take(top_k_reference(keys, {}, 50, options));
    const TopKResult found = take(top_k_of(runner, keys, {}, 50, {.top = options}));
    EXPECT_EQ(found.keys, right.keys);
    EXPECT_EQ(found.values, right.values);
}

void find_distinct_keys(Runner& runner) {
    const SortOptions options{.type = ElementType::u16};
    std::vector<std::byte> keys = some_bytes(options.type, kKeys, Spread::zipf);
    const UniqueResult found = take(unique_of(runner, keys, {.sort = options}));
    take(sort_reference(keys, {}, options));
    const UniqueFound right = take(unique_reference(keys, options));
    EXPECT_EQ(found.keys, right.keys);
    EXPECT_EQ(found.counts, right.counts);
}

void sort_segments(Runner& runner) {
    const SortOptions options{.type = ElementType::i32};
    const std::vector<std::uint32_t> offsets{0, 0, 1, 1000, 1003, kKeys};
    std::vector<std::byte> keys = some_bytes(options.type, kKeys, Spread::few);
    std::vector<std::byte> right = keys;
    take(segmented_sort_reference(right, {}, offsets, options));
    take(segmented_sort_in_place(runner, keys, {}, offsets, {.sort = options}));
    EXPECT_EQ(keys, right);
}

void scan_elements(Runner& runner) {
    const ScanOptions options{.type = ElementType::u64};
    const ScanInput input = make_scan_input(options, kKeys, 1);
    const auto given = std::as_bytes(std::span(input.values));
    const ScanOutput right = take(scan_reference(given, {}, options));
    std::vector<std::byte> elements(given.begin(), given.end());
    const ScanBytes scanned = take(scan_in_place(runner, elements, {.scan = options}));
    EXPECT_EQ(elements, right.results);
    EXPECT_EQ(scanned.total, right.total);
}

void count_values(Runner& runner) {
    for (const std::uint32_t bins : {256U, 65536U}) {
        const HistogramOptions options{.type = ElementType::u16, .bins = bins};
        const std::vector<std::uint32_t> words = random_words(20'001, bins);
        const auto values = std::as_bytes(std::span(words));
        const HistogramCounts right = take(histogram_reference(values, options));
        const HistogramResult counted = take(histogram(runner, values, {.histogram = options}));
        EXPECT_EQ(counted.counts, right.counts) << bins;
        EXPECT_EQ(counted.outside, right.outside) << bins;
    }
}

void multiply_matrices_of_each_type(Runner& runner) {
    for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::u32}) {
        multiply_and_compare(runner, {.options = {.type = type}, .rows = 70, .columns = 45, .inner = 130});
    }
}

void add_elements(Runner& runner) {
    const ElementwiseOptions options{.type = ElementType::i8, .op = ElementwiseOperator::add};
    std::vector<std::byte> a = some_bytes(options.type, kKeys, Spread::uniform, 1);
    const std::vector<std::byte> b = some_bytes(options.type, kKeys, Spread::uniform, 2);
    const std::vector<std::byte> right = elementwise_reference(options, a, b);
    take(operate_in_place(runner, a, b, options));
    EXPECT_EQ(a, right);
}

void intersect_triangles(Runner& runner) {
    const OwnedMesh mesh = random_mesh(Family::grid, 60, 150, 5);
    const auto right = mesh_intersection_reference(mesh.view(), true);
    const MeshIntersectionResult found = take(intersect_mesh(runner, mesh.view(), {}));
    EXPECT_TRUE(found.pairs == right) << found.count << " pairs instead of " << right.size();
}

void drain_terrain(Runner& runner) {
    const Terrain terrain = make_terrain(61, 47, Relief::steps, 3, 40);
    const Drainage drainage = take(drain(runner, terrain.grid, terrain.heights));
    const std::vector<float> filled = fill_reference(terrain.heights, terrain.grid);
    EXPECT_EQ(drainage.codes, directions_reference(filled, terrain.grid, true));
    EXPECT_EQ(drainage.sums, take(accumulation_reference(drainage.codes, terrain.grid, false)));
}

void thin_volume(Runner& runner) {
    const Solid solid = random_solid({45, 31, 27}, 3, 80, 7);
    const ThinningResult thinned = take(thin(runner, solid.shape, solid.bits(), {}));
    EXPECT_TRUE(thinned.skeleton == take(thinning_reference(solid.shape, solid.bits(), {})).skeleton);
}

void count_volume_boxes(Runner& runner) {
    const VolumeShape shape{70, 33, 20};
    const std::vector<std::uint8_t> inside = random_inside(shape, 5, 300);
    const BoxCounts counted = take(count_boxes(runner, shape, ElementType::u8, std::as_bytes(std::span(inside))));
    std::vector<std::uint64_t> counts;
    for (const BoxSize& size : counted.sizes) {
        counts.push_back(size.count);
    }
    EXPECT_EQ(counts, pyramid_counts(shape, inside));
}

struct FamilyRun {
    const char* name;
    void (*run)(Runner& runner);
};
constexpr FamilyRun kFamilyRuns[] = {
    {"sort", sort_keys},
    {"first keys", find_first_keys},
    {"distinct keys", find_distinct_keys},
    {"segmented sort", sort_segments},
    {"scan", scan_elements},
    {"histogram", count_values},
    {"product", multiply_matrices_of_each_type},
    {"sum", add_elements},
    {"mesh intersection", intersect_triangles},
    {"drainage", drain_terrain},
    {"thinning", thin_volume},
    {"box count", count_volume_boxes},
};

/// Makes the tests' device play each described device, and calls `use(runner, index)` with the index of the device.
template <class Use>
void on_each_device(const Use& use) {
    const std::vector<DescribedDevice> devices = described_devices();
    for (std::size_t k = 0; k < devices.size(); ++k) {
        SCOPED_TRACE(devices[k].file);
        ContextOptions options = test_options();
        options.narrow = narrow_to(devices[k].profile);
        ValidatedContext context(options);
        Runner runner = take(Runner::create(*context));
        use(runner, k);
    }
}

TEST(RunsOnDevices, EqualTheReferenceOfEachFamily) {
    on_each_device([](Runner& runner, std::size_t /*device*/) {
        for (const FamilyRun& family : kFamilyRuns) {
            SCOPED_TRACE(family.name);
            family.run(runner);
        }
    });
}

/// Solves a small instance, and expects the answer of the interpreter, or an error that names a feature that the device
/// lacks.
void solve_problem(Runner& runner, const dp::CompiledRecurrence& built_in) {
    const dp::RecurrenceHeader& header = built_in.header;
    SCOPED_TRACE(header.problem);
    dp::Instance instance = take(dp::random_instance(header, {12, 9, 4, {}}));
    const auto solution = dp::solve(runner, take(dp::Recurrence::builtin(header.problem)), instance);
    if (!solution && solution.error().code == ErrorCode::unsupported) {
        EXPECT_TRUE(names_a_feature(solution.error().message)) << solution.error().message;
        const DeviceProfile& profile = runner.context().profile();
        EXPECT_FALSE(profile.int64 && profile.float64);
        return;
    }
    ASSERT_OK(solution);
    const dp::Interpreter interpreter = take(dp::Interpreter::create(built_in));
    const dp::Shape shape = take(dp::check_instance(header, instance, header.stage));
    dp::Interpretation interpretation = take(interpreter.start(instance, shape, header.stage));
    take(interpretation.fill());
    EXPECT_EQ(solution->status, interpretation.status());
    const std::optional<dp::Number> right = interpretation.answer();
    ASSERT_EQ(solution->answer.has_value(), right.has_value());
    if (!right) {
        return;
    }
    if (const auto* number = std::get_if<double>(&*right)) {
        EXPECT_NEAR(std::get<double>(*solution->answer), *number, 1e-5 * (1 + std::abs(*number)));
    } else {
        EXPECT_TRUE(*solution->answer == *right);
    }
}

/// Each device solves its share of the problems; with VKALGO_DEEP=1, all of them.
TEST(RunsOnDevices, SolveBuiltInProblems) {
    const auto problems = dp::builtin_recurrences();
    const std::size_t devices = described_devices().size();
    on_each_device([&](Runner& runner, std::size_t device) {
        for (std::size_t k = 0; k < problems.size(); ++k) {
            if (deep() || k % devices == device) {
                solve_problem(runner, *problems[k]);
            }
        }
    });
}

}  // namespace
}  // namespace vkalgo::test
