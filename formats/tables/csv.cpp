#include "formats/tables/csv.hpp"

#include "formats/bytes.hpp"
#include "formats/csv_rows.hpp"
#include "formats/number_text.hpp"
#include "support/numbers.hpp"
#include "support/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

bool is_letter(char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte >= 0x80 || std::isalpha(byte) != 0;
}

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

/// Returns true if the cell is a name: it has a letter, does not begin like a number (a digit, or a sign or point
/// before one), and is not a word for a missing or infinite value. So a misspelt number is never mistaken for a name
/// and skipped.
bool is_name(std::string_view cell) {
    constexpr std::array<std::string_view, 7> kNoNames{"nan", "na", "n/a", "null", "none", "inf", "infinity"};
    const std::size_t start = std::min(cell.find_first_not_of("+-"), cell.size());
    const std::string_view unsigned_cell = cell.substr(start);
    const std::string_view digits = unsigned_cell.substr(unsigned_cell.starts_with('.') ? 1 : 0);
    if (!std::any_of(cell.begin(), cell.end(), is_letter) || (!digits.empty() && is_digit(digits.front()))) {
        return false;
    }
    if (unsigned_cell.size() > kNoNames.back().size()) {
        return true;
    }
    return std::find(kNoNames.begin(), kNoNames.end(), in_lower_case(unsigned_cell)) == kNoNames.end();
}

/// Returns true if all cells of a first row are names or empty, but not all of them empty.
bool is_header(const std::vector<CsvCell>& row) {
    const auto is_empty = [](const CsvCell& cell) { return without_blanks(cell.text).empty(); };
    return !std::all_of(row.begin(), row.end(), is_empty) &&
           std::all_of(row.begin(), row.end(),
                       [&](const CsvCell& cell) { return is_empty(cell) || is_name(without_blanks(cell.text)); });
}

/// Calls `start(row, line)` for the first row, which returns true if it is a header, and `take(row, line)` for each row
/// of values. `delimiter` is the letter between cells. `kept`, unless null, gets the text of all rows.
template <class Start, class Take>
Result<void> walk(std::string_view text, const std::string& name, Start&& start, Take&& take, char delimiter,
                  std::vector<std::string_view>* kept = nullptr) {
    CsvRows rows(text, name, delimiter);
    VKALGO_CHECK(rows.check_encoding());
    std::vector<CsvCell> row;
    VKALGO_TRY(bool more, rows.next(row));
    if (!more) {
        return Error{
            ErrorCode::invalid_argument,
            fmt::format("'{}' is an empty {} file; it needs at least one row", name, delimiter == '\t' ? "TSV" : "CSV"),
            name};
    }
    const auto keep = [&] {
        if (kept != nullptr) {
            kept->push_back(rows.row());
        }
    };
    const std::size_t columns = row.size();
    VKALGO_TRY(const bool is_header, start(row, rows.line()));
    if (is_header) {
        keep();
        VKALGO_TRY(more, rows.next(row));
    }
    while (more) {
        if (row.size() != columns) {
            return bad_csv(name, rows.line(),
                           fmt::format(": {} where the rows before have {}; complete the row",
                                       plural(row.size(), "cell"), columns));
        }
        keep();
        VKALGO_CHECK(take(row, rows.line()));
        VKALGO_TRY(more, rows.next(row));
    }
    return {};
}

/// Returns what to do about cells between which another letter than the delimiter stands: a semicolon, a tab, a comma
/// or a blank. Empty for any other letter.
std::string advice_on_delimiter(char found, char delimiter) {
    const bool tabs = delimiter == '\t';
    const char* const separates = tabs ? "tabs separate columns here" : "commas separate columns here";
    if (found == ';') {
        return fmt::format("{}, not ';'", separates);
    }
    if (found == (tabs ? ',' : '\t')) {
        return fmt::format("{}; <format> {} reads {}", separates, tabs ? "csv" : "tsv", tabs ? "commas" : "tabs");
    }
    return found == ' ' ? fmt::format("{}, not blanks", separates) : "";
}

/// Returns the first names of the header, joined.
std::string names_of(const std::vector<CsvCell>& header) {
    constexpr std::size_t kMaxNames = 20;
    std::string names;
    for (std::size_t index = 0; index < std::min(header.size(), kMaxNames); ++index) {
        names += fmt::format("{}{}", index == 0 ? "" : ", ", excerpt(header[index].content()));
    }
    if (header.size() > kMaxNames) {
        names += fmt::format(" and {} more", header.size() - kMaxNames);
    }
    return names.empty() ? "no names" : names;
}

Result<std::size_t> find_column(const std::vector<CsvCell>& header, const std::string& wanted, std::uint64_t line,
                                const std::string& name, char delimiter) {
    const auto is_wanted = [&](const CsvCell& cell) {
        return cell.doubled ? cell.content() == wanted : cell.text == wanted;
    };
    const auto found = std::find_if(header.begin(), header.end(), is_wanted);
    if (found == header.end()) {
        const std::string_view first = header.front().text;
        const std::size_t other = first.find_first_of(delimiter == '\t' ? ";," : ";\t");
        const bool is_split = header.size() > 1 || other == std::string_view::npos;
        return bad_csv(name, line,
                       fmt::format(": no column is called '{}' (there are: {}); {}", wanted, names_of(header),
                                   is_split ? "name it in the header" : advice_on_delimiter(first[other], delimiter)));
    }
    if (std::find_if(found + 1, header.end(), is_wanted) != header.end()) {
        return bad_csv(name, line, fmt::format(": two columns are called '{}'; rename one", wanted));
    }
    return static_cast<std::size_t>(found - header.begin());
}

