// Faces that are cut into triangles: areas and sides are compared in integers, intersections of the triangles in
// fractions.
#include "algorithms/mesh/triangulate_faces.hpp"

#include "tests/mesh/fractions.hpp"
#include "tests/mesh/polygons.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

using Indices = std::vector<std::uint32_t>;

/// A plane through grid points of space.
struct Plane {
    std::array<std::int64_t, 3> origin, right, up;

    static Plane random(SplitMix64& random) {
        Plane plane{};
        const auto vector = [&](std::int64_t most) {
            std::array<std::int64_t, 3> made{};
            for (std::int64_t& one : made) {
                one = static_cast<std::int64_t>(random.below(static_cast<std::uint32_t>(2 * most + 1))) - most;
            }
            return made;
        };
        plane.origin = vector(1000);
        do {
            plane.right = vector(5);
            plane.up = vector(5);
        } while (plane.is_line());
        return plane;
    }
    bool is_line() const {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t y = (axis + 1) % 3, z = (axis + 2) % 3;
            if (right.at(y) * up.at(z) != right.at(z) * up.at(y)) {
                return false;
            }
        }
        return true;
    }
    /// Returns the coordinates of each corner, multiplied by `scale`. Corners at one position are separate vertices.
    std::vector<double> positions(const Polygon& polygon, double scale) const {
        std::vector<double> made;
        for (const auto& [x, y] : polygon) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                made.push_back(static_cast<double>(origin.at(axis) + x * right.at(axis) + y * up.at(axis)) * scale);
            }
        }
        return made;
    }
};

/// Returns the vertex of each corner: corners at one position are one vertex.
Indices vertices_of(const Polygon& polygon) {
    Indices vertices;
    for (const GridPoint& point : polygon) {
        vertices.push_back(
            static_cast<std::uint32_t>(std::find(polygon.begin(), polygon.end(), point) - polygon.begin()));
    }
    return vertices;
}

Result<TriangulatedFaces> triangles_of(const std::vector<double>& positions, const Indices& corners) {
    return triangulate_faces({.positions_f64 = positions}, corners,
                             Indices{static_cast<std::uint32_t>(corners.size())});
}

/// Returns what is wrong with the triangles of a polygon; empty if they are right.
std::string defect_of(const Polygon& polygon, const Indices& triangles, SplitMix64& random) {
    std::int64_t sum = 0;
    std::set<std::uint32_t> used(triangles.begin(), triangles.end());
    std::vector<std::array<GridPoint, 3>> corner_points;
    for (std::size_t at = 0; at < triangles.size(); at += 3) {
        corner_points.push_back({polygon[triangles[at]], polygon[triangles[at + 1]], polygon[triangles[at + 2]]});
        const auto& [a, b, c] = corner_points.back();
        if (twice_area(a, b, c) <= 0) {
            return "a triangle has no area or turns the other way";
        }
        sum += twice_area(a, b, c);
        for (const GridPoint& p : polygon) {
            if (twice_area(a, b, p) >= 0 && twice_area(b, c, p) >= 0 && twice_area(c, a, p) >= 0 && p != a && p != b &&
                p != c) {
                return "a corner lies in a triangle";
            }
        }
    }
    if (sum != twice_area(polygon)) {
        return "the areas differ";
    }
    for (const GridPoint& p : polygon) {
        if (std::none_of(used.begin(), used.end(), [&](std::uint32_t vertex) { return polygon[vertex] == p; })) {
            return "a corner is not used";
        }
    }
    // Draws points on a grid that is 1,009 times as fine. Points that are on an edge are skipped.
    constexpr std::int64_t kFine = 1009;
    const auto fine = [&](const GridPoint& p) { return GridPoint{p[0] * kFine, p[1] * kFine}; };
    Polygon large;
    std::transform(polygon.begin(), polygon.end(), std::back_inserter(large), fine);
    for (int k = 0; k < 20; ++k) {
        GridPoint p = large[random.below(static_cast<std::uint32_t>(large.size()))];
        p = {p[0] + random.below(3000) - 1500, p[1] + random.below(3000) - 1500};
        bool on_edge = false;
        int covering = 0;
        for (const auto& [a, b, c] : corner_points) {
            const std::int64_t signs[] = {twice_area(fine(a), fine(b), p), twice_area(fine(b), fine(c), p),
                                          twice_area(fine(c), fine(a), p)};
            const std::int64_t least = *std::min_element(std::begin(signs), std::end(signs));
            on_edge = on_edge || least == 0;
            covering += least > 0 ? 1 : 0;
        }
        for (std::size_t i = 0; i < large.size(); ++i) {
            on_edge = on_edge || lies_on(p, large[i], large[(i + 1) % large.size()]);
        }
        if (!on_edge && covering != winding(large, p)) {
            return "a point is covered " + std::to_string(covering) + " times";
        }
    }
    return "";
}

