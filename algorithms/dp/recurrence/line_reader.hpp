#pragma once

// Internal to parse_header().

#include "header_lines.hpp"
#include "text_errors.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

/// Returns the number that the text stands for, or nullopt if the whole text is not one number that fits Value.
template <class Value>
std::optional<Value> read_number_text(std::string_view text) {
    Value value{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

/// The types that a cell, a param or an output may have.
inline constexpr std::array<std::string_view, 6> kCellTypes{"i32", "u32", "i64", "u64", "f32", "f64"};

/// A reader of one header line. Each keyword has a function; the files keywords_*.cpp define these functions by
/// subject. Errors of every function: invalid_argument, at the line.
struct LineReader {
    RecurrenceHeader& header;
    const HeaderLine& line;
    std::string_view file;

    Error error(std::string_view text) const { return error_at(file, line.line, text); }
    Error unknown(std::string_view what, std::string_view wrong, std::span<const std::string_view> names) const;
    Result<Expression> expression(std::string_view text) const;
    Result<void> name(std::string_view text) const;
    /// Checks `limit`, GLSL that becomes an argument in a `return` statement: it must be one expression, so that it
    /// cannot end that statement, and have at most 1024 characters. `what` and `example` are for the message.
    Result<void> check_code_expression(const std::string& limit, std::string_view what, std::string_view example) const;

    Result<void> problem();
    Result<void> about();
    Result<void> order();
    Result<void> label();
    Result<void> overflow();
    /// Reads "KIND NAME, NAME [as LETTERS] [: TEXT]".
    Result<void> files();
    /// Reads "KIND [INPUT(INDEX) | INDEX] [where decision D] [sum INPUT] [as TEXT]".
    Result<void> solution();

    Result<void> pattern();
    /// Reads a sum of indices, each with a factor if it is not 1, such as "2 * i - j + k".
    Result<void> stage();
    Result<void> index();
    Result<void> sequential();
    /// Reads "min plus | max plus | plus times [left DISTANCE]".
    Result<void> scan();
    Result<void> recurrence_class();
    /// Reads "INDEX EXPRESSION" or "INDEX LOW .. HIGH".
    Result<void> reach();
    Result<void> rows();
    Result<void> columns();
    Result<void> domain();
    Result<void> base();

    /// Reads "TYPE" or "TYPE NAME, TYPE NAME ...".
    Result<void> cell();
    Result<void> value();
    Result<void> goal();
    Result<void> status();
    Result<void> bound();
    Result<void> answer();
    /// Reads "min|max NAME = FIRST .. LAST".
    Result<void> reduce();
    /// Reads "DISTANCE, DISTANCE ...".
    Result<void> decisions();

    Result<void> input();
    Result<void> output();
    Result<void> param();
    /// Reads "NAME[LENGTH], NAME ... letters ACGT", or "LOW .. HIGH [ascending]" after the names.
    Result<void> random();
    /// Reads "NAME EXPRESSION".
    Result<void> default_of();

private:
    /// The parts of "NAME TYPE[LENGTH]": the name, the word for the type, and the text between the brackets.
    struct ArrayWords {
        std::string name;
        std::string_view type, length;
    };
    /// Reads "NAME TYPE[LENGTH]". Errors: the name is not allowed; the type or the brackets are missing.
    Result<ArrayWords> array(std::string_view text) const;
    /// Returns an error if the recurrence cannot have another input or output.
    Result<void> too_many_arrays() const;
    /// Returns the number of the index with this name; kMaxIndices for any other word.
    std::size_t index_of(std::string_view word) const;
    /// Reads "first-row", "last-column", or "first-k" of a declared index k.
    std::optional<Border> find_border(std::string_view word) const;
    Result<Border> border(std::string_view word) const;
    Result<ElementType> cell_type(std::string_view word) const;
    /// Reads "BORDER or BORDER ...": one border or more.
    Result<std::vector<Border>> borders(std::string_view text) const;
    /// Reads "(EXPR, EXPR ...)", with 2 to kMaxIndices expressions.
    Result<void> answer_cell(AnswerDeclaration answer, std::string_view text);
    /// Reads "LOW .. HIGH": expressions if the type is one of whole numbers, otherwise numbers. `form`: how the range
    /// is written, for messages.
    Result<InputRange> range(ElementType type, std::string_view text, std::string_view form) const;
    /// Reads the text after the names of a `random` line, for one of its inputs.
    Result<RandomDraw> draw(const InputDeclaration& input, std::string_view text) const;
    /// Checks the letters of `as LETTERS`.
    Result<void> check_alphabet(const FilesDeclaration& files) const;
    /// Returns the input of that name. Errors: no input has it.
    Result<InputDeclaration*> declared_input(std::string_view name) const;
};

}  // namespace vkalgo::dp
