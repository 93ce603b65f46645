#include "algorithms/mesh/weld.hpp"

#include "tests/support/random.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

using Indices = std::vector<std::uint32_t>;

/// Welds with a tree instead of the hash table.
template <class T>
WeldedMesh<T> reference(const std::vector<T>& positions, const Indices& triangles) {
    WeldedMesh<T> mesh;
    std::map<std::array<T, 3>, std::uint32_t> numbers;
    for (std::size_t at = 0; at < positions.size(); at += 3) {
        const std::array<T, 3> coordinates = {positions[at], positions[at + 1], positions[at + 2]};
        const auto [found, is_new] = numbers.emplace(coordinates, static_cast<std::uint32_t>(numbers.size()));
        mesh.new_index.push_back(found->second);
        mesh.merged += is_new ? 0 : 1;
        if (is_new) {
            mesh.positions.insert(mesh.positions.end(), coordinates.begin(), coordinates.end());
        }
    }
    for (const std::uint32_t vertex : triangles) {
        mesh.triangles.push_back(mesh.new_index[vertex]);
    }
    return mesh;
}

template <class T>
WeldedMesh<T> welded(const std::vector<T>& positions, const Indices& triangles) {
    auto mesh = weld(std::span<const T>(positions), triangles);
    EXPECT_TRUE(mesh) << mesh.error().message;
    return mesh ? std::move(*mesh) : WeldedMesh<T>{};
}

template <class T>
void expect_reference(const std::vector<T>& positions, const Indices& triangles) {
    const WeldedMesh<T> expected = reference(positions, triangles);
    const WeldedMesh<T> mesh = welded(positions, triangles);
    EXPECT_EQ(mesh.positions, expected.positions);
    EXPECT_EQ(mesh.triangles, expected.triangles);
    EXPECT_EQ(mesh.new_index, expected.new_index);
    EXPECT_EQ(mesh.merged, expected.merged);
}

template <class T>
class Weld : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Weld, Scalars);

