#pragma once

#include "engine/result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::formats {

/// A view of a cell in the text, without its quotes and the blanks around it.
struct CsvCell {
    std::string_view text;
    /// Whether the text contains doubled quotes.
    bool doubled = false;
    /// The cell as it is in the file, with its quotes and the blanks around it.
    std::string_view whole = {};

    /// Returns the cell's text, with one quote in place of every two.
    std::string content() const;

    /// Returns true if quotes surround the text.
    bool is_quoted() const;
};

Error bad_csv(const std::string& name, std::uint64_t line, const std::string& message);

/// Returns a row with `to` instead of `from` between its cells. Cells keep their quotes, since "NA" in quotes is a text
/// and NA without them is a missing cell. Cells that contain `to` get quotes. Blanks around cells are left out. The row
/// must be one that CsvRows read.
std::string with_delimiter(std::string_view row, char from, char to);

/// A reader of a text, row by row, without copying it. Text and name must outlive the object. `delimiter` is the
/// character between cells: any except a quote and the characters of line breaks. Blanks and tabs around cells are
/// skipped, unless they are the delimiter.
class CsvRows {
public:
    CsvRows(std::string_view text, const std::string& name, char delimiter = ',');

    /// Fails if the text is UTF-16.
    Result<void> check_encoding() const;

    /// Returns the line on which the last row started, counted from 1.
    std::uint64_t line() const { return row_line_; }

    /// Returns the number of line breaks that were read.
    std::uint64_t lines_passed() const { return line_ - 1; }

    /// Returns the first blank line that the last call of next() skipped, counted from 1; 0 if it skipped none.
    std::uint64_t blank_line() const { return blank_line_; }

    /// Returns the text of the last row, without its line break.
    std::string_view row() const { return row_; }

    /// Reads the cells of the next row that is not blank. Returns false at the end.
    Result<bool> next(std::vector<CsvCell>& cells);

private:
    bool at_end() const { return position_ == text_.size(); }
    bool take(char letter);
    void skip_blanks();
    bool take_line_break();
    Error wrong(std::size_t column, const std::string& message) const;
    Result<CsvCell> take_cell(std::size_t column);
    Result<CsvCell> take_quoted(std::size_t column);
    Result<void> check_bytes(std::string_view content, std::size_t column) const;

    std::string_view text_;
    const std::string& name_;
    /// The characters that end a cell without quotes: the delimiter, the characters of line breaks, and a quote, which
    /// is an error.
    std::array<char, 4> ends_;
    std::size_t position_ = 0;
    std::uint64_t line_ = 1;
    std::uint64_t row_line_ = 1;
    std::uint64_t blank_line_ = 0;
    std::string_view row_;
};

}  // namespace vkalgo::formats
