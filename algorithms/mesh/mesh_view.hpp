#pragma once

#include "../element_type.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace vkalgo {

/// A mesh of triangles in the host's memory.
struct MeshView {
    /// 3 per vertex, finite; those of double precision stand in `positions_f64`, and then none here.
    std::span<const float> positions = {};
    std::span<const double> positions_f64 = {};
    /// 3 per triangle: its vertices, from 0
    std::span<const std::uint32_t> triangles = {};

    /// Of the coordinates: f32 or f64.
    ElementType coordinates() const { return positions_f64.empty() ? ElementType::f32 : ElementType::f64; }
    /// How many there are.
    std::size_t vertices() const { return (positions.size() + positions_f64.size()) / 3; }
    /// A coordinate of a vertex, along axis 0, 1 or 2.
    double coordinate(std::size_t vertex, std::size_t axis) const {
        const std::size_t at = 3 * vertex + axis;
        return positions_f64.empty() ? double{positions[at]} : positions_f64[at];
    }
};

/// Two triangles, by their numbers; first <= second. Where two meshes are compared, `first` counts those of the first
/// mesh, `second` those of the second.
struct MeshPair {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    auto operator<=>(const MeshPair&) const = default;
};

}  // namespace vkalgo
