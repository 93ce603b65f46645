#include "algorithms/mesh/mesh_segment.hpp"

#include "algorithms/mesh/exact_turn.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace vkalgo {

namespace {

using Corners = std::array<MeshPoint, 3>;

Corners corners_of(const MeshView& mesh, std::uint32_t triangle) {
    Corners corners{};
    for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            corners.at(k).at(axis) = mesh.coordinate(mesh.triangles[3 * std::size_t{triangle} + k], axis);
        }
    }
    return corners;
}

template <class Function>
void for_each(Corners& corners, const Function& function) {
    for (MeshPoint& corner : corners) {
        std::for_each(corner.begin(), corner.end(), function);
    }
}

/// Returns twice the signed distance of a point from the plane of a triangle, times the area of the triangle.
double height(const Corners& plane, const MeshPoint& p) {
    double sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t y = (axis + 1) % 3, z = (axis + 2) % 3;
        const MeshPoint &a = plane[0], &b = plane[1], &c = plane[2];
        sum += ((b.at(y) - a.at(y)) * (c.at(z) - a.at(z)) - (b.at(z) - a.at(z)) * (c.at(y) - a.at(y))) *
               (p.at(axis) - a.at(axis));
    }
    return sum;
}

/// Returns the point where a segment passes through a plane. The segment's ends lie on different sides of the plane, or
/// one of them lies in it.
MeshPoint crossing(const Corners& plane, const MeshPoint& p, const MeshPoint& q) {
    const double at_p = std::abs(height(plane, p)), at_q = std::abs(height(plane, q));
    const double part = at_p + at_q > 0 ? at_p / (at_p + at_q) : 0.5;
    MeshPoint point{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double low = std::min(p.at(axis), q.at(axis)), high = std::max(p.at(axis), q.at(axis));
        point.at(axis) = std::clamp(p.at(axis) + part * (q.at(axis) - p.at(axis)), low, high);
    }
    return point;
}

/// Appends the points where edges of the triangle `edges` meet the other triangle. Skips edges in the other's plane.
void append_points(const Corners& edges, const Corners& other, std::vector<MeshPoint>& points) {
    std::array<int, 3> sides{};
    for (std::size_t k = 0; k < 3; ++k) {
        sides.at(k) = turn(other[0], other[1], other[2], edges.at(k));
    }
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t next = (k + 1) % 3;
        const MeshPoint &p = edges.at(k), &q = edges.at(next);
        if (sides.at(k) * sides.at(next) > 0 || (sides.at(k) == 0 && sides.at(next) == 0)) {
            continue;
        }
        int least = 1, most = -1;
        for (std::size_t l = 0; l < 3; ++l) {
            const int sign = turn(p, q, other.at(l), other.at((l + 1) % 3));
            least = std::min(least, sign);
            most = std::max(most, sign);
        }
        if (least >= 0 || most <= 0) {
            points.push_back(sides.at(k) == 0 ? p : sides.at(next) == 0 ? q : crossing(other, p, q));
        }
    }
}

double distance(const MeshPoint& p, const MeshPoint& q) {
    double most = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        most = std::max(most, std::abs(p.at(axis) - q.at(axis)));
    }
    return most;
}

}  // namespace

std::optional<MeshSegment> mesh_segment(const MeshView& a, std::uint32_t first, const MeshView& b,
                                        std::uint32_t second) {
    Corners one = corners_of(a, first), other = corners_of(b, second);
    MeshScale scale;
    for (Corners* corners : {&one, &other}) {
        for_each(*corners, [&](double& coordinate) { scale.take(coordinate); });
    }
    for (Corners* corners : {&one, &other}) {
        for_each(*corners, [&](double& coordinate) { coordinate = scale.scaled(coordinate); });
    }
    std::vector<MeshPoint> points;
    append_points(one, other, points);
    append_points(other, one, points);
    if (points.empty()) {
        return std::nullopt;
    }
    MeshSegment segment{points[0], points[0]};
    for (const MeshPoint& p : points) {
        for (const MeshPoint& q : points) {
            if (distance(p, q) > distance(segment.begin, segment.end)) {
                segment = {p, q};
            }
        }
    }
    if (segment.end < segment.begin) {
        std::swap(segment.begin, segment.end);
    }
    for (MeshPoint* point : {&segment.begin, &segment.end}) {
        for (double& coordinate : *point) {
            coordinate = scale.original(coordinate);
        }
    }
    return segment;
}

}  // namespace vkalgo
