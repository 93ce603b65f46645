#include "cli/batch/table_lines.hpp"

#include "cli/batch/batch_block.hpp"
#include "cli/batch/problem_text.hpp"
#include "cli/batch/text_output.hpp"
#include "formats/choose_format.hpp"

#include <utility>
#include <vector>

namespace vkalgo::cli {
namespace {

/// Returns the titles of the columns that come after the answer.
std::vector<std::string> solution_columns(const OutputFormat& output_format) {
    std::vector<std::string> columns;
    if (output_format.solution) {
        columns = output_format.scored ? alignment_columns() : std::vector<std::string>{"solution"};
    }
    if (output_format.both_strands) {
        columns.emplace_back("strand");
    }
    if (output_format.solution && output_format.scored) {
        columns.emplace_back("cigar");
    }
    return columns;
}

/// Returns the line of the names of all columns.
std::string header_line(const LineStyle& style, const OutputFormat& output_format) {
    std::vector<std::string> columns = label_columns(output_format);
    columns.push_back(output_format.recurrence->header().label);
    for (std::string& column : solution_columns(output_format)) {
        columns.push_back(std::move(column));
    }
    std::string line;
    for (const std::string& column : columns) {
        line += line.empty() ? std::string() : std::string(1, style.comma);
        style.append(column, line);
    }
    return line + "\n";
}

/// Appends the line of a problem.
Result<void> format_line(const LineStyle& style, const OutputFormat& output_format, const SolvedBlock& block,
                         std::size_t p, std::string& text) {
    const char comma = style.comma;
    const auto append = style.append;
    append_labels(output_format, block, p, [&](std::string_view label) {
        append(label, text);
        text += comma;
    });
    append_answer(block.solution, p, text);
    const AlignmentRuns* runs = nullptr;
    if (output_format.solution) {
        text += comma;
        VKALGO_TRY(runs, runs_of(output_format, block, p));
        if (runs != nullptr && output_format.scored) {
            append_alignment(block, p, *runs, comma, text);
        } else if (runs != nullptr) {
            append_runs(runs->runs, text);
        } else if (output_format.scored) {  // Without an answer the fields are empty
            text.append(alignment_columns().size() - 1, comma);
        } else {
            VKALGO_TRY(const auto shown, shown_solution(output_format, block, p));
            append(shown && shown->text ? std::string_view(*shown->text) : std::string_view(), text);
        }
    }
    if (output_format.both_strands) {
        text += comma;
        text += strand_of(block, p);
    }
    if (output_format.solution && output_format.scored) {  // This field is the last, since it may be long
        text += comma;
        if (runs != nullptr) {
            append_runs(runs->runs, text);
        }
    }
    text += '\n';
    return {};
}

}  // namespace

Result<void> format_lines(const LineStyle& style, const OutputFormat& output_format, const SolvedBlock& block,
                          std::size_t first, std::size_t end, FormattedRows& formatted) {
    for (std::size_t p = first; p < end; ++p) {
        VKALGO_CHECK(format_line(style, output_format, block, p, formatted.text));
    }
    return {};
}

std::unique_ptr<BatchOutput> open_table_output(const LineStyle& style, const OutputFormat& output_format,
                                               const std::string& path) {
    const bool has_ending = formats::format_of_ending(batch_writers(), path) != nullptr;
    const std::string header = has_ending ? header_line(style, output_format) : "";
    return std::make_unique<TextOutput>(path, header);
}

}  // namespace vkalgo::cli
