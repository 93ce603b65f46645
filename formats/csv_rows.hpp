#pragma once

#include "engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::formats {

/// A cell where it stands in the text: without its quotes and the blanks around it.
struct CsvCell {
    std::string_view text;
    /// its quotes are doubled
    bool doubled = false;

    /// What it says.
    std::string content() const;
};

Error bad_csv(const std::string& name, std::uint64_t line, const std::string& message);

/// Walks through a text row by row and copies nothing of it. Both arguments must outlive it.
class CsvRows {
public:
    CsvRows(std::string_view text, const std::string& name);

    /// Errors: an encoding that is none of this parser's.
    Result<void> check_encoding() const;

    /// The line that the last row started on, counted from 1.
    std::uint64_t line() const { return row_line_; }

    /// Lines that were read.
    std::uint64_t lines_passed() const { return line_ - 1; }

    /// The first blank line that next() passed over, counted from 1; 0: there was none.
    std::uint64_t blank_line() const { return blank_line_; }

    /// The last row as it stands in the text, without its line break.
    std::string_view row() const { return row_; }

    /// The cells of the next row that is not blank; false at the end.
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
    std::size_t position_ = 0;
    std::uint64_t line_ = 1;
    std::uint64_t row_line_ = 1;
    std::uint64_t blank_line_ = 0;
    std::string_view row_;
};

}  // namespace vkalgo::formats
