#include "algorithms/mesh/mesh_intersection_reference.hpp"

#include "algorithms/mesh/exact_turn.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace vkalgo {

namespace {

using Point = MeshPoint;

struct Triangle {
    std::array<Point, 3> points;
    std::array<std::uint64_t, 3> vertices;
    Point low, high;
    bool flat;
};

std::size_t axis_across(const Triangle& t) {
    std::size_t axis = 0;
    while (axis < 2 && turn_along(t.points[0], t.points[1], t.points[2], axis) == 0) {
        ++axis;
    }
    return axis;
}

/// Returns true if two segments meet. Both must lie in one plane, to which the axis is not parallel.
bool segments_meet(const Point& a, const Point& b, const Point& c, const Point& d, std::size_t axis) {
    const int ca = turn_along(a, b, c, axis), da = turn_along(a, b, d, axis);
    const int ac = turn_along(c, d, a, axis), bc = turn_along(c, d, b, axis);
    if (ca * da < 0 && ac * bc < 0) {
        return true;
    }
    const auto within = [&](const Point& p, const Point& from, const Point& to) {
        for (std::size_t k = 0; k < 3; ++k) {
            if (p[k] < std::min(from[k], to[k]) || p[k] > std::max(from[k], to[k])) {
                return false;
            }
        }
        return true;
    };
    return (ca == 0 && within(c, a, b)) || (da == 0 && within(d, a, b)) || (ac == 0 && within(a, c, d)) ||
           (bc == 0 && within(b, c, d));
}

/// Returns true if the triangle contains a point of its plane. If `open`, the triangle does not include its border.
bool contains(const Triangle& t, const Point& p, std::size_t axis, bool open) {
    int least = 1, most = -1;
    for (std::size_t k = 0; k < 3; ++k) {
        const int sign = turn_along(t.points[k], t.points[(k + 1) % 3], p, axis);
        least = std::min(least, sign);
        most = std::max(most, sign);
    }
    return open ? least == most && least != 0 : least >= 0 || most <= 0;
}

bool segment_meets(const Point& a, const Point& b, const Triangle& t) {
    const auto& p = t.points;
    const int at_a = turn(p[0], p[1], p[2], a), at_b = turn(p[0], p[1], p[2], b);
    if (at_a * at_b > 0) {
        return false;
    }
    if (at_a == 0 && at_b == 0) {
        const std::size_t axis = axis_across(t);
        if (contains(t, a, axis, false)) {
            return true;
        }
        for (std::size_t k = 0; k < 3; ++k) {
            if (segments_meet(a, b, p[k], p[(k + 1) % 3], axis)) {
                return true;
            }
        }
        return false;
    }
    int least = 1, most = -1;
    for (std::size_t k = 0; k < 3; ++k) {
        const int sign = turn(a, b, p[k], p[(k + 1) % 3]);
        least = std::min(least, sign);
        most = std::max(most, sign);
    }
    return least >= 0 || most <= 0;
}

std::array<int, 3> sides(const Triangle& plane, const Triangle& of) {
    std::array<int, 3> sides{};
    for (std::size_t k = 0; k < 3; ++k) {
        sides[k] = turn(plane.points[0], plane.points[1], plane.points[2], of.points[k]);
    }
    return sides;
}

/// Returns true if the interiors of two triangles in one plane share a point. Looks for an edge that has the other
/// triangle on its far side, instead of clipping the triangles.
bool interiors_meet_in_plane(const Triangle& a, const Triangle& b) {
    const std::size_t axis = axis_across(a);
    for (const auto& [one, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
        const int inside = turn_along(one->points[0], one->points[1], one->points[2], axis);
        for (std::size_t k = 0; k < 3; ++k) {
            bool apart = true;
            for (const Point& p : other->points) {
                apart = apart && turn_along(one->points[k], one->points[(k + 1) % 3], p, axis) * inside <= 0;
            }
            if (apart) {
                return false;
            }
        }
    }
    return true;
}

/// Returns true if two triangles share more than a point of the line in which their planes meet. Each triangle reaches
/// to both sides of the other's plane. The first vertex of `first`, and of `second`, is alone on its side: above the
/// other's plane if first_above or second_above, else below it.
bool intervals_overlap(std::array<Point, 3> first, bool first_above, std::array<Point, 3> second, bool second_above) {
    if (!first_above) {
        std::swap(second[1], second[2]);
    }
    if (!second_above) {
        std::swap(first[1], first[2]);
    }
    return turn(first[1], second[0], first[0], second[1]) < 0 && turn(first[0], second[0], first[2], second[2]) < 0;
}

bool interiors_meet(const Triangle& a, const Triangle& b) {
    const auto of_a = sides(b, a), of_b = sides(a, b);
    if (of_b == std::array{0, 0, 0}) {
        return interiors_meet_in_plane(a, b);
    }
    const auto turned = [](const Triangle& t, const std::array<int, 3>& sides, bool& above) {
        above = std::count(sides.begin(), sides.end(), 1) == 1;
        const auto alone =
            static_cast<std::size_t>(std::find(sides.begin(), sides.end(), above ? 1 : -1) - sides.begin());
        return std::array{t.points[alone], t.points[(alone + 1) % 3], t.points[(alone + 2) % 3]};
    };
    for (const auto& sides : {of_a, of_b}) {
        if (std::count(sides.begin(), sides.end(), 1) == 0 || std::count(sides.begin(), sides.end(), -1) == 0) {
            return false;
        }
    }
    bool a_above = false, b_above = false;
    const auto first = turned(a, of_a, a_above);
    const auto second = turned(b, of_b, b_above);
    return intervals_overlap(first, a_above, second, b_above);
}

bool intersect(const Triangle& a, const Triangle& b, bool touching) {
    std::vector<std::size_t> of_a, of_b;
    for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t l = 0; l < 3; ++l) {
            if (a.vertices[k] == b.vertices[l]) {
                of_a.push_back(k);
                of_b.push_back(l);
            }
        }
    }
    if (of_a.size() >= 3) {
        return true;
    }
    if (!touching) {
        return interiors_meet(a, b);
    }
    if (of_a.size() == 2) {
        const Point &p = a.points[3 - of_a[0] - of_a[1]], &q = b.points[3 - of_b[0] - of_b[1]];
        const Point &begin = a.points[of_a[0]], &end = a.points[of_a[1]];
        const std::size_t axis = axis_across(a);
        return turn(begin, end, p, q) == 0 && turn_along(begin, end, p, axis) == turn_along(begin, end, q, axis);
    }
    if (of_a.size() == 1) {
        const std::size_t i = of_a[0], j = of_b[0];
        return segment_meets(b.points[(j + 1) % 3], b.points[(j + 2) % 3], a) ||
               segment_meets(a.points[(i + 1) % 3], a.points[(i + 2) % 3], b);
    }
    for (std::size_t k = 0; k < 3; ++k) {
        if (segment_meets(a.points[k], a.points[(k + 1) % 3], b) ||
            segment_meets(b.points[k], b.points[(k + 1) % 3], a)) {
            return true;
        }
    }
    return false;
}

