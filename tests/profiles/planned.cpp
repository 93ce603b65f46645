#include "tests/profiles/planned.hpp"

#include "algorithms/dp/instance/random_instance.hpp"
#include "algorithms/dp/recurrence/compiled.hpp"
#include "algorithms/dp/solve.hpp"
#include "algorithms/histogram/histogram_method.hpp"
#include "algorithms/histogram/histogram_plan.hpp"
#include "algorithms/matrix/elementwise_call.hpp"
#include "algorithms/matrix/matrix_multiply_plan.hpp"
#include "algorithms/matrix/matrix_tuning.hpp"
#include "algorithms/mesh/mesh_intersection_plan.hpp"
#include "algorithms/scan/scan_plan.hpp"
#include "algorithms/scan/scan_tuning.hpp"
#include "algorithms/sort/segmented_sort.hpp"
#include "algorithms/sort/sort_tuning.hpp"
#include "algorithms/sort/top_k.hpp"
#include "algorithms/sort/unique.hpp"
#include "algorithms/terrain/drainage_call.hpp"
#include "algorithms/volume/box_count_call.hpp"
#include "algorithms/volume/thinning_plan.hpp"

#include <algorithm>

namespace vkalgo::test {
namespace {

/// Collects the numbers of a plan with the limits of a device.
class PlanLimits {
public:
    PlanLimits(const DeviceProfile& profile, std::string_view method) : profile_(profile) { planned_.method = method; }

