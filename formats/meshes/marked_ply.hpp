#pragma once

#include "engine/result.hpp"
#include "formats/bytes.hpp"
#include "formats/meshes/mesh.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace vkalgo::formats {

/// The colours of marked triangles and of other triangles: red, green, blue.
inline constexpr std::array<std::uint8_t, 3> kMarkedColour{220, 40, 30};
inline constexpr std::array<std::uint8_t, 3> kPlainColour{200, 200, 200};

/// Returns a mesh as a binary little-endian PLY file. The positions keep their precision. The triangles keep their
/// order. Each has a colour, which MeshLab, Blender and CloudCompare show, and its group as the property `group`
/// (uint). Triangle t is marked if groups[t] is not 0. With `faces`, the faces of the mesh's own file are written
/// instead of their triangles, and groups[t] is the group of face t. Errors: invalid_argument: the number of groups
/// differs from that of triangles or, with `faces`, from that of faces.
Result<Bytes> encode_marked_ply(const Mesh& mesh, std::span<const std::uint32_t> groups, bool faces = false);

/// Writes the file that encode_marked_ply() returns, whole or not at all. Errors: those of encode_marked_ply and of
/// write_file.
Result<void> write_marked_ply(const std::string& path, const Mesh& mesh, std::span<const std::uint32_t> groups);

}  // namespace vkalgo::formats
