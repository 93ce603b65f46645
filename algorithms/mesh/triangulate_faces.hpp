#pragma once

#include "../../engine/result.hpp"
#include "mesh_view.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// The faces that are not simple polygons in a plane, by their indices in ascending order.
struct OddFaces {
    /// Corners lie off the plane that fits best, by more than a ten-thousandth of the face's extent and, with f32
    /// positions, by more than rounding explains. Such a face would have another shape if it were cut in another way.
    std::vector<std::uint32_t> bent;
    /// Several corners share a position, or one lies on an edge: faces with holes that a doubled edge connects, corners
    /// named twice.
    std::vector<std::uint32_t> meeting_themselves;
    /// Faces of more than three corners without area: each becomes one triangle without area.
    std::vector<std::uint32_t> without_area;
    /// Faces of fewer than three corners, which have no triangles.
    std::vector<std::uint32_t> without_triangles;
};

/// The result of triangulate_faces.
struct TriangulatedFaces {
    /// Three vertices per triangle, in the order of the faces; they have the orientation of the face.
    std::vector<std::uint32_t> triangles;
    /// The face of each triangle.
    std::vector<std::uint32_t> face_of;
    OddFaces odd;
};

/// Cuts polygons into triangles. The polygons may be concave, may have any number of corners, and corners may lie on a
/// line with their neighbours. `vertices` gives the positions; its triangles are ignored. `corners` are the vertices of
/// all faces, one face after the other; `sizes` is the number of corners of each face.
///
/// A triangle is not changed; a strictly convex face becomes the fan of its first corner. Any other face is seen along
/// the normal of the plane that fits it best, exactly, and swept in n log n steps. Its triangles cover what it winds
/// around, each has an area, and two that share a point share a vertex there, so no two triangles of a face intersect
/// by the rules of MeshIntersection. Of corners that share a position only the first one is used. Runs on the
/// processor.
///
/// Errors: invalid_argument: those of check_mesh for the positions; sizes that do not match the corners; a corner that
/// is not a vertex; a face for which the triangles are not well defined, with its index: its edges cross, it winds
/// around a region more than once, or it is bent so that it lies above itself.
Result<TriangulatedFaces> triangulate_faces(const MeshView& vertices, std::span<const std::uint32_t> corners,
                                            std::span<const std::uint32_t> sizes);

}  // namespace vkalgo
