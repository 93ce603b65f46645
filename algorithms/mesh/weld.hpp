#pragma once

#include "../../engine/result.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// A mesh of triangles whose vertices lie in different places. T: float or double.
template <class T>
struct WeldedMesh {
    /// x, y, z of each vertex that is left, in the order in which their places came first
    std::vector<T> positions;
    /// three new indices per triangle; the triangles and their corners keep their order
    std::vector<std::uint32_t> triangles;
    /// the new index of each old vertex
    std::vector<std::uint32_t> new_index;
    /// vertices that are gone: each was in the place of an earlier one
    std::uint64_t merged = 0;
};

/// Makes vertices one that have exactly the same coordinates, with -0 equal to 0 (the first one's sign stays), so that
/// triangles of a mesh whose faces each bring their own vertices (STL) share them. `positions`: x, y, z per vertex, of
/// fewer than 2^32 vertices; NaNs are equal where their bits are. `triangles`: three indices of vertices each; one that
/// names two vertices of one place becomes degenerate and stays. One pass on the processor, with a hash table of 8 to
/// 16 bytes per vertex. Errors: invalid_argument: `positions` or `triangles` does not come in threes, an index is that
/// of no vertex; too_large: 2^32 vertices or more.
Result<WeldedMesh<float>> weld(std::span<const float> positions, std::span<const std::uint32_t> triangles);
/// The same in f64.
Result<WeldedMesh<double>> weld(std::span<const double> positions, std::span<const std::uint32_t> triangles);

}  // namespace vkalgo