TEST(TriangulatedFaces, CoverTheFaceOnceAndUseEveryCorner) {
    SplitMix64 random(1);
    for (const Shape shape : kShapes) {
        for (std::size_t k = 0; k < 700; ++k) {
            Polygon polygon = polygon_of(shape, 4 + k / 12, random);
            std::rotate(polygon.begin(), polygon.begin() + random.below(static_cast<std::uint32_t>(polygon.size())),
                        polygon.end());
            const Plane plane = Plane::random(random);
            const Indices corners = vertices_of(polygon);
            const auto faces =
                triangles_of(plane.positions(polygon, std::ldexp(1, static_cast<int>(k % 80) - 40)), corners);
            const std::string what =
                "shape " + std::to_string(static_cast<int>(shape)) + ", polygon " + std::to_string(k);
            ASSERT_TRUE(faces) << what << ": " << faces.error().message;
            EXPECT_EQ(defect_of(polygon, faces->triangles, random), "") << what;
            EXPECT_EQ(faces->face_of, Indices(faces->triangles.size() / 3, 0)) << what;
            EXPECT_TRUE(faces->odd.bent.empty() && faces->odd.without_area.empty()) << what;
            const bool twice = std::set(corners.begin(), corners.end()).size() != corners.size();
            EXPECT_EQ(faces->odd.meeting_themselves.size(), twice ? 1U : 0U) << what;
            if (!twice) {
                EXPECT_EQ(faces->face_of.size(), polygon.size() - 2) << what;
            }
        }
    }
}

/// Tests the triangles by the rules of MeshIntersection, in exact arithmetic that does not depend on how they were
/// made.
TEST(TriangulatedFaces, DoNotIntersectEachOther) {
    SplitMix64 random(2);
    for (const Shape shape : kShapes) {
        for (std::size_t k = 0; k < 25; ++k) {
            const Polygon polygon = polygon_of(shape, 6 + k / 2, random);
            const auto positions = Plane::random(random).positions(polygon, 0.125);
            const auto faces = triangles_of(positions, vertices_of(polygon));
            ASSERT_TRUE(faces) << faces.error().message;
            const MeshView mesh{.positions_f64 = positions, .triangles = faces->triangles};
            EXPECT_TRUE(pairs_by_fractions(mesh, true).empty()) << static_cast<int>(shape) << " " << k;
        }
    }
}

/// Rounded corners are not exactly in a plane, and the corners of bent faces are far from any plane.
TEST(TriangulatedFaces, DoNotIntersectEachOtherIfCornersLieOffThePlane) {
    SplitMix64 random(3);
    const auto real = [&] { return static_cast<double>(random.next32()) / 4294967296.0 - 0.5; };
    for (std::size_t k = 0; k < 120; ++k) {
        const Polygon polygon = polygon_of(Shape::star, 6 + k / 6, random);
        const double bend = k % 2 == 0 ? 0 : 20;
        const std::array<double, 3> right{real(), real(), real()}, up{real(), real(), real()};
        std::vector<double> positions;
        for (const auto& [x, y] : polygon) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                positions.push_back(static_cast<double>(x) * right.at(axis) + static_cast<double>(y) * up.at(axis) +
                                    bend * real());
            }
        }
        const auto faces = triangles_of(positions, vertices_of(polygon));
        if (!faces) {
            EXPECT_NE(bend, 0) << faces.error().message;
            continue;
        }
        EXPECT_EQ(faces->face_of.size(), polygon.size() - 2);
        EXPECT_EQ(faces->odd.bent.size(), bend == 0 ? 0U : 1U);
        EXPECT_TRUE(pairs_by_fractions({.positions_f64 = positions, .triangles = faces->triangles}, true).empty());
    }
}

