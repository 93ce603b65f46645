// Internal to algorithms/mesh/: a face as seen along the normal of the plane that fits it best, with exact signs.
#pragma once

#include "exact_turn.hpp"

#include <array>
#include <cstddef>
#include <span>

namespace vkalgo {

/// The direction from which a face is seen, and the face's corners as seen from there. The direction is Newell's
/// normal, the sum of the vector areas of the triangles between the first corner and each edge. If that sum is 0, the
/// direction is the normal of a large triangle of corners. It is scaled to a largest component of 1 and rounded to 20
/// binary digits after the point. All signs are exact for the rounded direction. For corners in one plane the signs do
/// not depend on the rounding. `corners` have been scaled to around 1 by MeshScale; they must outlive this object.
/// `rounding` is the largest error of a coordinate, relative to the greatest coordinate.
class FacePlane {
public:
    FacePlane(std::span<const MeshPoint> corners, double rounding);

    /// Returns true if the face has no normal, because all corners lie on a line.
    bool is_line() const { return is_line_; }
    /// Returns true if the heights of the corners over the plane differ by more than a ten-thousandth of the face's
    /// extent plus what rounding explains.
    bool is_bent() const { return is_bent_; }

    /// Returns the sign of the area that the corners a, b, c span as seen: 1 for a left turn.
    int turn(std::size_t a, std::size_t b, std::size_t c) const;
    /// Returns -1 if corner a is seen to the left of b or straight below it, 0 if both are seen at the same position,
    /// else 1.
    int order(std::size_t a, std::size_t b) const;

private:
    bool find_normal();
    bool find_normal_exactly();
    bool find_normal_of_three();
    bool find_bend(double rounding) const;
    int difference(std::size_t a, std::size_t b, std::size_t axis) const;

    std::span<const MeshPoint> corners_;
    /// The normal, of any length.
    std::array<double, 3> normal_{};
    /// The direction for which signs are exact.
    std::array<double, 3> direction_{};
    /// The axis of the direction's largest component, and the other two axes in cyclic order.
    std::size_t axis_ = 2, right_ = 0, up_ = 1;
    bool is_line_ = false, is_bent_ = false;
};

}  // namespace vkalgo
