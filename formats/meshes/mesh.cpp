#include "formats/meshes/mesh.hpp"

#include "formats/choose_format.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::formats {
namespace {

constexpr std::uint64_t kMaxNumbers = std::numeric_limits<std::uint32_t>::max();

Error too_large(const std::string& name, const std::string& message) {
    return {ErrorCode::too_large, fmt::format("'{}' {}", name, message), name};
}

}  // namespace

ElementType Mesh::scalar() const {
    return positions.index() == 0 ? ElementType::f32 : ElementType::f64;
}

std::uint64_t Mesh::vertex_count() const {
    return std::visit([](const auto& values) { return values.size(); }, positions) / 3;
}

void Mesh::add_vertex(const double (&position)[3]) {
    if (auto* single = std::get_if<0>(&positions)) {
        for (const double coordinate : position) {
            single->push_back(static_cast<float>(coordinate));
        }
    } else {
        auto& values = std::get<1>(positions);
        values.insert(values.end(), std::begin(position), std::end(position));
    }
}

void Mesh::add_face(std::span<const std::uint32_t> added) {
    const bool is_first = added.size() != 3 && sizes.empty();
    if (is_first) {
        corners = std::exchange(triangles, {});
        sizes.assign(faces, 3);
    }
    const bool has_sizes = is_first || !sizes.empty();
    std::vector<std::uint32_t>& all = has_sizes ? corners : triangles;
    all.insert(all.end(), added.begin(), added.end());
    if (has_sizes) {
        sizes.push_back(static_cast<std::uint32_t>(added.size()));
    }
    polygons += added.size() > 3 ? 1U : 0U;
    ++faces;
}

Result<void> Mesh::cut_faces() {
    if (!sizes.empty()) {
        VKALGO_TRY(TriangulatedFaces cut, triangulate_faces(view(), corners, sizes));
        triangles = std::move(cut.triangles);
        face_of = std::move(cut.face_of);
        odd = std::move(cut.odd);
    }
    return {};
}

MeshView Mesh::view() const {
    if (const auto* floats = std::get_if<std::vector<float>>(&positions)) {
        return {.positions = *floats, .triangles = triangles};
    }
    return {.positions_f64 = std::get<std::vector<double>>(positions), .triangles = triangles};
}

std::vector<std::string> mesh_format_names() {
    return names_of(mesh_formats());
}

std::string mesh_formats_help() {
    return help_of(mesh_formats());
}

Result<Mesh> parse_mesh(std::string_view content, const std::string& name, const InputSettings& settings) {
    VKALGO_TRY(const MeshFormat* format, format_of(mesh_formats(), content, name, settings, "a mesh", "meshes"));
    if (content.empty()) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("'{}' is empty, so it is not a mesh; copy or write it again", name), name};
    }
    VKALGO_TRY(Mesh mesh, format->read(content, name, settings.limits));
    for (const std::string& notice : mesh.notices) {
        settings.notice(fmt::format("'{}' {}", name, notice));
    }
    // A face has fewer triangles than corners.
    if (mesh.vertex_count() > kMaxNumbers || std::max(mesh.triangle_count(), mesh.corners.size()) > kMaxNumbers) {
        const std::string faces = mesh.sizes.empty()
                                      ? fmt::format(" and {} triangles", mesh.triangle_count())
                                      : fmt::format(", and its faces have {} corners together", mesh.corners.size());
        return too_large(name, fmt::format("has {} vertices{}; at most {} of each are supported, so split the mesh",
                                           mesh.vertex_count(), faces, kMaxNumbers));
    }
    if (auto cut = mesh.cut_faces(); !cut) {
        const bool is_face = cut.error().where == "corners";
        return Error{
            cut.error().code,
            fmt::format("'{}': {}{}", name, cut.error().message, is_face ? "; repair that face, or remove it" : ""),
            is_face ? name : cut.error().where};
    }
    return mesh;
}

Result<Mesh> read_mesh(const std::string& path, const InputSettings& settings) {
    return read_whole(path, settings, parse_mesh);
}

}  // namespace vkalgo::formats
