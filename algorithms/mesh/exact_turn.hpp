// Internal to algorithms/mesh/: exact signs on the processor, of coordinates that check_mesh accepts, scaled.
#pragma once

#include <array>
#include <cstddef>

namespace vkalgo {

using MeshPoint = std::array<double, 3>;

/// The power of two that brings coordinates around 1: no product of three then leaves the range of doubles.
class MeshScale {
public:
    void take(double coordinate);
    /// Exact: of coordinates that were taken, or 0.
    double scaled(double coordinate) const;
    /// What scaled() has made of a coordinate, undone.
    double original(double scaled) const;

private:
    int exponent() const;

    /// of sizes but 0
    int least_ = 0, greatest_ = 0;
    bool any_ = false;
};

/// The sign of (q - p) x (r - p) . (t - p).
int turn(const MeshPoint& p, const MeshPoint& q, const MeshPoint& r, const MeshPoint& t);
/// The sign of one component of (q - p) x (r - p).
int turn_along(const MeshPoint& p, const MeshPoint& q, const MeshPoint& r, std::size_t axis);

}  // namespace vkalgo
