// Compares the intersecting pairs of triangles that each method finds with those by fractions and by the reference.
#include "algorithms/mesh/mesh_intersection_call.hpp"
#include "algorithms/mesh/mesh_intersection_reference.hpp"
#include "tests/mesh/fractions.hpp"
#include "tests/mesh/meshes.hpp"
#include "tests/support/device_fixture.hpp"

#include <limits>
#include <ostream>

namespace vkalgo {

/// Prints pairs in messages of tests.
static void PrintTo(const MeshPair& pair, std::ostream* out) {
    *out << pair.first << "-" << pair.second;
}

}  // namespace vkalgo

namespace vkalgo::test {
namespace {

class MeshIntersections : public DeviceTest {
protected:
    static MeshIntersectionResult found(Runner& runner, const OwnedMesh& mesh,
                                        const MeshIntersectionCallOptions& options = {}) {
        return take(intersect_mesh(runner, mesh.view(), options));
    }
    static void expect(Runner& runner, const OwnedMesh& mesh, const std::vector<MeshPair>& right, bool touching,
                       const std::string& what) {
        for (const std::string_view method : mesh_method_names()) {
            const auto result = found(runner, mesh, {.touching = touching, .method = std::string(method)});
            EXPECT_EQ(result.pairs, right) << what << " by " << method << (touching ? "" : ", interiors");
            EXPECT_EQ(result.count, right.size()) << what << " by " << method;
        }
    }
    static std::string named(Family family, std::uint64_t seed) {
        return "family " + std::to_string(static_cast<int>(family)) + " seed " + std::to_string(seed);
    }
};

TEST_F(MeshIntersections, EqualFractionsInEveryFamily) {
    for (const Family family : kFamilies) {
        for (const std::uint64_t seed : {1U, 2U}) {
            const OwnedMesh mesh =
                random_mesh(family, 8 + 12 * seed, 40, 1000 * static_cast<std::uint64_t>(family) + seed);
            for (const bool touching : {true, false}) {
                expect(runner(), mesh, pairs_by_fractions(mesh.view(), touching), touching, named(family, seed));
            }
        }
    }
}

/// Tests doubles that floats represent exactly, doubles so far from 0 that floats cannot distinguish them, and doubles
/// that floats round.
TEST_F(MeshIntersections, EqualFractionsInDoublePrecision) {
    for (const Family family : kFamilies) {
        if (family == Family::subnormal) {
            continue;
        }
        const OwnedMesh mesh = random_mesh(family, 24, 40, 7000 + static_cast<std::uint64_t>(family));
        const OwnedMesh doubled[] = {mesh.doubled(), mesh.doubled(12345678.25), mesh.doubled(0, 0.1)};
        for (const OwnedMesh& each : doubled) {
            for (const bool touching : {true, false}) {
                const auto right = pairs_by_fractions(each.view(), touching);
                const auto result = found(runner(), each, {.touching = touching});
                EXPECT_EQ(result.pairs, right) << named(family, 0);
            }
        }
    }
}

/// The magnitudes of the coordinates differ as much as is allowed, near both ends of the range. So exact integers use
/// all their words. Few positions per axis make many triangles coplanar or without area.
TEST_F(MeshIntersections, EqualFractionsOfNumbersFarApart) {
    SplitMix64 random(9);
    std::size_t undecided = 0;
    for (const int middle : {820, -870}) {
        for (const std::uint32_t positions_per_axis : {2U, 3U, 1000U}) {
            std::vector<double> values = {std::ldexp(1.0, middle - 199), std::ldexp(1.0, middle + 199)};
            while (values.size() < positions_per_axis) {
                const double sign = random.below(2) == 0 ? -1 : 1;
                values.push_back(
                    std::ldexp(sign * (1 + real(random)) / 2, middle - 198 + static_cast<int>(random.below(398))));
            }
            OwnedMesh mesh = random_mesh(Family::cloud, 24, 40, positions_per_axis);
            mesh.positions.clear();
            for (std::size_t at = 0; at < 72; ++at) {
                mesh.positions_f64.push_back(values[random.below(positions_per_axis)] *
                                             (random.below(4) == 0 ? -1 : 1));
            }
            for (const bool touching : {true, false}) {
                const auto right = pairs_by_fractions(mesh.view(), touching);
                const auto result = found(runner(), mesh, {.touching = touching});
                EXPECT_EQ(result.pairs, right) << middle << " " << positions_per_axis;
                EXPECT_EQ(mesh_intersection_reference(mesh.view(), touching), right)
                    << middle << " " << positions_per_axis;
                undecided += result.undecided;
            }
        }
    }
    EXPECT_GT(undecided, 1000U);
}

TEST_F(MeshIntersections, EqualTheReferenceAtEverySize) {
    for (const std::size_t triangles : {0U, 1U, 2U, 3U, 31U, 33U, 255U, 256U, 257U, 1023U, 1025U, 3001U}) {
        const OwnedMesh mesh = scattered_mesh(triangles, triangles);
        expect(runner(), mesh, mesh_intersection_reference(mesh.view(), true), true,
               std::to_string(triangles) + " triangles");
    }
}

/// Tests triangles that are equal, rotated or flipped, and triangles with equal positions whose vertices have different
/// numbers.
TEST_F(MeshIntersections, ReportRepeatedTriangles) {
    const OwnedMesh mesh{
        {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0}, {}, {0, 1, 2, 1, 2, 0, 2, 1, 0, 3, 4, 5, 0, 0, 1}};
    const std::vector<MeshPair> right = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {4, 4}};
    expect(runner(), mesh, right, true, "twice");
}

TEST_F(MeshIntersections, FindPairsBetweenTwoMeshes) {
    for (const Family family : {Family::cloud, Family::grid, Family::far}) {
        const OwnedMesh a = random_mesh(family, 20, 40, 31), b = random_mesh(family, 25, 50, 32);
        for (const bool touching : {true, false}) {
            const auto right = mesh_intersection_reference(a.view(), b.view(), touching);
            ASSERT_FALSE(right.empty());
            for (const std::string_view method : mesh_method_names()) {
                const MeshIntersectionCallOptions options{.touching = touching, .method = std::string(method)};
                EXPECT_EQ(take(intersect_meshes(runner(), a.view(), b.view(), options)).pairs, right) << method;
                const auto mixed = intersect_meshes(runner(), a.doubled().view(), b.view(), options);
                EXPECT_EQ(take(mixed).pairs, right) << method;
                const auto other = intersect_meshes(runner(), a.view(), b.doubled().view(), options);
                EXPECT_EQ(take(other).pairs, right) << method;
            }
        }
    }
}

/// Tests meshes without triangles, without vertices, and with one position for all vertices; and a request for one
/// pair.
TEST_F(MeshIntersections, AreRightForEmptyAndTinyMeshes) {
    const OwnedMesh some = random_mesh(Family::cloud, 20, 40, 31), none;
    const OwnedMesh vertices{{1, 2, 3, 4, 5, 6}, {}, {}};
    const OwnedMesh point{std::vector<float>(27, 0.5F), {}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 1, 1, 1}};
    const std::vector<MeshPair> selves = {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}};
    const MeshRegion nowhere{{5, 5, 5}, {6, 6, 6}};
    const auto first = mesh_intersection_reference(some.view(), true).front();
    for (const std::string_view name : mesh_method_names()) {
        const std::string method(name);
        for (const OwnedMesh* empty : {&none, &vertices}) {
            EXPECT_EQ(found(runner(), *empty, {.method = method}).count, 0U) << method;
            EXPECT_EQ(take(intersect_meshes(runner(), some.view(), empty->view(), {.method = method})).count, 0U);
            EXPECT_EQ(take(intersect_meshes(runner(), empty->view(), some.view(), {.method = method})).count, 0U);
            EXPECT_EQ(take(intersect_meshes(runner(), empty->view(), none.view(), {.method = method})).count, 0U);
        }
        EXPECT_EQ(found(runner(), some, {.method = method, .region = nowhere}).count, 0U) << method;
        for (const OwnedMesh& mesh : {point, point.doubled(), point.doubled(-0.5)}) {
            EXPECT_EQ(found(runner(), mesh, {.method = method}).pairs, selves) << method;
            EXPECT_EQ(found(runner(), mesh, {.touching = false, .method = method}).count, 0U) << method;
            EXPECT_EQ(take(intersect_meshes(runner(), mesh.view(), point.view(), {.method = method})).count, 0U);
        }
        const auto one = found(runner(), some, {.method = method, .max_pairs = 1});
        EXPECT_EQ(one.pairs, std::vector<MeshPair>{first}) << method;
        EXPECT_GT(one.count, 1U);
    }
}

