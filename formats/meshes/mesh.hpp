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

/// Meshes of triangles, and the formats that they are read from. Each file cli/formats/meshes/NAME.cpp defines
/// `const MeshFormat& mesh_format_NAME()`; CMake collects them, so that a new format touches no list.
namespace vkalgo::formats {

/// Triangles over vertices, as a file has them. Every index is below vertex_count(), every coordinate is finite. A
/// triangle may name a vertex twice, and two vertices may lie in one place: weld() of algorithms/mesh/ makes them one.
struct Mesh {
    /// x, y, z of each vertex in the precision of the file: f32 for STL, float properties of PLY and glTF whose nodes
    /// move nothing, else f64
    std::variant<std::vector<float>, std::vector<double>> positions;
    /// three indices of vertices per triangle; faces of more corners are cut by triangulate_faces()
    std::vector<std::uint32_t> triangles;
    /// faces of the file
    std::uint64_t faces = 0;
    /// those of more than three corners
    std::uint64_t polygons = 0;
    /// Empty where every face has three corners, else: the corners of each face, how many they are, and the face of
    /// each triangle, counted from 0.
    std::vector<std::uint32_t> corners, sizes, face_of;
    /// faces that are no simple polygons in a plane
    OddFaces odd;
    /// The file names vertices by number. False: each triangle brings its own three (STL), so that neighbours share
    /// none.
    bool indexed = true;
    /// The format must repeat a vertex where a normal, a colour or a texture changes (glTF), so that neighbours share
    /// none there.
    bool splits_vertices = false;

    /// f32 or f64
    ElementType scalar() const;
    std::uint64_t vertex_count() const;
    std::uint64_t triangle_count() const { return triangles.size() / 3; }
    /// The vertex x, y, z in f64, which every coordinate fits.
    void add_vertex(const double (&position)[3]);
    /// A face of any number of corners. When all vertices and faces are there, cut_faces() makes triangles of them.
    void add_face(std::span<const std::uint32_t> corners);
    /// Errors: those of triangulate_faces().
    Result<void> cut_faces();
    /// The face of a triangle; where every face has three corners it is the triangle.
    std::uint32_t face(std::uint32_t triangle) const { return face_of.empty() ? triangle : face_of[triangle]; }
    /// The mesh as the library takes it; it must outlive the view.
    MeshView view() const;
};

/// A format of meshes.
struct MeshFormat {
    /// what --format takes: "ply"
    const char* name = "";
    /// for help and messages: "PLY, a list of faces"
    const char* about = "";
    /// of file names, lower case, with their dot; a further ".gz" is passed over
    std::vector<std::string_view> endings;
    /// Can content be of no other format? Null where nothing tells.
    bool (*recognises)(std::string_view content) = nullptr;
    /// Reads content that is not empty. `limits`: of what it says to read besides. Errors: invalid_argument, with the
    /// line or byte and what to do; too_large.
    Result<Mesh> (*read)(std::string_view content, const std::string& name, const InputLimits& limits) = nullptr;
};

/// All of them, by name. CMake generates it.
std::span<const MeshFormat* const> mesh_formats();

/// What --format takes for a mesh.
std::vector<std::string> mesh_format_names();

/// What help says of an input that is a mesh: the formats with their endings.
std::string mesh_formats_help();

/// Reads a mesh. Of `settings`, format, limits and notice count. Without a format the content decides where it tells
/// (then with a notice, if the name says otherwise), else the name. Errors: invalid_argument: no such file or format,
/// or a damaged one; too_large: beyond the limits, the memory there is, or 32 bits for an index.
Result<Mesh> read_mesh(const std::string& path, const InputSettings& settings = {});

/// The same of content in memory. Without a format, `name` is that of a file.
Result<Mesh> parse_mesh(std::string_view content, const std::string& name, const InputSettings& settings = {});

}  // namespace vkalgo::formats
