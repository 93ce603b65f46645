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

/// Tables whose rows are kept as they stand in their files, and the cells of some columns.
namespace vkalgo::formats {

/// The text of a table, with chosen columns. It is moved and not copied: views are of `text`, whose bytes stay where
/// they are then.
struct TableText {
    TableText() = default;
    TableText(TableText&&) = default;
    TableText& operator=(TableText&&) = default;

    /// The file, for messages.
    std::string name;
    Bytes text;
    /// Rows without line breaks, the header first if there is one.
    std::vector<std::string_view> rows;
    bool has_header = true;
    /// The letter between cells, and whether the user named it.
    char delimiter = ',';
    bool names_delimiter = false;
    /// The columns that were asked for, and the cells of each as they stand (CsvCell::whole), one per row below the
    /// header.
    std::vector<FoundColumn> columns;
    std::vector<std::vector<std::string_view>> cells;

    bool empty() const { return rows.empty(); }
    /// Returns the rows below the header.
    std::span<const std::string_view> values() const { return std::span(rows).subspan(has_header ? 1 : 0); }
};

/// Reads a table and the columns that are asked for. Errors: those of find_columns() and of csv.hpp, but for those of
/// numbers.
Result<TableText> parse_table(Bytes text, const std::string& name, const ColumnSearch& search);

/// What cells without a number are.
enum class MissingCells {
    /// Missing numbers, and so is NaN.
    taken,
    /// Errors; NaN is a number.
    refused,
};

/// The numbers of a column of which cells may be missing.
struct ColumnNumbers {
    /// Missing cells are NaN or, of a type without it, 0.
    Array values;
    /// One per row; empty if no cell is missing.
    std::vector<bool> is_missing;
    std::uint64_t missing = 0;
};

/// Returns the numbers of the column with this index in `table.columns`. Their type is the first of `types` that holds
/// all of them. Missing are cells that are empty or a word for it (na, n/a, nan, null, none, in upper or lower case),
/// and numbers that are NaN. Errors: a cell that is no number of the last type, with its line and column.
/// `has_delimiter_option`: the command has --delimiter.
Result<ColumnNumbers> column_numbers(const TableText& table, std::size_t column, std::span<const ElementType> types,
                                     bool has_delimiter_option, MissingCells missing = MissingCells::taken);

/// The text of a column of which cells may be missing. It is moved and not copied, as its views are of `made`.
struct ColumnText {
    ColumnText() = default;
    ColumnText(ColumnText&&) = default;
    ColumnText& operator=(ColumnText&&) = default;

    /// The text without surrounding quotes; of a cell without them also with the blanks around it. Views of the table's
    /// text, or of `made`; empty if missing.
    std::vector<std::string_view> values;
    /// Texts with single quotes for doubled ones.
    std::deque<std::string> made;
    /// One per row; empty if no cell is missing.
    std::vector<bool> is_missing;
    std::uint64_t missing = 0;
};

/// Returns the text of the column with this index in `table.columns`. Missing are cells that are empty or blank, and NA
/// without quotes.
ColumnText column_text(const TableText& table, std::size_t column);

/// Returns the rows with these indices as text, below the header if there is one, with a line feed each. They stand as
/// they do in the table if `delimiter` is its own.
Bytes table_rows(const TableText& table, std::span<const std::uint32_t> places, char delimiter);

}  // namespace vkalgo::formats
