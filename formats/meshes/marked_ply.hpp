#pragma once

#include "engine/result.hpp"
#include "formats/bytes.hpp"
#include "formats/meshes/mesh.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace vkalgo::formats {

/// The colours of marked triangles and of the others: red, green, blue.
inline constexpr std::array<std::uint8_t, 3> kMarkedColour{220, 40, 30};
inline constexpr std::array<std::uint8_t, 3> kPlainColour{200, 200, 200};

/// A mesh as a binary little-endian PLY file, its positions in their precision, its triangles in their order and with a
/// colour each, as MeshLab, Blender and CloudCompare show it, and their group as a uint. Triangle t is marked where
/// groups[t] is not 0. `faces`: the same with the faces of the mesh's own file in place of their triangles. Errors:
/// invalid_argument: as many groups as triangles, or faces, are wanted.
Result<Bytes> encode_marked_ply(const Mesh& mesh, std::span<const std::uint32_t> groups, bool faces = false);

/// Writes that to a file, whole or not at all. Errors: those, and of write_file.
Result<void> write_marked_ply(const std::string& path, const Mesh& mesh, std::span<const std::uint32_t> groups);

}  // namespace vkalgo::formats
