#include "cli/formats/csv.hpp"

#include "cli/formats/bytes.hpp"
#include "cli/formats/number_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr std::string_view kBlanks = " \t";

Error bad_csv(const std::string& name, std::uint64_t line, const std::string& message) {
    return {ErrorCode::invalid_argument, fmt::format("'{}' line {}{}", name, line, message), name};
}

std::string_view trimmed(std::string_view text) {
    const auto first = std::min(text.find_first_not_of(kBlanks), text.size());
    const auto last = text.find_last_not_of(kBlanks);
    return last == std::string_view::npos ? std::string_view() : text.substr(first, last + 1 - first);
}

/// Walks through the text row by row.
class CsvParser {
public:
    CsvParser(std::string_view text, const std::string& name) : text_(text), name_(name) {
        if (text_.starts_with("\xEF\xBB\xBF")) {
            text_.remove_prefix(3);
        }
    }

    /// Errors: an encoding that is none of this parser's.
    Result<void> check_encoding() const {
        if (text_.starts_with("\xFF\xFE") || text_.starts_with("\xFE\xFF")) {
            return bad_csv(name_, 1, ": the text is UTF-16; save it as UTF-8");
        }
        return {};
    }

    /// The line that the last row started on.
    std::uint64_t line() const { return row_line_; }

    /// The cells of the next row that is not blank; false at the end.
    Result<bool> next(std::vector<std::string>& cells) {
        while (take_line_break()) {
        }
        if (at_end()) {
            return false;
        }
        row_line_ = line_;
        std::size_t count = 0;
        do {
            if (cells.size() <= count) {
                cells.emplace_back();
            }
            VKALGO_CHECK(take_cell(cells[count], count + 1));
            ++count;
        } while (take(','));
        cells.resize(count);
        take_line_break();
        return true;
    }

private:
    bool at_end() const { return position_ == text_.size(); }

    bool take(char letter) {
        const bool found = !at_end() && text_[position_] == letter;
        position_ += found ? 1 : 0;
        return found;
    }

    void skip_blanks() { position_ = std::min(text_.find_first_not_of(kBlanks, position_), text_.size()); }

    /// Blanks and then a line break; at the end of the text blanks alone.
    bool take_line_break() {
        const std::size_t start = position_;
        skip_blanks();
        const std::string_view rest = text_.substr(position_);
        const std::size_t length = rest.starts_with("\r\n")                           ? 2
                                   : rest.starts_with('\n') || rest.starts_with('\r') ? 1
                                                                                      : 0;
        if (length == 0 && !at_end()) {
            position_ = start;
        }
        position_ += length;
        line_ += length > 0 ? 1 : 0;
        return length > 0;
    }

    Error wrong(std::size_t column, const std::string& message) const {
        return bad_csv(name_, line_, fmt::format(", column {}: {}", column, message));
    }

    Result<void> take_cell(std::string& content, std::size_t column) {
        skip_blanks();
        if (take('"')) {
            return take_quoted(content, column);
        }
        const auto end = std::min(text_.find_first_of(",\r\n\"", position_), text_.size());
        if (end < text_.size() && text_[end] == '"') {
            return wrong(column, "a quote inside a cell that does not start with one; quote the whole cell");
        }
        content = trimmed(text_.substr(position_, end - position_));
        position_ = end;
        return check_bytes(content, column);
    }

    Result<void> take_quoted(std::string& content, std::size_t column) {
        const std::uint64_t opened = line_;
        content.clear();
        while (!at_end()) {
            const char letter = text_[position_++];
            if (letter != '"') {
                const bool ends_line = letter == '\n' || (letter == '\r' && !text_.substr(position_).starts_with('\n'));
                line_ += ends_line ? 1 : 0;
                content += letter;
            } else if (take('"')) {
                content += '"';
            } else {
                skip_blanks();
                if (at_end() || std::string_view(",\r\n").find(text_[position_]) != std::string_view::npos) {
                    return check_bytes(content, column);
                }
                return wrong(column, "text follows a closing quote; double the quotes inside a cell");
            }
        }
        line_ = opened;
        return wrong(column, "a quote is opened here and never closed; close it");
    }

