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

/// A number that is the whole text; none otherwise.
template <class Value>
std::optional<Value> read_number_text(std::string_view text) {
    Value value{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

/// The types that a cell or a param may have.
inline constexpr std::array<std::string_view, 6> kCellTypes{"i32", "u32", "i64", "u64", "f32", "f64"};

/// Reads one header line: a function for each keyword, in keywords_*.cpp by their subject. Errors, of all:
/// invalid_argument, at the line.
struct LineReader {
    RecurrenceHeader& header;
    const HeaderLine& line;
    std::string_view file;

    Error error(std::string_view text) const { return error_at(file, line.line, text); }
    Error unknown(std::string_view what, std::string_view wrong, std::span<const std::string_view> names) const;
    Result<Expression> expression(std::string_view text) const;
    Result<void> name(std::string_view text) const;
    /// GLSL that becomes the argument of a `return`: it must not end that statement.
    Result<void> check_code_expression(const std::string& limit, std::string_view what, std::string_view example) const;

    Result<void> problem();
    Result<void> about();
    Result<void> order();
    Result<void> label();
    Result<void> overflow();
    /// KIND NAME, NAME [as LETTERS] [: TEXT]
    Result<void> files();
    /// KIND [INPUT(PLACE) | PLACE] [where decision D] [sum INPUT] [as TEXT]
    Result<void> solution();

    Result<void> pattern();
    /// Terms like "2 * i", "-j", "k" between + and -.
    Result<void> stage();
    Result<void> index();
    Result<void> sequential();
    /// min plus | max plus | plus times [left DISTANCE]
    Result<void> scan();
    Result<void> recurrence_class();
    /// INDEX EXPRESSION
    Result<void> reach();
    Result<void> rows();
    Result<void> columns();
    Result<void> domain();
    Result<void> base();

    /// One type, or several with a name each.
    Result<void> cell();
    Result<void> value();
    Result<void> goal();
    Result<void> status();
    Result<void> bound();
    Result<void> answer();
    /// min|max NAME = FIRST .. LAST
    Result<void> reduce();
    /// DISTANCE, DISTANCE ...
    Result<void> decisions();

    Result<void> input();
    Result<void> output();
    Result<void> param();
    /// NAME[LENGTH], NAME ... letters ACGT, or LOW .. HIGH [ascending]
    Result<void> random();
    /// NAME EXPRESSION
    Result<void> default_of();

private:
    /// NAME TYPE[LENGTH]: the word for the type, the text between the brackets.
    struct ArrayWords {
        std::string name;
        std::string_view type, length;
    };
    /// Errors: no name, no brackets at the end.
    Result<ArrayWords> array(std::string_view text) const;
    /// Is there no room for one more?
    Result<void> too_many_arrays() const;
    /// Number of an index by its name; kMaxIndices for another word.
    std::size_t index_of(std::string_view word) const;
    /// "first-row", "last-column", "first-k" of a declared index k.
    std::optional<Border> find_border(std::string_view word) const;
    Result<Border> border(std::string_view word) const;
    Result<ElementType> cell_type(std::string_view word) const;
    /// "BORDER", "BORDER or BORDER"
    Result<std::vector<Border>> borders(std::string_view text) const;
    /// "(EXPR, EXPR)"
    Result<void> answer_cell(AnswerDeclaration answer, std::string_view text);
    /// "LOW .. HIGH", expressions for whole numbers; `form` is what messages say to write.
    Result<InputRange> range(ElementType type, std::string_view text, std::string_view form) const;
    /// What `random` says of one input, behind the names.
    Result<RandomDraw> draw(const InputDeclaration& input, std::string_view text) const;
    /// Is `as LETTERS` right?
    Result<void> check_alphabet(const FilesDeclaration& files) const;
    /// The input of that name. Errors: there is none.
    Result<InputDeclaration*> declared_input(std::string_view name) const;
};

}  // namespace vkalgo::dp