TYPED_TEST(Weld, AgreesWithATreeOnRandomVertices) {
    for (const std::uint32_t vertices :
         {0U, 1U, 2U, 3U, 7U, 8U, 9U, 31U, 32U, 33U, 255U, 256U, 257U, 1023U, 1025U, 10'007U}) {
        for (const std::uint64_t seed : {1U, 2U, 3U}) {
            for (const std::uint32_t values : {1U, 3U, 20U, 1U << 20}) {
                SplitMix64 random(seed);
                std::vector<TypeParam> positions(3 * vertices);
                for (TypeParam& coordinate : positions) {
                    // Values of both signs, and 0 with both signs.
                    const auto value = static_cast<TypeParam>(random.below(values)) / 8;
                    coordinate = random.below(2) == 0 ? value : -value;
                }
                Indices triangles(vertices == 0 ? 0 : 3 * random.below(2 * vertices));
                for (std::uint32_t& vertex : triangles) {
                    vertex = random.below(vertices);
                }
                expect_reference(positions, triangles);
            }
        }
    }
}

TYPED_TEST(Weld, MakesAClosedCubeOfTwelveSeparateTriangles) {
    constexpr std::array<std::uint32_t, 36> kCube = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                                     2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    std::vector<TypeParam> positions;
    for (const std::uint32_t vertex : kCube) {
        for (const unsigned axis : {0U, 1U, 2U}) {
            positions.push_back(static_cast<TypeParam>(vertex >> axis & 1U) * TypeParam(0.1));
        }
    }
    Indices corners(36);
    std::iota(corners.begin(), corners.end(), 0U);
    const auto mesh = welded(positions, corners);
    EXPECT_EQ(mesh.positions.size(), 24U);
    EXPECT_EQ(mesh.merged, 28U);
    EXPECT_EQ(mesh.triangles, mesh.new_index);
    for (std::size_t corner = 0; corner < positions.size(); ++corner) {
        EXPECT_EQ(mesh.positions[3 * mesh.triangles[corner / 3] + corner % 3], positions[corner]);
    }
}

TYPED_TEST(Weld, TreatsMinusZeroAsZeroAndKeepsTheFirstSign) {
    const auto mesh =
        welded(std::vector<TypeParam>{1, -0.F, 2, 1, 0, 2, -0.F, 0, 0, 0, -0.F, -0.F}, {0, 1, 2, 3, 3, 0});
    EXPECT_EQ(mesh.merged, 2U);
    EXPECT_EQ(mesh.new_index, (Indices{0, 0, 1, 1}));
    EXPECT_EQ(mesh.triangles, (Indices{0, 0, 1, 1, 1, 0}));
    EXPECT_TRUE(std::signbit(mesh.positions[1]));
}

TYPED_TEST(Weld, KeepsNeighboursApart) {
    using Limits = std::numeric_limits<TypeParam>;
    const TypeParam one = 1;
    const std::vector<TypeParam> positions = {one,
                                              0,
                                              0,
                                              std::nextafter(one, TypeParam(2)),
                                              0,
                                              0,
                                              0,
                                              one,
                                              0,
                                              0,
                                              0,
                                              one,
                                              Limits::denorm_min(),
                                              0,
                                              0,
                                              0,
                                              0,
                                              0,
                                              -Limits::denorm_min(),
                                              0,
                                              0,
                                              Limits::max(),
                                              0,
                                              0,
                                              Limits::infinity(),
                                              0,
                                              0};
    const auto mesh = welded(positions, {});
    EXPECT_EQ(mesh.merged, 0U);
    EXPECT_EQ(mesh.positions, positions);
}

TYPED_TEST(Weld, TerminatesForNaN) {
    const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
    const auto mesh = welded(std::vector<TypeParam>{nan, 0, 0, nan, 0, 0, 0, nan, 0}, {0, 1, 2});
    EXPECT_EQ(mesh.merged, 1U);
    EXPECT_EQ(mesh.triangles, (Indices{0, 0, 1}));
}

TYPED_TEST(Weld, HasFewCollisionsOnAGrid) {
    // 200 planes of 60 x 60 points, each point twice. The low bits of the floating-point representations of such small
    // integers are all 0; a poor hash gives many of them the same slot.
    std::vector<TypeParam> positions;
    for (int copy = 0; copy < 2; ++copy) {
        for (int at = 0; at < 60 * 60 * 200; ++at) {
            const int coordinates[] = {at % 60, at / 60 % 60, at / 3600};
            for (const int coordinate : coordinates) {
                positions.push_back(static_cast<TypeParam>(coordinate));
            }
        }
    }
    const auto start = std::chrono::steady_clock::now();
    const auto mesh = welded(positions, {});
    EXPECT_EQ(mesh.merged, 720'000U);
    // A hash table with many collisions would take minutes.
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TYPED_TEST(Weld, RefusesInvalidMeshes) {
    const std::vector<TypeParam> positions(9);
    const auto expect = [&](std::size_t coordinates, const Indices& triangles, const std::string& message) {
        const auto mesh = weld(std::span<const TypeParam>(positions).first(coordinates), triangles);
        ASSERT_FALSE(mesh);
        EXPECT_EQ(mesh.error().code, ErrorCode::invalid_argument);
        EXPECT_EQ(mesh.error().message, message);
    };
    expect(8, {0, 0, 0}, "the number of coordinates, 8, is not a multiple of 3");
    expect(9, {0, 0}, "the number of indices, 2, is not a multiple of 3");
    expect(9, {0, 1, 2, 0, 1, 3},
           "triangle 1 has vertex 3, but there are 3 vertices; triangles and vertices count from 0");
    expect(0, {0, 0, 0}, "triangle 0 has vertex 0, but there are 0 vertices; triangles and vertices count from 0");
}

}  // namespace
}  // namespace vkalgo::test
