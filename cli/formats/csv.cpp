#include "cli/formats/csv.hpp"

#include "cli/formats/number_text.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

Error bad_csv(const std::string& name, std::uint64_t line, const std::string& message) {
    return {ErrorCode::invalid_argument, fmt::format("'{}' line {}: {}", name, line, message), name};
}

/// Walks through the text cell by cell.
class CsvParser {
public:
    CsvParser(std::string_view text, const std::string& name) : text_(text), name_(name) {}

    bool at_end() const { return position_ == text_.size(); }
    std::uint64_t line() const { return line_; }

    bool skip_blank_line() { return take_line_break(); }

    Result<std::vector<std::string>> row() {
        std::vector<std::string> cells;
        do {
            VKALGO_TRY(std::string content, cell());
            cells.push_back(std::move(content));
        } while (take(','));
        if (!at_end() && !take_line_break()) {
            return bad_csv(name_, line_,
                           "a carriage return without a line feed; save the file with LF or CRLF line ends");
        }
        return cells;
    }

private:
    bool take(char letter) {
        const bool found = !at_end() && text_[position_] == letter;
        position_ += found ? 1 : 0;
        return found;
    }

    bool take_line_break() {
        const std::string_view rest = text_.substr(position_);
        const std::size_t length = rest.starts_with('\n') ? 1 : rest.starts_with("\r\n") ? 2 : 0;
        position_ += length;
        line_ += length > 0 ? 1 : 0;
        return length > 0;
    }

    Result<std::string> cell() {
        if (take('"')) {
            return quoted();
        }
        const auto end = std::min(text_.find_first_of(",\r\n\"", position_), text_.size());
        if (end < text_.size() && text_[end] == '"') {
            return bad_csv(name_, line_, "a quote inside a cell that does not start with one; quote the whole cell");
        }
        std::string content(text_.substr(position_, end - position_));
        position_ = end;
        return content;
    }

    Result<std::string> quoted() {
        const std::uint64_t opened = line_;
        std::string content;
        while (!at_end()) {
            const char letter = text_[position_++];
            if (letter != '"') {
                line_ += letter == '\n' ? 1 : 0;
                content += letter;
            } else if (take('"')) {
                content += '"';
            } else if (at_end() || std::string_view(",\r\n").find(text_[position_]) != std::string_view::npos) {
                return content;
            } else {
                return bad_csv(name_, line_, "text follows a closing quote; double the quotes inside a cell");
            }
        }
        return bad_csv(name_, opened, "a quote is opened here and never closed; close it");
    }

    std::string_view text_;
    const std::string& name_;
    std::size_t position_ = 0;
    std::uint64_t line_ = 1;
};

Result<Array> parse_cells(const CsvTable& table, std::size_t first, std::size_t last, ElementType type) {
    const std::uint64_t width = last - first;
    Array array{type, {table.rows(), width}, {}};
    if (width == 1) {
        array.shape.pop_back();
    }
    VKALGO_TRY(const std::uint64_t size, byte_count(array.shape, type));
    array.data.resize(size);
    std::size_t offset = 0;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        for (std::size_t column = first; column < last; ++column) {
            const std::string wrong = store_number(table.cell(row, column), type, array.data.data() + offset);
            if (!wrong.empty()) {
                return bad_csv(table.name, table.lines[row], fmt::format("column {}: {}", column + 1, wrong));
            }
            offset += size_of(type);
        }
    }
    return array;
}

}  // namespace

Result<CsvTable> parse_csv(std::string_view text, CsvHeader header, const std::string& name) {
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3);
    }
    CsvTable table;
    table.name = name;
    CsvParser parser(text, name);
    bool first = true;
    while (!parser.at_end()) {
        if (parser.skip_blank_line()) {
            continue;
        }
        const std::uint64_t line = parser.line();
        VKALGO_TRY(std::vector<std::string> row, parser.row());
        if (std::exchange(first, false)) {
            table.columns = row.size();
            if (header == CsvHeader::required || !std::all_of(row.begin(), row.end(), is_number)) {
                table.header = std::move(row);
                continue;
            }
        }
        if (row.size() != table.columns) {
            return bad_csv(
                name, line,
                fmt::format("{} cells where the rows before have {}; complete the row", row.size(), table.columns));
        }
        table.lines.push_back(line);
        std::move(row.begin(), row.end(), std::back_inserter(table.cells));
    }
    if (header == CsvHeader::detect && !table.header.empty() && table.rows() == 0) {
        return bad_csv(
            name, 1,
            fmt::format("taken for a header, as not all of its cells are numbers (the first is '{}'), and no "
                        "row follows; write the numbers below it",
                        table.header.front()));
    }
    if (first) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("'{}' is an empty CSV file; it needs at least one row", name), name};
    }
    return table;
}

Result<std::size_t> CsvTable::column(std::string_view name_wanted) const {
    const auto found = std::find(header.begin(), header.end(), name_wanted);
    if (found != header.end()) {
        return static_cast<std::size_t>(found - header.begin());
    }
    std::string names;
    for (const std::string& each : header) {
        names += fmt::format("{}{}", names.empty() ? "" : ", ", each);
    }
    return bad_csv(name, 1,
                   fmt::format("no column is called '{}' (there are: {}); name it in the header", name_wanted,
                               names.empty() ? "no names" : names));
}

Result<Array> CsvTable::numbers(std::size_t column_wanted, ElementType type) const {
    return parse_cells(*this, column_wanted, column_wanted + 1, type);
}

Result<Array> CsvTable::all_numbers(ElementType type) const {
    return parse_cells(*this, 0, columns, type);
}

std::string csv_line(const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t index = 0; index < cells.size(); ++index) {
        line += index == 0 ? "" : ",";
        if (cells[index].find_first_of(",\"\r\n") == std::string::npos) {
            line += cells[index];
            continue;
        }
        line += '"';
        for (const char letter : cells[index]) {
            line.append(letter == '"' ? 2 : 1, letter);
        }
        line += '"';
    }
    line += '\n';
    return line;
}

}  // namespace vkalgo::cli
