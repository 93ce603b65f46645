// Tests recordings of mesh intersection: several in one command buffer, full buffers, wrong arguments and contents, and
// plans for devices with other limits.
#include "algorithms/mesh/mesh_intersection.hpp"
#include "algorithms/mesh/mesh_intersection_reference.hpp"
#include "algorithms/mesh/mesh_method.hpp"
#include "tests/mesh/meshes.hpp"
#include "tests/support/foreign_device.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/reported_limits.hpp"

#include <bit>
#include <limits>
#include <utility>

namespace vkalgo::test {
namespace {

/// A mesh on the device, and buffers for the result, between guards.
struct DeviceMesh {
    DeviceMesh(Runner& runner, const OwnedMesh& mesh, const MeshIntersectionPlan& plan)
        : positions(runner, mesh.positions),
          triangles(runner, mesh.triangles),
          pairs(runner, plan.pairs_bytes),
          counts(runner, 16),
          scratch(runner, plan.scratch_bytes),
          plan_(plan) {}

    MeshIntersectionArguments arguments() const {
        return {.positions = positions.view(),
                .triangles = triangles.view(),
                .pairs = pairs.view(),
                .counts = counts.view().slice(4, 12),
                .scratch = scratch.view(),
                .vertices = plan_.vertices,
                .triangles_count = plan_.triangles};
    }

    void expect(const std::vector<MeshPair>& right, const std::string& what) const {
        ASSERT_EQ(counts.values<std::uint32_t>(4)[3], right.size()) << what;
        const auto found = pairs.values<std::uint64_t>(right.size());
        for (std::size_t k = 0; k < right.size(); ++k) {
            EXPECT_EQ(found[k], std::uint64_t{right[k].first} << 32 | right[k].second) << what;
        }
        for (const GuardedBuffer* buffer : {&positions, &triangles, &pairs, &counts, &scratch}) {
            buffer->expect_intact(what.c_str());
        }
    }

    GuardedBuffer positions, triangles, pairs, counts, scratch;

private:
    MeshIntersectionPlan plan_;
};

MeshIntersectionPlan planned(const OwnedMesh& mesh, const MeshIntersectionOptions& options, Context& context) {
    return take(plan_mesh_intersection(
        {.options = options, .vertices = mesh.view().vertices(), .triangles = mesh.triangles.size() / 3},
        context.profile()));
}

class MeshIntersectionEmbedding : public DeviceTest {};

TEST_F(MeshIntersectionEmbedding, RunsTwiceInOneCommandBuffer) {
    const OwnedMesh one = scattered_mesh(700, 1), other = random_mesh(Family::grid, 20, 90, 2);
    for (const std::string_view method : mesh_method_names()) {
        const MeshIntersectionOptions options{.method = std::string(method)};
        const MeshIntersection search = take(MeshIntersection::create(context(), options));
        const DeviceMesh first(runner(), one, planned(one, options, context()));
        const DeviceMesh second(runner(), other, planned(other, options, context()));
        ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
            VKALGO_CHECK(search.record(recorder, first.arguments()));
            VKALGO_CHECK(search.record(recorder, second.arguments()));
            return search.record(recorder, first.arguments());
        }));
        first.expect(mesh_intersection_reference(one.view(), true), "first by " + std::string(method));
        second.expect(mesh_intersection_reference(other.view(), true), "second by " + std::string(method));
    }
}

/// The buffer holds fewer pairs than there are. All pairs are counted, and nothing is written outside the buffer.
TEST_F(MeshIntersectionEmbedding, CountsPairsThatTheBufferCannotHold) {
    const OwnedMesh mesh = random_mesh(Family::grid, 20, 90, 2);
    const auto right = mesh_intersection_reference(mesh.view(), true);
    const MeshIntersection search = take(MeshIntersection::create(context(), {}));
    const MeshIntersectionPlan plan = take(
        plan_mesh_intersection({.vertices = mesh.view().vertices(), .triangles = 90, .pairs = 7}, context().profile()));
    const DeviceMesh buffers(runner(), mesh, plan);
    MeshIntersectionArguments arguments = buffers.arguments();
    arguments.pairs_count = 7;
    ASSERT_OK(runner().run([&](Recorder& recorder) { return search.record(recorder, arguments); }));
    EXPECT_EQ(buffers.counts.values<std::uint32_t>(4)[3], right.size());
    buffers.pairs.expect_intact("pairs");
    buffers.scratch.expect_intact("scratch");
}

