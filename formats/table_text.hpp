#pragma once

#include "engine/result.hpp"
#include "formats/array.hpp"
#include "formats/bytes.hpp"
#include "formats/csv_rows.hpp"
#include "formats/table_header.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Tables whose rows keep the text of their files, and the cells of some columns.
namespace vkalgo::formats {

/// The text of a table, with chosen columns. A TableText is moved and not copied: its views refer to the bytes of
/// `text`, which a move leaves where they are.
struct TableText {
    TableText() = default;
    TableText(TableText&&) = default;
    TableText& operator=(TableText&&) = default;

    /// The file, for messages.
    std::string name;
    Bytes text;
    /// Rows without line breaks; the header, if there is one, comes first.
    std::vector<std::string_view> rows;
    bool has_header = true;
    /// The character between cells, and whether the user named it.
    char delimiter = ',';
    bool names_delimiter = false;
    /// The wanted columns, and the cells of each as they are in the file (CsvCell::whole), one per row below the
    /// header.
    std::vector<FoundColumn> columns;
    std::vector<std::vector<std::string_view>> cells;

    bool empty() const { return rows.empty(); }
    /// Returns the rows below the header.
    std::span<const std::string_view> values() const { return std::span(rows).subspan(has_header ? 1 : 0); }
};

/// Reads a table and the wanted columns. Errors: those of find_columns() and of csv.hpp, except those about numbers.
Result<TableText> parse_table(Bytes text, const std::string& name, const ColumnSearch& search);

/// The meaning of cells without a number.
enum class MissingCells {
    /// Empty cells, words for a missing value, and NaN are missing numbers. Other cells without a number are errors.
    taken,
    /// Cells without a number are errors; NaN is a number.
    refused,
};

/// The numbers of a column in which cells may be missing.
struct ColumnNumbers {
    /// Missing cells are NaN, or 0 if the type has no NaN.
    Array values;
    /// Whether each row's cell is missing; empty if no cell is. `missing` is the number of missing cells.
    std::vector<bool> is_missing;
    std::uint64_t missing = 0;
};

/// Returns the numbers of the column with this index in `table.columns`. Their type is the first of `types` that holds
/// all of them. With MissingCells::taken, a cell is missing if it is empty, a word for a missing value (na, n/a, nan,
/// null, none, in upper or lower case), or NaN. Errors: a cell that is not a number of the last type, with its line and
/// column. `has_delimiter_option`: the command has --delimiter.
Result<ColumnNumbers> column_numbers(const TableText& table, std::size_t column, std::span<const ElementType> types,
                                     bool has_delimiter_option, MissingCells missing = MissingCells::taken);

/// The text of a column in which cells may be missing. It is moved and not copied, since some views refer to `made`.
struct ColumnText {
    ColumnText() = default;
    ColumnText(ColumnText&&) = default;
    ColumnText& operator=(ColumnText&&) = default;

    /// The text without surrounding quotes; a text without quotes keeps the blanks around it. The views refer to the
    /// table's text or to `made`. Empty if missing.
    std::vector<std::string_view> values;
    /// Texts in which single quotes replace doubled ones.
    std::deque<std::string> made;
    /// Whether each row's cell is missing; empty if no cell is. `missing` is the number of missing cells.
    std::vector<bool> is_missing;
    std::uint64_t missing = 0;
};

/// Returns the text of the column with this index in `table.columns`. A cell is missing if it is empty (with or
/// without quotes), or if it is blank or NA without quotes.
ColumnText column_text(const TableText& table, std::size_t column);

/// Returns the rows with these indices as text, each with a line feed, below the header if there is one. If `delimiter`
/// is the table's own, rows are copied unchanged.
Bytes table_rows(const TableText& table, std::span<const std::uint32_t> indices, char delimiter);

}  // namespace vkalgo::formats
