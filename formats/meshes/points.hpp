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
    /// 2 or 3.
    std::uint32_t dimensions = 3;
    /// `dimensions` finite numbers per point.
    std::vector<double> coordinates;

    std::uint64_t count() const { return coordinates.size() / dimensions; }
};

/// Returns true if the ending of the name is that of a table of points (.csv, .txt, .tsv, .tab) or of a mesh. The
/// points of a mesh are its vertices. Returns false for .npy, which may hold points or an image.
bool names_points(const std::string& path);

/// Returns true if `format`, a value of --format, shows that an input is a list of points: "csv" or a format of meshes.
/// "npy" does not show it, since a .npy may hold an image instead.
bool formats_points(const std::string& format);
/// Returns the names that formats_points() accepts.
std::vector<std::string> point_format_names();

/// Returns the help text of an input that is a list of points.
std::string points_formats_help();

/// Returns the character between cells of a table of points: a tab if the name ends in .tsv or .tab, else a comma.
char delimiter_of_points(const std::string& path);

/// Returns the text of a table of points without its comments, which are the lines that begin with #, perhaps after
/// blanks. A comment becomes a blank line, so that the other lines keep their line numbers.
std::string uncommented_rows(std::string_view text);

/// Reads points from CSV or TSV with two or three numbers per row (a header and lines that begin with # are skipped),
/// from a .npy array of n x 2 or n x 3, or from the vertices of a mesh. Of `settings`, only format ("csv", "npy" or a
/// format of meshes), limits and notice are used. Errors: invalid_argument: no such file or format, a damaged file,
/// another number of columns, a coordinate that is not finite, no points; too_large.
Result<Points> read_points(const std::string& path, const InputSettings& settings = {});
/// Parses points from memory. `name` is the file's name, in messages and to find the files that the content names
/// (glTF). Without a format in `settings`, the ending of `name` may decide the format. Errors: those of read_points.
Result<Points> parse_points(std::string_view content, const std::string& name, const InputSettings& settings = {});

}  // namespace vkalgo::formats
