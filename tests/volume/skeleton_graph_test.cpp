// Nodes and branches of skeletons.
#include "algorithms/volume/skeleton_graph.hpp"

#include "algorithms/volume/thinning_reference.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/volume/topology.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

SkeletonGraph graph_of(const Solid& solid, const std::array<double, 3>& spacing = {1, 1, 1}) {
    const auto bits = solid.bits();
    return take(skeleton_graph({.shape = solid.shape, .bits = bits, .spacing = spacing}));
}

/// Returns the lengths of the branches in ascending order.
std::vector<double> sorted_lengths(const SkeletonGraph& graph) {
    std::vector<double> lengths;
    for (const SkeletonBranch& branch : graph.branches) {
        lengths.push_back(branch.length);
    }
    std::sort(lengths.begin(), lengths.end());
    return lengths;
}

/// The voxels of a solid with their junctions, found by testing all pairs of voxels.
struct Pairs {
    std::vector<std::array<double, 3>> points;
    std::vector<std::pair<std::size_t, std::size_t>> touching;
    /// Per voxel: the first voxel of its junction, or the voxel itself if it is in no junction.
    std::vector<std::size_t> group;
};

Pairs pairs_of(const Solid& solid, const std::array<double, 3>& spacing) {
    std::vector<std::array<int, 3>> at;
    Pairs pairs;
    for (std::size_t voxel = 0; voxel < solid.set.size(); ++voxel) {
        if (solid.set[voxel] != 0) {
            at.push_back({static_cast<int>(voxel % solid.shape.x),
                          static_cast<int>(voxel / solid.shape.x % solid.shape.y),
                          static_cast<int>(voxel / solid.shape.x / solid.shape.y)});
            pairs.points.push_back({at.back()[0] * spacing[0], at.back()[1] * spacing[1], at.back()[2] * spacing[2]});
        }
    }
    std::vector<int> degree(at.size(), 0);
    for (std::size_t b = 0; b < at.size(); ++b) {
        for (std::size_t a = 0; a < b; ++a) {
            if (std::abs(at[a][0] - at[b][0]) <= 1 && std::abs(at[a][1] - at[b][1]) <= 1 &&
                std::abs(at[a][2] - at[b][2]) <= 1) {
                pairs.touching.emplace_back(a, b);
                ++degree[a];
                ++degree[b];
            }
        }
    }
    pairs.group.resize(at.size());
    std::iota(pairs.group.begin(), pairs.group.end(), std::size_t{0});
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& [a, b] : pairs.touching) {
            if (degree[a] > 2 && degree[b] > 2 && pairs.group[a] != pairs.group[b]) {
                pairs.group[a] = pairs.group[b] = std::min(pairs.group[a], pairs.group[b]);
                changed = true;
            }
        }
    }
    return pairs;
}

double between(const std::array<double, 3>& a, const std::array<double, 3>& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/// Returns the sum of the distances between voxels that touch, except pairs within one junction. All voxels of a
/// junction count as lying in its centre.
double length_of_all(const Solid& solid, const std::array<double, 3>& spacing) {
    const Pairs pairs = pairs_of(solid, spacing);
    std::vector<std::array<double, 4>> sums(pairs.points.size(), {0, 0, 0, 0});
    for (std::size_t voxel = 0; voxel < pairs.points.size(); ++voxel) {
        auto& sum = sums[pairs.group[voxel]];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            sum.at(axis) += pairs.points[voxel].at(axis);
        }
        sum[3] += 1;
    }
    const auto centre = [&](std::size_t voxel) {
        const auto& sum = sums[pairs.group[voxel]];
        return std::array<double, 3>{sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]};
    };
    double length = 0;
    for (const auto& [a, b] : pairs.touching) {
        length += pairs.group[a] == pairs.group[b] ? 0.0 : between(centre(a), centre(b));
    }
    return length;
}

void expect_lengths(const SkeletonGraph& graph, std::vector<double> expected) {
    std::sort(expected.begin(), expected.end());
    const auto lengths = sorted_lengths(graph);
    ASSERT_EQ(lengths.size(), expected.size());
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        EXPECT_NEAR(lengths[k], expected[k], 1e-12) << k;
    }
}

}  // namespace

