#pragma once

#include "engine/result.hpp"
#include "formats/csv_rows.hpp"
#include "formats/table_form.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The first row of a table, and the columns that a user asks for.
namespace vkalgo::formats {

/// Returns true if all cells of a first row are names or empty, but not all of them empty (csv.hpp says what a name
/// is).
bool is_header(const std::vector<CsvCell>& row);

/// Returns the first names of a header, joined.
std::string header_names(const std::vector<CsvCell>& header);

/// Returns the error of a cell of column `column` (from 0) that is no number of the type. `wrong` is what
/// store_number() says of it. `has_delimiter_option`: the command has --delimiter.
Error bad_number(std::string_view cell, const std::string& wrong, const std::string& name, std::uint64_t line,
                 std::size_t column, char delimiter, bool has_delimiter_option);

/// What is asked of a first row.
struct ColumnSearch {
    /// Each is the name of a column or its number from 1. Names go first.
    std::span<const std::string> wanted;
    TableForm form;
    /// The words that may follow a wanted column after a colon, up to two of them. They count only if no column bears
    /// the whole text as its name. Empty: none.
    std::span<const std::string> suffixes = {};
    /// The command has --delimiter, --header and --no-header, so that errors and notices may mention them. Without them
    /// a number that is a name is the name.
    bool has_delimiter_option = false;
    /// A number counts columns, and is not only a name.
    bool takes_numbers = true;
    /// Receives a notice if a first row is taken for a header that no wanted name confirms; never null.
    std::function<void(const std::string&)> notice = [](const std::string&) {};
};

/// A column that was asked for.
struct FoundColumn {
    /// From 0.
    std::size_t index = 0;
    /// The name or number as it was asked for, without the words after it.
    std::string label = {};
    /// The words after it.
    std::vector<std::string> suffixes = {};
};

struct FoundColumns {
    std::vector<FoundColumn> columns;
    bool has_header = true;
};

/// Finds the columns by the first row of a table. Errors, with the line: a column that is not there; a name of two
/// columns; a number that is also the name of a column, where nothing says whether the row is a header.
Result<FoundColumns> find_columns(const std::vector<CsvCell>& first, std::uint64_t line, const std::string& name,
                                  const ColumnSearch& search);

}  // namespace vkalgo::formats
