#pragma once

#include "../../engine/result.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// A mesh of triangles whose vertices all have different positions. T: float or double.
template <class T>
struct WeldedMesh {
    /// x, y, z of each remaining vertex, in the order in which their positions first occurred.
    std::vector<T> positions;
    /// Three new indices per triangle; the triangles and their corners keep their order.
    std::vector<std::uint32_t> triangles;
    /// The new index of each old vertex.
    std::vector<std::uint32_t> new_index;
    /// The number of removed vertices: each had the position of an earlier one.
    std::uint64_t merged = 0;
};

/// Merges vertices that have exactly the same coordinates, so that triangles share vertices even if each face of the
/// mesh has its own (STL). -0 equals 0 (the sign of the first one is kept), and NaNs are equal if their bits are equal.
/// `positions` has x, y, z per vertex, of fewer than 2^32 vertices. `triangles` has three vertex indices per triangle.
/// A triangle that names two vertices of the same position becomes degenerate and is kept. One pass on the CPU, with a
/// hash table of 8 to 16 bytes per vertex. Errors: invalid_argument if the number of `positions` or `triangles` is not
/// a multiple of 3 or an index is not that of a vertex; too_large for 2^32 vertices or more.
Result<WeldedMesh<float>> weld(std::span<const float> positions, std::span<const std::uint32_t> triangles);
/// Merges vertices whose positions are f64.
Result<WeldedMesh<double>> weld(std::span<const double> positions, std::span<const std::uint32_t> triangles);

}  // namespace vkalgo
