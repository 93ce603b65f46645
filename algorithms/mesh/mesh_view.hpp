#pragma once

#include "../element_type.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace vkalgo {

/// A mesh of triangles in the host's memory.
struct MeshView {
    /// 3 coordinates per vertex, finite. Coordinates of double precision are in `positions_f64`; `positions` is then
    /// empty.
    std::span<const float> positions = {};
    std::span<const double> positions_f64 = {};
    /// 3 indices of vertices per triangle; the first vertex has index 0.
    std::span<const std::uint32_t> triangles = {};

    /// Returns the type of the coordinates: f32 or f64.
    ElementType coordinates() const { return positions_f64.empty() ? ElementType::f32 : ElementType::f64; }
    /// Returns the number of vertices.
    std::size_t vertices() const { return (positions.size() + positions_f64.size()) / 3; }
    /// Returns the coordinate of a vertex along axis 0, 1 or 2.
    double coordinate(std::size_t vertex, std::size_t axis) const {
        const std::size_t at = 3 * vertex + axis;
        return positions_f64.empty() ? double{positions[at]} : positions_f64[at];
    }
};

/// Two triangles, by their indices. If both are in one mesh, first <= second. If two meshes are compared, `first` is an
/// index in the first mesh and `second` is an index in the second mesh.
struct MeshPair {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    auto operator<=>(const MeshPair&) const = default;
};

}  // namespace vkalgo
