#include "face_plane.hpp"

#include "exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vkalgo {

namespace {

/// Half a unit in the last place of 1.
constexpr double kRounding = std::numeric_limits<double>::epsilon() / 2;
/// A sum of doubles that is smaller than this, relative to the sum of the sizes of its terms, is not trusted to show a
/// direction.
constexpr double kLeastPart = 1e-6;
/// The largest distance between corners of a flat face along its normal, relative to the face's extent.
constexpr double kFlat = 1e-4;

double greatest(const std::array<double, 3>& vector) {
    return std::max({std::abs(vector[0]), std::abs(vector[1]), std::abs(vector[2])});
}

ExactSum exact_component(const MeshPoint& p, const MeshPoint& q, const MeshPoint& r, std::size_t axis) {
    const std::size_t y = (axis + 1) % 3, z = (axis + 2) % 3;
    const auto along = [&](const MeshPoint& of, std::size_t at) { return ExactSum::difference(of[at], p[at]); };
    return along(q, y) * along(r, z) - along(q, z) * along(r, y);
}

}  // namespace

FacePlane::FacePlane(std::span<const MeshPoint> corners, double rounding) : corners_(corners) {
    is_line_ = !find_normal() && !find_normal_exactly() && !find_normal_of_three();
    if (is_line_) {
        return;
    }
    axis_ = 0;
    for (std::size_t axis = 1; axis < 3; ++axis) {
        axis_ = std::abs(normal_.at(axis)) > std::abs(normal_.at(axis_)) ? axis : axis_;
    }
    right_ = (axis_ + 1) % 3;
    up_ = (axis_ + 2) % 3;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        direction_.at(axis) = std::round(normal_.at(axis) / std::abs(normal_.at(axis_)) * 0x1p20) * 0x1p-20;
    }
    is_bent_ = find_bend(rounding);
}

/// Computes the normal by sums of doubles. Returns false if the terms cancel too much.
bool FacePlane::find_normal() {
    const MeshPoint& p = corners_[0];
    double size = 0;
    for (std::size_t k = 1; k + 1 < corners_.size(); ++k) {
        const MeshPoint &q = corners_[k], &r = corners_[k + 1];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t y = (axis + 1) % 3, z = (axis + 2) % 3;
            const double one = (q[y] - p[y]) * (r[z] - p[z]), other = (q[z] - p[z]) * (r[y] - p[y]);
            normal_.at(axis) += one - other;
            size += std::abs(one) + std::abs(other);
        }
    }
    return greatest(normal_) > kLeastPart * size;
}

/// Computes the normal by exact sums. Returns false if the areas cancel or are all 0.
bool FacePlane::find_normal_exactly() {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        ExactSum sum;
        for (std::size_t k = 1; k + 1 < corners_.size(); ++k) {
            sum = sum + exact_component(corners_[0], corners_[k], corners_[k + 1], axis);
        }
        normal_.at(axis) = sum.nearby();
    }
    return greatest(normal_) > 0;
}

/// Takes the normal of the largest triangle that has the segment from the first corner to the corner farthest from it
/// as an edge. Returns false if all corners lie on a line.
bool FacePlane::find_normal_of_three() {
    const MeshPoint& p = corners_[0];
    const auto far = std::max_element(corners_.begin(), corners_.end(), [&](const MeshPoint& a, const MeshPoint& b) {
        return std::hypot(a[0] - p[0], a[1] - p[1], a[2] - p[2]) < std::hypot(b[0] - p[0], b[1] - p[1], b[2] - p[2]);
    });
    normal_ = {};
    for (const MeshPoint& corner : corners_) {
        std::array<double, 3> normal{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            normal.at(axis) = exact_component(p, *far, corner, axis).nearby();
        }
        normal_ = greatest(normal) > greatest(normal_) ? normal : normal_;
    }
    return greatest(normal_) > 0;
}

bool FacePlane::find_bend(double rounding) const {
    const double length = std::hypot(normal_[0], normal_[1], normal_[2]);
    double low = 0, high = 0, extent = 0, size = 0;
    for (const MeshPoint& corner : corners_) {
        double height = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double along = corner.at(axis) - corners_[0].at(axis);
            height += normal_.at(axis) / length * along;
            extent = std::max(extent, std::abs(along));
        }
        low = std::min(low, height);
        high = std::max(high, height);
        size = std::max(size, greatest(corner));
    }
    return high - low > kFlat * extent + rounding * size;
}

int FacePlane::turn(std::size_t a, std::size_t b, std::size_t c) const {
    const MeshPoint &p = corners_[a], &q = corners_[b], &r = corners_[c];
    double sum = 0, size = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t y = (axis + 1) % 3, z = (axis + 2) % 3;
        const double one = (q[y] - p[y]) * (r[z] - p[z]), other = (q[z] - p[z]) * (r[y] - p[y]);
        sum += (one - other) * direction_.at(axis);
        size += (std::abs(one) + std::abs(other)) * std::abs(direction_.at(axis));
    }
    // Each of these is rounded once: two differences, their product, the difference of products, and the product with
    // the direction. The sum over the axes is rounded twice.
    if (std::abs(sum) > 16 * kRounding * size) {
        return sum > 0 ? 1 : -1;
    }
    ExactSum total;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (direction_.at(axis) != 0) {
            total = total + exact_component(p, q, r, axis) * ExactSum(direction_.at(axis));
        }
    }
    return total.sign();
}

int FacePlane::order(std::size_t a, std::size_t b) const {
    const int right = difference(a, b, right_);
    return right != 0 ? right : difference(a, b, up_);
}

/// Returns the sign of the position of corner a minus that of corner b, as seen along the direction: to the right if
/// `axis` is right_, upwards if it is up_. Seen in this way, turn() is 1 for a left turn.
int FacePlane::difference(std::size_t a, std::size_t b, std::size_t axis) const {
    const MeshPoint &p = corners_[a], &q = corners_[b];
    // The position of a point, as seen along the direction, is the difference of two terms. The first is proportional
    // to the point's coordinate on `axis`, the second to its coordinate on axis_ and to the direction's component on
    // `axis`.
    const double side = axis == right_ ? direction_.at(axis_) : 1;
    const double share = direction_.at(axis) * (axis == right_ ? 1 : direction_.at(axis_));
    const double one = (p.at(axis) - q.at(axis)) * side, other = (p.at(axis_) - q.at(axis_)) * share;
    const double sum = one - other;
    if (std::abs(sum) > 8 * kRounding * (std::abs(one) + std::abs(other))) {
        return sum > 0 ? 1 : -1;
    }
    return (ExactSum::difference(p.at(axis), q.at(axis)) * ExactSum(side) -
            ExactSum::difference(p.at(axis_), q.at(axis_)) * ExactSum(share))
        .sign();
}

}  // namespace vkalgo
