// Internal to algorithms/mesh/: what the easy call passes to the device.
#pragma once

#include "mesh_intersection_call.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace vkalgo {

/// What is uploaded: one mesh, or two, one after the other.
struct MeshIntersectionInput {
    ElementType coordinates = ElementType::f32;
    /// The positions that tests in floats use.
    std::vector<float> positions;
    /// The coordinates, if they are of type f64; else empty.
    std::vector<double> exact;
    float error = 0;
    std::vector<std::uint32_t> triangles;
    /// The caller's indices of the triangles, if a region was given; else empty.
    std::vector<std::uint32_t> numbers;
    /// The number of triangles of the first mesh if there are two; else 0.
    std::uint64_t split = 0;
    bool two = false;

    std::uint64_t count() const { return triangles.size() / 3; }
    std::uint64_t vertices() const { return positions.size() / 3; }
    std::uint32_t number(std::uint32_t triangle) const { return numbers.empty() ? triangle : numbers[triangle]; }
};

/// Returns the input for mesh `a` alone or, unless `b` is null, for `a` and `b`. Errors: those of check_mesh; too_large
/// (more vertices than 32 bits can number).
Result<MeshIntersectionInput> mesh_intersection_input(const MeshView& a, const MeshView* b,
                                                      const std::optional<MeshRegion>& region);

}  // namespace vkalgo
