#include "cli/dp/describe.hpp"

#include "cli/dp/inputs.hpp"
#include "cli/dp/report.hpp"

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

Json parameters(const Recurrence& recurrence, const InstanceRequest& request, const Shown& shown,
                const dp::Instance& instance) {
    Json json = shown.parameters;
    const bool random = request.files.empty() && request.inputs.empty();
    if (request.n) {
        json["n"] = instance.n;
        if (recurrence.problem == nullptr || recurrence.problem->uses_m) {
            json["m"] = instance.m;
        }
    }
    if (random && !recurrence.header().inputs.empty()) {
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

void add_solution(Answer& answer, const ProblemIo* io, bool brief, const dp::Instance& instance,
                  const dp::Solution& solution) {
    answer.result["solution"] = io != nullptr ? io->solution_json(instance, solution) : walk_json(solution);
    if (io != nullptr && io->solution_text == nullptr) {
        return;
    }
    const std::string text = io != nullptr ? io->solution_text(instance, solution) : walk_text(solution);
    if (brief) {
        answer.text += text + "\n";
    } else {
        answer.line("solution", text);
    }
}

}  // namespace

Answer describe(const Recurrence& recurrence, const InstanceRequest& request, const Shown& shown,
                const dp::Instance& instance, const dp::Solution& solution) {
    const dp::RecurrenceHeader& header = recurrence.header();
    const ProblemIo* io = recurrence.io;
    const dp::TableSize size = solution.shape.size;
    Answer answer;
    answer.parameters = parameters(recurrence, request, shown, instance);
    answer.result = {{"problem", header.problem},
                     {"pattern", dp::to_string(solution.pattern)},
                     {"method", solution.method},
                     {"rows", size.rows},
                     {"columns", size.columns},
                     {"answer", solution.answer ? number_json(*solution.answer, header.cell) : Json(nullptr)}};
    const std::string value = solution.answer ? to_text(*solution.answer, header.cell) : "none: the table is empty";
    if (shown.brief) {
        answer.text = value + "\n";
    } else {
        answer.line(io != nullptr ? io->answer_label : "answer", value);
        answer.line("problem", fmt::format("{}, a table of {} x {} cells", header.problem, size.rows, size.columns));
        answer.line("method", fmt::format("{}, pattern {}", solution.method, dp::to_string(solution.pattern)));
    }
    if (shown.solution) {
        add_solution(answer, io, shown.brief, instance, solution);
    }
    if (shown.table) {
        answer.output(*shown.table, table_npy(header, solution));
        answer.result["table_file"] = *shown.table;
    }
    if (shown.show) {
        answer.result["table"] = table_json(header, solution);
        answer.text += (shown.brief ? "" : "\n") + show_table(header, solution) + (shown.brief ? "" : "\n");
    }
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
