#include "cli/commands/intersect/faces.hpp"

#include "support/numbers.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

std::uint64_t number_of(const Mesh& mesh, bool faces) {
    return faces ? mesh.faces : mesh.triangle_count();
}

Result<MeshGroups> groups_of(std::span<const Mesh> meshes, std::span<const MeshPair> pairs, bool faces) {
    const std::uint64_t first = number_of(meshes.front(), faces);
    return meshes.size() == 1 ? mesh_groups(pairs, first)
                              : mesh_groups(pairs, first + number_of(meshes.back(), faces), first);
}

/// Returns "the mesh reaches from 0,0,0 to 1,2,3".
std::string extent_of(const MeshView& mesh) {
    std::array<double, 3> low{}, high{};
    for (std::size_t axis = 0; axis < low.size(); ++axis) {
        low.at(axis) = high.at(axis) = mesh.coordinate(mesh.triangles.front(), axis);
        for (const std::uint32_t vertex : mesh.triangles) {
            low.at(axis) = std::min(low.at(axis), mesh.coordinate(vertex, axis));
            high.at(axis) = std::max(high.at(axis), mesh.coordinate(vertex, axis));
        }
    }
    return fmt::format("the mesh reaches from {:.10g} to {:.10g}", fmt::join(low, ","), fmt::join(high, ","));
}

}  // namespace

void warn_of_odd_faces(const Reporter& reporter, const std::string& path, const Mesh& mesh) {
    const auto warn = [&](std::span<const std::uint32_t> faces, const char* what) {
        constexpr std::size_t kNamed = 5;
        if (!faces.empty()) {
            reporter.warn(fmt::format("{}: has {} {}; face numbers (from 0): {}{}", path, plural(faces.size(), "face"),
                                      what, fmt::join(faces.first(std::min(faces.size(), kNamed)), ", "),
                                      faces.size() > kNamed ? ", ..." : ""));
        }
    };
    warn(mesh.odd.bent,
         "whose corners do not lie in one plane; such faces are cut into triangles as seen along their normal, and "
         "other programs may cut them differently");
    warn(mesh.odd.meeting_themselves,
         "with a vertex twice or a corner on an edge; such faces are cut so that the triangles cover the area that the "
         "edges enclose");
    warn(mesh.odd.without_area, "without area; each counts as one triangle without area");
    warn(mesh.odd.without_triangles, "with fewer than three corners, which vkalgo ignores");
}

void warn_of_no_triangles(const Reporter& reporter, const std::string& path, const Mesh& mesh,
                          const std::optional<MeshRegion>& region) {
    if (mesh.triangle_count() == 0) {
        reporter.warn(
            fmt::format("{}: has {} and no face{}, so nothing intersects", path,
                        mesh.vertex_count() == 1 ? "1 vertex" : fmt::format("{} vertices", mesh.vertex_count()),
                        mesh.faces == 0 ? "" : " of three corners or more"));
        return;
    }
    const MeshView view = mesh.view();
    for (std::uint32_t triangle = 0; region && triangle < mesh.triangle_count(); ++triangle) {
        if (meets_region(view, triangle, *region)) {
            return;
        }
    }
    if (region) {
        reporter.warn(fmt::format("{}: no triangle meets --region; {}", path, extent_of(view)));
    }
}

Result<ListedPairs> list_triangles(std::span<const Mesh> meshes, const MeshIntersectionResult& found) {
    ListedPairs listed{.pairs = found.pairs, .count = found.count, .groups = {}, .faces = false};
    VKALGO_TRY(listed.groups, groups_of(meshes, listed.pairs, false));
    return listed;
}

Result<ListedPairs> list_faces(std::span<const Mesh> meshes, const MeshIntersectionResult& found, std::uint64_t most) {
    ListedPairs listed{.pairs = {}, .count = 0, .groups = {}, .faces = true};
    listed.pairs.reserve(found.pairs.size());
    for (const MeshPair& pair : found.pairs) {
        listed.pairs.push_back({meshes.front().face(pair.first), meshes.back().face(pair.second)});
    }
    std::sort(listed.pairs.begin(), listed.pairs.end());
    listed.pairs.erase(std::unique(listed.pairs.begin(), listed.pairs.end()), listed.pairs.end());
    listed.count = listed.pairs.size();
    if (most != 0) {
        listed.pairs.resize(std::min<std::uint64_t>(most, listed.count));
    }
    VKALGO_TRY(listed.groups, groups_of(meshes, listed.pairs, true));
    return listed;
}

MeshGroups groups_of_triangles(std::span<const Mesh> meshes, const ListedPairs& listed) {
    if (!listed.faces) {
        return listed.groups;
    }
    MeshGroups groups{.group_of = {}, .sizes = listed.groups.sizes};
    std::uint64_t first = 0;
    for (const Mesh& mesh : meshes) {
        for (std::uint32_t triangle = 0; triangle < mesh.triangle_count(); ++triangle) {
            groups.group_of.push_back(listed.groups.group_of[first + mesh.face(triangle)]);
        }
        first += mesh.faces;
    }
    return groups;
}

}  // namespace vkalgo::cli
