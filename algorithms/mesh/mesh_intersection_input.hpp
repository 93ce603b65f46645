// Internal to algorithms/mesh/: what the easy call gives to the device.
#pragma once

#include "mesh_intersection_call.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace vkalgo {

/// What goes to the device: one mesh, or two behind each other.
struct MeshIntersectionInput {
    ElementType coordinates = ElementType::f32;
    /// what floats see
    std::vector<float> positions;
    /// with coordinates of type f64
    std::vector<double> exact;
    float error = 0;
    std::vector<std::uint32_t> triangles;
    /// the caller's numbers of the triangles, if some were left out
    std::vector<std::uint32_t> numbers;
    /// of a first mesh, if there are two
    std::uint64_t split = 0;
    bool two = false;

    std::uint64_t count() const { return triangles.size() / 3; }
    std::uint64_t vertices() const { return positions.size() / 3; }
    std::uint32_t number(std::uint32_t triangle) const { return numbers.empty() ? triangle : numbers[triangle]; }
};

/// `b`: null, or a second mesh. Errors: those of check_mesh; too_large (vertices that 32 bits do not number).
Result<MeshIntersectionInput> mesh_intersection_input(const MeshView& a, const MeshView* b,
                                                      const std::optional<MeshRegion>& region);

}  // namespace vkalgo
