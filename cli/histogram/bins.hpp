#pragma once

#include "algorithms/element_type.hpp"
#include "algorithms/exact_number.hpp"
#include "cli/formats/reader.hpp"
#include "engine/result.hpp"

#include <string>
#include <vector>

namespace vkalgo::cli {

/// What --edges gives for values of `type`: numbers between commas (at least one comma), else the file of that name, a
/// .npy or text. Errors: those of the reader; invalid_argument: a word that is no number.
Result<std::vector<ExactNumber>> read_edges(const std::string& text, ElementType type, const InputLimits& limits);

/// Is it the name of a file?
bool names_edges_file(const std::string& text);

}  // namespace vkalgo::cli
