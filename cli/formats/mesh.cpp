#include "cli/formats/mesh.hpp"

#include "cli/names.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

constexpr std::uint64_t kMostNumbers = std::numeric_limits<std::uint32_t>::max();

template <class Predicate>
const MeshFormat* find_format(Predicate&& predicate) {
    const auto formats = mesh_formats();
    const auto found =
        std::find_if(formats.begin(), formats.end(), [&](const MeshFormat* format) { return predicate(*format); });
    return found == formats.end() ? nullptr : *found;
}

bool recognised(const MeshFormat& format, std::string_view content) {
    return format.recognises != nullptr && format.recognises(content);
}

Result<const MeshFormat*> choose(std::string_view content, const std::string& name, const InputSettings& settings) {
    if (!settings.format.empty()) {
        if (const auto* forced =
                find_format([&](const MeshFormat& format) { return format.name == settings.format; })) {
            return forced;
        }
        return Error{ErrorCode::invalid_argument,
                     fmt::format("--format: '{}' is unknown for a mesh; {}", settings.format,
                                 name_advice(settings.format, mesh_format_names())),
                     "--format"};
    }
    const std::string ending = extension_of(name);
    const MeshFormat* named = find_format([&](const MeshFormat& format) {
        return std::find(format.endings.begin(), format.endings.end(), ending) != format.endings.end();
    });
    if (named != nullptr && recognised(*named, content)) {
        return named;
    }
    if (const auto* seen = find_format([&](const MeshFormat& format) { return recognised(format, content); })) {
        if (named != nullptr) {
            settings.notice(
                fmt::format("'{}' is read as {} by its content, against its name; --format {} reads it as "
                            "its name says",
                            name, seen->about, named->name));
        }
        return seen;
    }
    if (content.starts_with("\xFF\xFE") || content.starts_with("\xFE\xFF")) {
        return Error{ErrorCode::invalid_argument, fmt::format("'{}' is text in UTF-16; save it as UTF-8", name), name};
    }
    if (named == nullptr) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("'{}' is of no known format of meshes; convert it, or name its format with --format: "
                                 "{}",
                                 name, fmt::join(mesh_format_names(), ", ")),
                     name};
    }
    return named;
}

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
    std::vector<std::string> names;
    for (const MeshFormat* format : mesh_formats()) {
        names.emplace_back(format->name);
    }
    return names;
}

std::string mesh_formats_help() {
    std::vector<std::string> endings;
    for (const MeshFormat* format : mesh_formats()) {
        endings.push_back(fmt::format("{} ({})", fmt::join(format->endings, " "), format->about));
    }
    return fmt::format("{}, each also as .gz; - is standard input", fmt::join(endings, ", "));
}

Result<Mesh> parse_mesh(std::string_view content, const std::string& name, const InputSettings& settings) {
    VKALGO_TRY(const MeshFormat* format, choose(content, name, settings));
    if (content.empty()) {
        return Error{ErrorCode::invalid_argument, fmt::format("'{}' is empty, no mesh; copy or write it again", name),
                     name};
    }
    VKALGO_TRY(Mesh mesh, format->read(content, name));
    if (mesh.vertex_count() > kMostNumbers || mesh.triangle_count() > kMostNumbers) {
        return too_large(name,
                         fmt::format("has {} vertices and {} triangles, and {} of each are read at most; split it",
                                     mesh.vertex_count(), mesh.triangle_count(), kMostNumbers));
    }
    return mesh;
}

Result<Mesh> read_mesh(const std::string& path, const InputSettings& settings) {
    try {
        VKALGO_TRY(Source source, Source::open(path));
        VKALGO_TRY(const Bytes bytes, source.read_all(settings.limits));
        return parse_mesh(as_text(bytes), source.name(), settings);
    } catch (const std::bad_alloc&) {
        return too_large(input_name(path),
                         "takes more memory than this machine has left; give a smaller file, or free some");
    }
}

}  // namespace vkalgo::cli
