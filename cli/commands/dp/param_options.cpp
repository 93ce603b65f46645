#include "cli/commands/dp/param_options.hpp"

#include "cli/command.hpp"
#include "cli/dp/alignment/scoring_options.hpp"
#include "cli/dp/files.hpp"
#include "cli/dp/inputs.hpp"
#include "cli/dp/report.hpp"

#include <set>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Returns the names that params must not have: the names of the options declared so far, and of the options of every
/// command.
std::set<std::string> names_taken(const Options& options) {
    Options common({});
    Globals().declare(common, {});
    std::set<std::string> names;
    const Options& globals = common;
    for (const Options* each : {&options, &globals}) {
        for (const OptionRow& row : each->rows()) {
            names.insert(row.name);
        }
    }
    return names;
}

}  // namespace

Result<void> declare_param_options(Options& options, const dp::Recurrence& recurrence,
                                   std::map<std::string, dp::Number, std::less<>>& params) {
    const std::set<std::string> taken = names_taken(options);
    options.group(fmt::format("Params of {}", recurrence.header().problem));
    for (const dp::ParamDeclaration& param : recurrence.header().params) {
        const std::string option = "--" + param.name;
        const bool is_score = takes_scores(recurrence.header()) && param.name != "alphabet";
        if (taken.contains(option)) {
            return Error{
                ErrorCode::invalid_argument,
                fmt::format(
                    "{}:{}: param '{}' needs the option {}, but dp already has one of this name; rename the param",
                    recurrence.file(), param.line, param.name, option),
                {}};
        }
        options.value(option, "NUMBER",
                      fmt::format("{}{}{}", to_string(param.type), param.range ? " in " + param.range->text : "",
                                  default_text(param).empty() ? "" : fmt::format(" (default {})", default_text(param))),
                      [&params, &param, is_score](const std::string& text) -> Result<void> {
                          const auto number = parse_param(text, param.type);
                          if (!number) {
                              return is_score ? score_error(text, number.error()) : number.error();
                          }
                          params[param.name] = *number;
                          return {};
                      });
    }
    return {};
}

}  // namespace vkalgo::cli
