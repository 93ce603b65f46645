#include "formats/tables/csv.hpp"

#include "formats/bytes.hpp"
#include "formats/csv_rows.hpp"
#include "formats/number_text.hpp"
#include "formats/table_header.hpp"
#include "formats/walk_table.hpp"
#include "support/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

/// Appends the bytes of a cell's number to `data`.
Result<void> append_number(Bytes& data, const CsvCell& cell, ElementType type, const std::string& name,
                           std::uint64_t line, std::size_t column, const TableSettings& settings) {
    const std::size_t used = data.size();
    data.resize(used + size_of(type));
    const std::string_view text = without_blanks(cell.text);
    const std::string wrong = store_number(text, type, data.data() + used);
    if (!wrong.empty()) {
        return bad_number(text, wrong, name, line, column, settings.form.delimiter, settings.has_delimiter_option);
    }
    return {};
}

/// Returns the end of the error about a cell that is not a number, in a table of which all columns are read: what the
/// user may do. `header` is empty if the table has no header. `may_be_header`: the cell is in the first row, which did
/// not look like a header.
std::string advice_on_columns(const std::vector<CsvCell>& header, bool may_be_header, std::size_t columns,
                              bool has_column_option) {
    if (header.empty()) {
        return may_be_header ? fmt::format("; the first row is a header only if all of its cells are names{}",
                                           has_column_option ? ", or if <column> names one of them" : "")
                             : "";
    }
    if (!has_column_option) {
        return columns > 1 ? ", or leave out columns without numbers" : "";
    }
    return columns > 1 ? fmt::format(", or choose one column by <column>: {}", header_names(header)) : "";
}

}  // namespace

Result<std::vector<Array>> parse_csv_columns(std::string_view text, std::span<const std::string> columns,
                                             std::span<const ElementType> types, const std::string& name,
                                             const TableSettings& settings) {
    std::vector<Array> arrays;
    for (const ElementType type : types) {
        arrays.push_back({type, {0}, {}});
    }
    FoundColumns found;
    const auto start = [&](const std::vector<CsvCell>& header, std::uint64_t line) -> Result<bool> {
        VKALGO_TRY(found, find_columns(header, line, name,
                                       {.wanted = columns,
                                        .form = settings.form,
                                        .has_delimiter_option = settings.has_delimiter_option,
                                        .takes_numbers = settings.takes_numbers,
                                        .notice = settings.notice}));
        for (std::size_t index = 0; index < columns.size(); ++index) {
            arrays[index].data.reserve(most_rows(text) * size_of(types[index]));
        }
        return found.has_header;
    };
    const auto take = [&](const std::vector<CsvCell>& row, std::uint64_t line) -> Result<void> {
        for (std::size_t index = 0; index < found.columns.size(); ++index) {
            const std::size_t column = found.columns[index].index;
            VKALGO_CHECK(append_number(arrays[index].data, row[column], types[index], name, line, column, settings));
        }
        return {};
    };
    VKALGO_CHECK(walk_table(text, name, start, take, settings.form.delimiter));
    for (Array& array : arrays) {
        array.shape.front() = array.count();
    }
    return arrays;
}

Result<Array> parse_csv_numbers(std::string_view text, ElementType type, const std::string& name,
                                bool has_column_option, const TableSettings& settings) {
    Array array{type, {}, {}};
    std::size_t columns = 0;
    std::uint64_t rows = 0, header_line = 1;
    std::vector<CsvCell> header;
    const auto start = [&](const std::vector<CsvCell>& row, std::uint64_t line) -> Result<bool> {
        columns = row.size();
        header_line = line;
        const bool has_header =
            settings.form.header == HeaderRow::found ? is_header(row) : settings.form.header == HeaderRow::present;
        header = has_header ? row : std::vector<CsvCell>();
        if (settings.one_column && has_header && columns > 1) {
            return bad_csv(name, line,
                           fmt::format(": the table has {} columns; choose one by <column>: {}, or read the numbers of "
                                       "all columns by <format> {}",
                                       columns, header_names(header), settings.form.delimiter == '\t' ? "tsv" : "csv"));
        }
        const auto commas = static_cast<std::size_t>(std::count(text.begin(), text.end(), settings.form.delimiter));
        array.data.reserve((most_rows(text) + commas) * size_of(type));
        return has_header;
    };
    const auto take = [&](const std::vector<CsvCell>& row, std::uint64_t line) -> Result<void> {
        for (std::size_t column = 0; column < row.size(); ++column) {
            auto taken = append_number(array.data, row[column], type, name, line, column, settings);
            const bool may_be_header = rows == 0 && settings.form.header == HeaderRow::found;
            if (!taken && !is_number(without_blanks(row[column].text))) {
                taken.error().message += advice_on_columns(header, may_be_header, columns, has_column_option);
            }
            VKALGO_CHECK(taken);
        }
        ++rows;
        return {};
    };
    VKALGO_CHECK(walk_table(text, name, start, take, settings.form.delimiter));
    if (rows == 0) {
        const std::string why = settings.form.header == HeaderRow::found ? ", since all of its cells are names" : "";
        return bad_csv(
            name, header_line,
            fmt::format(
                ": the line is read as a header{} (its first cell is '{}'), but no row follows; write the numbers "
                "after it",
                why, excerpt(header.front().content())));
    }
    array.shape = columns == 1 && !settings.keeps_columns ? std::vector<std::uint64_t>{rows}
                                                          : std::vector<std::uint64_t>{rows, columns};
    return array;
}

}  // namespace vkalgo::formats
