#pragma once

#include "algorithms/mesh/mesh_view.hpp"
#include "tests/support/random.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo::test {

/// A mesh that owns its memory.
struct OwnedMesh {
    std::vector<float> positions;
    std::vector<double> positions_f64;
    std::vector<std::uint32_t> triangles;

    MeshView view() const { return {positions, positions_f64, triangles}; }
    /// Returns the same mesh with coordinates of double precision, each moved and then scaled.
    OwnedMesh doubled(double offset = 0, double scale = 1) const {
        OwnedMesh mesh{{}, {}, triangles};
        for (const float value : positions) {
            mesh.positions_f64.push_back((value + offset) * scale);
        }
        return mesh;
    }
};

/// Returns a number in [0, 1).
inline double real(SplitMix64& random) {
    return static_cast<double>(random.next32()) / 4294967296.0;
}

/// Distributions of vertices, each a kind of input that geometry code often gets wrong.
enum class Family {
    /// Anywhere in a cube.
    cloud,
    /// Few positions per axis: many triangles touch, are coplanar or have no area.
    grid,
    /// Near a tilted plane, within the rounding of a float.
    plane,
    /// Near one line: slivers.
    line,
    /// Magnitudes from 1e-20 to 1e20.
    sizes,
    /// Subnormal floats, and 0.
    subnormal,
    /// Few positions, far from the origin.
    far,
};
inline constexpr Family kFamilies[] = {Family::cloud, Family::grid,      Family::plane, Family::line,
                                       Family::sizes, Family::subnormal, Family::far};

inline std::vector<float> vertex_of(Family family, SplitMix64& random) {
    const auto cell = [&](std::uint32_t positions_per_axis) {
        return static_cast<float>(random.below(positions_per_axis));
    };
    switch (family) {
        case Family::cloud:
            break;
        case Family::grid:
            return {cell(3), cell(3), cell(2)};
        case Family::plane: {
            const double x = real(random), y = real(random);
            return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(0.3 * x + 0.7 * y)};
        }
        case Family::line: {
            const double t = real(random);
            return {static_cast<float>(t), static_cast<float>(0.3 * t),
                    static_cast<float>(0.7 * t + 1e-6 * real(random))};
        }
        case Family::sizes: {
            const auto size = [&] {
                const double sign = random.below(2) == 0 ? -1 : 1;
                return static_cast<float>(sign * std::pow(10.0, 40 * real(random) - 20));
            };
            return {size(), size(), random.below(3) == 0 ? 0.0F : size()};
        }
        case Family::subnormal: {
            const auto few = [&] { return std::ldexp(cell(5), -149) * (random.below(2) == 0 ? -1.0F : 1.0F); };
            return {few(), few(), few()};
        }
        case Family::far:
            return {1e6F + cell(3) * 0.0625F, -1e6F + cell(3) * 0.0625F, 1e6F + cell(2) * 0.0625F};
    }
    return {static_cast<float>(real(random)), static_cast<float>(real(random)), static_cast<float>(real(random))};
}

/// Returns random triangles over random vertices: some share vertices by number, some only by position, some use a
/// vertex twice.
inline OwnedMesh random_mesh(Family family, std::size_t vertices, std::size_t triangles, std::uint64_t seed) {
    SplitMix64 random(seed);
    OwnedMesh mesh;
    for (std::size_t v = 0; v < vertices; ++v) {
        const auto at = vertex_of(family, random);
        mesh.positions.insert(mesh.positions.end(), at.begin(), at.end());
    }
    for (std::size_t corner = 0; corner < 3 * triangles; ++corner) {
        mesh.triangles.push_back(random.below(static_cast<std::uint32_t>(vertices)));
    }
    return mesh;
}

/// Returns small triangles all over a cube, each with three vertices of its own: few of them meet.
inline OwnedMesh scattered_mesh(std::size_t triangles, std::uint64_t seed) {
    SplitMix64 random(seed);
    OwnedMesh mesh;
    const double size = 1.5 / std::cbrt(static_cast<double>(triangles));
    for (std::size_t t = 0; t < triangles; ++t) {
        const double middle[3] = {real(random), real(random), real(random)};
        for (std::size_t k = 0; k < 3; ++k) {
            for (const double along : middle) {
                mesh.positions.push_back(static_cast<float>(along + size * (real(random) - 0.5)));
            }
            mesh.triangles.push_back(static_cast<std::uint32_t>(3 * t + k));
        }
    }
    return mesh;
}

}  // namespace vkalgo::test