TEST(SkeletonGraph, MeasuresBranchesToTheCentreOfAJunction) {
    // A T. The voxel where its bars meet and the three neighbours of that voxel are the junction. Its centre:
    // x = 7, y = 5.25.
    Solid t({16, 20, 1});
    for (std::uint32_t x = 2; x <= 12; ++x) {
        t.at(x, 5, 0) = 1;
    }
    for (std::uint32_t y = 6; y <= 15; ++y) {
        t.at(7, y, 0) = 1;
    }
    expect_lengths(graph_of(t), {3 + std::hypot(2, 0.25), 3 + std::hypot(2, 0.25), 8 + 1.75});
    // With voxels of 3 x 2, the centre is (21, 10.5).
    expect_lengths(graph_of(t, {3, 2, 1}), {9 + std::hypot(6, 0.5), 9 + std::hypot(6, 0.5), 16 + 3.5});

    // A cross in a volume. The lengths of its arms are measured from its middle, the centre of a junction of seven
    // voxels.
    Solid cross({17, 17, 17});
    for (std::uint32_t k = 3; k <= 13; ++k) {
        cross.at(k, 8, 8) = cross.at(8, k, 8) = cross.at(8, 8, k) = 1;
    }
    expect_lengths(graph_of(cross), {5, 5, 5, 5, 5, 5});

    // An L whose corner is a square of 2 x 2 voxels, with its arms along diagonals.
    Solid corner({20, 20, 1});
    for (std::uint32_t k = 0; k <= 5; ++k) {
        corner.at(11 + k, 11 + k, 0) = corner.at(10 - k, 11 + k, 0) = 1;
    }
    corner.at(10, 10, 0) = corner.at(11, 10, 0) = 1;
    expect_lengths(graph_of(corner), {5.5 * std::sqrt(2.0), 5.5 * std::sqrt(2.0)});

    // An L with its arms along x and y and a corner of 2 x 2 voxels. The first voxel of each arm touches two voxels of
    // that corner, so it belongs to the junction, whose centre is (32 / 3, 32 / 3).
    Solid square({24, 24, 1});
    for (std::uint32_t x = 10; x <= 20; ++x) {
        square.at(x, 10, 0) = square.at(10, x, 0) = 1;
    }
    square.at(11, 11, 0) = 1;
    expect_lengths(graph_of(square), {7 + std::sqrt(53.0) / 3, 7 + std::sqrt(53.0) / 3});
}

TEST(SkeletonGraph, HasTheLengthsOfAllPairsOfVoxelsOfRandomSkeletons) {
    SplitMix64 random(77);
    std::size_t joints = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const std::array<double, 3> spacing{0.5 + random.below(9) / 4.0, 0.5 + random.below(9) / 4.0,
                                            0.5 + random.below(9) / 4.0};
        const Solid solid = random_solid({31 + static_cast<std::uint32_t>(seed), 24, seed % 3 == 0 ? 1u : 12u}, seed,
                                         75, seed % 2 == 0 ? 5 : 3);
        const auto thinned = take(thinning_reference(solid.shape, solid.bits(), {}));
        const Solid skeleton = Solid::of(solid.shape, thinned.skeleton);
        const SkeletonGraph graph = graph_of(skeleton, spacing);
        double length = 0;
        for (const SkeletonBranch& branch : graph.branches) {
            const auto &from = graph.nodes[branch.from], &to = graph.nodes[branch.to];
            length += branch.length;
            EXPECT_GE(branch.length, between(from.position, to.position) - 1e-9) << "seed " << seed;
            joints += from.voxels.size() + to.voxels.size() > 2 ? 1u : 0u;
        }
        const double expected = length_of_all(skeleton, spacing);
        EXPECT_NEAR(length, expected, 1e-9 * expected) << "seed " << seed;
    }
    EXPECT_GT(joints, 0u);
}

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

TEST(SkeletonGraph, HandlesALoopAPointAndAPairOfVoxels) {
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
