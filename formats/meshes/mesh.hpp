#pragma once

#include "algorithms/element_type.hpp"
#include "algorithms/mesh/mesh_view.hpp"
#include "algorithms/mesh/triangulate_faces.hpp"
#include "engine/result.hpp"
#include "formats/reader.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Meshes of triangles, and the formats from which they are read. Each file formats/meshes/readers/NAME.cpp defines
/// `const MeshFormat& mesh_format_NAME()`; CMake collects them, so that a new format needs no change to a list.
namespace vkalgo::formats {

/// Triangles over vertices, as a file has them. Every index is below vertex_count(), every coordinate is finite. A
/// triangle may have the same vertex twice, and two vertices may have the same position; weld() of algorithms/mesh/
/// merges such vertices.
struct Mesh {
    /// x, y, z of each vertex in the file's precision. f32: STL; PLY if its coordinates are float or integers of at
    /// most 16 bits; glTF if its positions are f32 and its nodes do not move them. f64: all other files.
    std::variant<std::vector<float>, std::vector<double>> positions;
    /// Three vertex indices per triangle. triangulate_faces() cuts faces with more corners.
    std::vector<std::uint32_t> triangles;
    /// Number of faces of the file.
    std::uint64_t faces = 0;
    /// Number of faces with more than three corners.
    std::uint64_t polygons = 0;
    /// Empty if every face has three corners. Otherwise: the corners of all faces, the number of corners of each face,
    /// and the face of each triangle, counted from 0.
    std::vector<std::uint32_t> corners, sizes, face_of;
    /// Faces that are not simple polygons in a plane.
    OddFaces odd;
    /// True if the file refers to vertices by number. False: each triangle has its own three vertices (STL), so that
    /// neighbours share none.
    bool indexed = true;
    /// True if the format must repeat a vertex where a normal, a colour or a texture changes (glTF). Neighbours do not
    /// share vertices there.
    bool splits_vertices = false;
    /// Vertices whose coordinates in the file are not finite, in ascending order. No face names them. In `positions`
    /// they have the position of another vertex, or (0, 0, 0) if all vertices are strays.
    std::vector<std::uint32_t> strays;
    /// What was repaired or skipped. Each notice follows the file's name: "has 1 vertex with ...".
    std::vector<std::string> notices;

    /// Returns f32 or f64.
    ElementType scalar() const;
    std::uint64_t vertex_count() const;
    std::uint64_t triangle_count() const { return triangles.size() / 3; }
    /// Appends a vertex. `position` is x, y, z, which become f32 if `positions` is f32.
    void add_vertex(const double (&position)[3]);
    /// Appends a face with any number of corners. When all vertices and faces are appended, cut_faces() makes triangles
    /// of them.
    void add_face(std::span<const std::uint32_t> corners);
    /// Cuts the faces into triangles. Errors: those of triangulate_faces().
    Result<void> cut_faces();
    /// Returns the face of a triangle. If every face has three corners, it is the triangle itself.
    std::uint32_t face(std::uint32_t triangle) const { return face_of.empty() ? triangle : face_of[triangle]; }
    /// Returns the mesh in the library's form. The mesh must outlive the view.
    MeshView view() const;
};

/// A format of meshes.
struct MeshFormat {
    /// The name that --format accepts: "ply".
    const char* name = "";
    /// The format in help and messages: "PLY, a list of faces".
    const char* about = "";
    /// Endings of file names, in lower case, with their dot. A further ".gz" is ignored.
    std::vector<std::string_view> endings;
    /// Returns true if the content can have no other format. Null if the content does not show the format.
    bool (*recognises)(std::string_view content) = nullptr;
    /// Reads content that is not empty. `limits` applies to files that the content names. Errors: invalid_argument,
    /// with the line or byte and what to do; too_large.
    Result<Mesh> (*read)(std::string_view content, const std::string& name, const InputLimits& limits) = nullptr;
};

/// Returns all formats in order of name. CMake generates this function.
std::span<const MeshFormat* const> mesh_formats();

/// Returns the names that --format accepts for a mesh.
std::vector<std::string> mesh_format_names();

/// Returns the help text of an input that is a mesh: the formats with their endings.
std::string mesh_formats_help();

/// Reads a mesh. Of `settings`, only format, limits and notice are used. If no format is given, the content decides, if
/// it shows a format; there is a notice if the name has the ending of another format. If the content shows no format,
/// the ending of the name decides. Errors: invalid_argument: no such file or format, or a damaged file; too_large:
/// beyond the limits, the available memory, or 32 bits for an index.
Result<Mesh> read_mesh(const std::string& path, const InputSettings& settings = {});

/// Parses a mesh from memory. `name` is the file's name, in messages and to find the files that the content names
/// (glTF). Without a format in `settings`, the ending of `name` may decide the format. Errors: those of read_mesh.
Result<Mesh> parse_mesh(std::string_view content, const std::string& name, const InputSettings& settings = {});

}  // namespace vkalgo::formats
