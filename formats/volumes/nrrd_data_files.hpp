#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The field "data file" of NRRD for data in several files, which follow one another along the slowest axis.
namespace vkalgo::formats {

/// Returns true for "LIST" or "LIST 2": the lines that follow are the names.
bool is_nrrd_file_list(std::string_view value);

/// Returns true for a name with a pattern and numbers after it: "slice%03d.raw 1 60 1".
bool is_nrrd_file_pattern(std::string_view value);

/// Appends the names of a pattern: FORMAT FIRST LAST STEP, and perhaps the number of axes of a file, which has no
/// effect here. Returns what is wrong and what to do, or an empty string.
std::string append_nrrd_files(std::string_view value, std::vector<std::string>& names);

}  // namespace vkalgo::formats