TEST_F(MeshIntersections, SearchOnlyTheRegion) {
    const OwnedMesh mesh = random_mesh(Family::cloud, 60, 120, 77);
    const MeshRegion region{{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}};
    const auto touches = [&](std::uint32_t triangle) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            double low = 2, high = -1;
            for (std::size_t k = 0; k < 3; ++k) {
                const double value = mesh.view().coordinate(mesh.triangles[3 * triangle + k], axis);
                low = std::min(low, value);
                high = std::max(high, value);
            }
            if (low > region.high.at(axis) || high < region.low.at(axis)) {
                return false;
            }
        }
        return true;
    };
    const std::vector<MeshPair> all = mesh_intersection_reference(mesh.view(), true);
    std::vector<MeshPair> right;
    std::copy_if(all.begin(), all.end(), std::back_inserter(right),
                 [&](const MeshPair& pair) { return touches(pair.first) && touches(pair.second); });
    ASSERT_NE(right.size(), all.size());
    EXPECT_EQ(found(runner(), mesh, {.region = region}).pairs, right);
    const MeshRegion nowhere{{5, 5, 5}, {6, 6, 6}};
    EXPECT_EQ(found(runner(), mesh, {.region = nowhere}).count, 0U);
}

TEST_F(MeshIntersections, CountPairsBeyondTheRequestedNumber) {
    const OwnedMesh mesh = random_mesh(Family::grid, 12, 200, 3);
    const auto right = mesh_intersection_reference(mesh.view(), true);
    ASSERT_GT(right.size(), 4200U);  // More than the first buffer holds
    const auto result = found(runner(), mesh, {.max_pairs = 10});
    EXPECT_EQ(result.count, right.size());
    EXPECT_EQ(result.pairs, std::vector<MeshPair>(right.begin(), right.begin() + 10));
}

