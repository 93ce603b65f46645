// Compares the answers of bounding-volume hierarchies with brute force.
#include "algorithms/mesh/bounding_volume_hierarchy.hpp"
#include "tests/mesh/meshes.hpp"
#include "tests/mesh/tree.hpp"
#include "tests/support/guarded_buffer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>

namespace vkalgo::test {
namespace {

using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Vector minus(const Vector& a, const Vector& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Vector cross(const Vector& a, const Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

std::array<Vector, 3> corners(const OwnedMesh& mesh, std::size_t triangle) {
    std::array<Vector, 3> found{};
    for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            found.at(k).at(axis) = mesh.view().coordinate(mesh.triangles[3 * triangle + k], axis);
        }
    }
    return found;
}

/// Returns the distance from a point to a segment.
double distance(const Vector& p, const Vector& a, const Vector& b) {
    const Vector ab = minus(b, a), ap = minus(p, a);
    const double size = dot(ab, ab), along = size == 0 ? 0 : std::clamp(dot(ap, ab) / size, 0.0, 1.0);
    const Vector away = minus(ap, {ab[0] * along, ab[1] * along, ab[2] * along});
    return std::sqrt(dot(away, away));
}

/// Returns the distance from a point to a triangle: to its plane if the foot is inside, otherwise to an edge.
double distance(const Vector& p, const std::array<Vector, 3>& t) {
    const Vector normal = cross(minus(t[1], t[0]), minus(t[2], t[0]));
    const double size = dot(normal, normal);
    bool within = size > 0;
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k) {
        const Vector &a = t.at(k), &b = t.at((k + 1) % 3);
        within = within && dot(cross(minus(b, a), minus(p, a)), normal) >= 0;
        best = std::min(best, distance(p, a, b));
    }
    return within ? std::abs(dot(normal, minus(p, t[0]))) / std::sqrt(size) : best;
}

/// Returns the distance along a ray, in lengths of its direction; infinite if the ray misses the triangle. A point
/// counts as a hit if all its barycentric coordinates are at least -slack.
double along(const Vector& origin, const Vector& direction, const std::array<Vector, 3>& t, double slack) {
    const Vector normal = cross(minus(t[1], t[0]), minus(t[2], t[0]));
    const double down = dot(normal, direction), size = dot(normal, normal);
    if (down == 0 || size == 0) {
        return std::numeric_limits<double>::infinity();
    }
    const double distance = dot(normal, minus(t[0], origin)) / down;
    const Vector hit{origin[0] + distance * direction[0], origin[1] + distance * direction[1],
                     origin[2] + distance * direction[2]};
    for (std::size_t k = 0; k < 3; ++k) {
        if (dot(cross(minus(t.at((k + 1) % 3), t.at(k)), minus(hit, t.at(k))), normal) < -slack * size) {
            return std::numeric_limits<double>::infinity();
        }
    }
    return distance;
}

class Hierarchies : public DeviceTest {
protected:
    static void expect_overlaps(Tree& tree, const OwnedMesh& mesh, std::uint64_t seed) {
        SplitMix64 random(seed);
        std::vector<float> asked;
        for (int box = 0; box < 20; ++box) {
            std::vector<float> low, high;
            for (int axis = 0; axis < 3; ++axis) {
                low.push_back(static_cast<float>(1.2 * real(random) - 0.1));
                high.push_back(low.back() + static_cast<float>(0.3 * real(random)));
            }
            asked.insert(asked.end(), low.begin(), low.end());
            asked.push_back(0);
            asked.insert(asked.end(), high.begin(), high.end());
            asked.push_back(0);
        }
        std::set<std::array<std::uint32_t, 2>> right;
        for (std::uint32_t box = 0; box < 20; ++box) {
            for (std::uint32_t item = 0; item < mesh.triangles.size() / 3; ++item) {
                const auto t = corners(mesh, item);
                bool meets = true;
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    const auto [low, high] = std::minmax({t[0].at(axis), t[1].at(axis), t[2].at(axis)});
                    meets = meets && low <= asked[8 * box + 4 + axis] && asked[8 * box + axis] <= high;
                }
                if (meets) {
                    right.insert({box, item});
                }
            }
        }
        const auto [count, pairs] = tree.overlaps(asked, right.size() + 5);
        EXPECT_EQ(count, right.size());
        EXPECT_EQ((std::set<std::array<std::uint32_t, 2>>(pairs.begin(), pairs.end())), right);
        if (right.size() > 3) {
            const auto [counted, few] = tree.overlaps(asked, 3);
            EXPECT_EQ(counted, right.size());
            for (const auto& pair : few) {
                EXPECT_TRUE(right.contains(pair));
            }
        }
    }

