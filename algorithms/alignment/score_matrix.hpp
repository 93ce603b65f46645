#pragma once

#include "../../engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo {

/// No score and no gap cost is larger, up or down.
inline constexpr std::int32_t kMaxScore = 1'000'000;

/// A substitution matrix: what each pair of letters scores.
struct ScoreMatrix {
    /// A built-in matrix has its own name, another one that of its file or any other; messages have it.
    std::string name;
    /// Each letter once; a letter's index here is its row and its column.
    std::string letters;
    /// Row-major, letters.size() squared numbers from -kMaxScore to kMaxScore: scores[a * letters.size() + b] is that
    /// of letter a of the query and letter b of the target. It need not be symmetric.
    std::vector<std::int32_t> scores;

    /// The score of the letters with index a and b.
    std::int32_t operator()(std::size_t a, std::size_t b) const { return scores[a * letters.size() + b]; }
};

/// Reads a matrix from text in NCBI's format: lines that begin with # are comments; the first other line has the
/// letters of the columns between blanks, each further one a letter and as many whole numbers. The rows have the
/// columns' letters, in any order. `name` stands in messages. Errors: invalid_argument, with `name` and the line: a
/// missing, doubled or unknown letter, a row that is too short or too long, a word that is no number up to kMaxScore,
/// an end before the last row.
Result<ScoreMatrix> parse_score_matrix(std::string_view text, const std::string& name);

/// Checks a matrix that a caller made. Errors: invalid_argument, "matrix": no letters, a letter twice, another number
/// of scores than letters squared, a score beyond kMaxScore.
Result<void> check_score_matrix(const ScoreMatrix& matrix);

/// A built-in matrix, as text in NCBI's format.
struct BuiltinMatrix {
    /// In upper case.
    const char* name;
    /// What parse_score_matrix() takes.
    const char* text;
};

/// BLOSUM45, 50, 62, 80, 90, PAM30, 70, 250 and NUC.4.4.
std::span<const BuiltinMatrix> builtin_score_matrices();

/// "BLOSUM45, BLOSUM50, ..."
std::string builtin_score_matrix_names();

/// The built-in matrix of that name, upper and lower case alike. Errors: invalid_argument, "matrix": there is none; the
/// message names those that there are.
Result<ScoreMatrix> builtin_score_matrix(std::string_view name);

}  // namespace vkalgo
