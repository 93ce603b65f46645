#include "cli/commands/dp/advice.hpp"

#include "cli/dp/files.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

/// Returns "leave out --solution, use --method tile or raise --memory".
std::string joined(const std::vector<std::string>& ways) {
    std::string text;
    for (std::size_t k = 0; k < ways.size(); ++k) {
        text += (k == 0 ? "" : k + 1 == ways.size() ? " or " : ", ") + ways[k];
    }
    return text;
}

/// Returns "--table, --show and --solution": the options that need a table or a solution.
std::string kept_by(const Asked& asked) {
    std::vector<const char*> names;
    for (const auto& [given, name] : {std::pair{asked.table, "--table"},
                                      {asked.show, "--show"},
                                      {asked.picture, "--picture"},
                                      {asked.options.from_stage.has_value(), "--from-stage"},
                                      {asked.options.to_stage.has_value(), "--to-stage"},
                                      {!asked.options.resume_table.empty(), "--resume"},
                                      {asked.solution, "--solution"},
                                      {asked.output, "--output"}}) {
        if (given) {
            names.push_back(name);
        }
    }
    std::string text;
    for (std::size_t k = 0; k < names.size(); ++k) {
        text += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + std::string(names[k]);
    }
    return text;
}

bool fits(const Asked& asked, const dp::SolveOptions& options) {
    return dp::plan_solve(asked.recurrence->header(), *asked.outline, options, *asked.profile).has_value();
}

/// Returns which options to change so that the planner accepts.
std::string planning_advice(const Asked& asked) {
    if (asked.outline == nullptr || asked.profile == nullptr) {
        return {};
    }
    std::vector<std::string> ways;
    dp::SolveOptions less = asked.options;
    if (less.keep.table) {
        less.keep.table = false;
        less.from_stage = less.to_stage = std::nullopt;  // A run of some stages must keep the table
        less.resume_table = {};
        if (fits(asked, less)) {
            Asked of_table = asked;
            of_table.solution = of_table.output = false;
            ways.push_back("leave out " + kept_by(of_table));
        }
    }
    if (ways.empty() && less.keep.solution) {
        less.keep.solution = false;
        if (fits(asked, less)) {
            ways.push_back("leave out " + kept_by(asked));
        }
    }
    // The method that the planner would choose is tried first, even if another method takes less memory.
    dp::SolveOptions other = asked.options;
    other.method.clear();
    const auto chosen = dp::plan_solve(asked.recurrence->header(), *asked.outline, other, *asked.profile);
    if (chosen && !asked.options.method.empty()) {
        ways.push_back(fmt::format("use --method {}", chosen->run->method->name));
    }
    for (const dp::Method* method : dp::methods()) {
        other.method = method->name;
        if (!chosen && !method->only_by_name && other.method != asked.options.method && fits(asked, other)) {
            ways.push_back(fmt::format("use --method {}", method->name));
            break;
        }
    }
    if (asked.options.call.memory_limit != 0) {
        dp::SolveOptions more = asked.options;
        more.call.memory_limit = 0;
        if (fits(asked, more)) {
            ways.emplace_back("raise --memory");
        }
    }
    return ways.empty() ? "make the instance smaller" : joined(ways);
}

/// Returns advice for a run that its method could not finish: another method, which does less in one dispatch.
std::string method_advice(const Asked& asked) {
    const dp::Method& other = dp::reference_method();
    if (asked.options.method == other.name) {
        return "make the instance smaller";
    }
    return fmt::format("use --method {}", other.name);
}

std::string overflow_advice(const dp::Recurrence& recurrence) {
    if (!recurrence.header().overflow.empty()) {
        return recurrence.header().overflow;
    }
    if (recurrence.is_builtin()) {
        return "make the instance smaller";
    }
    return "declare a larger '//! cell' in the file, or make the instance smaller";
}

std::string advice_for(const Error& error, const Asked& asked) {
    const std::string& where = error.where;
    const dp::Recurrence& recurrence = *asked.recurrence;
    constexpr std::string_view kParam = "param ";
    if (where.starts_with(kParam)) {
        return fmt::format("give --{}", where.substr(kParam.size()));
    }
    if (recurrence.header().param(where) != nullptr) {
        return fmt::format("give another --{}", where);
    }
    if (where.starts_with("input ")) {
        return "give a file for it";
    }
    if (where == "bound" || (where == "cell" && error.code == ErrorCode::overflow)) {
        return overflow_advice(recurrence);
    }
    if (where == "cell" && !recurrence.is_builtin()) {
        return "declare a 32-bit '//! cell' in the file";
    }
    if (where == "pattern") {
        return fmt::format("leave out --pattern: the problem then runs in {}",
                           dp::stage_text(recurrence.header(), recurrence.header().stage));
    }
    if (where == "resume_table") {
        return "begin with the stage after the last stage of that table, with the same problem and inputs";
    }
    if (where == "method" && error.code != ErrorCode::unsupported) {
        return method_advice(asked);
    }
    if (where == "method" || where == "memory_limit" || where == "table" || where == "solution" || where == "size") {
        return planning_advice(asked);
    }
    return {};
}

/// Adds the file's name to the message of an error about an input that was read from a file. Returns whether it is such
/// an error.
bool names_file(Error& error, const Asked& asked) {
    const dp::RecurrenceHeader& header = asked.recurrence->header();
    const dp::InputDeclaration* input = header.input(error.where);
    if (input == nullptr || asked.request == nullptr) {
        return false;
    }
    const std::string file = file_of(header, asked.request->files, asked.request->inputs, input->name);
    if (file.empty()) {
        return false;
    }
    const bool is_named = std::any_of(header.files.begin(), header.files.end(), [&](const dp::FilesDeclaration& files) {
        return std::find(files.inputs.begin(), files.inputs.end(), input->name) != files.inputs.end();
    });
    if (input->type == ElementType::u8 && !is_named && error.message.find(" elements, but ") != std::string::npos) {
        error.message +=
            fmt::format("; a text file is read as letters (write '//! files numbers {}' for numbers)", input->name);
    }
    const bool has_sizes = input->length && !input->length->variables().empty();
    error.message = fmt::format("{}: {}; correct the file{}", file, error.message,
                                has_sizes ? ", or give the sizes and params that the file is for" : "");
    error.where.clear();
    return true;
}

}  // namespace

Error advised(Error error, const Asked& asked) {
    if (asked.recurrence == nullptr || names_file(error, asked)) {
        return error;
    }
    const int line = asked.recurrence->header().answer.line;
    if (error.message.starts_with("the answer cell ") && line > 0 && !asked.recurrence->is_builtin()) {
        error.message = fmt::format("{}:{}: {}; each index counts from 0 to its extent - 1; give a cell of the domain",
                                    asked.recurrence->file(), line, error.message);
        return error;
    }
    if (const std::string advice = advice_for(error, asked); !advice.empty()) {
        error.message += "; " + advice;
        error.where.clear();  // The advice already says what the field is
    }
    return error;
}

}  // namespace vkalgo::cli
