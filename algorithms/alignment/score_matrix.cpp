#include "algorithms/alignment/score_matrix.hpp"

#include "algorithms/alignment/scoring.hpp"
#include "algorithms/counted.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

namespace vkalgo {
namespace {

/// A reader of lines. It skips comments and splits the other lines into words at blanks and commas.
class Rows {
public:
    explicit Rows(std::string_view text) : text_(text) {
        if (text_.starts_with("\xEF\xBB\xBF")) {
            text_.remove_prefix(3);
        }
    }

    /// Returns the words of the next line that has at least one word; nothing at the end of the text.
    std::vector<std::string_view> next() {
        std::vector<std::string_view> words;
        while (words.empty() && !text_.empty()) {
            const std::size_t end = std::min(text_.find('\n'), text_.size());
            std::string_view line = text_.substr(0, end);
            text_.remove_prefix(std::min(end + 1, text_.size()));
            ++number_;
            while (!line.starts_with('#')) {
                const std::size_t begin = line.find_first_not_of(" \t\r,");
                if (begin == std::string_view::npos) {
                    break;
                }
                line.remove_prefix(begin);
                words.push_back(line.substr(0, line.find_first_of(" \t\r,")));
                line.remove_prefix(words.back().size());
            }
        }
        return words;
    }
    /// Returns the number of the line read last, from 1.
    std::uint64_t number() const { return number_; }

private:
    std::string_view text_;
    std::uint64_t number_ = 0;
};

std::string upper(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return result;
}

/// Returns the text. Of a text of more than kMax bytes, returns the first kMax bytes and "...".
std::string excerpt(std::string_view text) {
    constexpr std::size_t kMax = 64;
    return text.size() <= kMax ? std::string(text) : std::string(text.substr(0, kMax)) + "...";
}

/// Parses a whole number from -kMaxScore to kMaxScore. Returns nullopt for any other word.
std::optional<std::int32_t> score_of(std::string_view word) {
    if (word.size() > 1 && word[0] == '+' && word[1] != '-') {
        word.remove_prefix(1);
    }
    std::int32_t score = 0;
    const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), score);
    const bool is_whole = failed == std::errc() && end == word.data() + word.size();
    return is_whole && score <= kMaxScore && score >= -kMaxScore ? std::optional(score) : std::nullopt;
}

/// A parser for one matrix. Its messages give the number of the line that was read last.
class Parser {
public:
    Parser(std::string_view text, const std::string& name) : rows_(text), name_(name) { matrix_.name = name; }

    Result<ScoreMatrix> parse() {
        VKALGO_CHECK(take_header());
        const std::size_t size = matrix_.letters.size();
        matrix_.scores.resize(size * size);
        std::vector<bool> seen(size, false);
        std::size_t rows = 0;
        for (auto words = rows_.next(); !words.empty(); words = rows_.next(), ++rows) {
            VKALGO_CHECK(take_row(words, seen));
        }
        if (rows < size) {
            const auto missing = static_cast<std::size_t>(std::find(seen.begin(), seen.end(), false) - seen.begin());
            return wrong("the matrix ends here, after " + std::to_string(rows) + " of its " + counted(size, "row") +
                         ": the letter " + matrix_.letters[missing] +
                         " has no row; write a row for each letter of the first line");
        }
        return std::move(matrix_);
    }

private:
    Error wrong(const std::string& what) const {
        return Error{ErrorCode::invalid_argument,
                     "'" + name_ + "' line " + std::to_string(rows_.number()) + ": " + what, name_};
    }

    /// Reads the letters of the columns.
    Result<void> take_header() {
        const auto words = rows_.next();
        if (words.empty()) {
            return Error{ErrorCode::invalid_argument,
                         "'" + name_ + "' has no matrix; write a line of letters, and a row of scores per letter",
                         name_};
        }
        for (const std::string_view word : words) {
            VKALGO_CHECK(check_letter(word));
            if (matrix_.letters.find(word.front()) != std::string::npos) {
                return wrong("the letter " + std::string(word) + " is in the first line twice; leave one of them out");
            }
            matrix_.letters += word.front();
        }
        return {};
    }

