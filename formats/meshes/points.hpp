#pragma once

#include "engine/result.hpp"
#include "formats/reader.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Lists of points in the plane or in space.
namespace vkalgo::formats {

struct Points {
    /// 2 or 3
    std::uint32_t dimensions = 3;
    /// `dimensions` finite numbers per point
    std::vector<double> coordinates;

    std::uint64_t count() const { return coordinates.size() / dimensions; }
};

/// Is it by its name a list of points: .csv, .txt, or a mesh, whose vertices are taken? A .npy may be one, or an image.
bool names_points(const std::string& path);

/// Does --format name one of points alone: "csv", or one of meshes?
bool formats_points(const std::string& format);
/// All of these.
std::vector<std::string> point_format_names();

/// What help says of an input that is a list of points.
std::string points_formats_help();

/// Reads two or three numbers per row of CSV (a header is passed over), an array of n x 2 or n x 3 of .npy, or the
/// vertices of a mesh. Of `settings`, format ("csv", "npy" or one of meshes), limits and notice count. Errors:
/// invalid_argument: no such file or format, a damaged one, other numbers of columns, a coordinate that is not finite,
/// no point; too_large.
Result<Points> read_points(const std::string& path, const InputSettings& settings = {});
/// The same of content in memory. Without a format, `name` is that of a file.
Result<Points> parse_points(std::string_view content, const std::string& name, const InputSettings& settings = {});

}  // namespace vkalgo::formats