/// Appends a cell's number.
Result<void> append_number(Bytes& data, const CsvCell& cell, ElementType type, const std::string& name,
                           std::uint64_t line, std::size_t column, char delimiter) {
    const std::size_t used = data.size();
    data.resize(used + size_of(type));
    const std::string_view text = without_blanks(cell.text);
    const std::string wrong = store_number(text, type, data.data() + used);
    if (!wrong.empty()) {
        const std::size_t semicolon = text.find(';');
        const std::size_t other = semicolon != std::string_view::npos ? semicolon : text.find_first_of(" \t,");
        const bool other_delimiter =
            other != std::string_view::npos && (text[other] == ';' || is_number(without_blanks(text.substr(0, other))));
        const std::string advice = other_delimiter ? advice_on_delimiter(text[other], delimiter) : "";
        return bad_csv(name, line,
                       fmt::format(", column {}: {}{}{}", column + 1, wrong, advice.empty() ? "" : "; ", advice));
    }
    return {};
}

/// Returns what to do about a cell that is not a number, if all cells are read. `header` is empty if there is none;
/// `rows` is the number of rows read before.
std::string advice_on_columns(const std::vector<CsvCell>& header, std::uint64_t rows, std::size_t columns,
                              bool has_column_option) {
    if (header.empty()) {
        return rows == 0 ? fmt::format("; a first row is a header only if all of its cells are names{}",
                                       has_column_option ? " (or name the <column>)" : "")
                         : "";
    }
    if (!has_column_option) {
        return columns > 1 ? ", or leave columns of other things out" : "";
    }
    return columns > 1 ? fmt::format(", or choose one column by <column>: {}", names_of(header)) : "";
}

/// Returns at least the number of rows of the text, so that arrays need not grow, which would copy them. Memory that is
/// never touched costs nothing.
std::size_t most_rows(std::string_view text) {
    return 1 + static_cast<std::size_t>(std::count_if(text.begin(), text.end(),
                                                      [](char letter) { return letter == '\n' || letter == '\r'; }));
}

}  // namespace

Result<std::vector<Array>> parse_csv_columns(std::string_view text, std::span<const std::string> columns,
                                             std::span<const ElementType> types, const std::string& name,
                                             std::vector<std::string_view>* rows, char delimiter) {
    std::vector<Array> arrays;
    for (const ElementType type : types) {
        arrays.push_back({type, {0}, {}});
    }
    std::vector<std::size_t> wanted;
    const auto start = [&](const std::vector<CsvCell>& header, std::uint64_t line) -> Result<bool> {
        for (std::size_t index = 0; index < columns.size(); ++index) {
            VKALGO_TRY(const std::size_t column, find_column(header, columns[index], line, name, delimiter));
            wanted.push_back(column);
            arrays[index].data.reserve(most_rows(text) * size_of(types[index]));
        }
        return true;
    };
    const auto take = [&](const std::vector<CsvCell>& row, std::uint64_t line) -> Result<void> {
        for (std::size_t index = 0; index < wanted.size(); ++index) {
            const std::size_t column = wanted[index];
            VKALGO_CHECK(append_number(arrays[index].data, row[column], types[index], name, line, column, delimiter));
        }
        return {};
    };
    if (rows != nullptr) {
        rows->clear();
    }
    VKALGO_CHECK(walk(text, name, start, take, delimiter, rows));
    for (Array& array : arrays) {
        array.shape.front() = array.count();
    }
    return arrays;
}

Result<Array> parse_csv_numbers(std::string_view text, ElementType type, const std::string& name,
                                bool has_column_option, const TableSettings& settings) {
    Array array{type, {}, {}};
    std::size_t columns = 0;
    std::uint64_t rows = 0;
    std::vector<CsvCell> header;
    const auto start = [&](const std::vector<CsvCell>& row, std::uint64_t line) -> Result<bool> {
        columns = row.size();
        const bool has_header = is_header(row);
        header = has_header ? row : std::vector<CsvCell>();
        if (settings.one_column && has_header && columns > 1) {
            return bad_csv(name, line,
                           fmt::format(": the table has {} columns; choose one by <column>: {}, or take the numbers of "
                                       "all with <format> {}",
                                       columns, names_of(header), settings.delimiter == '\t' ? "tsv" : "csv"));
        }
        const auto commas = static_cast<std::size_t>(std::count(text.begin(), text.end(), settings.delimiter));
        array.data.reserve((most_rows(text) + commas) * size_of(type));
        return has_header;
    };
    const auto take = [&](const std::vector<CsvCell>& row, std::uint64_t line) -> Result<void> {
        for (std::size_t column = 0; column < row.size(); ++column) {
            auto taken = append_number(array.data, row[column], type, name, line, column, settings.delimiter);
            if (!taken && !is_number(without_blanks(row[column].text))) {
                taken.error().message += advice_on_columns(header, rows, columns, has_column_option);
            }
            VKALGO_CHECK(taken);
        }
        ++rows;
        return {};
    };
    VKALGO_CHECK(walk(text, name, start, take, settings.delimiter));
    if (rows == 0) {
        return bad_csv(
            name, 1,
            fmt::format(": taken for a header, as all of its cells are names (the first is '{}'), and no row "
                        "follows; write the numbers below it",
                        excerpt(header.front().content())));
    }
    array.shape = columns == 1 && !settings.keeps_columns ? std::vector<std::uint64_t>{rows}
                                                          : std::vector<std::uint64_t>{rows, columns};
    return array;
}

}  // namespace vkalgo::formats
