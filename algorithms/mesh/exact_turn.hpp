// Internal to algorithms/mesh/: exact signs on the processor, for coordinates that check_mesh accepts, after scaling.
#pragma once

#include <array>
#include <cstddef>

namespace vkalgo {

using MeshPoint = std::array<double, 3>;

/// The power of two that scales coordinates to around 1, so that no product of three of their differences leaves the
/// range of doubles.
class MeshScale {
public:
    void take(double coordinate);
    /// Returns the scaled coordinate; exact for 0 and for coordinates that take() was called with.
    double scaled(double coordinate) const;
    /// Returns the coordinate that scaled() was given.
    double original(double scaled) const;

private:
    int exponent() const;

    /// The least and the greatest exponent of the coordinates that take() was called with, without 0.
    int least_ = 0, greatest_ = 0;
    bool any_ = false;
};

/// Returns the sign of (q - p) x (r - p) . (t - p).
int turn(const MeshPoint& p, const MeshPoint& q, const MeshPoint& r, const MeshPoint& t);
/// Returns the sign of component `axis` of (q - p) x (r - p).
int turn_along(const MeshPoint& p, const MeshPoint& q, const MeshPoint& r, std::size_t axis);

}  // namespace vkalgo
