#include "cli/manual/manual.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

std::string words_of(const std::vector<OptionRow>& options) {
    std::string words;
    for (const OptionRow& option : options) {
        if (!option.is_input()) {
            words += (words.empty() ? "" : " ") + option.name;
            words += option.short_name.empty() ? "" : " " + option.short_name;
        }
    }
    return words;
}

/// Returns the cases of the script that complete the values of options: one case per option that takes a value.
std::string value_cases(const std::vector<OptionRow>& options, const std::string& indent) {
    std::string cases;
    for (const OptionRow& option : options) {
        if (option.is_input() || option.is_flag()) {
            continue;
        }
        std::string reply;
        if (!option.choices.empty()) {
            reply = fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$current\")); ", fmt::join(option.choices, " "));
        } else if (option.takes_file()) {
            reply = "_vkalgo_files; ";
        }
        cases += fmt::format("{}{}) {}return ;;\n", indent, option.name, reply);
    }
    return cases;
}

/// Returns the options that take a value, so that the script does not mistake a value for a command.
std::string valued_names(const std::vector<OptionRow>& options) {
    std::string names;
    for (const OptionRow& option : options) {
        if (!option.is_input() && !option.is_flag()) {
            names += (names.empty() ? "" : "|") + option.name;
        }
    }
    return names;
}

std::string word_case(const CommandPage& page) {
    bool files = false;
    std::vector<std::string> choices;
    for (const OptionRow& option : page.options) {
        files = files || (option.is_input() && option.takes_file());
        if (option.is_input()) {
            choices = option.choices;
        }
    }
    const std::string reply =
        files             ? "_vkalgo_files"
        : choices.empty() ? ":"
                          : fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$current\"))", fmt::join(choices, " "));
    return fmt::format("        {}) {} ;;\n", page.command->name, reply);
}

}  // namespace

std::string bash_completion(const Manual& manual) {
    std::string names = "help";
    std::string values;
    std::string options;
    std::string words;
    for (const CommandPage& page : manual.commands) {
        names += fmt::format(" {}", page.command->name);
        values += fmt::format("        {})\n            case $previous in\n{}            esac ;;\n", page.command->name,
                              value_cases(page.options, "                "));
        options += fmt::format("            {}) options='{}' ;;\n", page.command->name, words_of(page.options));
        words += word_case(page);
    }
    std::string script = R"(# bash completion of vkalgo, made by `vkalgo --generate bash` from the tables of options.
_vkalgo_files() {
    compopt -o filenames 2>/dev/null
    local IFS=$'\n'
    COMPREPLY=($(compgen -f -- "$current"))
}

_vkalgo() {
    local current=${COMP_WORDS[COMP_CWORD]} previous='' command='' options='' word index
    COMPREPLY=()
    ((COMP_CWORD > 0)) && previous=${COMP_WORDS[COMP_CWORD - 1]}
    # Bash splits --type=u8 at the =.
    if [[ $current == = ]]; then
        current=''
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        case $word in
            @VALUED@)
                ((index++))
                [[ ${COMP_WORDS[index]} == = ]] && ((index++))
                ;;
            -* | =) ;;
            help) ;;
            *) command=$word; break ;;
        esac
    done
    case $command in
@VALUES@        '')
            case $previous in
@GLOBAL_VALUES@            esac ;;
    esac
    if [[ $current == -* ]]; then
        case $command in
@OPTIONS@            *) options='@GLOBALS@' ;;
        esac
        COMPREPLY=($(compgen -W "$options" -- "$current"))
        return
    fi
    case $command in
        '') COMPREPLY=($(compgen -W '@NAMES@' -- "$current")) ;;
@WORDS@    esac
}
complete -F _vkalgo vkalgo
)";
    const std::pair<std::string_view, std::string> parts[] = {
        {"@VALUED@", valued_names(manual.globals)},
        {"@VALUES@", values},
        {"@GLOBAL_VALUES@", value_cases(manual.globals, "                ")},
        {"@OPTIONS@", options},
        {"@GLOBALS@", words_of(manual.globals)},
        {"@NAMES@", names},
        {"@WORDS@", words},
    };
    for (const auto& [mark, text] : parts) {
        script.replace(script.find(mark), mark.size(), text);
    }
    return script;
}

}  // namespace vkalgo::cli
