#include "cli/dp/inputs.hpp"
#include "cli/dp/report.hpp"

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

std::string params_text(const dp::RecurrenceHeader& header) {
    std::string text;
    for (const dp::ParamDeclaration& param : header.params) {
        text += fmt::format("{}--{} ({}{})", text.empty() ? "" : ", ", param.name, to_string(param.type),
                            param.fallback ? ", " + to_text(*param.fallback, param.type) + " by default" : "");
    }
    return text;
}

Json problem_json(const dp::RecurrenceHeader& header) {
    Json json = {{"name", header.problem},
                 {"about", header.about},
                 {"pattern", dp::to_string(header.pattern)},
                 {"class", dp::to_string(header.recurrence_class)},
                 {"cell", to_string(header.cell)},
                 {"solution", header.has_solution()}};
    json["inputs"] = Json::array();
    for (const dp::InputDeclaration& input : header.inputs) {
        json["inputs"].push_back({{"name", input.name}, {"type", to_string(input.type)}});
    }
    json["params"] = Json::array();
    for (const dp::ParamDeclaration& param : header.params) {
        json["params"].push_back(
            {{"name", param.name},
             {"type", to_string(param.type)},
             {"default", param.fallback ? number_json(*param.fallback, param.type) : Json(nullptr)}});
    }
    if (const ProblemIo* io = find_problem_io(header.problem)) {
        json["files"] = io->files_text();
    }
    if (const dp::Problem* problem = dp::find_problem(header.problem)) {
        json["instance"] = problem->instance;
    }
    return json;
}

}  // namespace

Answer list_problems(bool verbose) {
    Answer answer;
    answer.parameters = {{"list", true}};
    answer.result["problems"] = Json::array();
    for (const dp::CompiledRecurrence* recurrence : dp::builtin_recurrences()) {
        const dp::RecurrenceHeader& header = recurrence->header;
        answer.result["problems"].push_back(problem_json(header));
        answer.text += fmt::format("{:<15} {:<5} {:<11} {}\n", header.problem, dp::to_string(header.pattern),
                                   dp::to_string(header.recurrence_class), header.about);
        if (!verbose) {
            continue;
        }
        if (const ProblemIo* io = find_problem_io(header.problem)) {
            answer.text += fmt::format("    files     {}\n", io->files_text());
        }
        if (const dp::Problem* problem = dp::find_problem(header.problem)) {
            answer.text +=
                fmt::format("    random    {}: {}\n", problem->uses_m ? "--n, --m" : "--n", problem->instance);
        }
        if (!header.params.empty()) {
            answer.text += fmt::format("    params    {}\n", params_text(header));
        }
        answer.text += fmt::format("    cells     {}; {}\n", to_string(header.cell),
                                   header.has_solution() ? "--solution works" : "has no solution to recover");
    }
    answer.result["methods"] = Json::array();
    for (const dp::Method* method : dp::methods()) {
        answer.result["methods"].push_back({{"name", method->name}, {"about", method->about}});
        if (verbose) {
            answer.text += fmt::format("method {:<8} {}\n", method->name, method->about);
        }
    }
    return answer;
}

}  // namespace vkalgo::cli
