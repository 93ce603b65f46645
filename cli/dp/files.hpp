#pragma once

#include "algorithms/dp/instance/instance.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/reader.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>

/// INPUT files of a recurrence, as its `//! files` lines say; without any, a file for each input, in their order.
namespace vkalgo::cli {

/// INPUT files that hold all inputs.
std::size_t file_count(const dp::RecurrenceHeader& header);

/// The names of the inputs: "x, y".
std::string input_list(const dp::RecurrenceHeader& header);

/// What the files hold, in words: "two files, x and y".
std::string files_text(const dp::RecurrenceHeader& header);

/// The same, with the formats that each may have.
std::string files_help(const dp::RecurrenceHeader& header);

/// The file of one input among those that are given, as read_files() takes them; empty: it has none.
std::string file_of(const dp::RecurrenceHeader& header, std::span<const std::string> paths,
                    const std::map<std::string, std::string>& named, std::string_view input);

/// Reads `named` inputs each from its own file, and the others from `paths`. With named ones, the others have a file
/// each. Errors: invalid_argument, naming file and line; too many files or too few.
Result<dp::Instance> read_files(InputReader& reader, const dp::RecurrenceHeader& header,
                                std::span<const std::string> paths, const std::map<std::string, std::string>& named);

/// A message without the advice to choose another type: those of inputs are the recurrence's.
std::string without_types(std::string message);

}  // namespace vkalgo::cli