/// Every box meets every other box. So no traversal may be cut short, however many loop iterations it takes.
TEST_F(MeshIntersectionEmbedding, CountsEveryPairOfEqualBoxes) {
    constexpr std::uint64_t kTriangles = 40000;
    constexpr std::uint32_t kRows = 64;
    OwnedMesh mesh{{0, 0, 0, 1, 0.25F, 0.5F, 0.5F, 1, 0.75F}, {}, {}};
    for (std::uint64_t k = 0; k < kTriangles; ++k) {
        mesh.triangles.insert(mesh.triangles.end(), {0, 1, 2});
    }
    std::vector<MeshIntersectionOptions> cases = {{.method = "hierarchy", .walk = MeshWalk::together},
                                                  {.method = "hierarchy", .walk = MeshWalk::alone}};
    for (const std::string_view method : mesh_method_names()) {
        cases.push_back({.method = std::string(method)});
    }
    for (const MeshIntersectionOptions& options : cases) {
        const MeshIntersectionParams params{
            .options = options, .vertices = 3, .triangles = kTriangles, .candidates = 1000};
        const MeshIntersection search = take(MeshIntersection::create(context(), options));
        const DeviceMesh buffers(runner(), mesh, take(plan_mesh_intersection(params, context().profile())));
        MeshIntersectionArguments arguments = buffers.arguments();
        arguments.candidates = params.candidates;
        arguments.end = kRows;
        ASSERT_OK(runner().run([&](Recorder& recorder) { return search.record(recorder, arguments); }));
        EXPECT_EQ(buffers.counts.values<std::uint32_t>(4)[1], kRows * kTriangles - kRows * (kRows + 1) / 2)
            << options.method;
    }
}

TEST_F(MeshIntersectionEmbedding, RefusesArgumentsThatDoNotFit) {
    const OwnedMesh mesh = scattered_mesh(50, 1);
    const MeshIntersection search = take(MeshIntersection::create(context(), {}));
    const DeviceMesh buffers(runner(), mesh, planned(mesh, {}, context()));
    const auto refused = [&](const auto& change) {
        MeshIntersectionArguments arguments = buffers.arguments();
        change(arguments);
        EXPECT_ERROR(search.access(arguments), ErrorCode::invalid_argument);
    };
    EXPECT_OK(search.access(buffers.arguments()));
    refused([](auto& arguments) { arguments.positions = {}; });
    refused([](auto& arguments) { arguments.triangles = arguments.triangles.slice(0, 64); });
    refused([](auto& arguments) { arguments.scratch = arguments.scratch.slice(0, 256); });
    refused([](auto& arguments) { arguments.pairs = arguments.scratch; });
    refused([](auto& arguments) { arguments.split = 51; });
    refused([](auto& arguments) { arguments.end = 51; });
    refused([](auto& arguments) { arguments.first = 51; });
    refused([](auto& arguments) { arguments.position_error = -1; });
    refused([](auto& arguments) { arguments.position_error = std::numeric_limits<float>::infinity(); });
    EXPECT_ERROR(plan_mesh_intersection({.triangles = std::uint64_t{1} << 30}, context().profile()),
                 ErrorCode::too_large);
    // Positions of f32 take 12 bytes per vertex, exact ones 24.
    DeviceProfile small = context().profile();
    for (const auto& [bytes, type] : {std::pair{11u, ElementType::f32}, {12u, ElementType::f64}}) {
        small.max_storage_range = bytes * 10'000'000;
        const auto plan = plan_mesh_intersection(
            {.options = {.coordinates = type}, .vertices = 10'000'000, .triangles = 1000}, small);
        ASSERT_ERROR(plan, ErrorCode::too_large);
        EXPECT_EQ(plan.error().where, "vertices") << plan.error().message;
    }
    EXPECT_ERROR(plan_mesh_intersection({.options = {.coordinates = ElementType::u32}}, context().profile()),
                 ErrorCode::invalid_argument);
}

