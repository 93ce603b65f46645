#pragma once

#include "cli/batch/batch_writer.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace vkalgo::cli {

/// How the lines of a table are printed.
struct LineStyle {
    char comma = '\t';
    /// Appends a field, escaped or quoted.
    void (*append)(std::string_view field, std::string& text) = nullptr;
};

/// Does the work of BatchWriter::format for a table.
Result<void> format_lines(const LineStyle& style, const OutputFormat& output_format, const SolvedBlock& block,
                          std::size_t first, std::size_t end, FormattedRows& formatted);
/// Does the work of BatchWriter::open for a table. The output begins with the names of the columns if the path has the
/// ending of a writer; a stream such as "-" has no such line.
std::unique_ptr<BatchOutput> open_table_output(const LineStyle& style, const OutputFormat& output_format,
                                               const std::string& path);

}  // namespace vkalgo::cli