/// Most of the 124,750 pairs of boxes meet, while the usual list of candidates holds 10,096.
TEST_F(MeshIntersections, RunAgainWithLongerListsIfTheFirstAreFull) {
    const OwnedMesh mesh = random_mesh(Family::cloud, 40, 500, 8);
    const auto right = mesh_intersection_reference(mesh.view(), true);
    for (const std::string_view method : mesh_method_names()) {
        const auto all = found(runner(), mesh, {.method = std::string(method), .call = {.repeat = 2}});
        EXPECT_EQ(all.parts, 1U);
        EXPECT_EQ(all.pairs, right) << method;
        EXPECT_GT(all.candidates, default_mesh_candidates(500)) << method;
        EXPECT_GT(all.count, default_mesh_pairs(500)) << method;
        EXPECT_GE(all.plan.candidates, all.candidates * 6 / 5) << method;
        EXPECT_GE(all.plan.pairs, all.count * 6 / 5) << method;
    }
}

/// The memory limit allows only shorter lists. The number of parts is at most 3 more than one and a half times the
/// number that these lists require.
TEST_F(MeshIntersections, RunPartByPartIfMemoryIsShort) {
    const OwnedMesh mesh = random_mesh(Family::cloud, 40, 500, 8);
    const auto right = mesh_intersection_reference(mesh.view(), true);
    const std::uint64_t whole = found(runner(), mesh).report.device_bytes;
    for (const std::string_view method : mesh_method_names()) {
        std::uint64_t parts = 1;
        for (const std::uint64_t limit : {whole / 2, whole / 8}) {
            const MeshIntersectionCallOptions less{.method = std::string(method), .call = {.memory_limit = limit}};
            const auto result = found(runner(), mesh, less);
            EXPECT_EQ(result.pairs, right) << method;
            EXPECT_EQ(result.count, right.size());
            EXPECT_LE(result.report.device_bytes, limit);
            EXPECT_GT(result.report.device_bytes, limit * 3 / 4) << method;
            EXPECT_GT(result.parts, parts) << method;
            const std::uint64_t needed =
                std::max(std::max(result.candidates, result.undecided) / result.plan.candidates,
                         result.count / result.plan.pairs);
            EXPECT_LE(result.parts, 3 + needed * 3 / 2) << method;
            parts = result.parts;
        }
    }
    EXPECT_ERROR(intersect_mesh(runner(), mesh.view(), {.call = {.memory_limit = 10000}}), ErrorCode::too_large);
}

/// Other objects use a part of the memory limit. Longer lists are tried, and then the shorter ones are created again.
TEST(MeshIntersectionMemory, MayBeUsedByOtherObjects) {
    const OwnedMesh mesh = random_mesh(Family::cloud, 40, 500, 8);
    ContextOptions options = aligned_options();
    options.memory_limit = 8 << 20;
    ValidatedContext context(options);
    Runner runner = take(Runner::create(*context));
    const auto whole = take(intersect_mesh(runner, mesh.view(), {}));
    EXPECT_EQ(whole.parts, 1U);
    const Buffer other = take(Buffer::create(*context, {.size = 6 << 20, .name = "another's"}));
    const auto result = take(intersect_mesh(runner, mesh.view(), {}));
    EXPECT_GT(result.parts, 1U);
    EXPECT_EQ(result.pairs, whole.pairs);
}

