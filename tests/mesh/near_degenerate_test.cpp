// Compares pairs of triangles with fractions, with their vertices in every order. Every order must give the same
// answer. The pairs are some that other programs got wrong, and similar ones.
#include "algorithms/mesh/mesh_intersection_call.hpp"
#include "algorithms/mesh/mesh_intersection_reference.hpp"
#include "tests/mesh/fractions.hpp"
#include "tests/mesh/meshes.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace vkalgo::test {
namespace {

using Corners = std::array<std::uint32_t, 3>;

/// Adds the triangle in all six orders of its vertices.
void add_orders(OwnedMesh& mesh, Corners corners) {
    std::sort(corners.begin(), corners.end());
    do {
        mesh.triangles.insert(mesh.triangles.end(), corners.begin(), corners.end());
    } while (std::next_permutation(corners.begin(), corners.end()));
}

OwnedMesh as_floats(const OwnedMesh& mesh) {
    OwnedMesh floats{{}, {}, mesh.triangles};
    for (const double value : mesh.positions_f64) {
        floats.positions.push_back(static_cast<float>(value));
    }
    return floats;
}

class NearDegenerateTriangles : public DeviceTest {
protected:
    /// Expects every method, and the reference, to find the pairs that fractions give. Triangles 6 k to 6 k + 5 of the
    /// mesh are one triangle with its vertices in all six orders. Returns the number of pairs of such triangles that
    /// intersect.
    static std::size_t expect(Runner& runner, const OwnedMesh& mesh, bool touching, const std::string& what) {
        const auto right = pairs_by_fractions(mesh.view(), touching);
        for (const std::string_view method : mesh_method_names()) {
            const MeshIntersectionCallOptions options{.touching = touching, .method = std::string(method)};
            EXPECT_EQ(take(intersect_mesh(runner, mesh.view(), options)).pairs, right) << what << " by " << method;
        }
        EXPECT_EQ(mesh_intersection_reference(mesh.view(), touching), right) << what;
        const std::size_t triangles = mesh.triangles.size() / 18;
        std::vector<std::size_t> counts(triangles * triangles);
        for (const MeshPair& pair : right) {
            ++counts[pair.first / 6 * triangles + pair.second / 6];
        }
        std::size_t found = 0;
        for (std::size_t a = 0; a < triangles; ++a) {
            for (std::size_t b = a + 1; b < triangles; ++b) {
                const std::size_t orders = counts[a * triangles + b];
                EXPECT_TRUE(orders == 0 || orders == 36) << what << ": " << orders << " of 36";
                found += orders / 36;
            }
        }
        return found;
    }
    static std::size_t expect(Runner& runner, const OwnedMesh& mesh, const std::string& what) {
        return expect(runner, mesh, true, what) + expect(runner, mesh, false, what + ", interiors");
    }
};

/// Axom's issue 152: two triangles in one plane have a common corner. Axom answered no for 6 of 36 orders.
TEST_F(NearDegenerateTriangles, TouchAtACornerInEveryOrder) {
    OwnedMesh mesh{{},
                   {76.648, 54.6752, 15.0012, 76.648, 54.6752, 14.5542, 76.582, 54.6752, 14.7879,  //
                    76.6252, 54.6752, 14.892, 76.582, 54.6752, 14.7879, 76.5617, 54.6752, 14.7929},
                   {}};
    for (const auto& order : {std::array<Corners, 2>{Corners{0, 1, 2}, {3, 4, 5}}, {Corners{3, 4, 5}, {0, 1, 2}}}) {
        mesh.triangles.clear();
        add_orders(mesh, order[0]);
        add_orders(mesh, order[1]);
        EXPECT_EQ(expect(runner(), mesh, true, "f64"), 1U);
        EXPECT_EQ(expect(runner(), as_floats(mesh), true, "f32"), 1U);
        expect(runner(), mesh, "f64");
        expect(runner(), as_floats(mesh), "f32");
    }
}

/// libigl's issue 2381: a triangle was subdivided twice and rounded; pairs of its parts were reported as intersecting.
TEST_F(NearDegenerateTriangles, AreThePartsOfATriangle) {
    OwnedMesh mesh{{},
                   {0.280039012432098,   0.82766300439834595, 0.46377500891685502,  //
                    0.33890101313590998, 0.78804200887680098, 0.48812699317932101,  //
                    0.31805300712585399, 0.76836401224136397, 0.49308800697326699,  //
                    0.30947001278400399, 0.80785250663757346, 0.47595100104808802,  //
                    0.299046009778976,   0.79801350831985496, 0.47843150794506101,  //
                    0.32847701013088199, 0.77820301055908248, 0.490607500076294,    //
                    0.29475451260805097, 0.81775775551795971, 0.46986300498247152,  //
                    0.28954251110553697, 0.81283825635910045, 0.47110325843095802,  //
                    0.32418551295995701, 0.79794725775718722, 0.48203899711370451,  //
                    0.33368901163339598, 0.78312250971794173, 0.48936724662780751,  //
                    0.30854950845241502, 0.78318876028060946, 0.485759757459164,    //
                    0.32326500862836799, 0.77328351140022322, 0.4918477535247805,   //
                    0.30425801128148999, 0.80293300747871421, 0.47719125449657451,  //
                    0.31897351145744302, 0.79302775859832797, 0.48327925056219101,  //
                    0.31376150995492902, 0.78810825943946872, 0.4845195040106775},
                   {}};
    for (const Corners& corners : {Corners{2, 11, 10},
                                   {1, 8, 9},
                                   {0, 7, 6},
                                   {3, 12, 13},
                                   {5, 14, 11},
                                   {3, 13, 8},
                                   {4, 12, 7},
                                   {4, 14, 12},
                                   {4, 10, 14},
                                   {5, 9, 13},
                                   {3, 6, 12},
                                   {5, 13, 14},
                                   {14, 10, 11},
                                   {13, 9, 8},
                                   {12, 6, 7},
                                   {14, 13, 12}}) {
        add_orders(mesh, corners);
    }
    EXPECT_EQ(expect(runner(), mesh, true, "f64"), 0U);
    EXPECT_EQ(expect(runner(), mesh, false, "f64, interiors"), 0U);
    expect(runner(), as_floats(mesh), "f32");
}

/// The other case of libigl's issue 2381 (in its pull request 2382): nearly coplanar triangles, about 0.003 apart.
TEST_F(NearDegenerateTriangles, LieApartNearlyInOnePlane) {
    OwnedMesh mesh{{},
                   {0.39234799146652199, 0.38443601131439198, 0.44744500517845198,  //
                    0.38924700021743752, 0.385637506842613, 0.45762349665164948,    //
                    0.38700349628925301, 0.38789276033639897, 0.45634675025939975,  //
                    0.39079749584197976, 0.38503675907850249, 0.45253425091505073,  //
                    0.38769650459289529, 0.38623825460672351, 0.46271274238824822,  //
                    0.39279749989509577, 0.37299175560474374, 0.45553924888372399},
                   {}};
    add_orders(mesh, {0, 3, 2});
    add_orders(mesh, {1, 5, 4});
    EXPECT_EQ(expect(runner(), mesh, "f64"), 0U);
    expect(runner(), as_floats(mesh), "f32");
}

/// Neighbours in a tilted plane whose edges are on one line, which floats represent exactly: overlapping edges, equal
/// edges, a corner on an edge, consecutive edges; with and without common vertices.
TEST_F(NearDegenerateTriangles, ShareTheLineOfAnEdge) {
    using Point = std::array<int, 2>;
    const std::array<Point, 6> cases[] = {
        {{{0, 0}, {4, 0}, {1, 3}, {1, 0}, {5, 0}, {2, -3}}}, {{{0, 0}, {4, 0}, {1, 3}, {1, 0}, {3, 0}, {2, -3}}},
        {{{0, 0}, {4, 0}, {1, 3}, {0, 0}, {4, 0}, {2, -3}}}, {{{0, 0}, {4, 0}, {1, 3}, {4, 0}, {6, 0}, {5, -3}}},
        {{{0, 0}, {4, 0}, {1, 3}, {5, 0}, {6, 0}, {5, -3}}}, {{{0, 0}, {4, 0}, {1, 3}, {2, 0}, {1, -2}, {3, -2}}},
        {{{0, 0}, {4, 0}, {1, 3}, {0, 0}, {4, 0}, {3, 2}}},  {{{0, 0}, {4, 0}, {1, 3}, {0, 0}, {2, 0}, {1, 1}}},
    };
    std::size_t found = 0;
    for (const double scale : {0x1p-30, 0x1p40 * 3}) {
        OwnedMesh apart, shared;
        for (const auto& corner_points : cases) {
            const auto first = static_cast<std::uint32_t>(apart.positions_f64.size() / 3);
            std::array<std::uint32_t, 6> same{};
            for (std::size_t k = 0; k < 6; ++k) {
                const double x = corner_points[k][0], y = corner_points[k][1];
                apart.positions_f64.insert(apart.positions_f64.end(), {x * scale, y * scale, (x + 2 * y) * scale});
                const auto there = std::find(corner_points.begin(), corner_points.begin() + k, corner_points[k]);
                same.at(k) = first + static_cast<std::uint32_t>(there - corner_points.begin());
            }
            add_orders(apart, {first, first + 1, first + 2});
            add_orders(apart, {first + 3, first + 4, first + 5});
            add_orders(shared, {same[0], same[1], same[2]});
            add_orders(shared, {same[3], same[4], same[5]});
        }
        shared.positions_f64 = apart.positions_f64;
        for (const OwnedMesh& mesh : {apart, shared}) {
            found += expect(runner(), mesh, "f64") + expect(runner(), as_floats(mesh), "f32");
        }
    }
    EXPECT_GT(found, 300U);
}

/// Slivers and their neighbours near a plane. Each vertex is within a few units in the last place of a float from the
/// plane.
TEST_F(NearDegenerateTriangles, AreSliversNearlyInOnePlane) {
    SplitMix64 random(11);
    std::size_t found = 0;
    for (std::size_t turn = 0; turn < 4; ++turn) {
        OwnedMesh mesh;
        const std::uint32_t vertices = 14;
        for (std::uint32_t v = 0; v < vertices; ++v) {
            // Near one line of the plane, or on it.
            const float x = 0.25F + 0.0625F * static_cast<float>(random.below(8));
            float y = 0.5F * x + 0x1p-20F * static_cast<float>(random.below(3));
            float z = 0.3F * x + 0.7F * y;
            for (float* value : {&y, &z}) {
                *value = std::nextafter(*value, random.below(2) == 0 ? -1.0F : 2.0F);
            }
            for (const float value : {x, y, z}) {
                mesh.positions_f64.push_back(value);
            }
        }
        for (std::size_t triangle = 0; triangle < 12; ++triangle) {
            const std::uint32_t a = random.below(vertices), b = (a + 1 + random.below(vertices - 2)) % vertices;
            std::uint32_t c = random.below(vertices);
            while (c == a || c == b) {
                c = random.below(vertices);
            }
            add_orders(mesh, {a, b, c});
        }
        found += expect(runner(), mesh, "f64") + expect(runner(), as_floats(mesh), "f32");
    }
    EXPECT_GT(found, 20U);
}

}  // namespace
}  // namespace vkalgo::test
