// Internal to algorithms/mesh/: exact signs on the processor, of coordinates that check_mesh accepts.
#pragma once

#include <array>
#include <cstddef>

namespace vkalgo {

using MeshPoint = std::array<double, 3>;

/// The sign of (q - p) x (r - p) . (t - p).
int turn(const MeshPoint& p, const MeshPoint& q, const MeshPoint& r, const MeshPoint& t);
/// The sign of one component of (q - p) x (r - p).
int turn_along(const MeshPoint& p, const MeshPoint& q, const MeshPoint& r, std::size_t axis);

}  // namespace vkalgo
