#include "cli/formats/mesh.hpp"

#include "cli/formats/choose_format.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

constexpr std::uint64_t kMostNumbers = std::numeric_limits<std::uint32_t>::max();

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

void Mesh::add_face(std::span<const std::uint32_t> corners) {
    if (corners.size() > 3 && ++polygons == 1) {
        face_of.resize(triangle_count());
        std::iota(face_of.begin(), face_of.end(), std::uint32_t{0});
    }
    for (std::size_t corner = 2; corner < corners.size(); ++corner) {
        const std::uint32_t triangle[] = {corners[0], corners[corner - 1], corners[corner]};
        triangles.insert(triangles.end(), std::begin(triangle), std::end(triangle));
        if (polygons > 0) {
            face_of.push_back(static_cast<std::uint32_t>(faces));
        }
    }
    ++faces;
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
        return Error{ErrorCode::invalid_argument, fmt::format("'{}' is empty, no mesh; copy or write it again", name),
                     name};
    }
    VKALGO_TRY(Mesh mesh, format->read(content, name, settings.limits));
    if (mesh.vertex_count() > kMostNumbers || mesh.triangle_count() > kMostNumbers) {
        return too_large(name,
                         fmt::format("has {} vertices and {} triangles, and {} of each are read at most; split it",
                                     mesh.vertex_count(), mesh.triangle_count(), kMostNumbers));
    }
    return mesh;
}

Result<Mesh> read_mesh(const std::string& path, const InputSettings& settings) {
    return read_whole(path, settings, parse_mesh);
}

}  // namespace vkalgo::cli
