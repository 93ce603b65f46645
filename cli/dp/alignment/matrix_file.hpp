#pragma once

#include "algorithms/alignment/score_matrix.hpp"
#include "engine/result.hpp"

#include <string>

namespace vkalgo::cli {

/// The built-in matrix of that name, upper and lower case alike, else the file. A file that is called like a built-in
/// is read as ./NAME. Errors: those of parsing; invalid_argument: neither, with the nearest name.
Result<ScoreMatrix> read_score_matrix(const std::string& name_or_path);

}  // namespace vkalgo::cli