    static void expect_nearest(Tree& tree, const OwnedMesh& mesh, std::uint64_t seed) {
        SplitMix64 random(seed);
        std::vector<float> asked;
        constexpr std::size_t kPoints = 40;
        for (std::size_t k = 0; k < kPoints; ++k) {
            for (int axis = 0; axis < 3; ++axis) {
                asked.push_back(static_cast<float>(2 * real(random) - 0.5));
            }
            asked.push_back(k % 4 == 0 ? 0.05F : 100.0F);
        }
        const auto answers = tree.answers(&BoundingVolumeHierarchy::record_nearest, asked, kPoints);
        for (std::size_t k = 0; k < kPoints; ++k) {
            const Vector point{asked[4 * k], asked[4 * k + 1], asked[4 * k + 2]};
            double best = std::numeric_limits<double>::infinity();
            for (std::size_t item = 0; item < mesh.triangles.size() / 3; ++item) {
                best = std::min(best, distance(point, corners(mesh, item)));
            }
            if (answers[k][0] == HierarchyQuestion::kNoItem) {
                EXPECT_GE(best, asked[4 * k + 3] - 1e-6) << "point " << k;
                continue;
            }
            ASSERT_LT(answers[k][0], mesh.triangles.size() / 3);
            const auto t = corners(mesh, answers[k][0]);
            EXPECT_NEAR(std::sqrt(as_float(answers[k][1])), best, 2e-6) << "point " << k;
            EXPECT_NEAR(distance(point, t), best, 2e-6) << "point " << k;
            const double v = as_float(answers[k][2]), w = as_float(answers[k][3]);
            Vector away{};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                away.at(axis) = (1 - v - w) * t[0].at(axis) + v * t[1].at(axis) + w * t[2].at(axis) - point.at(axis);
            }
            EXPECT_NEAR(std::sqrt(dot(away, away)), best, 2e-6) << "point " << k;
        }
    }

    static void expect_rays(Tree& tree, const OwnedMesh& mesh, std::uint64_t seed) {
        SplitMix64 random(seed);
        std::vector<float> asked;
        constexpr std::size_t kRays = 60;
        for (std::size_t k = 0; k < kRays; ++k) {
            for (int axis = 0; axis < 3; ++axis) {
                asked.push_back(static_cast<float>(3 * real(random) - 1));
            }
            asked.push_back(0);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                // Rays point towards the middle of the mesh; every fifth one is parallel to an axis.
                const float towards = 0.5F + static_cast<float>(0.6 * (real(random) - 0.5)) - asked[8 * k + axis];
                asked.push_back(k % 5 == 0 ? (axis == k / 5 % 3 ? 1.0F : 0.0F) : towards);
            }
            asked.push_back(k % 7 == 0 ? 0.4F : 100.0F);
        }
        const auto answers = tree.answers(&BoundingVolumeHierarchy::record_rays, asked, kRays);
        for (std::size_t k = 0; k < kRays; ++k) {
            const float* ray = &asked[8 * k];
            const Vector origin{ray[0], ray[1], ray[2]}, direction{ray[4], ray[5], ray[6]};
            // The distance lies between that of the nearest triangle that may be hit, with rounding, and that of the
            // nearest triangle that is certainly hit.
            double sure = ray[7], possible = ray[7];
            for (std::size_t item = 0; item < mesh.triangles.size() / 3; ++item) {
                const double strict = along(origin, direction, corners(mesh, item), -1e-4);
                const double loose = along(origin, direction, corners(mesh, item), 1e-4);
                sure = strict >= 1e-5 ? std::min(sure, strict) : sure;
                possible = loose >= -1e-5 ? std::min(possible, loose) : possible;
            }
            const double met = answers[k][0] == HierarchyQuestion::kNoItem ? ray[7] : as_float(answers[k][1]);
            EXPECT_LE(met, sure + 1e-4) << "ray " << k;
            EXPECT_GE(met, possible - 1e-4) << "ray " << k;
            if (answers[k][0] != HierarchyQuestion::kNoItem) {
                const auto t = corners(mesh, answers[k][0]);
                const double v = as_float(answers[k][2]), w = as_float(answers[k][3]);
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    const double hit = (1 - v - w) * t[0].at(axis) + v * t[1].at(axis) + w * t[2].at(axis);
                    EXPECT_NEAR(hit, origin.at(axis) + met * direction.at(axis), 1e-3) << "ray " << k;
                }
            }
        }
    }
};

