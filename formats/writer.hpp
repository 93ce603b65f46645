#pragma once

#include "formats/array.hpp"
#include "formats/bytes.hpp"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The formats that lists and tables are written in. Each file formats/writers/NAME.cpp defines `const Writer&
/// writer_NAME()`; CMake collects them into writers(). No other code tests the endings of the names of these outputs.
namespace vkalgo::formats {

/// The part of an output that a format needs.
enum class OutputPart { rows, array, json };

/// The parts of an output. A part is made when a writer asks for it. A part that is null does not exist.
struct OutputTable {
    /// The names of the columns, for formats that have a header; empty: no header.
    std::vector<std::string> columns = {};
    /// Appends the rows as text, with this separator between columns and a line break after each row.
    std::function<void(std::string& text, std::string_view separator)> rows = nullptr;
    /// Returns all values as one array, which lives until the next call.
    std::function<const Array&()> array = nullptr;
    /// Returns the text of a JSON file.
    std::function<std::string()> json = nullptr;
    /// The name of the writer for standard output ("-").
    std::string_view stream_writer = "csv";
};

/// A format of outputs.
struct Writer {
    /// The format's name: "npy".
    const char* name = "";
    /// Endings of file names, in lower case, with their dot.
    std::vector<std::string_view> endings;
    OutputPart needs = OutputPart::rows;
    /// The character between the cells of a row. 0: a blank or, in rows of an input table, the delimiter of that table.
    char separator = 0;
    /// Whether rows of an input table keep its delimiter if the user gave that delimiter.
    bool keeps_given_delimiter = false;
    /// Returns the file's bytes. The table has the part that the format needs.
    Bytes (*write)(const OutputTable& table) = nullptr;
};

/// Returns all writers, by name. CMake generates this function.
std::span<const Writer* const> writers();

/// Returns the writer of a file of this name, or null.
const Writer* writer_of(const std::string& path);

/// Returns the endings of the formats that need one of these parts, for check_output() of a command.
std::vector<std::string_view> writer_endings(std::initializer_list<OutputPart> parts);

/// Returns the endings of writer_endings() for a help text: ".csv, .tsv or .txt".
std::string writers_help(std::initializer_list<OutputPart> parts);

/// Returns the bytes of a file of this name. The ending of the name must be one of writer_endings() of the parts that
/// the table has, or the name must be "-".
Bytes write_table(const OutputTable& table, const std::string& path);

/// Returns an element as text that reads back as the same element.
std::string element_text(const Array& array, std::uint64_t index);

/// Returns an array as an output without a header. Each row of the output is one element or, with `by_rows` and at
/// least two dimensions, all elements along the last dimension. `array` must outlive the output.
OutputTable array_table(const Array& array, bool by_rows);

/// Returns the header, if the table has names of columns, and the rows.
std::string text_of(const OutputTable& table, std::string_view separator);

/// Returns a text as bytes.
Bytes bytes_of(std::string_view text);

}  // namespace vkalgo::formats
