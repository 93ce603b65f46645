// Compares connected groups of pairs with a breadth-first search.
#include "algorithms/mesh/mesh_groups.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/random.hpp"

#include <deque>
#include <vector>

namespace vkalgo::test {
namespace {

MeshGroups by_search(const std::vector<MeshPair>& pairs, std::size_t triangles, std::uint32_t split) {
    std::vector<std::vector<std::uint32_t>> neighbours(triangles);
    for (const MeshPair& pair : pairs) {
        neighbours[pair.first].push_back(pair.second + split);
        neighbours[pair.second + split].push_back(pair.first);
    }
    MeshGroups groups{std::vector<std::uint32_t>(triangles), {}};
    for (std::uint32_t first = 0; first < triangles; ++first) {
        if (neighbours[first].empty() || groups.group_of[first] != 0) {
            continue;
        }
        groups.sizes.push_back(0);
        const auto number = static_cast<std::uint32_t>(groups.sizes.size());
        groups.group_of[first] = number;
        std::deque<std::uint32_t> waiting{first};
        while (!waiting.empty()) {
            ++groups.sizes.back();
            for (const std::uint32_t next : neighbours[waiting.front()]) {
                if (groups.group_of[next] == 0) {
                    groups.group_of[next] = number;
                    waiting.push_back(next);
                }
            }
            waiting.pop_front();
        }
    }
    return groups;
}

void expect_as_searched(const std::vector<MeshPair>& pairs, std::size_t triangles, std::uint32_t split = 0) {
    const auto groups = mesh_groups(pairs, triangles, split);
    ASSERT_OK(groups);
    const MeshGroups right = by_search(pairs, triangles, split);
    EXPECT_EQ(groups->group_of, right.group_of) << triangles << " triangles, " << pairs.size() << " pairs";
    EXPECT_EQ(groups->sizes, right.sizes) << triangles << " triangles, " << pairs.size() << " pairs";
}

TEST(MeshGroups, EqualABreadthFirstSearchOnRandomPairs) {
    for (const std::uint32_t triangles : {1U, 2U, 3U, 31U, 257U, 2000U}) {
        // With the fewest pairs there are no groups. With the most pairs nearly all triangles are in one group.
        for (const std::uint32_t per_ten : {0U, 1U, 3U, 5U, 8U, 20U}) {
            for (const std::uint64_t seed : {1U, 2U, 3U}) {
                SplitMix64 random(seed);
                std::vector<MeshPair> pairs;
                for (std::uint32_t k = 0; k < triangles * per_ten / 10; ++k) {
                    pairs.push_back({random.below(triangles), random.below(triangles)});
                }
                expect_as_searched(pairs, triangles);
            }
        }
    }
}

TEST(MeshGroups, JoinTheTrianglesOfTwoMeshes) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        SplitMix64 random(seed);
        std::vector<MeshPair> pairs;
        for (int k = 0; k < 60; ++k) {
            pairs.push_back({random.below(70), random.below(50)});
        }
        expect_as_searched(pairs, 120, 70);
    }
}

/// The pairs of a chain come in rising order or in falling order, or join pieces whose lengths double.
TEST(MeshGroups, FollowLongChainsInAnyOrder) {
    constexpr std::uint32_t kTriangles = 20000;
    std::vector<MeshPair> rising, falling, halves;
    for (std::uint32_t k = 0; k + 1 < kTriangles; ++k) {
        rising.push_back({k, k + 1});
        falling.push_back({kTriangles - 2 - k, kTriangles - 1 - k});
    }
    for (std::uint32_t step = 1; step < kTriangles; step *= 2) {
        for (std::uint32_t k = 0; k + step < kTriangles; k += 2 * step) {
            halves.push_back({k, k + step});
        }
    }
    for (const auto& pairs : {rising, falling, halves}) {
        expect_as_searched(pairs, kTriangles);
        EXPECT_EQ(take(mesh_groups(pairs, kTriangles)).sizes, std::vector<std::uint32_t>{kTriangles});
    }
}

TEST(MeshGroups, CountATriangleWithoutAreaAsAGroupOfItsOwn) {
    const MeshGroups groups = take(mesh_groups(std::vector<MeshPair>{{4, 4}, {1, 3}}, 6));
    EXPECT_EQ(groups.group_of, (std::vector<std::uint32_t>{0, 1, 0, 1, 2, 0}));
    EXPECT_EQ(groups.sizes, (std::vector<std::uint32_t>{2, 1}));
    EXPECT_TRUE(take(mesh_groups({}, 0)).group_of.empty());
}

TEST(MeshGroups, RefusePairsOfTrianglesThatDoNotExist) {
    EXPECT_ERROR(mesh_groups(std::vector<MeshPair>{{0, 3}}, 3), ErrorCode::invalid_argument);
    EXPECT_ERROR(mesh_groups(std::vector<MeshPair>{{3, 0}}, 3), ErrorCode::invalid_argument);
    EXPECT_ERROR(mesh_groups(std::vector<MeshPair>{{0, 1}}, 3, 2), ErrorCode::invalid_argument);
    EXPECT_ERROR(mesh_groups(std::vector<MeshPair>{{0, 0xffffffff}}, 3, 2), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace vkalgo::test
