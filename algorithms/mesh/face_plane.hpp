// Internal to algorithms/mesh/: a face as it is seen along the normal of the plane that fits it best, with exact signs.
#pragma once

#include "exact_turn.hpp"

#include <array>
#include <cstddef>
#include <span>

namespace vkalgo {

/// The direction that a face is looked at from, and what its corners look like from there. The normal is Newell's, each
/// edge weighted with its length, and then rounded to 20 bits after the point of a largest component of 1: all signs
/// are exact for that direction, and for corners in one plane they do not depend on it. `corners`: of sizes that
/// MeshScale has brought around 1; they must outlive this. `rounding`: how far off coordinates may be, in parts of the
/// greatest one.
class FacePlane {
public:
    FacePlane(std::span<const MeshPoint> corners, double rounding);

    /// Is there no normal, because all corners lie on a line?
    bool is_line() const { return is_line_; }
    /// Do corners lie off the plane, by more than a ten-thousandth of the face's extent and more than rounding
    /// explains?
    bool is_bent() const { return is_bent_; }

    /// Returns the sign of the area that the corners a, b, c span as they are seen: 1 for a turn to the left.
    int turn(std::size_t a, std::size_t b, std::size_t c) const;
    /// Returns -1, 0 or 1 as corner a is seen to the left of b (or straight below it), in the same place, or beyond.
    int order(std::size_t a, std::size_t b) const;

private:
    bool find_normal();
    bool find_normal_exactly();
    bool find_normal_of_three();
    bool find_bend(double rounding) const;
    int difference(std::size_t a, std::size_t b, std::size_t axis) const;

    std::span<const MeshPoint> corners_;
    /// of any length
    std::array<double, 3> normal_{};
    /// what signs are exact for
    std::array<double, 3> direction_{};
    /// of the largest component of the direction, and the other two in cyclic order
    std::size_t axis_ = 2, right_ = 0, up_ = 1;
    bool is_line_ = false, is_bent_ = false;
};

}  // namespace vkalgo
