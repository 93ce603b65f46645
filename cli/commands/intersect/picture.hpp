#pragma once

#include "algorithms/mesh/mesh_camera.hpp"
#include "algorithms/mesh/mesh_groups.hpp"
#include "algorithms/mesh/mesh_intersection_call.hpp"
#include "cli/command.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/bytes.hpp"
#include "formats/meshes/mesh.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

/// `vkalgo intersect --picture`: the meshes, with groups of intersecting triangles in colours and numbered.
namespace vkalgo::cli {

/// Pixels to each side.
inline constexpr std::uint32_t kMeshPictureSize = 1024;
/// Numbers that are drawn, of the groups with the most triangles; fewer where they would cover each other.
inline constexpr std::size_t kMaxGroupNumbers = 50;

/// Red, green, blue of a group, counted from 1: those of twelve groups differ.
std::array<std::uint8_t, 3> group_colour(std::uint32_t group);

/// What is drawn: one mesh, or two and their triangles behind each other in `groups`; with a region only the triangles
/// whose boxes meet it.
struct MeshScene {
    std::span<const Mesh> meshes;
    const MeshGroups& groups;
    std::optional<MeshRegion> region;
    MeshUp up = MeshUp::y;
};

/// The axis that --up names; without it z, if the first mesh is of a format whose triangles share no vertices (STL),
/// else y.
MeshUp picture_up(const std::optional<std::string>& option, const Mesh& first);

/// Refuses beforehand what draw_scene would refuse. Errors: those of plan_mesh_picture.
Result<void> check_scene(Session& session, std::span<const Mesh> meshes);

/// A PNG of kMeshPictureSize. Errors: those of draw_meshes and encode_png.
Result<Bytes> draw_scene(Session& session, const MeshScene& scene);

}  // namespace vkalgo::cli
