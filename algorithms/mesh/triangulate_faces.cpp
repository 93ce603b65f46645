#include "triangulate_faces.hpp"

#include "algorithms/invalid.hpp"
#include "face_plane.hpp"
#include "face_sweep.hpp"
#include "mesh_intersection_call.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

/// For f32 positions, the `rounding` of FacePlane: two units in the last place, one for the corner itself and one for
/// the corners that define the plane.
constexpr double kFloatRounding = 0x1p-22;

Result<void> check_faces(const MeshView& vertices, std::span<const std::uint32_t> corners,
                         std::span<const std::uint32_t> sizes) {
    VKALGO_CHECK(check_mesh({.positions = vertices.positions, .positions_f64 = vertices.positions_f64}));
    std::uint64_t sum = 0;
    for (const std::uint32_t size : sizes) {
        sum += size;
    }
    if (sum != corners.size()) {
        return invalid("the faces have " + std::to_string(sum) + " corners together, but " +
                           std::to_string(corners.size()) + " are given",
                       "sizes");
    }
    const auto outside = std::find_if(corners.begin(), corners.end(),
                                      [&](std::uint32_t corner) { return corner >= vertices.vertices(); });
    if (outside != corners.end()) {
        return invalid("corner " + std::to_string(outside - corners.begin()) + " is vertex " +
                           std::to_string(*outside) + ", but there are " + std::to_string(vertices.vertices()) +
                           " vertices; corners and vertices count from 0",
                       "corners");
    }
    return {};
}

/// Returns true if a face turns left in every corner and goes around once. Its direction then changes between leftwards
/// and rightwards exactly twice.
bool is_strictly_convex(const FacePlane& plane, std::size_t corners) {
    int changes = 0;
    for (std::size_t k = 0; k < corners; ++k) {
        const std::size_t next = (k + 1) % corners, after = (k + 2) % corners;
        if (plane.turn(k, next, after) <= 0) {
            return false;
        }
        changes += plane.order(k, next) != plane.order(next, after) ? 1 : 0;
    }
    return changes == 2;
}

class Triangulation {
public:
    Triangulation(const MeshView& vertices, std::span<const std::uint32_t> corners,
                  std::span<const std::uint32_t> sizes)
        : vertices_(vertices), corners_(corners), sizes_(sizes) {}

    Result<TriangulatedFaces> run() {
        made_.triangles.reserve(3 * (corners_.size() - std::min(corners_.size(), 2 * sizes_.size())));
        made_.face_of.reserve(made_.triangles.capacity() / 3);
        for (face_ = 0; face_ < sizes_.size(); ++face_) {
            const auto corners = corners_.subspan(first_, sizes_[face_]);
            if (corners.size() < 3) {
                made_.odd.without_triangles.push_back(face_);
            } else if (corners.size() == 3) {
                add(corners[0], corners[1], corners[2]);
            } else {
                cut(corners);
            }
            first_ += corners.size();
        }
        if (refused_ > 0) {
            return invalid(
                "face " + std::to_string(refused_face_) + " " + refusal_ +
                    (refused_ == 1 ? "" : "; further faces that cannot be cut: " + std::to_string(refused_ - 1)) +
                    "; faces and corners count from 0",
                "corners");
        }
        return std::move(made_);
    }

private:
    void add(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        made_.triangles.insert(made_.triangles.end(), {a, b, c});
        made_.face_of.push_back(face_);
    }

    void cut(std::span<const std::uint32_t> corners) {
        take_points(corners);
        const FacePlane plane(points_, vertices_.coordinates() == ElementType::f32 ? kFloatRounding : 0);
        if (plane.is_line()) {
            add_flat(corners);
            return;
        }
        if (plane.is_bent()) {
            made_.odd.bent.push_back(face_);
        }
        if (is_strictly_convex(plane, corners.size())) {
            for (std::size_t k = 2; k < corners.size(); ++k) {
                add(corners[0], corners[k - 1], corners[k]);
            }
            return;
        }
        const SweptFace swept = sweep_face(plane, points_);
        if (!swept.refusal.empty()) {
            if (refused_++ == 0) {
                refused_face_ = face_;
                refusal_ = swept.refusal;
            }
            return;
        }
        if (swept.triangles.empty()) {
            add_flat(corners);
            return;
        }
        if (swept.meets_itself) {
            made_.odd.meeting_themselves.push_back(face_);
        }
        for (const auto& [a, b, c] : swept.triangles) {
            add(corners[a], corners[b], corners[c]);
        }
    }

    /// Adds the triangle of a face without area: from its least corner (by x, then y, then z) to its greatest and back.
    void add_flat(std::span<const std::uint32_t> corners) {
        const auto [least, greatest] = std::minmax_element(points_.begin(), points_.end());
        const std::uint32_t from = corners[static_cast<std::size_t>(least - points_.begin())];
        const std::uint32_t to = corners[static_cast<std::size_t>(greatest - points_.begin())];
        made_.odd.without_area.push_back(face_);
        add(from, to, to);
    }

    void take_points(std::span<const std::uint32_t> corners) {
        MeshScale scale;
        for (const std::uint32_t corner : corners) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                scale.take(vertices_.coordinate(corner, axis));
            }
        }
        points_.clear();
        for (const std::uint32_t corner : corners) {
            MeshPoint& point = points_.emplace_back();
            for (std::size_t axis = 0; axis < 3; ++axis) {
                point.at(axis) = scale.scaled(vertices_.coordinate(corner, axis));
            }
        }
    }

    const MeshView& vertices_;
    std::span<const std::uint32_t> corners_, sizes_;
    std::uint32_t face_ = 0;
    std::size_t first_ = 0;
    /// The corners of the current face.
    std::vector<MeshPoint> points_;
    TriangulatedFaces made_;
    /// The number of faces without well-defined triangles, the first of them, and the reason.
    std::uint64_t refused_ = 0;
    std::uint32_t refused_face_ = 0;
    std::string refusal_;
};

}  // namespace

Result<TriangulatedFaces> triangulate_faces(const MeshView& vertices, std::span<const std::uint32_t> corners,
                                            std::span<const std::uint32_t> sizes) {
    VKALGO_CHECK(check_faces(vertices, corners, sizes));
    return Triangulation(vertices, corners, sizes).run();
}

}  // namespace vkalgo
