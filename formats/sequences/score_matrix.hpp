#pragma once

#include "engine/result.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Substitution matrices: what a pair of letters scores.
namespace vkalgo::formats {

/// No score is larger, up or down.
inline constexpr std::int32_t kMostScore = 1'000'000;

struct ScoreMatrix {
    /// of a built-in one its name, else the file's
    std::string name;
    /// each once; the place of a letter here is its row and its column
    std::string letters;
    /// row-major: scores[a * letters.size() + b] is that of letter a of the first sequence and letter b of the second
    std::vector<std::int32_t> scores;

    std::int32_t operator()(std::size_t a, std::size_t b) const { return scores[a * letters.size() + b]; }
};

/// A matrix in NCBI's format: lines that begin with # are comments; the first other line has the letters of the columns
/// between blanks, each further one a letter and as many whole numbers. The rows have the columns' letters, in any
/// order. Errors: invalid_argument, with file and line: a missing, doubled or unknown letter, a row that is too short
/// or too long, a word that is no number up to kMostScore, an end before the last row.
Result<ScoreMatrix> parse_score_matrix(std::string_view text, const std::string& name);

/// A built-in matrix, as text.
struct BuiltinMatrix {
    const char* name;
    const char* text;
};
/// BLOSUM45, 50, 62, 80, 90, PAM30, 70, 250 and NUC.4.4.
std::span<const BuiltinMatrix> builtin_score_matrices();

/// "BLOSUM45, BLOSUM50, ..."
std::string builtin_score_matrix_names();

/// The built-in of that name, upper and lower case alike, else the file. A file that is called like a built-in is read
/// as ./NAME. Errors: those of parsing; invalid_argument: neither, with the nearest name.
Result<ScoreMatrix> read_score_matrix(const std::string& name_or_path);

}  // namespace vkalgo::formats
