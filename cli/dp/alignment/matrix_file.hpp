#pragma once

#include "algorithms/alignment/score_matrix.hpp"
#include "engine/result.hpp"

#include <string>

namespace vkalgo::cli {

/// Returns the built-in matrix of that name; upper and lower case are equal. Otherwise reads the file. A file with the
/// name of a built-in matrix is given as ./NAME. Errors: those of parsing; invalid_argument: there is neither such a
/// matrix nor such a file; the message has the nearest name.
Result<ScoreMatrix> read_score_matrix(const std::string& name_or_path);

}  // namespace vkalgo::cli
