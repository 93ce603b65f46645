// Nodes and branches of skeletons.
#include "algorithms/volume/skeleton_graph.hpp"

#include "algorithms/volume/thinning_reference.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/volume/topology.hpp"

#include <cmath>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

SkeletonGraph graph_of(const Solid& solid, const std::array<double, 3>& spacing = {1, 1, 1}) {
    const auto bits = solid.bits();
    return take(skeleton_graph({.shape = solid.shape, .bits = bits, .spacing = spacing}));
}

}  // namespace

TEST(SkeletonGraph, OfALetterYHasThreeEndsAndAJunction) {
    Solid solid({40, 12, 1});
    for (std::uint32_t x = 2; x < 20; ++x) {
        solid.at(x, 6, 0) = 1;
    }
    for (std::uint32_t k = 0; k < 5; ++k) {
        solid.at(20 + k, 5 - k, 0) = 1;
        solid.at(20 + k, 7 + k, 0) = 1;
    }
    const SkeletonGraph graph = graph_of(solid, {2, 1, 1});
    ASSERT_EQ(graph.branches.size(), 3u);
    std::map<SkeletonNodeKind, int> kinds;
    double length = 0;
    for (const SkeletonNode& node : graph.nodes) {
        ++kinds[node.kind];
        EXPECT_EQ(node.branches, node.kind == SkeletonNodeKind::end ? 1u : 3u);
    }
    for (const SkeletonBranch& branch : graph.branches) {
        length += branch.length;
    }
    EXPECT_EQ(kinds[SkeletonNodeKind::end], 3);
    EXPECT_EQ(kinds[SkeletonNodeKind::junction], 1);
    EXPECT_NEAR(length, 17 * 2 + 10 * std::sqrt(5.0), 1e-9);
}

TEST(SkeletonGraph, OfALoopAPointAndAPairOfVoxels) {
    Solid solid({20, 20, 3});
    for (const auto& [x, y] : {std::pair{5u, 4u}, {6u, 5u}, {5u, 6u}, {4u, 5u}}) {
        solid.at(x, y, 1) = 1;
    }
    solid.at(15, 3, 0) = 1;
    solid.at(15, 15, 2) = solid.at(16, 16, 2) = 1;
    const SkeletonGraph graph = graph_of(solid);
    ASSERT_EQ(graph.nodes.size(), 4u);
    ASSERT_EQ(graph.branches.size(), 2u);
    EXPECT_EQ(graph.nodes[0].kind, SkeletonNodeKind::point);
    EXPECT_EQ(graph.nodes[3].kind, SkeletonNodeKind::loop);
    EXPECT_NEAR(graph.branches[0].length, std::sqrt(2.0), 1e-12);
    EXPECT_NEAR(graph.branches[1].length, 4 * std::sqrt(2.0), 1e-12);
    EXPECT_EQ(graph.branches[1].from, graph.branches[1].to);
    EXPECT_EQ(graph.branches[1].voxels.size(), 5u);
}

TEST(SkeletonGraph, HasEachVoxelOfARandomSkeletonOnce) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const Solid solid = random_solid({50, 40, seed % 3 == 0 ? 1u : 30u}, seed, 75, 5);
        const auto thinned = take(thinning_reference(solid.shape, solid.bits(), {}));
        const Solid skeleton = Solid::of(solid.shape, thinned.skeleton);
        std::vector<float> radius(skeleton.count(), 2.5f);
        const SkeletonGraph graph =
            take(skeleton_graph({.shape = solid.shape, .bits = thinned.skeleton, .radius = radius}));
        std::vector<std::uint8_t> seen(skeleton.set.size(), 0);
        for (const SkeletonNode& node : graph.nodes) {
            for (const std::uint64_t voxel : node.voxels) {
                ++seen[voxel];
            }
        }
        for (const SkeletonBranch& branch : graph.branches) {
            EXPECT_NEAR(branch.mean_radius, 2.5, 1e-9);
            EXPECT_GT(branch.length, 0);
            for (std::size_t k = 1; k + 1 < branch.voxels.size(); ++k) {
                ++seen[branch.voxels[k]];
            }
        }
        EXPECT_EQ(seen, skeleton.set);
        std::uint32_t ends = 0;
        for (const SkeletonNode& node : graph.nodes) {
            ends += node.branches;
        }
        EXPECT_EQ(ends, 2 * graph.branches.size());
        // Components of the graph are components of the skeleton.
        std::vector<std::size_t> root(graph.nodes.size());
        std::iota(root.begin(), root.end(), std::size_t{0});
        const auto find = [&](std::size_t node) {
            while (root[node] != node) {
                node = root[node];
            }
            return node;
        };
        for (const SkeletonBranch& branch : graph.branches) {
            root[find(branch.from)] = find(branch.to);
        }
        std::uint64_t pieces = 0;
        for (std::size_t node = 0; node < root.size(); ++node) {
            pieces += root[node] == node ? 1u : 0u;
        }
        EXPECT_EQ(pieces, topology_of(skeleton).objects);
    }
}

TEST(SkeletonGraph, KeepsLabelsApartAndRefusesWhatDoesNotFit) {
    const Solid line({10, 1, 1}, 1);
    const auto bits = line.bits();
    const std::vector<std::uint32_t> labels{1, 1, 1, 1, 1, 2, 2, 2, 2, 2};
    const SkeletonGraph graph = take(skeleton_graph({.shape = line.shape, .bits = bits, .labels = labels}));
    ASSERT_EQ(graph.branches.size(), 2u);
    EXPECT_EQ(graph.nodes[graph.branches[1].to].label, 2u);
    const std::vector<float> radius(9);
    EXPECT_ERROR(skeleton_graph({.shape = line.shape, .bits = bits, .radius = radius}), ErrorCode::invalid_argument);
    EXPECT_ERROR(skeleton_graph({.shape = {40, 1, 1}, .bits = bits}), ErrorCode::invalid_argument);
    EXPECT_ERROR(skeleton_graph({.shape = line.shape, .bits = bits, .labels = bits}), ErrorCode::invalid_argument);
}

}  // namespace vkalgo::test