TEST(MeshIntersectionAlignment, IsThatOfTheSort) {
    const ForeignDevice foreign;
    const auto context = context_aligned_to_4_bytes(foreign);
    Runner runner = take(Runner::create(*context));
    const OwnedMesh mesh = scattered_mesh(50, 1);
    const MeshIntersection search = take(MeshIntersection::create(*context, {}));
    const DeviceMesh buffers(runner, mesh, planned(mesh, {}, *context));
    MeshIntersectionArguments arguments = buffers.arguments();
    EXPECT_OK(search.access(arguments));
    arguments.scratch.offset += 4;
    const auto refused = search.access(arguments);
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    // The message names an offset in the whole scratch, not in the part that the sort uses.
    EXPECT_NE(refused.error().message.find("byte " + std::to_string(arguments.scratch.offset) + ","), std::string::npos)
        << refused.error().message;
}

/// With coordinates that check_mesh refuses, the results are undefined. A vertex that does not exist counts as the last
/// vertex. In either case nothing outside the buffers is written.
TEST_F(MeshIntersectionEmbedding, WritesOnlyWithinItsBuffersWhateverTheyContain) {
    OwnedMesh mesh = random_mesh(Family::grid, 20, 90, 2);
    mesh.triangles[7] = ~0U;
    OwnedMesh doubled = mesh.doubled();
    SplitMix64 random(3);
    for (double& value : doubled.positions_f64) {
        const std::uint64_t high = random.next32();
        value = std::bit_cast<double>(high << 32 | random.next32());
    }
    const MeshIntersectionOptions options{.coordinates = ElementType::f64};
    const MeshIntersection search = take(MeshIntersection::create(context(), options));
    const DeviceMesh buffers(runner(), mesh, planned(mesh, options, context()));
    const GuardedBuffer exact(runner(), doubled.positions_f64);
    MeshIntersectionArguments arguments = buffers.arguments();
    arguments.exact_positions = exact.view();
    arguments.position_error = 1e-8F;
    ASSERT_OK(runner().run([&](Recorder& recorder) { return search.record(recorder, arguments); }));
    for (const GuardedBuffer* buffer :
         {&buffers.positions, &buffers.triangles, &buffers.pairs, &buffers.counts, &buffers.scratch, &exact}) {
        buffer->expect_intact("anything");
    }
}

/// A dispatch may have at most 256 workgroups, but there are 324 tiles, with one workgroup each.
TEST(MeshIntersectionProfiles, AreRightIfFewWorkgroupsCanBeDispatched) {
    ContextOptions options = aligned_options();
    options.narrow = [narrow = options.narrow](DeviceProfile& profile) {
        if (narrow) {
            narrow(profile);
        }
        profile.max_workgroup_count = {16, 16, 16};
    };
    ValidatedContext context(options);
    Runner runner = take(Runner::create(*context));
    const OwnedMesh mesh = scattered_mesh(9000, 6);
    const MeshIntersectionParams params{
        .options = {.method = "list"}, .vertices = 27000, .triangles = 9000, .candidates = 64000};
    const MeshIntersection search = take(MeshIntersection::create(*context, params.options));
    const MeshIntersectionPlan plan = take(plan_mesh_intersection(params, context->profile()));
    EXPECT_LT(plan.window_rows, params.triangles);
    const DeviceMesh buffers(runner, mesh, plan);
    MeshIntersectionArguments arguments = buffers.arguments();
    arguments.candidates = params.candidates;
    ASSERT_OK(runner.run([&](Recorder& recorder) { return search.record(recorder, arguments); }));
    buffers.expect(mesh_intersection_reference(mesh.view(), true), "few workgroups");
}

