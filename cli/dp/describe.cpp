#include "cli/dp/describe.hpp"

#include "cli/dp/inputs.hpp"
#include "cli/dp/report.hpp"
#include "cli/dp/solution_kind.hpp"
#include "formats/bytes.hpp"

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

Json parameters(const dp::Recurrence& recurrence, const InstanceRequest& request, const Shown& shown,
                const dp::Instance& instance) {
    Json json = shown.parameters;
    if (request.n) {
        json["n"] = instance.n;
        if (dp::uses_m(recurrence.header())) {
            json["m"] = instance.m;
        }
    }
    if (!request.has_files() && !recurrence.header().inputs.empty()) {
        json["seed"] = request.seed;
    }
    if (!request.files.empty()) {
        json["inputs"] = request.files;
    }
    for (const auto& [name, path] : request.inputs) {
        json["input"][name] = path;
    }
    for (const dp::ParamDeclaration& param : recurrence.header().params) {
        const auto given = instance.params.find(param.name);
        json[param.name] = number_json(given != instance.params.end() ? given->second : *param.fallback, param.type);
    }
    return json;
}

void add_solution(Answer& answer, const SolutionShown& shown, bool brief) {
    answer.result["solution"] = shown.json;
    if (shown.text && brief) {
        answer.text += *shown.text + "\n";
    } else if (shown.text) {
        answer.line("solution", *shown.text);
    }
}

void write_solution(Answer& answer, const SolutionShown& shown, const std::string& path) {
    answer.output(path, extension_of(path) == ".json" ? dump(shown.json) : shown.text.value_or("") + "\n");
    answer.result["solution_file"] = path;
}

/// Adds a line about a written file, if more than the answer is printed.
void tell_file(Answer& answer, const Shown& shown, const std::optional<std::string>& path) {
    if (path && *path != "-" && !shown.brief) {
        answer.line("written", *path);
    }
}

/// Returns whether the stages that ran end before the stage of the answer.
bool is_cut(const dp::Solution& solution) {
    return !solution.answer && solution.status == dp::AnswerStatus::ok && !solution.shape.size.empty();
}

}  // namespace

Json pattern_json(const dp::StageFunction& stage) {
    const auto pattern = stage.pattern();
    return pattern ? Json(dp::to_string(*pattern)) : Json(nullptr);
}

Result<Answer> describe(const dp::Recurrence& recurrence, const InstanceRequest& request, const Shown& shown,
                        const dp::Instance& instance, const dp::Solution& solution) {
    const dp::RecurrenceHeader& header = recurrence.header();
    const dp::TableSize size = solution.shape.size;
    Answer answer;
    answer.parameters = parameters(recurrence, request, shown, instance);
    answer.result = {{"problem", header.problem},
                     {"pattern", pattern_json(solution.stage)},
                     {"method", solution.method},
                     {"rows", size.rows},
                     {"columns", size.columns},
                     {"status", is_cut(solution) ? "incomplete" : dp::to_string(solution.status)},
                     {"answer", solution.answer ? number_json(*solution.answer, header.value_type()) : Json(nullptr)}};
    if (!solution.stage.pattern()) {
        answer.result["stage"] = dp::stage_text(header, solution.stage);
    }
    for (std::size_t d = 0; d < header.indices.size(); ++d) {
        answer.result["extents"][header.indices[d].name] = size.extents()[d + 2];
    }
    if (header.answer.searches() && solution.answer) {
        const dp::Cell cell = solution.shape.answer;
        const auto indices = cell.indices();
        answer.result["answer_cell"] = Json(std::vector<std::int64_t>(
            indices.begin(), indices.begin() + static_cast<std::ptrdiff_t>(header.index_count())));
    }
    const std::string value = solution.answer    ? to_text(*solution.answer, header.value_type())
                              : is_cut(solution) ? "none, since the stage of the answer was not run"
                              : size.empty()     ? "none, since the table is empty"
                                                 : std::string(dp::to_string(solution.status));
    if (shown.brief) {
        answer.text = value + "\n";
    } else {
        answer.line(header.label, value);
        answer.line("problem", fmt::format("{}, a table of {} cells", header.problem, dp::size_text(header, size)));
        answer.line("method", fmt::format("{}, {}", solution.method, dp::stage_text(header, solution.stage)));
    }
    if (shown.solution || shown.output) {
        SolutionShown traceback{Json(nullptr), "none"};
        if (solution.status == dp::AnswerStatus::ok) {
            VKALGO_TRY(traceback,
                       show_solution(recurrence.header(), recurrence.file(), instance, solution, shown.letters));
        }
        if (shown.solution) {
            add_solution(answer, traceback, shown.brief);
        }
        if (shown.output) {
            write_solution(answer, traceback, *shown.output);
        }
    }
    if (shown.table) {
        VKALGO_TRY(Bytes table, table_npy(header, solution, shown.layout));
        answer.output(*shown.table, std::move(table));
        answer.result["table_file"] = *shown.table;
    }
    if (shown.show) {
        answer.result["table"] = table_json(header, solution);
        answer.text += (shown.brief ? "" : "\n") + show_table(header, solution) + (shown.brief ? "" : "\n");
    }
    tell_file(answer, shown, shown.output);
    tell_file(answer, shown, shown.table);
    const CallReport& call = solution.call;
    if (!call.gpu_milliseconds.empty()) {
        answer.gpu_ms = call.gpu_milliseconds.front();
    }
    if (shown.repeats) {
        answer.repeats = call.gpu_milliseconds;
    }
    answer.upload_ms = call.upload_milliseconds;
    answer.download_ms = call.download_milliseconds;
    answer.device_bytes = call.device_bytes;
    answer.scratch_bytes = call.scratch_bytes;
    answer.spans = call.spans;
    return answer;
}

}  // namespace vkalgo::cli
