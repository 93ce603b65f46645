// What single runs print, for each problem.
#include "cli/batch/batch_block.hpp"
#include "cli/batch/batch_writer.hpp"
#include "cli/batch/problem_text.hpp"
#include "cli/batch/text_output.hpp"

#include <algorithm>
namespace vkalgo::cli {
namespace {

/// Appends "name      value" as a line.
void append_entry(std::string_view name, std::string_view value, std::string& text) {
    constexpr std::size_t kWidth = 10;  // The width of the names in a single run
    text += name;
    if (!value.empty()) {
        text.append(std::max(kWidth, name.size() + 1) - name.size(), ' ');
        text += value;
    }
    text += '\n';
}

/// Appends the names of the problem, then what a single run would print of it, and a blank line.
Result<void> format_problem(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p,
                            std::string& text) {
    const std::vector<std::string> names = label_columns(output_format);
    std::size_t next = 0;
    append_labels(output_format, block, p, [&](std::string_view label) {
        std::string escaped;
        append_tsv(label, escaped);
        append_entry(names.at(next++), escaped, text);
    });
    std::string answer;
    append_answer(block.solution, p, answer);
    append_entry(output_format.recurrence->header().label, answer, text);
    if (output_format.both_strands) {
        append_entry("strand", strand_of(block, p), text);
    }
    if (output_format.solution && block.solution.statuses[p] == dp::AnswerStatus::ok) {
        VKALGO_TRY(const AlignmentRuns* const runs, runs_of(output_format, block, p));
        std::string solution;
        if (runs != nullptr && output_format.scored) {
            solution = alignment_text(output_format, block, p, *runs);
        } else if (runs != nullptr) {
            append_runs(runs->runs, solution);
        } else {
            VKALGO_TRY(const auto shown, shown_solution(output_format, block, p));
            solution = shown && shown->text ? *shown->text : std::string();
        }
        append_entry("solution", solution, text);
    }
    text += '\n';
    return {};
}

Result<void> format_txt(const OutputFormat& output_format, const SolvedBlock& block, std::size_t first, std::size_t end,
                        FormattedRows& formatted) {
    for (std::size_t p = first; p < end; ++p) {
        VKALGO_CHECK(format_problem(output_format, block, p, formatted.text));
    }
    return {};
}

std::unique_ptr<BatchOutput> open_txt(const OutputFormat& /*output_format*/, const std::string& path) {
    return std::make_unique<TextOutput>(path, "");
}

}  // namespace

const BatchWriter& batch_writer_txt();
const BatchWriter& batch_writer_txt() {
    static const BatchWriter writer{.name = "txt", .endings = {".txt"}, .format = format_txt, .open = open_txt};
    return writer;
}

}  // namespace vkalgo::cli