/// The tiles of all rows and columns exceed the largest dispatch of the device, or 2^31.
TEST(MeshIntersectionPlan, DividesTheRowsOfMethodListAmongDispatches) {
    DeviceProfile profile;
    profile.max_storage_range = profile.max_allocation = std::uint64_t{1} << 34;
    for (const std::uint32_t count : {65535U, 0x7fffffffU}) {
        profile.max_workgroup_count = {count, 65535, 65535};
        const MeshIntersectionParams params{
            .options = {.method = "list"}, .vertices = 3, .triangles = std::uint64_t{1} << 26};
        const MeshIntersectionPlan plan = take(plan_mesh_intersection(params, profile));
        EXPECT_LT(plan.window_rows, params.triangles);
        const std::uint64_t rows = plan.window_rows / (4 * std::uint64_t{plan.threads});
        EXPECT_GT(rows, 1U);
        EXPECT_LE(rows * (params.triangles / plan.threads), std::uint64_t{1} << 31);
    }
}

/// llvmpipe stops an invocation after 65,535 loop iterations, which is enough for coordinates of either type.
TEST(MeshIntersectionPlan, AllowsForDevicesThatStopLongLoops) {
    DeviceProfile profile;
    const MeshIntersectionParams floats{.vertices = 3, .triangles = 1};
    const MeshIntersectionParams doubles{.options = {.coordinates = ElementType::f64}, .vertices = 3, .triangles = 1};
    EXPECT_LT(take(plan_mesh_intersection(floats, profile)).loop_iterations, 65535U);
    EXPECT_LT(take(plan_mesh_intersection(doubles, profile)).loop_iterations, 65535U);
    profile.max_loop_iterations = 20000;
    EXPECT_OK(plan_mesh_intersection(floats, profile));
    const auto refused = plan_mesh_intersection(doubles, profile);
    ASSERT_ERROR(refused, ErrorCode::unsupported);
    EXPECT_EQ(refused.error().where, "coordinates");
}

/// With wide leaves and subgroups of 128 invocations, a traversal may take 23,881 loop iterations for the levels of the
/// hierarchy, and 21 for each column. Exact decisions take fewer.
TEST(MeshIntersectionPlan, RefusesMethodHierarchyIfTheDeviceStopsLoopsBeforeOneColumnEnds) {
    DeviceProfile profile;
    profile.type = DeviceType::software;
    profile.subgroup_size = 128;
    const MeshIntersectionParams params{.options = {.method = "hierarchy"}, .vertices = 3, .triangles = 100};
    for (const std::uint32_t few : {20'000U, 23'900U}) {
        profile.max_loop_iterations = few;
        const auto refused = plan_mesh_intersection(params, profile);
        ASSERT_ERROR(refused, ErrorCode::unsupported);
        EXPECT_EQ(refused.error().where, "method") << refused.error().message;
    }
    profile.max_loop_iterations = 23'902;
    EXPECT_EQ(take(plan_mesh_intersection(params, profile)).window_columns, 1U);
}

TEST(MeshIntersectionPlan, LetsSubgroupsTraverseTogetherOnlyIfTheyAreFull) {
    DeviceProfile profile;
    profile.type = DeviceType::discrete;
    profile.max_workgroup_invocations = profile.max_workgroup_size[0] = 256;
    profile.subgroup_size = 32;
    profile.subgroup_vote = profile.subgroup_ballot = profile.subgroup_arithmetic = true;
    EXPECT_EQ(mesh_team({}, profile), 1U);
    profile.subgroup_size_control = true;
    EXPECT_EQ(mesh_team({}, profile), 32U);
    profile.max_workgroup_subgroups = 4;
    EXPECT_EQ(mesh_team({}, profile), 1U) << "a workgroup has eight subgroups";
}

TEST(MeshIntersectionPlan, ChoosesMethodListIfTheDeviceStopsAHierarchysLoops) {
    DeviceProfile profile;
    profile.type = DeviceType::software;
    profile.subgroup_size = 128;
    const MeshIntersectionParams params{.vertices = 3, .triangles = 100'000};
    profile.max_loop_iterations = 23'901;
    EXPECT_EQ(take(plan_mesh_intersection(params, profile)).method_name(), "list");
    profile.max_loop_iterations = 23'902;
    EXPECT_EQ(take(plan_mesh_intersection(params, profile)).method_name(), "hierarchy");
}

}  // namespace
}  // namespace vkalgo::test
