#include "formats/meshes/points.hpp"

#include "formats/bytes.hpp"
#include "formats/choose_format.hpp"
#include "formats/meshes/mesh.hpp"
#include "formats/npy.hpp"
#include "formats/tables/csv.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::formats {
namespace {

Error bad_points(const std::string& name, const std::string& message) {
    return {ErrorCode::invalid_argument, fmt::format("'{}' {}", name, message), name};
}

/// Returns the rows of an array as points.
Result<Points> points_of(const Array& array, const std::string& name) {
    const std::uint64_t columns = array.shape.size() == 2 ? array.shape[1] : 1;
    if (array.shape.empty() || array.shape.size() > 2 || (columns != 2 && columns != 3)) {
        return bad_points(
            name, fmt::format("has {}, but points have two or three coordinates; give n x 2 or n x 3 numbers",
                              array.shape.size() > 2
                                  ? fmt::format("{} dimensions", array.shape.size())
                                  : fmt::format("{} per row",
                                                columns == 1 ? "one number" : fmt::format("{} numbers", columns))));
    }
    Points points;
    points.dimensions = static_cast<std::uint32_t>(columns);
    points.coordinates.resize(array.count());
    with_type(array.type, [&](auto type) {
        using T = decltype(type);
        for (std::size_t at = 0; at < points.coordinates.size(); ++at) {
            T value{};
            std::memcpy(&value, array.data.data() + at * sizeof value, sizeof value);
            points.coordinates[at] = static_cast<double>(value);
        }
    });
    return points;
}

Result<Points> vertices_of(std::string_view content, const std::string& name, const InputSettings& settings) {
    VKALGO_TRY(const Mesh mesh, parse_mesh(content, name, settings));
    Points points;
    std::visit([&](const auto& values) { points.coordinates.assign(values.begin(), values.end()); }, mesh.positions);
    // Stray vertices are left out, and the points after them move up.
    auto stray = mesh.strays.begin();
    std::size_t kept = 0;
    for (std::size_t vertex = 0; !mesh.strays.empty() && vertex < mesh.vertex_count(); ++vertex) {
        if (stray != mesh.strays.end() && *stray == vertex) {
            ++stray;
            continue;
        }
        std::copy_n(points.coordinates.begin() + static_cast<std::ptrdiff_t>(3 * vertex), 3,
                    points.coordinates.begin() + static_cast<std::ptrdiff_t>(3 * kept++));
    }
    points.coordinates.resize(mesh.strays.empty() ? points.coordinates.size() : 3 * kept);
    return points;
}

bool is_table(const std::string& ending) {
    return ending == ".csv" || ending == ".txt" || ending == ".tsv" || ending == ".tab";
}

Result<Points> read(std::string_view content, const std::string& name, const InputSettings& settings) {
    const std::string ending = extension_of(name);
    const std::string& format = settings.format;
    if (format == "npy" || (format.empty() && looks_like_npy(content))) {
        const auto bytes = as_byte_span(content);
        VKALGO_TRY(const Array array, parse_npy(Bytes(bytes.begin(), bytes.end()), name));
        return points_of(array, name);
    }
    if (format == "csv" || (format.empty() && is_table(ending))) {
        const std::string rows = uncommented_rows(content);
        VKALGO_TRY(const Array array,
                   parse_csv_numbers(rows, ElementType::f64, name, false,
                                     {.form = {.delimiter = format.empty() ? delimiter_of_points(name) : ','}}));
        return points_of(array, name);
    }
    const auto shows = [&](const MeshFormat* mesh) { return mesh->recognises != nullptr && mesh->recognises(content); };
    if (format.empty() && format_of_ending(mesh_formats(), name) == nullptr &&
        std::none_of(mesh_formats().begin(), mesh_formats().end(), shows)) {
        return bad_points(name, fmt::format("is not in a known format of points; give its format by <format>: {}, npy",
                                            fmt::join(point_format_names(), ", ")));
    }
    return vertices_of(content, name, settings);
}

}  // namespace

bool names_points(const std::string& path) {
    const std::string ending = extension_of(path);
    return is_table(ending) || format_of_ending(mesh_formats(), path) != nullptr;
}

bool formats_points(const std::string& format) {
    const std::vector<std::string> names = point_format_names();
    return std::find(names.begin(), names.end(), format) != names.end();
}

std::vector<std::string> point_format_names() {
    std::vector<std::string> names = mesh_format_names();
    names.insert(names.begin(), "csv");
    return names;
}

char delimiter_of_points(const std::string& path) {
    const std::string ending = extension_of(path);
    return ending == ".tsv" || ending == ".tab" ? '\t' : ',';
}

std::string uncommented_rows(std::string_view text) {
    std::string rows;
    rows.reserve(text.size());
    if (text.starts_with(kByteOrderMark)) {
        text.remove_prefix(std::string_view(kByteOrderMark).size());
    }
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = text.substr(0, end);
        const std::size_t first = line.find_first_not_of(" \t");
        if (first != std::string_view::npos && line[first] != '#') {
            rows += line;
        }
        // Keeps the line breaks as they are.
        const std::size_t next = std::min(text.find_first_not_of("\r\n", end), text.size());
        rows += text.substr(end, next - end);
        text.remove_prefix(next);
    }
    return rows;
}

std::string points_formats_help() {
    return ".csv or .tsv (two or three numbers per row), .npy (n x 2 or n x 3), or the vertices of a mesh";
}

Result<Points> parse_points(std::string_view content, const std::string& name, const InputSettings& settings) {
    VKALGO_TRY(Points points, read(content, name, settings));
    if (points.coordinates.empty()) {
        return bad_points(name, "has no point; give at least one");
    }
    const auto wrong = std::find_if_not(points.coordinates.begin(), points.coordinates.end(),
                                        [](double value) { return std::isfinite(value); });
    if (wrong != points.coordinates.end()) {
        return bad_points(
            name, fmt::format("point {} (counted from 1) has the coordinate {}; leave this point out",
                              (wrong - points.coordinates.begin()) / static_cast<std::ptrdiff_t>(points.dimensions) + 1,
                              *wrong));
    }
    return points;
}

Result<Points> read_points(const std::string& path, const InputSettings& settings) {
    return read_whole(path, settings, parse_points);
}

}  // namespace vkalgo::formats
