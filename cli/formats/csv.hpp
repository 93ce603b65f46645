#pragma once

#include "cli/formats/array.hpp"
#include "engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::cli {

/// A parsed CSV file (RFC 4180): `cells` row by row, `columns` cells per row.
struct CsvTable {
    /// how messages call the file
    std::string name;
    /// column names, or empty
    std::vector<std::string> header;
    std::size_t columns = 0;
    std::vector<std::string> cells;
    /// the file's line that each row starts on, counted from 1
    std::vector<std::uint64_t> lines;

    std::size_t rows() const { return lines.size(); }
    const std::string& cell(std::size_t row, std::size_t column) const { return cells[row * columns + column]; }

    /// The column of that name in the header; the error lists the names there are. Two of that name are an error too.
    Result<std::size_t> column(std::string_view name_wanted) const;

    /// A column as numbers, read strictly: an integer that does not fit the type, a fraction where an integer is
    /// wanted, text or an empty cell is an error with its line and column.
    Result<Array> numbers(std::size_t column_wanted, ElementType type) const;

    /// As numbers(), for a C++ type.
    template <class T>
    Result<std::vector<T>> values(std::string_view column_name) const;
};

enum class CsvHeader {
    /// The first row is a header if all of its cells are names (or empty, but not all). A name has a letter, does not
    /// begin like a number (a digit, or a sign or point before one) and is no word for a missing or infinite value
    /// (nan, na, n/a, null, none, inf, infinity). So a number with a blemish is never taken for a name and passed over.
    detect,
    /// the first row is the header
    required,
};

/// Quoted cells may hold commas, line breaks and doubled quotes; blanks around cells mean nothing; lines end in LF,
/// CRLF or CR; blank lines are passed over; a UTF-8 byte order mark is dropped. Errors, with their line: an empty file,
/// a detected header without a row, rows of different lengths, a quote that is not closed or stands inside a cell, a
/// control byte.
Result<CsvTable> parse_csv(std::string_view text, CsvHeader header, const std::string& name);

/// The numbers of one column by its name (then the first row is the header), or, for the name "", of all cells by rows
/// (then a header is detected and passed over). One column is an array of one dimension. Errors: as parse_csv and
/// CsvTable::numbers. Keeps no cell, so that a long file takes no more memory than its numbers.
Result<Array> parse_csv_numbers(std::string_view text, const std::string& column, ElementType type,
                                const std::string& name);

/// One line of CSV with its line break; cells are quoted where they must be.
std::string csv_line(const std::vector<std::string>& cells);

template <class T>
Result<std::vector<T>> CsvTable::values(std::string_view column_name) const {
    VKALGO_TRY(const std::size_t index, column(column_name));
    VKALGO_TRY(const Array array, numbers(index, element_type_of<T>()));
    const auto* first =
        reinterpret_cast<const T*>(array.data.data());  // the vector's storage is aligned for any number
    return std::vector<T>(first, first + array.count());
}

}  // namespace vkalgo::cli
