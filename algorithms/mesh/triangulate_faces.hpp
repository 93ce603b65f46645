#pragma once

#include "../../engine/result.hpp"
#include "mesh_view.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// The faces, by their numbers in ascending order, that are no simple polygons in a plane.
struct OddFaces {
    /// Corners lie off the plane that fits best, by more than a ten-thousandth of the face's extent, and f32 positions
    /// by more than rounding explains. Cut another way, such a face has another shape.
    std::vector<std::uint32_t> bent;
    /// Corners lie in one place, or one lies on an edge: faces with holes that a doubled edge connects, corners named
    /// twice.
    std::vector<std::uint32_t> meeting_themselves;
    /// Faces of more than three corners without area: each becomes one triangle without area.
    std::vector<std::uint32_t> without_area;
    /// Faces of fewer than three corners, which have no triangles.
    std::vector<std::uint32_t> without_triangles;
};

/// What triangulate_faces gives back.
struct TriangulatedFaces {
    /// three vertices per triangle, in the order of the faces; they turn as the face does
    std::vector<std::uint32_t> triangles;
    /// per triangle: its face
    std::vector<std::uint32_t> face_of;
    OddFaces odd;
};

/// Cuts polygons into triangles: concave ones too, with any number of corners, also on a line with their neighbours.
/// `vertices`: the positions; its triangles are not looked at. `corners`: the vertices of all faces, one face after the
/// other; `sizes`: per face how many corners it has.
///
/// A triangle stays as it is; a strictly convex face becomes the fan of its first corner. Any other one is seen along
/// the normal of the plane that fits it best, exactly, and swept in n log n steps. Its triangles cover what it winds
/// around, none is without area, and two that share a point share a vertex there, so that no two triangles of a face
/// intersect by the rules of MeshIntersection. Corners that lie in one place count as the first of them. On the
/// processor.
///
/// Errors: invalid_argument: those of check_mesh for the positions; sizes that do not fit the corners; a
/// corner that is no vertex; the number of a face for which no triangles are well defined: its edges cross, it winds
/// around a place more than once, or it is bent so that it lies above itself.
Result<TriangulatedFaces> triangulate_faces(const MeshView& vertices, std::span<const std::uint32_t> corners,
                                            std::span<const std::uint32_t> sizes);

}  // namespace vkalgo