TEST_F(Hierarchies, AnswerAsBruteForceDoes) {
    for (const std::size_t triangles : {0U, 1U, 2U, 3U, 31U, 257U, 1500U}) {
        const OwnedMesh mesh = scattered_mesh(triangles, 40 + triangles);
        Tree tree(runner(), mesh);
        tree.build();
        SCOPED_TRACE(std::to_string(triangles) + " triangles");
        expect_overlaps(tree, mesh, 1);
        expect_nearest(tree, mesh, 2);
        expect_rays(tree, mesh, 3);
    }
}

/// Many boxes are at one position. So their keys are equal, and only the indices of the items distinguish the leaves.
TEST_F(Hierarchies, AnswerAsBruteForceDoesForManyEqualItems) {
    OwnedMesh mesh = scattered_mesh(1, 5);
    for (std::uint32_t copy = 1; copy < 300; ++copy) {
        mesh.triangles.insert(mesh.triangles.end(), {0, 1, 2});
    }
    Tree tree(runner(), mesh);
    tree.build();
    expect_overlaps(tree, mesh, 4);
    expect_nearest(tree, mesh, 5);
    expect_rays(tree, mesh, 6);
}

TEST_F(Hierarchies, AnswerAsBruteForceDoesAfterTrianglesMove) {
    const OwnedMesh before = scattered_mesh(700, 8);
    Tree tree(runner(), before);
    tree.build();
    OwnedMesh after = before;
    SplitMix64 random(3);
    for (float& value : after.positions) {
        value = 0.8F * value + static_cast<float>(0.1 * real(random));
    }
    tree.move(after.positions);
    expect_overlaps(tree, after, 7);
    expect_nearest(tree, after, 8);
    expect_rays(tree, after, 9);
}

/// A ray that meets a surface without gaps in a vertex or on an edge hits a triangle.
TEST_F(Hierarchies, LetNoRayPassThroughAnEdge) {
    OwnedMesh mesh;
    constexpr std::uint32_t kCells = 16;
    for (std::uint32_t y = 0; y <= kCells; ++y) {
        for (std::uint32_t x = 0; x <= kCells; ++x) {
            mesh.positions.insert(mesh.positions.end(), {static_cast<float>(x), static_cast<float>(y),
                                                         static_cast<float>((x * 7 + y * 3) % 5) * 0.1F});
        }
    }
    for (std::uint32_t y = 0; y < kCells; ++y) {
        for (std::uint32_t x = 0; x < kCells; ++x) {
            const std::uint32_t at = y * (kCells + 1) + x;
            mesh.triangles.insert(mesh.triangles.end(),
                                  {at, at + 1, at + kCells + 2, at, at + kCells + 2, at + kCells + 1});
        }
    }
    Tree tree(runner(), mesh);
    tree.build();
    std::vector<float> asked;
    for (std::uint32_t y = 1; y < 2 * kCells; ++y) {
        for (std::uint32_t x = 1; x < 2 * kCells; ++x) {
            // Rays go obliquely and from above to vertices, to middles of edges and to middles of diagonals.
            const float to_x = 0.5F * static_cast<float>(x), to_y = 0.5F * static_cast<float>(y);
            asked.insert(asked.end(), {8, 8, 20, 0, to_x - 8, to_y - 8, -20, 100});
            asked.insert(asked.end(), {to_x, to_y, 20, 0, 0, 0, -1, 100});
        }
    }
    const auto answers = tree.answers(&BoundingVolumeHierarchy::record_rays, asked, asked.size() / 8);
    for (std::size_t k = 0; k < answers.size(); ++k) {
        EXPECT_NE(answers[k][0], HierarchyQuestion::kNoItem) << "ray " << k;
    }
}

