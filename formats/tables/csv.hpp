#pragma once

#include "engine/result.hpp"
#include "formats/array.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// CSV files (RFC 4180) as numbers. Quoted cells may hold commas, line breaks and doubled quotes; blanks around cells
/// mean nothing; lines end in LF, CRLF or CR; blank lines are passed over; a UTF-8 byte order mark is dropped. Numbers
/// are read strictly, as the text is walked: no cell is kept, so that a file takes no more memory than its text and its
/// numbers. Errors of all, with line and column: an empty file, rows of different lengths or of more than 65,536 cells,
/// a quote that is not closed or stands inside a cell, a control byte; in a cell that is read, an integer that does not
/// fit the type, a whole number that the type would round, a fraction where an integer is wanted, text, nothing.
namespace vkalgo::formats {

/// The numbers of columns by their names, one array of the type beside it each, in the order of `columns`. The first
/// row is the header, and other columns may hold anything. `rows`, unless null, becomes the rows as they stand in the
/// text without their line breaks, the header first. Errors: a name that is missing or there twice, before any row is
/// read.
Result<std::vector<Array>> parse_csv_columns(std::string_view text, std::span<const std::string> columns,
                                             std::span<const ElementType> types, const std::string& name,
                                             std::vector<std::string_view>* rows = nullptr);

/// The numbers of all cells by rows; one column is an array of one dimension. The first row is a header if all of its
/// cells are names (or empty, but not all), and is then passed over. A name has a letter, does not begin like a number
/// (a digit, or a sign or point before one) and is no word for a missing or infinite value (nan, na, n/a, null, none,
/// inf, infinity). Errors: a header without a row. `has_column_option`: the command has --column, which errors then
/// name.
Result<Array> parse_csv_numbers(std::string_view text, ElementType type, const std::string& name,
                                bool has_column_option = true);

}  // namespace vkalgo::formats
