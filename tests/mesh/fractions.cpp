#include "tests/mesh/fractions.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <gmpxx.h>

namespace vkalgo::test {
namespace {

using ExactVector = std::array<mpq_class, 3>;

ExactVector minus(const ExactVector& a, const ExactVector& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
ExactVector along(const ExactVector& a, const ExactVector& b, const mpq_class& t) {
    return {a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t};
}
mpq_class dot(const ExactVector& a, const ExactVector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
ExactVector cross(const ExactVector& a, const ExactVector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

struct Triangle {
    std::array<ExactVector, 3> points;
    std::array<std::uint32_t, 3> vertices;
    ExactVector normal;

    bool flat() const { return dot(normal, normal) == 0; }
    mpq_class height(const ExactVector& p) const { return dot(normal, minus(p, points[0])); }
    /// Returns barycentric coordinate k of a point in the plane, multiplied by a positive number that depends only on
    /// the triangle. It is 0 on the edge opposite to vertex k.
    mpq_class share(std::size_t k, const ExactVector& p) const {
        const ExactVector &from = points[(k + 1) % 3], &to = points[(k + 2) % 3];
        return dot(cross(minus(to, from), minus(p, from)), normal);
    }
    bool contains(const ExactVector& p, bool open) const {
        for (std::size_t k = 0; k < 3; ++k) {
            const mpq_class value = share(k, p);
            if (open ? value <= 0 : value < 0) {
                return false;
            }
        }
        return true;
    }
};

/// Returns the part of a segment within a triangle: nothing, one point twice, or two points.
std::optional<std::array<ExactVector, 2>> within(const Triangle& t, const ExactVector& a, const ExactVector& b) {
    const mpq_class at_a = t.height(a), at_b = t.height(b);
    if (at_a == 0 && at_b == 0) {
        mpq_class begin = 0, end = 1;
        for (std::size_t k = 0; k < 3; ++k) {
            const mpq_class from = t.share(k, a), to = t.share(k, b);
            if (from < 0 && to < 0) {
                return std::nullopt;
            }
            if (from < 0) {
                begin = std::max<mpq_class>(begin, from / (from - to));
            } else if (to < 0) {
                end = std::min<mpq_class>(end, from / (from - to));
            }
        }
        if (begin > end) {
            return std::nullopt;
        }
        return std::array{along(a, b, begin), along(a, b, end)};
    }
    if ((at_a > 0 && at_b > 0) || (at_a < 0 && at_b < 0)) {
        return std::nullopt;
    }
    const ExactVector through = along(a, b, at_a / (at_a - at_b));
    if (!t.contains(through, false)) {
        return std::nullopt;
    }
    return std::array{through, through};
}

/// Returns the part of a polygon in the triangle's plane that is within the triangle.
std::vector<ExactVector> clipped(std::vector<ExactVector> polygon, const Triangle& t) {
    for (std::size_t k = 0; k < 3; ++k) {
        std::vector<ExactVector> kept;
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const ExactVector &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
            const mpq_class at_p = t.share(k, p), at_q = t.share(k, q);
            if (at_p >= 0) {
                kept.push_back(p);
            }
            if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) {
                kept.push_back(along(p, q, at_p / (at_p - at_q)));
            }
        }
        polygon = std::move(kept);
    }
    return polygon;
}

bool has_area(const std::vector<ExactVector>& polygon) {
    for (std::size_t i = 2; i < polygon.size(); ++i) {
        const ExactVector normal = cross(minus(polygon[i - 1], polygon[0]), minus(polygon[i], polygon[0]));
        if (dot(normal, normal) != 0) {
            return true;
        }
    }
    return false;
}

bool in_plane(const Triangle& a, const Triangle& b) {
    return std::all_of(b.points.begin(), b.points.end(), [&](const ExactVector& p) { return a.height(p) == 0; });
}

/// Returns points of the intersection of triangles in different planes.
std::vector<ExactVector> common_points(const Triangle& a, const Triangle& b) {
    std::vector<ExactVector> points;
    for (const auto& [one, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
        for (std::size_t k = 0; k < 3; ++k) {
            if (const auto part = within(*other, one->points[k], one->points[(k + 1) % 3])) {
                points.insert(points.end(), part->begin(), part->end());
            }
        }
    }
    return points;
}

bool interiors_meet(const Triangle& a, const Triangle& b) {
    if (in_plane(a, b)) {
        return has_area(clipped({b.points.begin(), b.points.end()}, a));
    }
    const std::vector<ExactVector> points = common_points(a, b);
    for (const ExactVector& p : points) {
        if (p != points.front()) {
            // Either all inner points of the common segment are in both interiors, or none of them is.
            const ExactVector middle = along(points.front(), p, mpq_class(1, 2));
            return a.contains(middle, true) && b.contains(middle, true);
        }
    }
    return false;
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
    if (of_a.size() == 3) {
        return true;
    }
    if (!touching) {
        return interiors_meet(a, b);
    }
    if (of_a.size() == 2) {
        return in_plane(a, b) && has_area(clipped({b.points.begin(), b.points.end()}, a));
    }
    if (of_a.size() == 1) {
        const std::size_t i = of_a[0], j = of_b[0];
        return within(a, b.points[(j + 1) % 3], b.points[(j + 2) % 3]) ||
               within(b, a.points[(i + 1) % 3], a.points[(i + 2) % 3]);
    }
    return in_plane(a, b) ? !clipped({b.points.begin(), b.points.end()}, a).empty() : !common_points(a, b).empty();
}

}  // namespace

std::vector<MeshPair> pairs_by_fractions(const MeshView& mesh, bool touching) {
    std::vector<Triangle> triangles;
    for (std::size_t at = 0; at < mesh.triangles.size(); at += 3) {
        Triangle t;
        for (std::size_t k = 0; k < 3; ++k) {
            t.vertices.at(k) = mesh.triangles[at + k];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                t.points.at(k).at(axis) = mesh.coordinate(mesh.triangles[at + k], axis);
            }
        }
        t.normal = cross(minus(t.points[1], t.points[0]), minus(t.points[2], t.points[0]));
        triangles.push_back(std::move(t));
    }
    std::vector<MeshPair> pairs;
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        if (triangles[i].flat()) {
            if (touching) {
                pairs.push_back({i, i});
            }
            continue;
        }
        for (std::uint32_t j = i + 1; j < triangles.size(); ++j) {
            if (!triangles[j].flat() && intersect(triangles[i], triangles[j], touching)) {
                pairs.push_back({i, j});
            }
        }
    }
    return pairs;
}

}  // namespace vkalgo::test