/// Casts rays at a near wall, close to the edges between its long triangles. The corners of the triangles are far away,
/// so rounding moves the computed edges, possibly out of the bounding boxes.
TEST_F(Hierarchies, LetNoRayPassBetweenLongTriangles) {
    OwnedMesh wall;
    constexpr int kStrips = 8;
    for (int strip = 0; strip <= kStrips; ++strip) {
        const float y = static_cast<float>(strip - kStrips / 2) * 0.37F;
        wall.positions.insert(wall.positions.end(), {0.3F, y, -1100, 0.3F, y, 1300});
    }
    for (std::uint32_t strip = 0; strip < kStrips; ++strip) {
        const std::uint32_t first = 2 * strip;
        wall.triangles.insert(wall.triangles.end(), {first, first + 1, first + 2, first + 1, first + 3, first + 2});
    }
    Tree tree(runner(), wall);
    tree.build();
    SplitMix64 random(17);
    std::vector<float> asked;
    constexpr std::size_t kRays = 20000;
    for (std::size_t k = 0; k < kRays; ++k) {
        const Vector origin{0.2 * real(random) - 0.1, 0.2 * real(random) - 0.1, 0.2 * real(random) - 0.1};
        const double z = 2 * real(random) - 1;
        const double edge = (static_cast<double>(1 + random.below(kStrips - 1)) - kStrips / 2) * 0.37;
        const Vector at{0.3, edge + 2e-4 * (real(random) - 0.5), z};
        for (const double value : origin) {
            asked.push_back(static_cast<float>(value));
        }
        asked.push_back(0);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            asked.push_back(static_cast<float>(at.at(axis) - origin.at(axis)));
        }
        asked.push_back(100);
    }
    const auto answers = tree.answers(&BoundingVolumeHierarchy::record_rays, asked, kRays);
    std::size_t slipped = 0;
    for (const Words& answer : answers) {
        slipped += answer[0] == HierarchyQuestion::kNoItem ? 1U : 0U;
    }
    EXPECT_EQ(slipped, 0U);
}

/// Meshes in different units of length, and rays that also look behind their origin.
TEST_F(Hierarchies, FindTheSameTriangleAtEveryScale) {
    for (const float size : {1e-14F, 1e-9F, 1.0F, 1e9F, 1e14F}) {
        OwnedMesh mesh;
        for (std::uint32_t y = 0; y < 9; ++y) {
            for (std::uint32_t x = 0; x < 9; ++x) {
                mesh.positions.insert(mesh.positions.end(),
                                      {size * static_cast<float>(x), size * static_cast<float>(y), 0.0F});
            }
        }
        for (std::uint32_t cell = 0; cell < 64; ++cell) {
            const std::uint32_t at = cell / 8 * 9 + cell % 8;
            mesh.triangles.insert(mesh.triangles.end(), {at, at + 1, at + 10, at, at + 10, at + 9});
        }
        Tree tree(runner(), mesh);
        tree.build();
        const float x = 4.6F * size, y = 4.3F * size, z = size;
        const auto answers = tree.answers(&BoundingVolumeHierarchy::record_rays,
                                          {x, y, z, 0, 0, 0, -1, 1e30F,       // From above
                                           x, y, z, -1e30F, 0, 0, 1, 1e30F},  // From below, looking behind the origin
                                          2);
        for (const auto& [answer, distance] : {std::pair{answers[0], size}, std::pair{answers[1], -size}}) {
            EXPECT_EQ(answer[0], 2 * (4 * 8 + 4) + 0U) << size;
            EXPECT_NEAR(as_float(answer[1]) / distance, 1, 1e-5) << size;
        }
    }
}

TEST_F(Hierarchies, RefuseArgumentsThatDoNotFit) {
    const BoundingVolumeHierarchy hierarchy = take(BoundingVolumeHierarchy::create(context()));
    const HierarchyPlan plan = take(plan_bounding_volume_hierarchy(100, context().profile()));
    const GuardedBuffer boxes(runner(), plan.boxes_bytes), tree(runner(), plan.hierarchy_bytes);
    const GuardedBuffer scratch(runner(), plan.scratch_bytes);
    const auto refused = [&](const auto& change) {
        HierarchyArguments arguments{
            .boxes = boxes.view(), .hierarchy = tree.view(), .scratch = scratch.view(), .items = 100};
        change(arguments);
        EXPECT_ERROR(runner().run([&](Recorder& recorder) { return hierarchy.record_build(recorder, arguments); }),
                     ErrorCode::invalid_argument);
    };
    refused([](auto& arguments) { arguments.boxes = {}; });
    refused([](auto& arguments) { arguments.items = 101; });
    refused([](auto& arguments) { arguments.hierarchy = arguments.scratch; });
    refused([](auto& arguments) { arguments.scratch.offset += 8; });
    EXPECT_ERROR(plan_bounding_volume_hierarchy(std::uint64_t{1} << 30, context().profile()), ErrorCode::too_large);
    EXPECT_ERROR(runner().run([&](Recorder& recorder) { return BoundingVolumeHierarchy().record_build(recorder, {}); }),
                 ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace vkalgo::test
