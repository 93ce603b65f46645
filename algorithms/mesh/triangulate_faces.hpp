#pragma once

#include "../../engine/result.hpp"
#include "mesh_view.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// The faces that are not simple polygons in a plane, by their indices in ascending order.
struct OddFaces {
    /// Faces that do not lie in a plane: the heights of the corners over the plane that fits best differ by more than a
    /// ten-thousandth of the face's extent plus, with f32 positions, what rounding explains. Such a face would have
    /// another shape if it were cut in another way.
    std::vector<std::uint32_t> bent;
    /// Faces in which several corners share a position, or a corner lies on an edge. Examples are faces with holes that
    /// a doubled edge connects, and faces that name a corner twice.
    std::vector<std::uint32_t> meeting_themselves;
    /// Faces without area that have more than three corners. Each becomes one triangle without area.
    std::vector<std::uint32_t> without_area;
    /// Faces of fewer than three corners, which have no triangles.
    std::vector<std::uint32_t> without_triangles;
};

/// The result of triangulate_faces.
struct TriangulatedFaces {
    /// Three vertices per triangle, in the order of the faces. Each triangle has the orientation of its face.
    std::vector<std::uint32_t> triangles;
    /// The index of the face of each triangle.
    std::vector<std::uint32_t> face_of;
    OddFaces odd;
};

/// Cuts polygons into triangles. A polygon may be concave and may have any number of corners. Corners may lie on a line
/// with their neighbours. `vertices` gives the positions; its triangles are ignored. `corners` are the vertices of all
/// faces, one face after the other; `sizes` is the number of corners of each face.
///
/// A triangle is not changed; a strictly convex face becomes the fan of its first corner. Any other face is seen along
/// the normal of the plane that fits it best, with exact signs, and swept in n log n steps. Its triangles cover the
/// region that it winds around, and each of them has an area. Two triangles of a face have nothing in common except,
/// possibly, a vertex or a whole edge, so they do not intersect by the rules of MeshIntersection. Of corners that share
/// a position only the first one is used. Runs on the CPU.
///
/// Errors: invalid_argument: those of check_mesh for the positions; sizes that do not match the corners; a corner that
/// is not a vertex; a face for which the triangles are not well defined, because its edges cross, or it winds around a
/// region more than once, or it is bent and one part of it lies above another part. The error names the index of the
/// first such face.
Result<TriangulatedFaces> triangulate_faces(const MeshView& vertices, std::span<const std::uint32_t> corners,
                                            std::span<const std::uint32_t> sizes);

}  // namespace vkalgo
