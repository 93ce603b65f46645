// Answers of hierarchies if distances are equal, to each other or to the given limits, on grids of integers, on which
// floats are exact.
#include "tests/mesh/tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo::test {
namespace {

constexpr std::uint32_t kCellsPerSide = 6;

/// Returns squares in the plane z = 0, each of two triangles, numbered at random.
OwnedMesh flat_grid(std::uint64_t seed) {
    OwnedMesh mesh;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (std::uint32_t y = 0; y <= kCellsPerSide; ++y) {
        for (std::uint32_t x = 0; x <= kCellsPerSide; ++x) {
            mesh.positions.insert(mesh.positions.end(), {static_cast<float>(x), static_cast<float>(y), 0});
            const std::uint32_t at = y * (kCellsPerSide + 1) + x;
            if (x < kCellsPerSide && y < kCellsPerSide) {
                triangles.push_back({at, at + 1, at + kCellsPerSide + 2});
                triangles.push_back({at, at + kCellsPerSide + 2, at + kCellsPerSide + 1});
            }
        }
    }
    SplitMix64 random(seed);
    for (std::size_t k = triangles.size(); k > 1; --k) {
        std::swap(triangles[k - 1], triangles[random.below(static_cast<std::uint32_t>(k))]);
    }
    for (const auto& triangle : triangles) {
        mesh.triangles.insert(mesh.triangles.end(), triangle.begin(), triangle.end());
    }
    return mesh;
}

/// Returns the first triangle that contains a point of the plane, borders included.
std::uint32_t first_at(const OwnedMesh& mesh, float x, float y) {
    for (std::uint32_t item = 0; item < mesh.triangles.size() / 3; ++item) {
        bool within = true;
        for (std::size_t k = 0; k < 3; ++k) {
            const float* a = &mesh.positions[3 * std::size_t{mesh.triangles[3 * item + k]}];
            const float* b = &mesh.positions[3 * std::size_t{mesh.triangles[3 * item + (k + 1) % 3]}];
            within = within && (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0;
        }
        if (within) {
            return item;
        }
    }
    return HierarchyQuestion::kNoItem;
}

class HierarchyTies : public DeviceTest {
protected:
    /// Calls `ask` with the x and y of all vertices, and of points on edges and within triangles.
    template <class Ask>
    static void each_point(const Ask& ask) {
        for (std::uint32_t y = 0; y <= 4 * kCellsPerSide; ++y) {
            for (std::uint32_t x = 0; x <= 4 * kCellsPerSide; ++x) {
                ask(0.25F * static_cast<float>(x), 0.25F * static_cast<float>(y));
            }
        }
    }
};

TEST_F(HierarchyTies, TheFirstOfEquallyNearTrianglesIsTheNearest) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const OwnedMesh mesh = flat_grid(seed);
        Tree tree(runner(), mesh);
        tree.build();
        std::vector<float> asked;
        std::vector<std::uint32_t> expected;
        each_point([&](float x, float y) {
            for (const float height : {0.0F, 2.0F}) {
                asked.insert(asked.end(), {x, y, height, 100});
                expected.push_back(first_at(mesh, x, y));
            }
        });
        const auto answers = tree.answers(&BoundingVolumeHierarchy::record_nearest, asked, expected.size());
        for (std::size_t k = 0; k < expected.size(); ++k) {
            EXPECT_EQ(answers[k][0], expected[k]) << asked[4 * k] << " " << asked[4 * k + 1] << " " << asked[4 * k + 2];
            EXPECT_EQ(as_float(answers[k][1]), asked[4 * k + 2] * asked[4 * k + 2]);
        }
    }
}

TEST_F(HierarchyTies, ATriangleExactlyAtTheGreatestDistanceIsFound) {
    const OwnedMesh grid = flat_grid(4);
    OwnedMesh one = grid;
    one.triangles.resize(3);
    for (const OwnedMesh* mesh : std::initializer_list<const OwnedMesh*>{&grid, &one}) {
        Tree tree(runner(), *mesh);
        tree.build();
        std::vector<float> asked;
        std::vector<std::uint32_t> expected;
        each_point([&](float x, float y) {
            const std::uint32_t there = first_at(*mesh, x, y);
            if (there != HierarchyQuestion::kNoItem) {
                asked.insert(asked.end(), {x, y, 2, 2, x, y, 2, std::nextafter(2.0F, 0.0F), x, y, 0, 0});
                expected.insert(expected.end(), {there, HierarchyQuestion::kNoItem, there});
            }
        });
        const auto answers = tree.answers(&BoundingVolumeHierarchy::record_nearest, asked, expected.size());
        for (std::size_t k = 0; k < expected.size(); ++k) {
            EXPECT_EQ(answers[k][0], expected[k]) << asked[4 * k] << " " << asked[4 * k + 1] << " " << asked[4 * k + 3];
        }
    }
}

TEST_F(HierarchyTies, ARayHitsATriangleAtItsLeastAndAtItsGreatestDistance) {
    const OwnedMesh grid = flat_grid(5);
    OwnedMesh one = grid;
    one.triangles.resize(3);
    for (const OwnedMesh* mesh : std::initializer_list<const OwnedMesh*>{&grid, &one}) {
        Tree tree(runner(), *mesh);
        tree.build();
        std::vector<float> asked;
        std::vector<std::uint32_t> expected;
        // Asks for a ray from `height` down to the plane, limited to distances from `least` to `greatest`.
        const auto ask = [&](float x, float y, float height, float least, float greatest, std::uint32_t answer) {
            asked.insert(asked.end(), {x, y, height, least, 0, 0, -1, greatest});
            expected.push_back(answer);
        };
        each_point([&](float x, float y) {
            const std::uint32_t there = first_at(*mesh, x, y);
            if (there == HierarchyQuestion::kNoItem) {
                return;
            }
            ask(x, y, 0, 0, 9, there);
            ask(x, y, 0, 0, 0, there);
            ask(x, y, 0, std::nextafter(0.0F, 1.0F) * 0x1p24F, 9, HierarchyQuestion::kNoItem);
            ask(x, y, 4, 4, 9, there);
            ask(x, y, 4, std::nextafter(4.0F, 5.0F), 9, HierarchyQuestion::kNoItem);
            ask(x, y, 4, 0, 4, there);
            ask(x, y, 4, 0, std::nextafter(4.0F, 0.0F), HierarchyQuestion::kNoItem);
            ask(x, y, -4, -4, 0, there);
        });
        const auto answers = tree.answers(&BoundingVolumeHierarchy::record_rays, asked, expected.size());
        for (std::size_t k = 0; k < expected.size(); ++k) {
            EXPECT_EQ(answers[k][0], expected[k])
                << asked[8 * k] << " " << asked[8 * k + 1] << " from height " << asked[8 * k + 2] << " between "
                << asked[8 * k + 3] << " and " << asked[8 * k + 7];
            if (expected[k] != HierarchyQuestion::kNoItem) {
                EXPECT_EQ(as_float(answers[k][1]), asked[8 * k + 2]);
            }
        }
    }
}

}  // namespace
}  // namespace vkalgo::test
