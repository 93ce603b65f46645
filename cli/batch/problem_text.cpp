#include "cli/batch/problem_text.hpp"

#include "cli/dp/inputs.hpp"

#include <charconv>
#include <utility>
#include <variant>

namespace vkalgo::cli {
namespace {

/// Appends the names of the inputs that a file has.
void append_inputs(const OutputFormat& output_format, std::size_t file, std::vector<std::string>& names) {
    for (const dp::InputDeclaration& input : output_format.recurrence->header().inputs) {
        const auto found = output_format.input_columns.find(input.name);
        if (found != output_format.input_columns.end() && found->second.file == file) {
            names.push_back(input.name);
        }
    }
}

/// Returns whether the field has one of these letters. (find_first_of() would make a call for each letter of the
/// field.)
template <std::size_t N>
bool has_any(std::string_view field, const char (&letters)[N]) {
    bool any = false;
    for (const char letter : field) {
        for (std::size_t k = 0; k + 1 < N; ++k) {
            any |= letter == letters[k];
        }
    }
    return any;
}

}  // namespace

void append_answer(const dp::BatchSolution& solution, std::size_t p, std::string& text) {
    if (solution.statuses[p] != dp::AnswerStatus::ok) {
        text += to_string(solution.statuses[p]);
        return;
    }
    const dp::Number number = *solution.answer(p);
    if (const auto* whole = std::get_if<std::uint64_t>(&number)) {
        char digits[24];
        text.append(digits, std::to_chars(std::begin(digits), std::end(digits), *whole).ptr);
    } else {
        text += to_text(number, solution.answer_type);
    }
}

Result<std::optional<SolutionShown>> shown_solution(const OutputFormat& output_format, const SolvedBlock& block,
                                                    std::size_t p) {
    const dp::BatchSolution& solution = block.solution;
    if (solution.statuses[p] != dp::AnswerStatus::ok) {
        return std::optional<SolutionShown>();
    }
    const dp::RecurrenceHeader& header = output_format.recurrence->header();
    VKALGO_TRY(const dp::Solution whole, solution.solution(header, block.batch, p));
    VKALGO_TRY(SolutionShown shown,
               show_solution(header, output_format.recurrence->file(), block.batch.instance(p), whole));
    return std::optional<SolutionShown>(std::move(shown));
}

Result<const AlignmentRuns*> runs_of(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p) {
    const dp::BatchSolution& solution = block.solution;
    const AlignmentRuns* const none = nullptr;
    if (!output_format.alignment || solution.statuses[p] != dp::AnswerStatus::ok) {
        return none;
    }
    const auto end = solution.paths.end(p);
    if (!end) {
        return none;
    }
    thread_local AlignmentRuns runs;
    VKALGO_CHECK(
        output_format.alignment->read_traceback(solution.paths, p, solution.cells[p].cell(), *end, false, runs));
    return static_cast<const AlignmentRuns*>(&runs);
}

const char* strand_of(const SolvedBlock& block, std::size_t p) {
    return block.is_reverse(p) ? "-" : "+";
}

std::vector<std::string> named_inputs(const OutputFormat& output_format) {
    std::vector<std::string> inputs;
    for (std::size_t file = 0; file < output_format.has_names.size(); ++file) {
        if (output_format.has_names[file]) {
            append_inputs(output_format, file, inputs);
        }
    }
    return inputs;
}

std::vector<std::string> label_columns(const OutputFormat& output_format) {
    std::vector<std::string> columns;
    for (std::size_t file = 0; file < output_format.has_names.size(); ++file) {
        if (output_format.has_names[file]) {
            append_inputs(output_format, file, columns);
        } else if (output_format.pairs) {
            columns.push_back(file == 0 ? "row" : "column");
        } else if (file == 0) {
            columns.emplace_back("number");
        }
    }
    return columns;
}

void append_labels(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p,
                   const std::function<void(std::string_view)>& append) {
    for (std::size_t file = 0; file < output_format.has_names.size(); ++file) {
        const Rows& rows = *block.rows[file];
        const std::size_t row = block.row_of(file, p);
        if (output_format.has_names[file]) {
            for (const ArrayBlock& column : rows.columns) {
                append(column.name(row));
            }
        } else if (output_format.pairs || file == 0) {
            append(std::to_string(rows.first + row + 1));
        }
    }
}

std::string problem_name(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p) {
    std::string name;
    append_labels(output_format, block, p, [&](std::string_view label) {
        name += name.empty() ? "" : " and ";
        name += label;
    });
    return name;
}

std::uint64_t problem_number(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p) {
    const std::uint64_t row = block.rows[0]->first + block.row_of(0, p);
    return output_format.pairs ? row * block.rows[1]->count() + block.row_of(1, p) : row;
}

void append_tsv(std::string_view field, std::string& text) {
    if (!has_any(field, "\t\n\r\\")) {
        text += field;
        return;
    }
    for (const char letter : field) {
        switch (letter) {
            case '\t':
                text += "\\t";
                break;
            case '\n':
                text += "\\n";
                break;
            case '\r':
                text += "\\r";
                break;
            case '\\':
                text += "\\\\";
                break;
            default:
                text += letter;
        }
    }
}

void append_csv(std::string_view field, std::string& text) {
    if (!has_any(field, ",\"\r\n") && (field.empty() || (field.front() != ' ' && field.back() != ' '))) {
        text += field;
        return;
    }
    text += '"';
    for (const char letter : field) {
        text += letter;
        if (letter == '"') {
            text += '"';
        }
    }
    text += '"';
}

std::size_t end_of_query(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p) {
    std::size_t end = p + 1;
    while (output_format.pairs && end < block.batch.count && block.row_of(0, end) == block.row_of(0, p)) {
        ++end;
    }
    return end;
}

}  // namespace vkalgo::cli
