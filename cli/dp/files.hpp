#pragma once

#include "algorithms/dp/instance/instance.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/reader.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>

/// The INPUT files of a recurrence, by its `//! files` lines. Without such lines, there is one file per input, in the
/// order of the inputs.
namespace vkalgo::cli {

/// Returns the number of INPUT files that hold all inputs.
std::size_t file_count(const dp::RecurrenceHeader& header);

/// Returns the names of the inputs: "x, y".
std::string input_list(const dp::RecurrenceHeader& header);

/// Returns the contents of the files in words: "two files, x and y".
std::string files_text(const dp::RecurrenceHeader& header);

/// Returns the contents of the files in words, with the formats of each.
std::string files_help(const dp::RecurrenceHeader& header);

/// Returns the file from which read_files() would read the input: one of `named` or `paths`. Empty if no file is given
/// for the input.
std::string file_of(const dp::RecurrenceHeader& header, std::span<const std::string> paths,
                    const std::map<std::string, std::string>& named, std::string_view input);

/// Reads each input of `named` from its own file, and the other inputs from `paths`. If `named` is not empty, each of
/// the other inputs has its own file too. Errors: invalid_argument, with file and line; too many or too few files.
Result<dp::Instance> read_files(InputReader& reader, const dp::RecurrenceHeader& header,
                                std::span<const std::string> paths, const std::map<std::string, std::string>& named);

/// Returns a message without the advice to choose another type: the recurrence declares the types of inputs.
std::string without_types(std::string message);

}  // namespace vkalgo::cli
