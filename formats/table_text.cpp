#include "formats/table_text.hpp"

#include "formats/number_text.hpp"
#include "formats/walk_table.hpp"
#include "support/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

namespace vkalgo::formats {
namespace {

bool is_missing_number(std::string_view text) {
    constexpr std::array<std::string_view, 5> kWords{"na", "n/a", "nan", "null", "none"};
    return text.empty() ||
           (text.size() <= 4 && std::find(kWords.begin(), kWords.end(), in_lower_case(text)) != kWords.end());
}

/// Returns the line on which `part`, a view of the text, begins, counted from 1.
std::uint64_t line_of(std::string_view text, std::string_view part) {
    const std::string_view before = text.substr(0, static_cast<std::size_t>(part.data() - text.data()));
    std::uint64_t line = 1;
    for (std::size_t at = 0; at < before.size(); ++at) {
        const bool before_feed = at + 1 < text.size() && text[at + 1] == '\n';
        line += before[at] == '\n' || (before[at] == '\r' && !before_feed) ? 1U : 0U;
    }
    return line;
}

/// Returns a cell that was read before, given its whole text.
CsvCell cell_of(std::string_view whole) {
    const std::string_view text = without_blanks(whole);
    if (!text.starts_with('"')) {
        return {.text = text, .whole = whole};
    }
    const std::string_view content = text.substr(1, text.size() - 2);
    return {.text = content, .doubled = content.find('"') != std::string_view::npos, .whole = whole};
}

/// Marks the cell of a row as missing, and counts it.
void mark(std::vector<bool>& is_missing, std::uint64_t& missing, std::size_t row, std::size_t rows) {
    is_missing.resize(rows);
    is_missing[row] = true;
    ++missing;
}

template <class T>
Result<ColumnNumbers> numbers_as(const TableText& table, std::size_t column, ElementType type,
                                 bool has_delimiter_option, bool takes_missing) {
    const std::vector<std::string_view>& cells = table.cells[column];
    ColumnNumbers numbers;
    numbers.values = {type, {cells.size()}, Bytes(cells.size() * sizeof(T))};
    for (std::size_t row = 0; row < cells.size(); ++row) {
        std::byte* const target = numbers.values.data.data() + row * sizeof(T);
        const std::string_view text = without_blanks(cell_of(cells[row]).text);
        bool missing = takes_missing && is_missing_number(text);
        if (!missing) {
            if (const std::string wrong = store_number(text, type, target); !wrong.empty()) {
                return bad_number(text, wrong, table.name, line_of(as_text(table.text), cells[row]),
                                  table.columns[column].index, table.delimiter, has_delimiter_option);
            }
        }
        if constexpr (!std::is_integral_v<T>) {
            T value;
            std::memcpy(&value, target, sizeof(T));
            missing = missing || (takes_missing && std::isnan(static_cast<double>(value)));
            if (missing) {
                value = static_cast<T>(std::numeric_limits<double>::quiet_NaN());
                std::memcpy(target, &value, sizeof(T));
            }
        }
        if (missing) {
            mark(numbers.is_missing, numbers.missing, row, cells.size());
        }
    }
    return numbers;
}

}  // namespace

Result<TableText> parse_table(Bytes text, const std::string& name, const ColumnSearch& search) {
    TableText table;
    table.name = name;
    table.text = std::move(text);
    table.delimiter = search.form.delimiter;
    const auto start = [&](const std::vector<CsvCell>& first, std::uint64_t line) -> Result<bool> {
        VKALGO_TRY(FoundColumns found, find_columns(first, line, name, search));
        table.has_header = found.has_header;
        table.columns = std::move(found.columns);
        table.cells.resize(table.columns.size());
        const std::size_t rows = most_rows(as_text(table.text));
        table.rows.reserve(rows);
        for (std::vector<std::string_view>& cells : table.cells) {
            cells.reserve(rows);
        }
        return table.has_header;
    };
    const auto take = [&](const std::vector<CsvCell>& row, std::uint64_t /*line*/) -> Result<void> {
        for (std::size_t k = 0; k < table.columns.size(); ++k) {
            table.cells[k].push_back(row[table.columns[k].index].whole);
        }
        return {};
    };
    VKALGO_CHECK(walk_table(as_text(table.text), name, start, take, table.delimiter, &table.rows));
    return table;
}

Result<ColumnNumbers> column_numbers(const TableText& table, std::size_t column, std::span<const ElementType> types,
                                     bool has_delimiter_option, MissingCells missing) {
    Result<ColumnNumbers> numbers = ColumnNumbers{};
    const bool takes_missing = missing == MissingCells::taken;
    for (const ElementType type : types) {
        numbers = with_type(type, [&](auto sample) {
            return numbers_as<decltype(sample)>(table, column, type, has_delimiter_option, takes_missing);
        });
        if (numbers) {
            break;
        }
    }
    return numbers;
}

ColumnText column_text(const TableText& table, std::size_t column) {
    const std::vector<std::string_view>& cells = table.cells[column];
    ColumnText text;
    text.values.reserve(cells.size());
    for (std::size_t row = 0; row < cells.size(); ++row) {
        const CsvCell cell = cell_of(cells[row]);
        const bool is_quoted = cell.is_quoted();
        if (cell.text.empty() || (!is_quoted && cell.text == "NA")) {
            mark(text.is_missing, text.missing, row, cells.size());
            text.values.emplace_back();
        } else if (cell.doubled) {
            text.values.push_back(text.made.emplace_back(cell.content()));
        } else {
            text.values.push_back(is_quoted ? cell.text : cell.whole);
        }
    }
    return text;
}

Bytes table_rows(const TableText& table, std::span<const std::uint32_t> indices, char delimiter) {
    Bytes text;
    text.reserve(table.text.size());
    const auto append = [&](std::string_view row) {
        std::string changed;
        if (delimiter != table.delimiter) {
            changed = with_delimiter(row, table.delimiter, delimiter);
            row = changed;
        }
        const auto bytes = as_byte_span(row);
        text.insert(text.end(), bytes.begin(), bytes.end());
        text.push_back(std::byte{'\n'});
    };
    if (table.has_header) {
        append(table.rows.front());
    }
    for (const std::uint32_t index : indices) {
        append(table.values()[index]);
    }
    return text;
}

}  // namespace vkalgo::formats
