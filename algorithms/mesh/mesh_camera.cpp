#include "algorithms/mesh/mesh_camera.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace vkalgo {

namespace {

/// The margin on each side, relative to the picture's width and height.
constexpr double kMargin = 0.04;
/// Angles of the view in radians: from the front to the right, and from there upwards.
constexpr double kTurn = 0.55, kRise = 0.5;

using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Returns the vector with these components: to the right, upwards, and towards the front of a mesh.
Vector turned(double to_right, double upwards, double to_front, MeshUp up) {
    switch (up) {
        case MeshUp::x:
            return {upwards, -to_right, to_front};
        case MeshUp::y:
            return {to_right, upwards, to_front};
        case MeshUp::z:
            return {to_right, -to_front, upwards};
    }
    return {};
}

std::array<float, 3> scaled(const Vector& vector, double factor) {
    return {static_cast<float>(vector[0] * factor), static_cast<float>(vector[1] * factor),
            static_cast<float>(vector[2] * factor)};
}

}  // namespace

MeshCamera fit_camera(std::span<const float> points, MeshUp up, std::uint32_t width, std::uint32_t height) {
    const Vector axes[] = {
        turned(std::cos(kTurn), 0, -std::sin(kTurn), up),
        turned(std::sin(kRise) * std::sin(kTurn), -std::cos(kRise), std::sin(kRise) * std::cos(kTurn), up),
        turned(-std::cos(kRise) * std::sin(kTurn), -std::sin(kRise), -std::cos(kRise) * std::cos(kTurn), up),
    };
    Vector low, high;
    low.fill(std::numeric_limits<double>::infinity());
    high.fill(-std::numeric_limits<double>::infinity());
    for (std::size_t at = 0; at + 2 < points.size(); at += 3) {
        const Vector point{points[at], points[at + 1], points[at + 2]};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double along = dot(axes[axis], point);
            low.at(axis) = std::min(low.at(axis), along);
            high.at(axis) = std::max(high.at(axis), along);
        }
    }
    MeshCamera camera;
    double scale = 1;
    if (points.size() >= 3) {
        Vector middle{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (std::size_t k = 0; k < 3; ++k) {
                middle.at(k) += (low.at(axis) + high.at(axis)) / 2 * axes[axis].at(k);
            }
        }
        camera.middle = scaled(middle, 1);
        const double room = 1 - 2 * kMargin;
        const double per_pixel = std::max((high[0] - low[0]) / (room * width), (high[1] - low[1]) / (room * height));
        scale = per_pixel > 0 ? 1 / per_pixel : 1;
    }
    camera.right = scaled(axes[0], scale);
    camera.down = scaled(axes[1], scale);
    camera.forward = scaled(axes[2], scale);
    return camera;
}

}  // namespace vkalgo
