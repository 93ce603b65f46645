#include "cli/manual/manual.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

/// Escapes text for use inside '...' and inside the brackets and colons of an _arguments specification.
std::string zsh_word(std::string_view text) {
    std::string safe;
    for (const char letter : text) {
        if (letter == '\'') {
            safe += "'\\''";
        } else if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') {
            safe += '\\';
            safe += letter;
        } else {
            safe += letter;
        }
    }
    return safe;
}

std::string action_of(const OptionRow& option) {
    if (!option.choices.empty()) {
        return fmt::format("({})", fmt::join(option.choices, " "));
    }
    return option.takes_file() ? "_files" : " ";
}

std::string specification(const OptionRow& option) {
    if (option.is_input()) {
        return fmt::format("'{}{}:{}'", option.most > 1 ? "*:" : ":", zsh_word(option.name), action_of(option));
    }
    const std::string value =
        option.is_flag() ? "" : fmt::format(":{}:{}", zsh_word(option.value_name), action_of(option));
    if (!option.short_name.empty()) {
        return fmt::format("'({0} {1})'{{{0},{1}{2}}}'[{3}]{4}'", option.short_name, option.name,
                           option.is_flag() ? "" : "=", zsh_word(option.help), value);
    }
    return fmt::format("'{}{}{}[{}]{}'", option.most > 1 ? "*" : "", option.name, option.is_flag() ? "" : "=",
                       zsh_word(option.help), value);
}

std::string specifications(const std::vector<OptionRow>& options, const std::string& indent) {
    std::string lines;
    for (const OptionRow& option : options) {
        lines += fmt::format(" \\\n{}{}", indent, specification(option));
    }
    return lines;
}

}  // namespace

std::string zsh_completion(const Manual& manual) {
    std::string names;
    std::string cases;
    for (const CommandPage& page : manual.commands) {
        names += fmt::format("        '{}:{}'\n", page.command->name, zsh_word(page.command->summary));
        cases += fmt::format("        {})\n            _arguments -S{} ;;\n", page.command->name,
                             specifications(page.options, "                "));
    }
    return fmt::format(
        "#compdef vkalgo\n"
        "# zsh completion of vkalgo, made by `vkalgo --generate zsh` from the tables of options.\n"
        "_vkalgo() {{\n"
        "    local context state state_descr line\n"
        "    typeset -A opt_args\n"
        "    local -a commands\n"
        "    commands=(\n        'help:the help of a command'\n{}    )\n"
        "    _arguments -C -S{} \\\n"
        "        '1:command:->command' '*::options:->options'\n"
        "    case $state in\n"
        "        command) _describe command commands; return ;;\n"
        "        options) ;;\n"
        "        *) return ;;\n"
        "    esac\n"
        "    case $words[1] in\n"
        "        help) _describe command commands ;;\n{}"
        "    esac\n"
        "}}\n"
        "_vkalgo \"$@\"\n",
        names, specifications(manual.globals, "        "), cases);
}

}  // namespace vkalgo::cli
