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

/// The first row of a table, and the search for the columns that a user wants.
namespace vkalgo::formats {

/// Returns true if each cell of a first row is a name or empty, and at least one is a name (csv.hpp defines names).
bool is_header(const std::vector<CsvCell>& row);

/// Returns the names of a header, joined with commas: at most 20 names, and the number of the others.
std::string header_names(const std::vector<CsvCell>& header);

/// Returns the error of a cell of column `column` (from 0) that is not a number of the type. `wrong` is the text that
/// store_number() returned. `has_delimiter_option`: the command has --delimiter.
Error bad_number(std::string_view cell, const std::string& wrong, const std::string& name, std::uint64_t line,
                 std::size_t column, char delimiter, bool has_delimiter_option);

/// A search for columns in the first row of a table.
struct ColumnSearch {
    /// The wanted columns, each by its name or by its number from 1. A name takes precedence.
    std::span<const std::string> wanted;
    TableForm form;
    /// The words that may follow a wanted column after a colon, up to two words per column. They have no effect if the
    /// whole text is the name of a column. Empty: no word may follow.
    std::span<const std::string> suffixes = {};
    /// Whether the command has --delimiter, --header and --no-header, so that errors and notices may mention them. If
    /// it lacks them, a number that is also a name means the name.
    bool has_delimiter_option = false;
    /// Whether a wanted column may be given by its number. Otherwise a number can only be the name of a column.
    bool takes_numbers = true;
    /// Receives a notice if a first row becomes a header although no wanted name confirms it; never null.
    std::function<void(const std::string&)> notice = [](const std::string&) {};
};

/// A wanted column.
struct FoundColumn {
    /// The index, from 0.
    std::size_t index = 0;
    /// The name or number as the user gave it, without the words after it.
    std::string label = {};
    /// The words after the name or number.
    std::vector<std::string> suffixes = {};
};

struct FoundColumns {
    std::vector<FoundColumn> columns;
    bool has_header = true;
};

/// Finds the columns by the first row of a table. Errors, with the line: a column that does not exist; a name that two
/// columns have. A number that is also the name of a column is an error too, if no option says whether the row is a
/// header.
Result<FoundColumns> find_columns(const std::vector<CsvCell>& first, std::uint64_t line, const std::string& name,
                                  const ColumnSearch& search);

}  // namespace vkalgo::formats
