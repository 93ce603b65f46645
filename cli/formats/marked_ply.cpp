#include "cli/formats/marked_ply.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

static_assert(std::endian::native == std::endian::little, "values below are copied as they are");

/// A face: its three corners' number, their indices, its colour, its group.
constexpr std::size_t kColourAt = 1 + 3 * sizeof(std::uint32_t);
constexpr std::size_t kGroupAt = kColourAt + 3;
constexpr std::size_t kFaceBytes = kGroupAt + sizeof(std::uint32_t);

std::string header_of(const Mesh& mesh) {
    // Most programs read indices of type int alone, and few have as many vertices as need more.
    const bool fits_int = mesh.vertex_count() <= std::uint64_t{std::numeric_limits<std::int32_t>::max()} + 1;
    return fmt::format(
        "ply\nformat binary_little_endian 1.0\ncomment written by vkalgo\n"
        "element vertex {0}\nproperty {1} x\nproperty {1} y\nproperty {1} z\n"
        "element face {2}\nproperty list uchar {3} vertex_indices\n"
        "property uchar red\nproperty uchar green\nproperty uchar blue\n"
        "property uint group\nend_header\n",
        mesh.vertex_count(), mesh.scalar() == ElementType::f32 ? "float" : "double", mesh.triangle_count(),
        fits_int ? "int" : "uint");
}

}  // namespace

Result<Bytes> encode_marked_ply(const Mesh& mesh, std::span<const std::uint32_t> groups) {
    if (groups.size() != mesh.triangle_count()) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("{} groups for {} triangles; give one for each", groups.size(), mesh.triangle_count()),
                     "groups"};
    }
    const std::string header = header_of(mesh);
    const auto positions =
        std::visit([](const auto& values) { return std::as_bytes(std::span(values)); }, mesh.positions);
    Bytes bytes(header.size() + positions.size() + groups.size() * kFaceBytes);
    const auto front = as_byte_span(header);
    std::byte* target =
        std::copy(positions.begin(), positions.end(), std::copy(front.begin(), front.end(), bytes.data()));
    for (std::size_t triangle = 0; triangle < groups.size(); ++triangle, target += kFaceBytes) {
        const auto& colour = groups[triangle] != 0 ? kMarkedColour : kPlainColour;
        target[0] = std::byte{3};
        std::memcpy(target + 1, mesh.triangles.data() + 3 * triangle, 3 * sizeof(std::uint32_t));
        std::memcpy(target + kColourAt, colour.data(), colour.size());
        std::memcpy(target + kGroupAt, &groups[triangle], sizeof(std::uint32_t));
    }
    return bytes;
}

Result<void> write_marked_ply(const std::string& path, const Mesh& mesh, std::span<const std::uint32_t> groups) {
    VKALGO_TRY(const Bytes bytes, encode_marked_ply(mesh, groups));
    return write_file(path, bytes);
}

}  // namespace vkalgo::cli