void take(MeshScale& scale, const MeshView& mesh) {
    for (std::size_t at = 0; at < 3 * mesh.vertices(); ++at) {
        scale.take(mesh.coordinate(at / 3, at % 3));
    }
}

void append(std::vector<Triangle>& triangles, const MeshView& mesh, const MeshScale& scale,
            std::uint64_t first_vertex) {
    for (std::size_t at = 0; at + 2 < mesh.triangles.size(); at += 3) {
        Triangle t{};
        for (std::size_t k = 0; k < 3; ++k) {
            t.vertices.at(k) = mesh.triangles[at + k] + first_vertex;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                t.points.at(k).at(axis) = scale.scaled(mesh.coordinate(mesh.triangles[at + k], axis));
            }
        }
        t.low = t.high = t.points[0];
        t.flat = true;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const Point& p : t.points) {
                t.low.at(axis) = std::min(t.low.at(axis), p.at(axis));
                t.high.at(axis) = std::max(t.high.at(axis), p.at(axis));
            }
            t.flat = t.flat && turn_along(t.points[0], t.points[1], t.points[2], axis) == 0;
        }
        triangles.push_back(t);
    }
}

bool boxes_meet(const Triangle& a, const Triangle& b) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (a.low.at(axis) > b.high.at(axis) || b.low.at(axis) > a.high.at(axis)) {
            return false;
        }
    }
    return true;
}

/// Returns the pairs that intersect, found by a sweep along x. If `everywhere`, each triangle is compared with all
/// later ones in the order of the sweep, even with those whose boxes begin after its own box ends. `split` is 0 or the
/// number of triangles of the first mesh.
std::vector<MeshPair> sweep(const std::vector<Triangle>& triangles, std::size_t split, bool touching,
                            bool everywhere = false) {
    std::vector<std::uint32_t> order(triangles.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return triangles[a].low[0] < triangles[b].low[0]; });
    std::vector<MeshPair> pairs;
    for (std::size_t at = 0; at < order.size(); ++at) {
        const std::uint32_t one = order[at];
        if (triangles[one].flat) {
            if (touching && split == 0) {
                pairs.push_back({one, one});
            }
            continue;
        }
        for (std::size_t next = at + 1; next < order.size(); ++next) {
            const std::uint32_t other = order[next];
            if (!everywhere && triangles[other].low[0] > triangles[one].high[0]) {
                break;
            }
            const MeshPair pair{std::min(one, other), std::max(one, other)};
            const bool wanted = split == 0 || (pair.first < split && pair.second >= split);
            if (wanted && !triangles[other].flat && boxes_meet(triangles[one], triangles[other]) &&
                intersect(triangles[pair.first], triangles[pair.second], touching)) {
                pairs.push_back(pair);
            }
        }
    }
    for (MeshPair& pair : pairs) {
        pair.second -= static_cast<std::uint32_t>(split);
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

std::vector<Triangle> triangles_of(const MeshView& mesh) {
    std::vector<Triangle> triangles;
    MeshScale scale;
    take(scale, mesh);
    append(triangles, mesh, scale, 0);
    return triangles;
}

}  // namespace

std::vector<MeshPair> mesh_intersection_reference(const MeshView& mesh, bool touching) {
    return sweep(triangles_of(mesh), 0, touching);
}

std::vector<MeshPair> mesh_intersection_by_every_pair(const MeshView& mesh, bool touching) {
    return sweep(triangles_of(mesh), 0, touching, true);
}

std::vector<MeshPair> mesh_intersection_reference(const MeshView& a, const MeshView& b, bool touching) {
    std::vector<Triangle> triangles;
    MeshScale scale;
    take(scale, a);
    take(scale, b);
    append(triangles, a, scale, 0);
    append(triangles, b, scale, a.vertices());
    return a.triangles.empty() ? std::vector<MeshPair>{} : sweep(triangles, a.triangles.size() / 3, touching);
}

}  // namespace vkalgo
