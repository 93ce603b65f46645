// The cost of triangles without area, and of repeated triangles.
#include "algorithms/mesh/mesh_intersection_call.hpp"
#include "algorithms/mesh/mesh_intersection_reference.hpp"
#include "tests/mesh/meshes.hpp"
#include "tests/support/device_fixture.hpp"

namespace vkalgo::test {
namespace {

class DegenerateTriangles : public DeviceTest {
protected:
    static void add(OwnedMesh& mesh, std::initializer_list<float> corners) {
        for (std::uint32_t k = 0; k < 3; ++k) {
            mesh.triangles.push_back(static_cast<std::uint32_t>(mesh.positions.size() / 3) + k);
        }
        mesh.positions.insert(mesh.positions.end(), corners);
    }
    static OwnedMesh slivers(std::size_t triangles) {
        OwnedMesh mesh;
        for (std::size_t k = 0; k < triangles; ++k) {
            add(mesh, {0, 0, 0, 1, 1, 1, 0.25F, 0.25F, 0.25F});
        }
        return mesh;
    }
};

/// If degenerate triangles were searched like others, 200 million pairs of boxes would meet, and floats could decide
/// none of these pairs.
TEST_F(DegenerateTriangles, CostOneDecisionEach) {
    OwnedMesh mesh = slivers(20000);
    add(mesh, {0.5F, 0, 0.5F, 0.5F, 1, 0.5F, 0.75F, 0.5F, 0.5F});
    const auto result = take(intersect_mesh(runner(), mesh.view(), {}));
    EXPECT_EQ(result.count, 20000U);
    EXPECT_EQ(result.candidates, 0U);
    EXPECT_EQ(result.undecided, 20000U);
    EXPECT_EQ(result.pairs, mesh_intersection_reference(mesh.view(), true));
}

TEST_F(DegenerateTriangles, CostOneDecisionEachByEveryMethod) {
    OwnedMesh mesh = slivers(300);
    add(mesh, {0.5F, 0, 0.5F, 0.5F, 1, 0.5F, 0.75F, 0.5F, 0.5F});
    add(mesh, {0.5F, 0, 0, 0.5F, 1, 1, 0.75F, 0.5F, 0.5F});
    for (const OwnedMesh& each : {mesh, mesh.doubled(0.1)}) {
        for (const bool touching : {true, false}) {
            const auto right = mesh_intersection_reference(each.view(), touching);
            const auto between = mesh_intersection_reference(each.view(), each.view(), touching);
            for (const std::string_view method : mesh_method_names()) {
                const MeshIntersectionCallOptions options{.touching = touching, .method = std::string(method)};
                const auto result = take(intersect_mesh(runner(), each.view(), options));
                EXPECT_EQ(result.pairs, right) << method;
                EXPECT_EQ(result.candidates, 1U) << method;
                EXPECT_LE(result.undecided, 301U) << method;
                const auto two = take(intersect_meshes(runner(), each.view(), each.view(), options));
                EXPECT_EQ(two.pairs, between) << method;
                EXPECT_EQ(two.candidates, 4U) << method;
                EXPECT_LE(two.undecided, 604U) << method;
            }
        }
    }
}

/// Repeated triangles have all their vertices in common, so nothing is left to decide.
TEST_F(DegenerateTriangles, DoNotIncludeRepeatedTriangles) {
    OwnedMesh mesh{{0, 0, 0, 1, 0.25F, 0.5F, 0.5F, 1, 0.75F}, {}, {}};
    for (std::uint32_t k = 0; k < 300; ++k) {
        mesh.triangles.insert(mesh.triangles.end(), {k % 3, (k + 1) % 3, (k + 2) % 3});
    }
    for (const OwnedMesh& each : {mesh, mesh.doubled(0.1), mesh.doubled(0, 1e-50)}) {
        const auto result = take(intersect_mesh(runner(), each.view(), {}));
        EXPECT_EQ(result.count, 300U * 299 / 2);
        EXPECT_EQ(result.undecided, 0U);
    }
    // Subnormal numbers, which the device's floats may flush to 0.
    mesh.positions = {0, 0, 0, 1e-40F, 0, 1e-41F, 0, 1e-40F, 0};
    const auto result = take(intersect_mesh(runner(), mesh.view(), {}));
    EXPECT_EQ(result.count, 300U * 299 / 2);
    EXPECT_EQ(result.undecided, 300U);
}

/// Floats cannot tell whether thin triangles have an area, but can tell on which side of a plane they are.
TEST_F(DegenerateTriangles, DoNotIncludeThinTriangles) {
    OwnedMesh mesh;
    add(mesh, {-1, -1, -1, 200, -1, 200, -1, 200, 200});
    for (std::size_t k = 0; k < 100; ++k) {
        const auto at = static_cast<float>(k);
        add(mesh, {at, 0, 0, at + 0.5F, 0.5F, 0.5F, at + 0.25F, 0.25F, 0.25F + 0x1p-22F});
    }
    const auto result = take(intersect_mesh(runner(), mesh.view(), {}));
    EXPECT_EQ(result.pairs, mesh_intersection_reference(mesh.view(), true));
    EXPECT_EQ(result.candidates, 100U);
    EXPECT_GE(result.undecided, 100U);
    EXPECT_LT(result.undecided, 110U);
}

}  // namespace
}  // namespace vkalgo::test
