#pragma once

#include "engine/result.hpp"
#include "formats/array.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// CSV files (RFC 4180) as numbers, and the same with tabs for commas (TSV). Quoted cells may contain commas, line
/// breaks and doubled quotes; blanks around cells are ignored; lines end in LF, CRLF or CR; blank lines are skipped; a
/// UTF-8 byte order mark is dropped. Numbers are read strictly, in one pass. No cell is stored, so that a file takes
/// only the memory of its text and its numbers. Errors of all functions, with line and column: an empty file, rows of
/// different lengths or with more than 65,536 cells, a quote that is not closed or that is inside a cell, a control
/// byte; in a cell that is read: an integer that does not fit the type, a whole number that the type would round, a
/// fraction for an integer type, text, an empty cell.
namespace vkalgo::formats {

/// Reads the numbers of the named columns. Returns one array per column, in the order of `columns`, each of the type
/// with the same index. The first row is the header, and other columns may contain anything. `rows`, unless null, gets
/// the rows of the text without their line breaks, the header first. Errors: a name that is missing or occurs twice,
/// before any row is read. `delimiter` is the letter between cells: a comma or a tab.
Result<std::vector<Array>> parse_csv_columns(std::string_view text, std::span<const std::string> columns,
                                             std::span<const ElementType> types, const std::string& name,
                                             std::vector<std::string_view>* rows = nullptr, char delimiter = ',');

/// How the numbers of a whole table are taken.
struct TableSettings {
    /// The letter between cells: a comma or a tab.
    char delimiter = ',';
    /// A header of several columns is an error that lists their names.
    bool one_column = false;
    /// One column gives an array of two dimensions too.
    bool keeps_columns = false;
};

/// Reads the numbers of all cells, row by row. One column gives an array of one dimension. The first row is a header if
/// all of its cells are names or empty, but not all of them empty; it is then skipped. A name has a letter, does not
/// begin like a number (a digit, or a sign or point before one) and is not a word for a missing or infinite value (nan,
/// na, n/a, null, none, inf, infinity). Errors: a header without a row. `has_column_option`: the command has --column,
/// so that errors mention it.
Result<Array> parse_csv_numbers(std::string_view text, ElementType type, const std::string& name,
                                bool has_column_option = true, const TableSettings& settings = {});

}  // namespace vkalgo::formats
