#pragma once

#include "../../engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo {

/// The largest absolute value of a score or a gap cost.
inline constexpr std::int32_t kMaxScore = 1'000'000;

/// A substitution matrix: the score of each pair of letters.
struct ScoreMatrix {
    /// The name of the matrix, for messages. A built-in matrix has its own name. Another matrix has the name of its
    /// file, or any other name.
    std::string name;
    /// Each letter once. A letter's index here is its row and its column.
    std::string letters;
    /// Row-major, letters.size() squared numbers from -kMaxScore to kMaxScore: scores[a * letters.size() + b] is the
    /// score of query letter a and target letter b. The matrix need not be symmetric.
    std::vector<std::int32_t> scores;

    /// Returns the score of the query letter with index a and the target letter with index b.
    std::int32_t operator()(std::size_t a, std::size_t b) const { return scores[a * letters.size() + b]; }
};

/// Reads a matrix from text in NCBI's format. Lines that begin with # are comments. The first other line has the
/// letters of the columns, separated by blanks or commas. Each further line has a letter and one whole number per
/// column. The rows have the columns' letters, in any order. Errors: invalid_argument; the message has `name` and the
/// number of the line: a missing, duplicate or unknown letter, a row that is too short or too long, a word that is not
/// a whole number from -kMaxScore to kMaxScore, text that ends before the last row.
Result<ScoreMatrix> parse_score_matrix(std::string_view text, const std::string& name);

/// Checks a matrix that a caller made. Errors: invalid_argument, "matrix": no letters, a duplicate letter, a number of
/// scores that is not the square of the number of letters, a score beyond kMaxScore.
Result<void> check_score_matrix(const ScoreMatrix& matrix);

/// A built-in matrix, as text in NCBI's format.
struct BuiltinMatrix {
    /// The name, in upper case.
    const char* name;
    /// Input for parse_score_matrix().
    const char* text;
};

/// Returns the built-in matrices: BLOSUM45, 50, 62, 80 and 90, PAM30, 70 and 250, and NUC.4.4.
std::span<const BuiltinMatrix> builtin_score_matrices();

/// Returns "BLOSUM45, BLOSUM50, ...".
std::string builtin_score_matrix_names();

/// Returns the built-in matrix with this name; upper and lower case are equal. Errors: invalid_argument, "matrix": the
/// name is unknown; the message lists the names.
Result<ScoreMatrix> builtin_score_matrix(std::string_view name);

}  // namespace vkalgo
