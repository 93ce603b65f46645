#pragma once

#include "engine/result.hpp"
#include "formats/array.hpp"
#include "formats/table_form.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Reads CSV files (RFC 4180) as numbers, and files with tabs (TSV) or other characters instead of commas. Quoted cells
/// may contain commas, line breaks and doubled quotes. Blanks around cells are ignored. Lines end in LF, CRLF or CR.
/// Blank lines are skipped. A UTF-8 byte order mark is dropped. Numbers are read strictly, in one pass. No cell is
/// stored, so a file takes only the memory of its text and its numbers.
///
/// Errors of all functions: an empty file; text in UTF-16; with the line: rows of different lengths, a row of more than
/// 65,536 cells; with line and column: a quote that is not closed or is inside a cell, a control byte. Errors in a cell
/// that is read, with line and column: an integer that does not fit the type; a whole number that the type would round;
/// a fraction for an integer type; text; an empty cell.
namespace vkalgo::formats {

/// The settings for reading the numbers of a table.
struct TableSettings {
    TableForm form = {};
    /// Whether a header of several columns is an error, which lists their names.
    bool one_column = false;
    /// Whether even a single column gives an array of two dimensions.
    bool keeps_columns = false;
    /// Whether a column may be wanted by its number.
    bool takes_numbers = false;
    /// Whether the command has --delimiter, --header and --no-header, so that errors may mention them.
    bool has_delimiter_option = false;
    /// Receives notices for the user; never null.
    std::function<void(const std::string&)> notice = [](const std::string&) {};
};

/// Reads the numbers of the wanted columns. Returns one array per column, in the order of the columns; `types` has the
/// type of each array. Other columns may contain anything. The first row is the header, unless the form says, or
/// find_columns() finds, that it is a row of values. Errors: those of find_columns(), before any row is read.
Result<std::vector<Array>> parse_csv_columns(std::string_view text, std::span<const std::string> columns,
                                             std::span<const ElementType> types, const std::string& name,
                                             const TableSettings& settings = {});

/// Reads the numbers of all cells, row by row. One column gives an array of one dimension. The form may say whether the
/// first row is a header. If it does not, the row is a header if each of its cells is a name or empty, and at least one
/// is a name. A header is skipped. A name has a letter, does not begin like a number (a digit, or a sign or point
/// before one) and is not a word for a missing or infinite value (nan, na, n/a, null, none, inf, infinity). Errors: a
/// header without a row. `has_column_option`: the command has --column, so that errors mention it.
Result<Array> parse_csv_numbers(std::string_view text, ElementType type, const std::string& name,
                                bool has_column_option = true, const TableSettings& settings = {});

}  // namespace vkalgo::formats
