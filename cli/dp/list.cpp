#include "algorithms/dp/instance/random_instance.hpp"
#include "cli/dp/alignment/letters.hpp"
#include "cli/dp/describe.hpp"
#include "cli/dp/files.hpp"
#include "cli/dp/inputs.hpp"
#include "cli/dp/report.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

std::string params_text(const dp::RecurrenceHeader& header) {
    std::string text;
    for (const dp::ParamDeclaration& param : header.params) {
        text += fmt::format("{}--{} ({}{}{})", text.empty() ? "" : ", ", param.name, to_string(param.type),
                            param.range ? " in " + param.range->text : "",
                            default_text(param).empty() ? "" : ", " + default_text(param) + " by default");
    }
    return text;
}

/// Returns the methods that may run a small instance in the problem's own order of stages; empty if no instance can be
/// made.
std::vector<std::string> methods_of(const dp::RecurrenceHeader& header) {
    const auto instance = dp::random_instance(header, {.n = 6, .m = 6, .most = 9});
    const auto shape = instance ? dp::shape_of(header, *instance, header.stage) : Result<dp::Shape>(instance.error());
    return shape ? method_names(header, header.stage, *shape, {}) : std::vector<std::string>();
}

/// Returns "min over k"; empty if cells are not reductions.
std::string reduction_text(const dp::RecurrenceHeader& header) {
    return header.reduce ? fmt::format("{} over {}", header.reduce->minimum ? "min" : "max", header.reduce->variable)
                         : std::string();
}

/// Returns the header by which files and random instances are described. It lacks the scores of alignments, since the
/// command makes them.
dp::RecurrenceHeader of_files(const dp::RecurrenceHeader& header) {
    return takes_scores(header) ? letters_header(header) : header;
}

Json problem_json(const dp::RecurrenceHeader& header) {
    Json json = {{"name", header.problem},
                 {"about", header.about},
                 {"pattern", pattern_json(header.stage)},
                 {"class", dp::to_string(header.recurrence_class)},
                 {"reduction", header.reduce ? Json(header.reduce->minimum ? "min" : "max") : Json(nullptr)},
                 {"reach", known_reads_text(header)},
                 {"methods", methods_of(header)},
                 {"cell", to_string(header.cell)},
                 {"solution", header.has_solution()}};
    json["inputs"] = Json::array();
    for (const dp::InputDeclaration& input : header.inputs) {
        json["inputs"].push_back({{"name", input.name}, {"type", to_string(input.type)}});
    }
    json["outputs"] = Json::array();
    for (const dp::OutputDeclaration& output : header.outputs) {
        json["outputs"].push_back({{"name", output.name}, {"type", to_string(output.type)}});
    }
    json["params"] = Json::array();
    for (const dp::ParamDeclaration& param : header.params) {
        json["params"].push_back({{"name", param.name},
                                  {"type", to_string(param.type)},
                                  {"range", param.range ? Json(param.range->text) : Json(nullptr)},
                                  {"default", param.fallback  ? number_json(*param.fallback, param.type)
                                              : param.derived ? Json(param.derived->text())
                                                              : Json(nullptr)}});
    }
    const dp::RecurrenceHeader in_files = of_files(header);
    json["files"] = files_help(in_files);
    json["instance"] = dp::random_instance_text(in_files);
    return json;
}

/// Returns the options that set the size of a random instance.
const char* sizes_text(const dp::RecurrenceHeader& header) {
    return !dp::uses_m(header) ? "--n" : uses_name(header, "m") ? "--n, --m" : "--n, --m (n by default)";
}

/// Returns the details of a problem.
std::string details(const dp::RecurrenceHeader& header) {
    const dp::RecurrenceHeader in_files = of_files(header);
    std::string text = fmt::format("    files     {}\n    random    {}: {}\n", files_help(in_files), sizes_text(header),
                                   dp::random_instance_text(in_files));
    if (!header.params.empty()) {
        text += fmt::format("    params    {}\n", params_text(header));
    }
    text += fmt::format("    cells     {}; {}\n", to_string(header.cell),
                        header.has_solution() ? "--solution works" : "has no solution to recover");
    text += fmt::format("    stages    {}, class {}{}\n", dp::stage_text(header, header.stage),
                        dp::to_string(header.recurrence_class), header.reduce ? ", " + reduction_text(header) : "");
    return text + fmt::format("    reads     at offsets {}\n    methods   {}\n", known_reads_text(header),
                              fmt::join(methods_of(header), ", "));
}

/// The least width of the column of names.
constexpr std::size_t kLeastWidth = 15;

/// Adds a problem. `width` is the width of the column of names.
void add(Answer& answer, const dp::RecurrenceHeader& header, std::size_t width, bool verbose) {
    answer.result["problems"].push_back(problem_json(header));
    answer.text += fmt::format("{:<{}} {:<5} {:<11} {}\n", header.problem, width,
                               header.pattern() ? dp::to_string(*header.pattern()) : "-",
                               dp::to_string(header.recurrence_class), header.about);
    answer.text += verbose ? details(header) : "";
}

}  // namespace

std::string default_text(const dp::ParamDeclaration& param) {
    if (param.derived) {
        return param.derived->text();
    }
    return param.fallback ? to_text(*param.fallback, param.type) : std::string();
}

Answer list_problem(const dp::Recurrence& recurrence) {
    Answer answer;
    answer.parameters = {{"list", recurrence.file()}};
    answer.result["problems"] = Json::array();
    add(answer, recurrence.header(), kLeastWidth, true);
    return answer;
}

Answer list_problems(bool verbose) {
    Answer answer;
    answer.parameters = {{"list", true}};
    answer.result["problems"] = Json::array();
    std::size_t width = kLeastWidth;
    for (const dp::CompiledRecurrence* recurrence : dp::builtin_recurrences()) {
        width = std::max(width, recurrence->header.problem.size());
    }
    for (const dp::CompiledRecurrence* recurrence : dp::builtin_recurrences()) {
        add(answer, recurrence->header, width, verbose);
    }
    answer.result["methods"] = Json::array();
    for (const dp::Method* method : dp::methods()) {
        answer.result["methods"].push_back(
            {{"name", method->name}, {"about", method->about}, {"batches", method->batch != nullptr}});
        if (verbose) {
            answer.text += fmt::format("method {:<12} {}\n", method->name, method->about);
        }
    }
    return answer;
}

}  // namespace vkalgo::cli