TEST_F(MeshIntersections, RefuseInvalidMeshes) {
    const OwnedMesh mesh = random_mesh(Family::cloud, 4, 2, 1);
    const auto refused = [&](OwnedMesh changed, const MeshIntersectionCallOptions& options = {}) {
        EXPECT_ERROR(intersect_mesh(runner(), changed.view(), options), ErrorCode::invalid_argument);
    };
    OwnedMesh changed = mesh;
    changed.triangles[4] = 4;
    refused(changed);
    changed = mesh;
    changed.triangles.pop_back();
    refused(changed);
    changed = mesh;
    changed.positions.pop_back();
    refused(changed);
    for (const float value : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
        changed = mesh;
        changed.positions[5] = value;
        refused(changed);
    }
    for (const double value : {1e-121, 1e121}) {
        changed = mesh.doubled();
        changed.positions_f64 = {1, 1, value, 1, 0, 1, 0, 1, 1, 1, 0, 0};
        refused(changed);
        OwnedMesh other = changed;
        other.positions_f64.assign(12, value);
        EXPECT_OK(check_mesh(other.view()));
        changed.positions_f64[2] = 1;
        EXPECT_OK(check_mesh(changed.view()));
        EXPECT_ERROR(intersect_meshes(runner(), changed.view(), other.view(), {}), ErrorCode::invalid_argument);
    }
    changed = mesh.doubled();
    changed.positions = mesh.positions;
    refused(changed);
    refused(mesh, {.method = "guess"});
    refused(mesh, {.call = {.repeat = 0}});
    std::stop_source stop;
    stop.request_stop();
    EXPECT_ERROR(intersect_mesh(runner(), mesh.view(), {.call = {.cancel = stop.get_token()}}), ErrorCode::cancelled);
}

/// The device has small workgroups, no subgroup ballots and no 64-bit types.
TEST(MeshIntersectionProfiles, AreRightOnSmallDevices) {
    ContextOptions options = aligned_options();
    options.narrow = [narrow = options.narrow](DeviceProfile& profile) {
        if (narrow) {
            narrow(profile);
        }
        profile.subgroup_ballot = false;
        profile.max_workgroup_invocations = 128;
        profile.max_workgroup_size = {128, 128, 64};
        profile.int64 = profile.float64 = false;
    };
    ValidatedContext context(options);
    Runner runner = take(Runner::create(*context));
    const OwnedMesh mesh = random_mesh(Family::grid, 30, 150, 4);
    const auto right = mesh_intersection_reference(mesh.view(), true);
    for (const std::string_view method : mesh_method_names()) {
        EXPECT_EQ(take(intersect_mesh(runner, mesh.view(), {.method = std::string(method)})).pairs, right) << method;
        EXPECT_EQ(take(intersect_mesh(runner, mesh.doubled().view(), {.method = std::string(method)})).pairs, right);
    }
}

/// Runs every kind of traversal that this device has: of the triangles of a subgroup together, of each triangle alone,
/// and what the library chooses (on software devices, with wide leaves).
TEST_F(MeshIntersections, AreTheSameWithEveryKindOfTraversal) {
    const OwnedMesh meshes[] = {random_mesh(Family::grid, 30, 150, 4), random_mesh(Family::cloud, 60, 300, 5),
                                scattered_mesh(2, 6), scattered_mesh(33, 6), scattered_mesh(3001, 6)};
    for (const MeshWalk walk : {MeshWalk::together, MeshWalk::alone, MeshWalk::automatic}) {
        const MeshIntersectionCallOptions options{.method = "hierarchy", .walk = walk};
        for (const OwnedMesh& mesh : meshes) {
            EXPECT_EQ(found(runner(), mesh, options).pairs, mesh_intersection_reference(mesh.view(), true));
            EXPECT_EQ(take(intersect_meshes(runner(), mesh.view(), meshes[1].view(), options)).pairs,
                      mesh_intersection_reference(mesh.view(), meshes[1].view(), true));
        }
    }
}

/// There are more leaves than a traversal may visit on llvmpipe, so the columns are divided.
TEST_F(MeshIntersections, DivideColumnsIfLoopsMustBeShort) {
    const OwnedMesh mesh = scattered_mesh(40000, 6);
    const auto result = found(runner(), mesh, {.method = "hierarchy"});
    if (context().profile().max_loop_iterations != 0) {
        EXPECT_LT(result.plan.window_columns, result.plan.triangles);
        EXPECT_LE(result.plan.loop_iterations, context().profile().max_loop_iterations);
    }
    EXPECT_EQ(result.pairs, mesh_intersection_reference(mesh.view(), true));
}

}  // namespace
}  // namespace vkalgo::test
