#pragma once

#include "cli/formats/array.hpp"
#include "engine/result.hpp"

#include <string>

/// Chooses the format by the name of the file: what commands call.
namespace vkalgo::cli {

/// .npy and .png bring their own type; .csv (all its numbers, a header is passed over), .txt (a list of numbers) and
/// anything else (raw) are read as `type`. Each may be packed as .gz; "-" is raw standard input.
Result<Array> read_array(const std::string& path, ElementType type);

/// True when read_array would take the type from the file itself.
bool has_own_type(const std::string& path);

/// .fa .fasta .fna: the first FASTA record; anything else plain text. Each may be packed as .gz; "-" is plain text.
Result<std::string> read_sequence(const std::string& path);

}  // namespace vkalgo::cli