TEST(TriangulatedFaces, CoverFacesOfUpToAHundredThousandCorners) {
    for (const Shape shape : {Shape::star, Shape::spiral, Shape::comb, Shape::cells}) {
        SplitMix64 random(4);
        // The corners of a star have different directions from its centre, of which the grid has some 24,000.
        const Polygon polygon = polygon_of(shape, shape == Shape::star ? 20'000 : 100'000, random);
        std::vector<double> positions;
        std::set<GridPoint> seen(polygon.begin(), polygon.end());
        Indices corners;
        const Polygon distinct(seen.begin(), seen.end());
        for (const GridPoint& point : polygon) {
            corners.push_back(static_cast<std::uint32_t>(std::lower_bound(distinct.begin(), distinct.end(), point) -
                                                         distinct.begin()));
        }
        const auto faces = triangles_of(Plane{{1, 2, 3}, {1, 2, 0}, {0, 1, 3}}.positions(distinct, 1), corners);
        ASSERT_TRUE(faces) << faces.error().message;
        std::int64_t sum = 0;
        for (std::size_t at = 0; at < faces->triangles.size(); at += 3) {
            const std::int64_t area = twice_area(distinct[faces->triangles[at]], distinct[faces->triangles[at + 1]],
                                                 distinct[faces->triangles[at + 2]]);
            ASSERT_GT(area, 0);
            sum += area;
        }
        EXPECT_EQ(sum, twice_area(polygon));
    }
}

/// Triangulates a face with vertices at these points. Unless `corners` is given, its corners are all vertices in turn.
Result<TriangulatedFaces> face(const std::vector<std::array<double, 3>>& points, Indices corners = {}) {
    std::vector<double> positions;
    for (const auto& point : points) {
        positions.insert(positions.end(), point.begin(), point.end());
    }
    for (std::uint32_t k = static_cast<std::uint32_t>(corners.size()); corners.size() < points.size(); ++k) {
        corners.push_back(k);
    }
    return triangles_of(positions, corners);
}

TEST(TriangulatedFaces, AreFansOfConvexFacesAndKeepTriangles) {
    EXPECT_EQ(face({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}})->triangles, (Indices{0, 1, 2, 0, 2, 3}));
    EXPECT_EQ(face({{0, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}})->triangles, (Indices{0, 1, 2, 0, 2, 3}));
    EXPECT_EQ(face({{2, 0, 0}, {1, 2, 0}, {-1, 2, 0}, {-2, 0, 0}, {0, -2, 0}})->triangles,
              (Indices{0, 1, 2, 0, 2, 3, 0, 3, 4}));
    EXPECT_EQ(face({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}})->triangles, (Indices{0, 1, 2}));
}

TEST(TriangulatedFaces, ReportRepeatedCorners) {
    const std::vector<std::array<double, 3>> square = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const auto repeated = face(square, {0, 1, 2, 2, 3});
    ASSERT_TRUE(repeated);
    EXPECT_EQ(repeated->face_of.size(), 2U);
    EXPECT_EQ(repeated->odd.meeting_themselves, (Indices{0}));
    const auto whisker = face({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 5, 0}}, {0, 1, 2, 3, 2});
    ASSERT_TRUE(whisker);
    EXPECT_EQ(whisker->face_of.size(), 1U);
    // Two triangles with a common corner, one of which turns right: an hourglass.
    const auto hourglass = face({{0, 0, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, 1, 0}, {1, -1, 0}}, {0, 1, 2, 0, 3, 4});
    ASSERT_TRUE(hourglass) << hourglass.error().message;
    EXPECT_EQ(hourglass->face_of.size(), 2U);
    EXPECT_EQ(hourglass->odd.meeting_themselves, (Indices{0}));
    // A corner on another edge becomes a corner of that edge too.
    const auto touching = face({{0, 0, 0}, {4, 0, 0}, {4, 2, 0}, {2, 0, 0}, {0, 2, 0}});
    ASSERT_TRUE(touching) << touching.error().message;
    EXPECT_EQ(touching->face_of.size(), 2U);
    EXPECT_EQ(touching->odd.meeting_themselves, (Indices{0}));
}

