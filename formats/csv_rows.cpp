#include "formats/csv_rows.hpp"

#include "formats/bytes.hpp"
#include "support/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

/// The largest number of columns of a row. Real tables have fewer. Without this limit, a row of only commas would take
/// many times the memory of its text.
constexpr std::size_t kMaxColumns = 65536;

}  // namespace

std::string CsvCell::content() const {
    if (!doubled) {
        return std::string(text);
    }
    std::string content;
    content.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        content += text[at];
        at += text[at] == '"' ? 1U : 0U;  // A quote within the cell is doubled
    }
    return content;
}

bool CsvCell::is_quoted() const {
    const std::size_t first = whole.find_first_not_of(" \t");
    return first != std::string_view::npos && whole[first] == '"';
}

Error bad_csv(const std::string& name, std::uint64_t line, const std::string& message) {
    return {ErrorCode::invalid_argument, fmt::format("'{}' line {}{}", name, line, message), name};
}

std::string with_delimiter(std::string_view row, char from, char to) {
    const std::string name;
    CsvRows rows(row, name, from);
    std::vector<CsvCell> cells;
    static_cast<void>(rows.next(cells));
    std::string text;
    for (const CsvCell& cell : cells) {
        if (&cell != cells.data()) {
            text += to;
        }
        const bool quotes = cell.is_quoted() || cell.text.find(to) != std::string_view::npos;
        text += fmt::format("{0}{1}{0}", quotes ? "\"" : "", cell.text);
    }
    return text;
}

CsvRows::CsvRows(std::string_view text, const std::string& name, char delimiter)
    : text_(text), name_(name), ends_{delimiter, '\r', '\n', '"'} {
    if (text_.starts_with(kByteOrderMark)) {
        text_.remove_prefix(3);
    }
}

Result<void> CsvRows::check_encoding() const {
    if (text_.starts_with("\xFF\xFE") || text_.starts_with("\xFE\xFF")) {
        return bad_csv(name_, 1, ": the text is UTF-16; save it as UTF-8");
    }
    return {};
}

Result<bool> CsvRows::next(std::vector<CsvCell>& cells) {
    const std::uint64_t first = line_;
    while (take_line_break()) {
    }
    blank_line_ = line_ > first ? first : 0;
    cells.clear();
    if (at_end()) {
        return false;
    }
    row_line_ = line_;
    const std::size_t start = position_;
    do {
        if (cells.size() == kMaxColumns) {
            return bad_csv(name_, row_line_,
                           fmt::format(": the row has more than {} columns; write fewer cells into it", kMaxColumns));
        }
        const std::size_t cell_start = position_;
        VKALGO_TRY(CsvCell cell, take_cell(cells.size() + 1));
        cell.whole = text_.substr(cell_start, position_ - cell_start);
        cells.push_back(cell);
    } while (take(ends_[0]));
    row_ = text_.substr(start, position_ - start);
    take_line_break();
    return true;
}

bool CsvRows::take(char letter) {
    const bool found = !at_end() && text_[position_] == letter;
    position_ += found ? 1 : 0;
    return found;
}

void CsvRows::skip_blanks() {
    const std::string_view blanks = ends_[0] == '\t' ? " " : ends_[0] == ' ' ? "\t" : " \t";
    position_ = std::min(text_.find_first_not_of(blanks, position_), text_.size());
}

/// Skips blanks and then a line break, and returns true. At the end of the text skips blanks and returns false.
/// Otherwise skips nothing and returns false.
bool CsvRows::take_line_break() {
    const std::size_t start = position_;
    skip_blanks();
    const std::string_view rest = text_.substr(position_);
    const std::size_t length = rest.starts_with("\r\n") ? 2 : rest.starts_with('\n') || rest.starts_with('\r') ? 1 : 0;
    if (length == 0 && !at_end()) {
        position_ = start;
    }
    position_ += length;
    line_ += length > 0 ? 1 : 0;
    return length > 0;
}

Error CsvRows::wrong(std::size_t column, const std::string& message) const {
    return bad_csv(name_, line_, fmt::format(", column {}: {}", column, message));
}

Result<CsvCell> CsvRows::take_cell(std::size_t column) {
    skip_blanks();
    if (take('"')) {
        return take_quoted(column);
    }
    const auto end =
        std::min(text_.find_first_of(std::string_view(ends_.data(), ends_.size()), position_), text_.size());
    if (end < text_.size() && text_[end] == '"') {
        return wrong(column, "a quote is inside a cell that does not start with a quote; quote the whole cell");
    }
    const std::string_view content = without_blanks(text_.substr(position_, end - position_));
    position_ = end;
    VKALGO_CHECK(check_bytes(content, column));
    return CsvCell{.text = content};
}

Result<CsvCell> CsvRows::take_quoted(std::size_t column) {
    const std::uint64_t opened = line_;
    const std::size_t start = position_;
    bool doubled = false;
    while (!at_end()) {
        const char letter = text_[position_++];
        if (letter != '"') {
            const bool ends_line = letter == '\n' || (letter == '\r' && !text_.substr(position_).starts_with('\n'));
            line_ += ends_line ? 1 : 0;
        } else if (take('"')) {
            doubled = true;
        } else {
            const std::string_view content = text_.substr(start, position_ - 1 - start);
            skip_blanks();
            if (at_end() || std::string_view(ends_.data(), 3).find(text_[position_]) != std::string_view::npos) {
                VKALGO_CHECK(check_bytes(content, column));
                return CsvCell{.text = content, .doubled = doubled};
            }
            return wrong(column, "text follows a closing quote; double the quotes inside a cell");
        }
    }
    line_ = opened;
    return wrong(column, "a quote is opened here and never closed; close it");
}

Result<void> CsvRows::check_bytes(std::string_view content, std::size_t column) const {
    for (const char letter : content) {
        const auto byte = static_cast<unsigned char>(letter);
        if ((byte < ' ' && std::string_view("\t\r\n").find(letter) == std::string_view::npos) || byte == 0x7f) {
            return wrong(column, fmt::format("byte 0x{:02x} is not text; remove it, or give a text file", byte));
        }
    }
    return {};
}

}  // namespace vkalgo::formats
