#include "cli/manual/manual.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

std::string fish_word(std::string_view text) {
    std::string safe = "'";
    for (const char letter : text) {
        if (letter == '\'' || letter == '\\') {
            safe += '\\';
        }
        safe += letter;
    }
    return safe + "'";
}

std::string line_of(const OptionRow& option, const std::string& condition) {
    std::string line = fmt::format("complete -c vkalgo -n {} -l {}", fish_word(condition), option.name.substr(2));
    if (!option.short_name.empty()) {
        line += fmt::format(" -s {}", option.short_name.substr(1));
    }
    if (!option.choices.empty()) {
        line += fmt::format(" -x -a {}", fish_word(fmt::format("{}", fmt::join(option.choices, " "))));
    } else if (option.takes_file()) {
        line += " -r -F";
    } else if (!option.is_flag()) {
        line += " -x";
    }
    return fmt::format("{} -d {}\n", line, fish_word(option.help));
}

}  // namespace

std::string fish_completion(const Manual& manual) {
    std::string script =
        "# fish completion of vkalgo, made by `vkalgo --generate fish` from the tables of options.\n"
        "complete -c vkalgo -f\n"
        "complete -c vkalgo -n __fish_use_subcommand -a help -d 'the help of a command'\n";
    for (const OptionRow& option : manual.globals) {
        script += line_of(option, "__fish_use_subcommand");
    }
    for (const CommandPage& page : manual.commands) {
        const std::string inside = fmt::format("__fish_seen_subcommand_from {}", page.command->name);
        script += fmt::format("complete -c vkalgo -n __fish_use_subcommand -a {} -d {}\n", page.command->name,
                              fish_word(page.command->summary));
        script += fmt::format("complete -c vkalgo -n '__fish_seen_subcommand_from help' -a {}\n", page.command->name);
        for (const OptionRow& option : page.options) {
            if (!option.is_input()) {
                script += line_of(option, inside);
            } else if (option.takes_file()) {
                script += fmt::format("complete -c vkalgo -n {} -F\n", fish_word(inside));
            } else if (!option.choices.empty()) {
                script += fmt::format("complete -c vkalgo -n {} -a {}\n", fish_word(inside),
                                      fish_word(fmt::format("{}", fmt::join(option.choices, " "))));
            }
        }
    }
    return script;
}

}  // namespace vkalgo::cli
