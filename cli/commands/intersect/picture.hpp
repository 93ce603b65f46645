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

/// `vkalgo intersect --picture`: the meshes, with groups of intersecting triangles coloured and numbered.
namespace vkalgo::cli {

/// Width and height of the picture in pixels.
inline constexpr std::uint32_t kMeshPictureSize = 1024;
/// The largest number of group numbers that are drawn. The groups with the most triangles come first. A number that
/// would cover another is left out.
inline constexpr std::size_t kMaxGroupNumbers = 50;

/// Returns red, green and blue of a group. Groups are counted from 1; any twelve consecutive groups have different
/// colours.
std::array<std::uint8_t, 3> group_colour(std::uint32_t group);

/// What is drawn: one mesh, or two meshes whose triangles follow each other in `groups`. With a region, only the
/// triangles whose boxes meet it are drawn.
struct MeshScene {
    std::span<const Mesh> meshes;
    const MeshGroups& groups;
    std::optional<MeshRegion> region;
    MeshUp up = MeshUp::y;
};

/// Returns the axis that --up names. Without --up, it is z if the first mesh has a format whose triangles share no
/// vertices (STL), else y.
MeshUp picture_up(const std::optional<std::string>& option, const Mesh& first);

/// Plans the picture of all triangles before the run, so that a scene that is too large is refused at once. Errors:
/// those of plan_mesh_picture.
Result<void> check_scene(Session& session, std::span<const Mesh> meshes);

/// Returns a PNG of kMeshPictureSize. Errors: those of draw_meshes and encode_png.
Result<Bytes> draw_scene(Session& session, const MeshScene& scene);

}  // namespace vkalgo::cli