    Result<void> check_letter(std::string_view word) const {
        const auto code = static_cast<unsigned char>(word.front());
        if (word.size() == 1 && code > ' ' && code < 0x7f && std::isdigit(code) == 0) {
            return {};
        }
        return wrong("'" + excerpt(word) +
                     "' is not a letter; the first line has the letters of the columns, and each further line has a "
                     "letter and its scores (comments begin with #)");
    }

    Error wrong_score(std::string_view word, const std::string& row, char column) const {
        const std::string most = std::to_string(kMaxScore);
        return wrong("'" + excerpt(word) + "' in row " + row + ", column " + column + " is not a whole number from -" +
                     most + " to " + most + "; correct it");
    }

    Result<void> take_row(std::span<const std::string_view> words, std::vector<bool>& seen) {
        const std::size_t size = matrix_.letters.size();
        VKALGO_CHECK(check_letter(words.front()));
        const std::size_t row = matrix_.letters.find(words.front().front());
        const std::string letter(words.front());
        if (row == std::string::npos) {
            return wrong("there is a row for the letter " + letter +
                         ", but no column; add a column, or leave the row out; the columns are " + matrix_.letters);
        }
        if (seen[row]) {
            return wrong("there are two rows for the letter " + letter + "; leave one of them out");
        }
        seen[row] = true;
        if (words.size() != size + 1) {
            return wrong("the row " + letter + " has " + counted(words.size() - 1, "score") +
                         ", but the first line has " + counted(size, "letter") + "; give one score per letter");
        }
        for (std::size_t column = 0; column < size; ++column) {
            const auto score = score_of(words[column + 1]);
            if (!score) {
                return wrong_score(words[column + 1], letter, matrix_.letters[column]);
            }
            matrix_.scores[row * size + column] = *score;
        }
        return {};
    }

    Rows rows_;
    const std::string& name_;
    ScoreMatrix matrix_;
};

}  // namespace

Result<ScoreMatrix> parse_score_matrix(std::string_view text, const std::string& name) {
    return Parser(text, name).parse();
}

Result<void> check_score_matrix(const ScoreMatrix& matrix) {
    const auto wrong = [&](const std::string& what) {
        return Error{ErrorCode::invalid_argument, "the matrix '" + matrix.name + "' " + what, "matrix"};
    };
    if (matrix.letters.empty()) {
        return wrong("has no letters; give it at least one");
    }
    for (std::size_t k = 0; k < matrix.letters.size(); ++k) {
        if (matrix.letters.find(matrix.letters[k], k + 1) != std::string::npos) {
            return wrong("has the letter " + byte_text(static_cast<unsigned char>(matrix.letters[k])) +
                         " twice; give each letter once");
        }
    }
    const std::size_t size = matrix.letters.size();
    if (matrix.scores.size() != size * size) {
        return wrong("has " + counted(matrix.scores.size(), "score") + " for " + counted(size, "letter") + "; give " +
                     counted(size * size, "score"));
    }
    const auto letter = [&](std::size_t k) { return byte_text(static_cast<unsigned char>(matrix.letters[k])); };
    for (std::size_t k = 0; k < matrix.scores.size(); ++k) {
        const std::int32_t score = matrix.scores[k];
        if (score > kMaxScore || score < -kMaxScore) {
            return wrong("has the score " + std::to_string(score) + " in row " + letter(k / size) + ", column " +
                         letter(k % size) + "; correct it to one from -" + std::to_string(kMaxScore) + " to " +
                         std::to_string(kMaxScore));
        }
    }
    return {};
}

std::string builtin_score_matrix_names() {
    std::string names;
    for (const BuiltinMatrix& each : builtin_score_matrices()) {
        names += (names.empty() ? "" : ", ") + std::string(each.name);
    }
    return names;
}

Result<ScoreMatrix> builtin_score_matrix(std::string_view name) {
    for (const BuiltinMatrix& each : builtin_score_matrices()) {
        if (upper(name) == each.name) {
            return parse_score_matrix(each.text, each.name);
        }
    }
    return Error{ErrorCode::invalid_argument,
                 "there is no built-in matrix '" + excerpt(name) + "'; there are: " + builtin_score_matrix_names(),
                 "matrix"};
}

}  // namespace vkalgo
