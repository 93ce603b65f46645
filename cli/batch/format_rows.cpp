// Answers and solutions as lines of a table, as text and as JSON.
#include "cli/batch/batch_block.hpp"
#include "cli/batch/solved.hpp"
#include "cli/dp/inputs.hpp"
#include "cli/dp/report.hpp"
#include "cli/dp/solution_kind.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

void append_number(std::uint64_t number, std::string& text) {
    char digits[24];
    text.append(digits, std::to_chars(std::begin(digits), std::end(digits), number).ptr);
}

void append_answer(const dp::BatchSolution& solution, std::size_t p, std::string& text) {
    const dp::Number number = *solution.answer(p);
    if (const auto* whole = std::get_if<std::uint64_t>(&number)) {
        append_number(*whole, text);
    } else {
        text += to_text(number, solution.answer_type);
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

/// Appends a field. Tabs and line breaks are escaped, since they would end the field.
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

/// Returns the text and JSON of a problem's solution; null if its status is not ok.
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

/// Returns the runs of an alignment, without an Instance or a Solution; null if the problem has none. Valid until the
/// thread's next call.
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

/// Appends a name as a JSON string.
void append_string(std::string_view name, std::string& text) {
    bool is_plain = true;
    for (const char letter : name) {
        is_plain = is_plain && letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\';
    }
    if (is_plain) {
        text += '"';
        text += name;
        text += '"';
    } else {
        text += Json(name).dump(-1, ' ', false, Json::error_handler_t::replace);
    }
}

/// Appends the names of a problem's sequences, from the files that have names: '["a","b"]'.
void append_names(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p, std::string& text) {
    text += '[';
    bool is_first = true;
    for (std::size_t file = 0; file < output_format.has_names.size(); ++file) {
        for (std::size_t k = 0; output_format.has_names[file] && k < block.rows[file]->columns.size(); ++k) {
            text += std::exchange(is_first, false) ? "" : ",";
            append_string(block.rows[file]->columns[k].name(block.row_of(file, p)), text);
        }
    }
    text += ']';
}

/// Appends the names of the inputs that a file has.
void append_inputs(const OutputFormat& output_format, std::size_t file, std::vector<std::string>& names) {
    for (const dp::InputDeclaration& input : output_format.recurrence->header().inputs) {
        const auto place = output_format.places.find(input.name);
        if (place != output_format.places.end() && place->second.file == file) {
            names.push_back(input.name);
        }
    }
}

const char* strand_of(const SolvedBlock& block, std::size_t p) {
    return block.is_reverse(p) ? "-" : "+";
}

Result<void> format_line(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p,
                         FormattedRows& formatted) {
    const bool is_csv = output_format.kind == OutputFormat::Kind::csv;
    const auto append = is_csv ? append_csv : append_tsv;
    const char comma = is_csv ? ',' : '\t';
    std::string& text = formatted.text;
    append_labels(output_format, block, p, [&](std::string_view label) {
        append(label, text);
        text += comma;
    });
    const dp::AnswerStatus status = block.solution.statuses[p];
    if (status == dp::AnswerStatus::ok) {
        append_answer(block.solution, p, text);
    } else {
        text += to_string(status);
    }
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

/// Appends what a single run prints of the problem after its names, then a blank line.
Result<void> format_text(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p,
                         FormattedRows& formatted) {
    std::string& text = formatted.text;
    const std::vector<std::string> names = label_columns(output_format);
    std::size_t next = 0;
    append_labels(output_format, block, p, [&](std::string_view label) {
        std::string escaped;
        append_tsv(label, escaped);
        append_entry(names.at(next++), escaped, text);
    });
    const dp::AnswerStatus status = block.solution.statuses[p];
    const bool is_ok = status == dp::AnswerStatus::ok;
    std::string answer;
    if (is_ok) {
        append_answer(block.solution, p, answer);
    } else {
        answer = to_string(status);
    }
    append_entry(output_format.recurrence->header().label, answer, text);
    if (output_format.both_strands) {
        append_entry("strand", strand_of(block, p), text);
    }
    if (output_format.solution && is_ok) {
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

Result<void> format_json(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p,
                         FormattedRows& formatted) {
    const std::uint64_t number = block.first + p;
    const char* comma = formatted.text.empty() ? "" : ",";
    const dp::AnswerStatus status = block.solution.statuses[p];
    formatted.text += comma;
    if (status == dp::AnswerStatus::ok) {
        formatted.text += number_json(*block.solution.answer(p), block.solution.answer_type).dump();
    } else {
        formatted.text += "null";
        formatted.statuses += fmt::format("{}{{\"problem\":{},\"status\":\"{}\"}}",
                                          formatted.statuses.empty() ? "" : ",", number, to_string(status));
    }
    if (output_format.chosen && !output_format.pairs) {
        formatted.pairs += fmt::format("{}{}", comma, block.rows[0]->first + block.row_of(0, p));
    } else if (output_format.pairs) {
        formatted.pairs += fmt::format("{}[{},{}]", comma, block.rows[0]->first + block.row_of(0, p),
                                       block.rows[1]->first + block.row_of(1, p));
    }
    if (std::find(output_format.has_names.begin(), output_format.has_names.end(), true) !=
        output_format.has_names.end()) {
        formatted.names += comma;
        append_names(output_format, block, p, formatted.names);
    }
    if (output_format.solution) {
        formatted.solutions += comma;
        VKALGO_TRY(const AlignmentRuns* const runs, runs_of(output_format, block, p));
        if (runs != nullptr && output_format.scored) {
            formatted.solutions += alignment_json(output_format, block, p, *runs).dump();
        } else if (runs != nullptr) {
            formatted.solutions += "{\"cigar\":\"";
            append_runs(runs->runs, formatted.solutions);
            formatted.solutions += "\"}";
        } else {
            VKALGO_TRY(const auto shown, shown_solution(output_format, block, p));
            formatted.solutions += shown ? shown->json.dump() : "null";
        }
    }
    if (output_format.both_strands) {
        formatted.strands += fmt::format(",\"{}\"", strand_of(block, p));
    }
    return {};
}

}  // namespace

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

std::string header_line(const OutputFormat& output_format) {
    const bool is_csv = output_format.kind == OutputFormat::Kind::csv;
    std::vector<std::string> columns = label_columns(output_format);
    columns.push_back(output_format.recurrence->header().label);
    for (std::string& column : solution_columns(output_format)) {
        columns.push_back(std::move(column));
    }
    std::string line;
    for (const std::string& column : columns) {
        line += line.empty() ? "" : is_csv ? "," : "\t";
        (is_csv ? append_csv : append_tsv)(column, line);
    }
    return line + "\n";
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

Result<void> format_rows(const OutputFormat& output_format, const SolvedBlock& block, std::size_t first,
                         std::size_t end, FormattedRows& formatted) {
    if (output_format.kind == OutputFormat::Kind::sam) {
        return format_sam_rows(output_format, block, first, end, formatted);
    }
    const auto format_one = output_format.kind == OutputFormat::Kind::json   ? format_json
                            : output_format.kind == OutputFormat::Kind::text ? format_text
                                                                             : format_line;
    for (std::size_t p = first; p < end; ++p) {
        VKALGO_CHECK(format_one(output_format, block, p, formatted));
    }
    return {};
}

}  // namespace vkalgo::cli
