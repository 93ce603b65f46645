// Pairs of triangles that intersect, by every method, against the reference.
#include "algorithms/mesh/mesh_intersection_call.hpp"
#include "algorithms/mesh/mesh_intersection_reference.hpp"
#include "tests/mesh/fractions.hpp"
#include "tests/mesh/meshes.hpp"
#include "tests/support/device_fixture.hpp"

namespace vkalgo::test {
namespace {

class MeshIntersections : public DeviceTest {
protected:
    static MeshIntersectionResult found(const OwnedMesh& mesh, const MeshIntersectionCallOptions& options) {
        return take(intersect_mesh(runner(), mesh.view(), options));
    }
    static void expect(const OwnedMesh& mesh, const std::vector<MeshPair>& right, bool touching,
                       const std::string& what) {
        for (const std::string_view method : mesh_method_names()) {
            const auto result = found(mesh, {.touching = touching, .method = std::string(method)});
            EXPECT_EQ(result.pairs, right) << what << " by " << method << (touching ? "" : ", interiors");
            EXPECT_EQ(result.count, right.size()) << what << " by " << method;
        }
    }
};

TEST_F(MeshIntersections, EqualFractionsInEveryFamily) {
    for (const Family family : kFamilies) {
        for (const std::uint64_t seed : {1U, 2U, 3U}) {
            const OwnedMesh mesh =
                random_mesh(family, 8 + 8 * seed, 40, 1000 * static_cast<std::uint64_t>(family) + seed);
            for (const bool touching : {true, false}) {
                const std::string what =
                    "family " + std::to_string(static_cast<int>(family)) + " seed " + std::to_string(seed);
                expect(mesh, pairs_by_fractions(mesh.view(), touching), touching, what);
            }
        }
    }
}

TEST_F(MeshIntersections, EqualTheReferenceAtEverySize) {
    for (const std::size_t triangles : {0U, 1U, 2U, 3U, 31U, 33U, 255U, 256U, 257U, 1023U, 1025U, 3001U}) {
        const OwnedMesh mesh = scattered_mesh(triangles, triangles);
        expect(mesh, mesh_intersection_reference(mesh.view(), true), true, std::to_string(triangles) + " triangles");
    }
}

}  // namespace
}  // namespace vkalgo::test