TEST(TriangulatedFaces, AreASingleTriangleWithoutAreaIfTheFaceHasNoArea) {
    for (const auto& points : {std::vector<std::array<double, 3>>{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}},
                               {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}}) {
        const auto flat = face(points);
        ASSERT_TRUE(flat);
        EXPECT_EQ(flat->face_of.size(), 1U);
        EXPECT_EQ(flat->odd.without_area, (Indices{0}));
    }
    const auto there_and_back = face({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}, {0, 1, 2, 1});
    ASSERT_TRUE(there_and_back);
    EXPECT_EQ(there_and_back->odd.without_area, (Indices{0}));
}

TEST(TriangulatedFaces, SayWhichFacesAreBent) {
    for (const double off : {0., 1e6, -3e7}) {
        const auto square = [&](double height) {
            const std::vector<double> positions = {off, 0, off, off + 1, 0, off, off + 1, 1, off + height, off, 1, off};
            return triangles_of(positions, {0, 1, 2, 3})->odd.bent.size();
        };
        EXPECT_EQ(square(0), 0U);
        EXPECT_EQ(square(1e-5), 0U);
        EXPECT_EQ(square(1e-3), 1U);
        EXPECT_EQ(square(-0.5), 1U);
    }
    // Floats of this size are 0.5 apart, so the rounding explains these heights.
    const std::vector<float> rounded = {5e6F, 0, 0, 5e6F, 9, 0, 5e6F + 0.5F, 9, 9, 5e6F, 0, 9};
    EXPECT_TRUE(triangulate_faces({.positions = rounded}, Indices{0, 1, 2, 3}, Indices{4})->odd.bent.empty());
}

TEST(TriangulatedFaces, DoNotExistForFacesWithFewerThanThreeCorners) {
    const std::vector<double> positions = {0, 0, 0, 1, 0, 0, 1, 1, 0};
    const auto faces = triangulate_faces({.positions_f64 = positions}, Indices{0, 1, 0, 1, 2}, Indices{2, 0, 3});
    ASSERT_TRUE(faces);
    EXPECT_EQ(faces->triangles, (Indices{0, 1, 2}));
    EXPECT_EQ(faces->face_of, (Indices{2}));
    EXPECT_EQ(faces->odd.without_triangles, (Indices{0, 1}));
}

TEST(TriangulatedFaces, NameTheFaceThatIsRefused) {
    const auto refused = [](const Result<TriangulatedFaces>& result, const std::string& message) {
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, ErrorCode::invalid_argument);
        EXPECT_NE(result.error().message.find(message), std::string::npos) << result.error().message;
    };
    refused(face({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}), "face 0 crosses itself: its edges from corner 0 and");
    refused(face({{0, 0, 0}, {2, 2, 0}, {1, 0, 0}, {0, 1, 0}}), "face 0 crosses itself");
    // A pentagram, and twice around a square.
    refused(face({{0, 3, 0}, {2, -3, 0}, {-3, 1, 0}, {3, 1, 0}, {-2, -3, 0}}), "face 0 crosses itself");
    refused(face({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {0, 1, 2, 3, 0, 1, 2, 3}),
            "face 0 winds more than once");
    // Two squares whose common corner is split in two, one above the other.
    refused(face({{0, 0, .5}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, -.5}, {-1, 0, 0}, {-1, -1, 0}, {0, -1, -1}}),
            "face 0 is bent so that its corners 0 and 4 are at one point as seen along its normal");
    const std::vector<double> positions = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    const Indices corners = {0, 1, 2, 0, 2, 1, 3, 0, 1, 2, 3, 2, 0, 1, 3};
    refused(
        triangulate_faces({.positions_f64 = positions}, corners, Indices{3, 4, 4, 4}),
        "face 1 crosses itself: its edges from corner 0 and from corner 2 cross; further faces that cannot be cut: 1");
    refused(triangulate_faces({.positions_f64 = positions}, corners, Indices{3, 4}), "7 corners together, but 15");
    refused(triangulate_faces({.positions_f64 = positions}, Indices{0, 1, 4}, Indices{3}), "corner 2 is vertex 4");
    refused(triangulate_faces({.positions_f64 = std::vector<double>{0, 0, NAN}}, Indices{}, Indices{}), "finite");
}

}  // namespace
}  // namespace vkalgo::test
