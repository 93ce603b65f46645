#include "algorithms/mesh/exact_turn.hpp"

#include "algorithms/mesh/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vkalgo {

namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon() / 2;

}  // namespace

void MeshScale::take(double coordinate) {
    if (coordinate != 0) {
        const int size = std::ilogb(coordinate);
        least_ = any_ ? std::min(least_, size) : size;
        greatest_ = any_ ? std::max(greatest_, size) : size;
        any_ = true;
    }
}

int MeshScale::exponent() const {
    return (least_ + greatest_) / 2;
}

double MeshScale::scaled(double coordinate) const {
    return std::ldexp(coordinate, -exponent());
}

double MeshScale::original(double scaled) const {
    return std::ldexp(scaled, exponent());
}

int turn(const MeshPoint& p, const MeshPoint& q, const MeshPoint& r, const MeshPoint& t) {
    const auto minor = [&](std::size_t y, std::size_t z) {
        const double a = (q[y] - p[y]) * (r[z] - p[z]);
        const double b = (q[z] - p[z]) * (r[y] - p[y]);
        return std::array{a - b, std::abs(a) + std::abs(b)};
    };
    double sum = 0, size = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [value, most] = minor((axis + 1) % 3, (axis + 2) % 3);
        sum += value * (t[axis] - p[axis]);
        size += most * std::abs(t[axis] - p[axis]);
    }
    if (std::abs(sum) > 8 * kEpsilon * size) {
        return sum > 0 ? 1 : -1;
    }
    const auto exact = [&](const MeshPoint& of, std::size_t axis) { return ExactSum::difference(of[axis], p[axis]); };
    ExactSum total;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t y = (axis + 1) % 3, z = (axis + 2) % 3;
        total = total + (exact(q, y) * exact(r, z) - exact(q, z) * exact(r, y)) * exact(t, axis);
    }
    return total.sign();
}

int turn_along(const MeshPoint& p, const MeshPoint& q, const MeshPoint& r, std::size_t axis) {
    const std::size_t y = (axis + 1) % 3, z = (axis + 2) % 3;
    const auto exact = [&](const MeshPoint& of, std::size_t along) {
        return ExactSum::difference(of[along], p[along]);
    };
    return (exact(q, y) * exact(r, z) - exact(q, z) * exact(r, y)).sign();
}

}  // namespace vkalgo
