#include "formats/sequences/score_matrix.hpp"

#include "formats/bytes.hpp"
#include "formats/number_text.hpp"
#include "formats/source.hpp"
#include "support/names.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::formats {
namespace {

/// The lines that are no comments, as words.
class Rows {
public:
    explicit Rows(std::string_view text) : text_(text) {
        if (text_.starts_with(kByteOrderMark)) {
            text_.remove_prefix(3);
        }
    }

    /// The next line with words; empty at the end.
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
    /// of the line read last, from 1
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

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const BuiltinMatrix& each : builtin_score_matrices()) {
        all.emplace_back(each.name);
    }
    return all;
}

/// Reads one matrix; keeps where it is for its messages.
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
            return wrong(
                fmt::format("the matrix ends here, after {} of its {}: there is no row for the letter {}; give "
                            "each letter of the first line a row",
                            rows, plural(size, "row"), matrix_.letters[missing]));
        }
        return std::move(matrix_);
    }

private:
    Error wrong(const std::string& what) const {
        return Error{ErrorCode::invalid_argument, fmt::format("'{}' line {}: {}", name_, rows_.number(), what), name_};
    }

    /// The letters of the columns.
    Result<void> take_header() {
        const auto words = rows_.next();
        if (words.empty()) {
            return Error{
                ErrorCode::invalid_argument,
                fmt::format("'{}' holds no matrix; it needs a line of letters, and a row of scores for each", name_),
                name_};
        }
        for (const std::string_view word : words) {
            VKALGO_CHECK(check_letter(word));
            if (matrix_.letters.find(word.front()) != std::string::npos) {
                return wrong(fmt::format("the letter {} is there twice; a column for each letter is enough", word));
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
        return wrong(
            fmt::format("'{}' stands where a letter is due; the first line has the letters of the columns, and "
                        "each further one a letter and its scores (comments begin with #)",
                        excerpt(word)));
    }

    Result<void> take_row(std::span<const std::string_view> words, std::vector<bool>& seen) {
        const std::size_t size = matrix_.letters.size();
        VKALGO_CHECK(check_letter(words.front()));
        const std::size_t row = matrix_.letters.find(words.front().front());
        if (row == std::string::npos) {
            return wrong(fmt::format("the row {} has no column; the columns are {}", words.front(), matrix_.letters));
        }
        if (seen[row]) {
            return wrong(fmt::format("there is a row {} already; leave one of them out", words.front()));
        }
        seen[row] = true;
        if (words.size() != size + 1) {
            return wrong(fmt::format("the row {} has {}, and the first line has {}; give one for each", words.front(),
                                     plural(words.size() - 1, "score"), plural(size, "letter")));
        }
        for (std::size_t column = 0; column < size; ++column) {
            const auto score = parse_integer(words[column + 1]);
            if (!score || *score > kMostScore || *score < -kMostScore) {
                return wrong(fmt::format("'{}' in row {}, column {} is no whole number from -{} to {}; correct it",
                                         excerpt(words[column + 1]), words.front(), matrix_.letters[column], kMostScore,
                                         kMostScore));
            }
            matrix_.scores[row * size + column] = static_cast<std::int32_t>(*score);
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

std::string builtin_score_matrix_names() {
    return fmt::format("{}", fmt::join(names(), ", "));
}

Result<ScoreMatrix> read_score_matrix(const std::string& name_or_path) {
    for (const BuiltinMatrix& each : builtin_score_matrices()) {
        if (upper(name_or_path) == each.name) {
            return parse_score_matrix(each.text, each.name);
        }
    }
    std::error_code failed;
    if (name_or_path.find('/') == std::string::npos && name_or_path != "-" &&
        !std::filesystem::exists(name_or_path, failed)) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("'{}' is neither a matrix that is built in nor a file; {}", name_or_path,
                                 name_advice(upper(name_or_path), names())),
                     {}};
    }
    constexpr std::uint64_t kMostText = std::uint64_t{16} << 20;  // a matrix has some hundred numbers
    VKALGO_TRY(const Bytes bytes, read_file(name_or_path, {.unsized = kMostText, .memory = kMostText}));
    return parse_score_matrix(as_text(bytes), input_name(name_or_path));
}

}  // namespace vkalgo::formats
