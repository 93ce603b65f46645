#include "formats/meshes/marked_ply.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

static_assert(std::endian::native == std::endian::little, "values below are copied as they are");

/// The polygons that are written.
struct Polygons {
    std::span<const std::uint32_t> corners;
    /// Number of corners of each polygon; empty: all are triangles.
    std::span<const std::uint32_t> sizes;

    std::uint64_t count() const { return sizes.empty() ? corners.size() / 3 : sizes.size(); }
    std::uint32_t size(std::size_t polygon) const { return sizes.empty() ? 3 : sizes[polygon]; }
    /// Returns true if a byte holds every size. Most programs expect sizes as bytes where that is possible.
    bool sizes_fit_byte() const {
        return std::all_of(sizes.begin(), sizes.end(), [](std::uint32_t size) { return size < 256; });
    }
};

std::string header_of(const Mesh& mesh, const Polygons& polygons) {
    // Most programs read only indices of type int. Few files have enough vertices to need a larger type.
    const bool fits_int = mesh.vertex_count() <= std::uint64_t{std::numeric_limits<std::int32_t>::max()} + 1;
    return fmt::format(
        "ply\nformat binary_little_endian 1.0\ncomment written by vkalgo\n"
        "element vertex {0}\nproperty {1} x\nproperty {1} y\nproperty {1} z\n"
        "element face {2}\nproperty list {3} {4} vertex_indices\n"
        "property uchar red\nproperty uchar green\nproperty uchar blue\n"
        "property uint group\nend_header\n",
        mesh.vertex_count(), mesh.scalar() == ElementType::f32 ? "float" : "double", polygons.count(),
        polygons.sizes_fit_byte() ? "uchar" : "uint", fits_int ? "int" : "uint");
}

}  // namespace

Result<Bytes> encode_marked_ply(const Mesh& mesh, std::span<const std::uint32_t> groups, bool faces) {
    const Polygons polygons =
        faces && !mesh.sizes.empty() ? Polygons{mesh.corners, mesh.sizes} : Polygons{mesh.triangles, {}};
    if (groups.size() != polygons.count()) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("the number of groups is {}, but that of {} is {}; give one group for each",
                                 groups.size(), faces ? "faces" : "triangles", polygons.count()),
                     "groups"};
    }
    const std::string header = header_of(mesh, polygons);
    const auto positions =
        std::visit([](const auto& values) { return std::as_bytes(std::span(values)); }, mesh.positions);
    const std::size_t size_bytes = polygons.sizes_fit_byte() ? 1 : sizeof(std::uint32_t);
    Bytes bytes(header.size() + positions.size() + polygons.corners.size_bytes() +
                groups.size() * (size_bytes + kMarkedColour.size() + sizeof(std::uint32_t)));
    const auto front = as_byte_span(header);
    std::byte* target =
        std::copy(positions.begin(), positions.end(), std::copy(front.begin(), front.end(), bytes.data()));
    const auto put = [&](const void* from, std::size_t count) {
        std::memcpy(target, from, count);
        target += count;
    };
    const std::uint32_t* corner = polygons.corners.data();
    for (std::size_t polygon = 0; polygon < groups.size(); ++polygon) {
        const std::uint32_t size = polygons.size(polygon);
        put(&size, size_bytes);
        put(corner, size * sizeof(std::uint32_t));
        corner += size;
        const auto& colour = groups[polygon] != 0 ? kMarkedColour : kPlainColour;
        put(colour.data(), colour.size());
        put(&groups[polygon], sizeof(std::uint32_t));
    }
    return bytes;
}

Result<void> write_marked_ply(const std::string& path, const Mesh& mesh, std::span<const std::uint32_t> groups) {
    VKALGO_TRY(const Bytes bytes, encode_marked_ply(mesh, groups));
    return write_file(path, bytes);
}

}  // namespace vkalgo::formats