    Result<void> check_bytes(std::string_view content, std::size_t column) const {
        for (const char letter : content) {
            const auto byte = static_cast<unsigned char>(letter);
            if ((byte < ' ' && std::string_view("\t\r\n").find(letter) == std::string_view::npos) || byte == 0x7f) {
                return wrong(column, fmt::format("byte 0x{:02x} is no text; remove it", byte));
            }
        }
        return {};
    }

    std::string_view text_;
    const std::string& name_;
    std::size_t position_ = 0;
    std::uint64_t line_ = 1;
    std::uint64_t row_line_ = 1;
};

bool is_letter(char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte >= 0x80 || std::isalpha(byte) != 0;
}

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

/// See CsvHeader::detect.
bool is_name(std::string_view cell) {
    constexpr std::array<std::string_view, 7> kNoNames{"nan", "na", "n/a", "null", "none", "inf", "infinity"};
    const std::size_t start = std::min(cell.find_first_not_of("+-"), cell.size());
    const std::string_view unsigned_cell = cell.substr(start);
    const std::string_view digits = unsigned_cell.substr(unsigned_cell.starts_with('.') ? 1 : 0);
    if (!std::any_of(cell.begin(), cell.end(), is_letter) || (!digits.empty() && is_digit(digits.front()))) {
        return false;
    }
    std::string lower(unsigned_cell);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return std::find(kNoNames.begin(), kNoNames.end(), lower) == kNoNames.end();
}

bool is_header(const std::vector<std::string>& row) {
    const auto is_empty = [](const std::string& cell) { return trimmed(cell).empty(); };
    return !std::all_of(row.begin(), row.end(), is_empty) &&
           std::all_of(row.begin(), row.end(),
                       [&](const std::string& cell) { return is_empty(cell) || is_name(trimmed(cell)); });
}

/// Calls `take(row, line)` for each row below the header; returns the header, empty where there is none.
template <class Take>
Result<std::vector<std::string>> walk(std::string_view text, CsvHeader mode, const std::string& name, Take&& take) {
    CsvParser parser(text, name);
    VKALGO_CHECK(parser.check_encoding());
    std::vector<std::string> header;
    std::vector<std::string> row;
    std::size_t columns = 0;
    bool first = true;
    bool has_rows = false;
    for (;;) {
        VKALGO_TRY(const bool more, parser.next(row));
        if (!more) {
            break;
        }
        if (std::exchange(first, false)) {
            columns = row.size();
            if (mode == CsvHeader::required || is_header(row)) {
                header = row;
                continue;
            }
        }
        if (row.size() != columns) {
            return bad_csv(
                name, parser.line(),
                fmt::format(": {} cells where the rows before have {}; complete the row", row.size(), columns));
        }
        has_rows = true;
        VKALGO_CHECK(take(header, row, parser.line()));
    }
    if (first) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("'{}' is an empty CSV file; it needs at least one row", name), name};
    }
    if (mode == CsvHeader::detect && !has_rows) {
        return bad_csv(
            name, 1,
            fmt::format(": taken for a header, as all of its cells are names (the first is '{}'), and no row "
                        "follows; write the numbers below it",
                        header.front()));
    }
    return header;
}

Result<std::size_t> find_column(const std::vector<std::string>& header, std::string_view wanted,
                                const std::string& name) {
    const auto found = std::find(header.begin(), header.end(), wanted);
    if (found == header.end()) {
        std::string names;
        for (const std::string& each : header) {
            names += fmt::format("{}{}", names.empty() ? "" : ", ", each);
        }
        return bad_csv(name, 1,
                       fmt::format(": no column is called '{}' (there are: {}); name it in the header", wanted,
                                   names.empty() ? "no names" : names));
    }
    if (std::find(found + 1, header.end(), wanted) != header.end()) {
        return bad_csv(name, 1, fmt::format(": two columns are called '{}'; rename one", wanted));
    }
    return static_cast<std::size_t>(found - header.begin());
}