    void threads(std::uint64_t count) {
        add("invocations of a workgroup", count,
            std::min(profile_.max_workgroup_invocations, profile_.max_workgroup_size[0]));
    }
    void shared(std::uint64_t bytes) { add("bytes of shared memory", bytes, profile_.shared_memory); }
    void binding(std::uint64_t bytes) { add("bytes of a binding", bytes, profile_.max_storage_range); }
    void buffer(std::uint64_t bytes) { add("bytes of a buffer", bytes, profile_.largest_buffer()); }
    void memory(std::uint64_t bytes) { add("bytes of memory", bytes, profile_.device_memory); }
    /// Workgroups of a dispatch, which the recorder may fold into two dimensions.
    void groups(std::uint64_t count) {
        add("workgroups", count, std::uint64_t{profile_.max_workgroup_count[0]} * profile_.max_workgroup_count[1]);
    }
    void loops(std::uint64_t iterations) {
        if (profile_.max_loop_iterations != 0) {
            add("loop iterations", iterations, profile_.max_loop_iterations);
        }
    }
    void add(const char* what, std::uint64_t value, std::uint64_t limit) {
        planned_.numbers.push_back({what, value, limit});
    }
    Planned take() { return std::move(planned_); }

private:
    const DeviceProfile& profile_;
    Planned planned_;
};

/// Returns the number for a size.
template <class T>
T of_size(WorkSize size, T small, T middle, T large) {
    return size == WorkSize::small ? small : size == WorkSize::middle ? middle : large;
}
std::uint64_t items(WorkSize size) {
    return of_size<std::uint64_t>(size, 1000, 1'000'000, 100'000'000);
}

/// Adds the numbers of a sort.
void add_sort(PlanLimits& limits, const SortPlan& plan) {
    const std::string_view method = plan.method_name();
    const SortTuning& tuning = *plan.tuning;
    limits.threads(method == "onesweep"   ? std::max(tuning.sweep.threads, tuning.few_sweep.threads)
                   : method == "radix"    ? tuning.radix_threads
                   : method == "counting" ? tuning.counting_threads
                                          : tuning.threads);
    limits.binding(plan.part * size_of(plan.options.type));
    limits.buffer(plan.scratch_bytes);
    limits.groups(plan.tiles);
    limits.loops(plan.loop_iterations);
}

PlannedFamily sort_of(std::string name, const SortOptions& options) {
    return {std::move(name), [options](const DeviceProfile& profile, WorkSize size) -> Result<Planned> {
                VKALGO_TRY(const SortPlan plan, plan_sort({options, items(size)}, profile));
                PlanLimits limits(profile, plan.method_name());
                add_sort(limits, plan);
                return limits.take();
            }};
}

Result<Planned> plan_top(const DeviceProfile& profile, WorkSize size) {
    VKALGO_TRY(const TopKPlan plan, plan_top_k({{.indices = true}, items(size), 100}, profile));
    PlanLimits limits(profile, plan.sort.method_name());
    add_sort(limits, plan.sort);
    limits.binding(plan.keys_bytes);
    limits.buffer(plan.scratch_bytes);
    limits.groups(plan.tiles);
    limits.loops(plan.loop_iterations);
    return limits.take();
}

Result<Planned> plan_distinct(const DeviceProfile& profile, WorkSize size) {
    VKALGO_TRY(const UniquePlan plan, plan_unique({{}, items(size)}, profile));
    PlanLimits limits(profile, "-");
    limits.binding(plan.keys_bytes);
    limits.binding(plan.distinct_bytes);
    limits.buffer(plan.scratch_bytes);
    limits.groups(plan.tiles);
    limits.loops(plan.loop_iterations);
    return limits.take();
}

Result<Planned> plan_segments(const DeviceProfile& profile, WorkSize size) {
    VKALGO_TRY(const SegmentedSortPlan plan, plan_segmented_sort({{}, items(size), 50}, profile));
    PlanLimits limits(profile, plan.by_key.method_name());
    add_sort(limits, plan.by_key);
    add_sort(limits, plan.by_segment);
    limits.binding(plan.keys_bytes);
    limits.buffer(plan.scratch_bytes);
    limits.loops(plan.loop_iterations);
    return limits.take();
}

PlannedFamily scan_of(std::string name, ElementType type) {
    return {std::move(name), [type](const DeviceProfile& profile, WorkSize size) -> Result<Planned> {
                VKALGO_TRY(const ScanPlan plan, plan_scan({{.type = type}, items(size)}, profile));
                PlanLimits limits(profile, plan.method_name());
                limits.threads(plan.tuning->threads);
                if (!plan.tuning->shared_lanes) {
                    limits.add("lanes of a subgroup", plan.tuning->lanes, profile.max_subgroup_size);
                }
                limits.binding(plan.window_tiles * plan.tile_elements * size_of(type));
                limits.buffer(plan.scratch_bytes);
                limits.groups(plan.window_chunks != 0 ? plan.window_chunks : plan.window_tiles);
                limits.loops(plan.loop_iterations);
                return limits.take();
            }};
}

PlannedFamily histogram_of(std::string name, ElementType type, std::uint32_t bins) {
    return {std::move(name), [type, bins](const DeviceProfile& profile, WorkSize size) -> Result<Planned> {
                const HistogramOptions options{.type = type, .bins = bins};
                VKALGO_TRY(const HistogramPlan plan, plan_histogram({options, items(size)}, profile));
                PlanLimits limits(profile, plan.method->name);
                limits.threads(plan.threads);
                limits.shared(std::uint64_t{4} * plan.shared_words);
                limits.binding(plan.window_values * size_of(type));
                limits.binding(plan.counts_bytes);
                limits.buffer(plan.scratch_bytes);
                limits.groups(std::uint64_t{plan.chunks} * plan.ranges);
                limits.loops(plan.loop_iterations);
                return limits.take();
            }};
}

PlannedFamily product_of(std::string name, ElementType type) {
    return {std::move(name), [type](const DeviceProfile& profile, WorkSize size) -> Result<Planned> {
                const auto side = of_size<std::uint64_t>(size, 64, 1000, 8000);
                const MatrixMultiplyParams params{
                    .options = {.type = type}, .rows = side, .columns = side, .inner = side};
                VKALGO_TRY(const MatrixMultiplyPlan plan, plan_matrix_multiply(params, profile));
                PlanLimits limits(profile, plan.method_name());
                if (plan.method_name() == "blocks") {
                    limits.threads(plan.tuning->threads());
                    limits.shared(plan.tuning->shared_bytes(size_of(type)));
                }
                limits.buffer(plan.scratch_bytes);
                limits.loops(plan.loop_iterations);
                return limits.take();
            }};
}

Result<Planned> plan_sum(const DeviceProfile& profile, WorkSize size) {
    VKALGO_TRY(const ElementwiseCallPlan plan, plan_elementwise_call({}, items(size), {}, profile));
    PlanLimits limits(profile, "-");
    limits.buffer(plan.buffer_bytes);
    limits.memory(plan.device_bytes());
    return limits.take();
}

Result<Planned> plan_mesh(const DeviceProfile& profile, WorkSize size) {
    const auto triangles = of_size<std::uint64_t>(size, 100, 100'000, 5'000'000);
    VKALGO_TRY(const MeshIntersectionPlan plan,
               plan_mesh_intersection({.vertices = triangles / 2, .triangles = triangles}, profile));
    PlanLimits limits(profile, plan.method_name());
    limits.threads(plan.threads);
    limits.binding(plan.positions_bytes);
    limits.binding(plan.triangles_bytes);
    limits.binding(plan.pairs_bytes);
    limits.buffer(plan.scratch_bytes);
    limits.loops(plan.loop_iterations);
    return limits.take();
}

Result<Planned> plan_terrain(const DeviceProfile& profile, WorkSize size) {
    const auto side = of_size<std::uint32_t>(size, 30, 1000, 10'000);
    VKALGO_TRY(const DrainagePlan plan, plan_drainage({.width = side, .height = side}, {}, profile));
    PlanLimits limits(profile, plan.accumulation.method_name());
    limits.threads(plan.accumulation.threads);
    limits.binding(plan.accumulation.codes_bytes);
    limits.binding(plan.accumulation.sums_bytes);
    limits.memory(plan.device_bytes());
    limits.loops(plan.accumulation.loop_iterations);
    return limits.take();
}

VolumeShape volume(WorkSize size) {
    const auto side = of_size<std::uint32_t>(size, 20, 200, 800);
    return {side, side, side};
}

Result<Planned> plan_skeleton(const DeviceProfile& profile, WorkSize size) {
    VKALGO_TRY(const ThinningPlan plan, plan_thinning(volume(size), {}, profile));
    PlanLimits limits(profile, plan.method_name());
    limits.binding(plan.bytes);
    limits.buffer(plan.scratch_bytes);
    limits.groups(plan.bricks);
    return limits.take();
}

Result<Planned> plan_boxes(const DeviceProfile& profile, WorkSize size) {
    VKALGO_TRY(const BoxCountCallPlan plan, plan_box_count_call(volume(size), ElementType::u8, {}, profile));
    PlanLimits limits(profile, plan.method);
    for (const BoxCountStage& stage : plan.powers.stages) {
        limits.add("invocations of a workgroup", std::uint64_t{stage.across} * stage.down * stage.deep,
                   profile.max_workgroup_invocations);
        limits.add("invocations along z", stage.deep, profile.max_workgroup_size[2]);
        limits.groups(stage.groups());
    }
    limits.memory(plan.device_bytes);
    return limits.take();
}

PlannedFamily problem_of(const dp::RecurrenceHeader& header) {
    const auto plan_problem = [&header](const DeviceProfile& profile, WorkSize size) -> Result<Planned> {
        const auto n = of_size<std::int64_t>(size, 16, 257, 20'000);
        VKALGO_TRY(const dp::Instance outline, dp::outline_instance(header, {n, n / 2, 9, {}}));
        VKALGO_TRY(const dp::SolvePlan plan, dp::plan_solve(header, outline, {}, profile));
        PlanLimits limits(profile, plan.batch_method.empty() ? plan.run->method->name : plan.batch_method);
        limits.buffer(plan.run->scratch_bytes);
        limits.memory(plan.device_bytes);
        return limits.take();
    };
    // Tables of three and four indices soon exceed a device's memory.
    return {header.problem, plan_problem, WorkSize::small};
}

}  // namespace

std::vector<PlannedFamily> array_families() {
    return {
        sort_of("sort of u32", {.type = ElementType::u32}),
        sort_of("sort of u64 with values", {.type = ElementType::u64, .values = true}),
        sort_of("sort of u8", {.type = ElementType::u8}),
        {"first 100 keys", plan_top},
        {"distinct keys", plan_distinct},
        {"segmented sort", plan_segments},
        scan_of("scan of u32", ElementType::u32),
        scan_of("scan of u64", ElementType::u64),
        histogram_of("histogram of u8, 256 bins", ElementType::u8, 256),
        histogram_of("histogram of u16, 65,536 bins", ElementType::u16, 65536),
        product_of("product of f32", ElementType::f32),
        product_of("product of f16", ElementType::f16),
        product_of("product of f64", ElementType::f64),
        {"sum of f32", plan_sum},
        {"mesh intersection", plan_mesh},
        {"drainage", plan_terrain},
        {"thinning", plan_skeleton},
        {"box count", plan_boxes},
    };
}

std::vector<PlannedFamily> problem_families() {
    std::vector<PlannedFamily> families;
    for (const dp::CompiledRecurrence* recurrence : dp::builtin_recurrences()) {
        families.push_back(problem_of(recurrence->header));
    }
    std::sort(families.begin(), families.end(),
              [](const PlannedFamily& a, const PlannedFamily& b) { return a.name < b.name; });
    return families;
}

bool names_a_feature(std::string_view message) {
    constexpr std::string_view kFeatures[] = {"u64",      "i64",    "f64",           "64-bit", "16-bit",      "8-bit",
                                              "subgroup", "atomic", "shared memory", "loop",   "memory model"};
    return std::any_of(std::begin(kFeatures), std::end(kFeatures),
                       [&](std::string_view feature) { return message.find(feature) != std::string_view::npos; });
}

}  // namespace vkalgo::test