/// Appends a cell's number.
Result<void> append_number(Bytes& data, std::string_view cell, ElementType type, const std::string& name,
                           std::uint64_t line, std::size_t column) {
    const std::size_t used = data.size();
    data.resize(used + size_of(type));
    const std::string wrong = store_number(trimmed(cell), type, data.data() + used);
    if (!wrong.empty()) {
        return bad_csv(name, line, fmt::format(", column {}: {}", column + 1, wrong));
    }
    return {};
}

}  // namespace

Result<CsvTable> parse_csv(std::string_view text, CsvHeader header, const std::string& name) {
    CsvTable table;
    table.name = name;
    VKALGO_TRY(table.header, walk(text, header, name,
                                  [&](const std::vector<std::string>&, const std::vector<std::string>& row,
                                      std::uint64_t line) -> Result<void> {
                                      table.columns = row.size();
                                      table.lines.push_back(line);
                                      table.cells.insert(table.cells.end(), row.begin(), row.end());
                                      return {};
                                  }));
    table.columns = table.header.empty() ? table.columns : table.header.size();
    return table;
}

Result<Array> parse_csv_numbers(std::string_view text, const std::string& column, ElementType type,
                                const std::string& name) {
    Array array{type, {0}, {}};
    std::size_t columns = 0;
    std::uint64_t rows = 0;
    std::optional<std::size_t> wanted;
    const auto take = [&](const std::vector<std::string>& header, const std::vector<std::string>& row,
                          std::uint64_t line) -> Result<void> {
        std::size_t first = 0;
        std::size_t last = row.size();
        if (!column.empty()) {
            if (!wanted) {
                VKALGO_TRY(wanted, find_column(header, column, name));
            }
            first = *wanted;
            last = first + 1;
        }
        columns = last - first;
        for (std::size_t cell = first; cell < last; ++cell) {
            auto taken = append_number(array.data, row[cell], type, name, line, cell);
            if (!taken && rows == 0 && header.empty() && !is_number(trimmed(row[cell]))) {
                taken.error().message +=
                    "; a first row is a header only if all of its cells are names (or name the --column)";
            }
            VKALGO_CHECK(taken);
        }
        ++rows;
        return {};
    };
    VKALGO_TRY(const auto header, walk(text, column.empty() ? CsvHeader::detect : CsvHeader::required, name, take));
    if (!column.empty()) {
        VKALGO_CHECK(find_column(header, column, name));
        columns = 1;
    }
    array.shape = columns == 1 ? std::vector<std::uint64_t>{rows} : std::vector<std::uint64_t>{rows, columns};
    return array;
}

Result<std::size_t> CsvTable::column(std::string_view name_wanted) const {
    return find_column(header, name_wanted, name);
}

Result<Array> CsvTable::numbers(std::size_t column_wanted, ElementType type) const {
    Array array{type, {rows()}, {}};
    array.data.reserve(rows() * size_of(type));
    for (std::size_t row = 0; row < rows(); ++row) {
        VKALGO_CHECK(append_number(array.data, cell(row, column_wanted), type, name, lines[row], column_wanted));
    }
    return array;
}

std::string csv_line(const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t index = 0; index < cells.size(); ++index) {
        const std::string& cell = cells[index];
        line += index == 0 ? "" : ",";
        if (cell.find_first_of(",\"\r\n") == std::string::npos && trimmed(cell).size() == cell.size()) {
            line += cell;
            continue;
        }
        line += '"';
        for (const char letter : cell) {
            line.append(letter == '"' ? 2 : 1, letter);
        }
        line += '"';
    }
    line += '\n';
    return line;
}

}  // namespace vkalgo::cli
