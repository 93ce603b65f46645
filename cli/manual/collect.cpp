#include "cli/manual/manual.hpp"

#include <algorithm>

namespace vkalgo::cli {
namespace {

std::vector<OptionRow> declared(const Command& command, std::vector<std::string> words) {
    Options options(std::move(words));
    const auto invocation = command.make();
    // declare() fails only if words of the command line are wrong. Here there are none, or an option with one of its
    // own choices.
    static_cast<void>(invocation->declare(options));
    Globals globals;
    globals.declare(options, command.globals);
    return options.rows();
}

bool has(const std::vector<OptionRow>& rows, const std::string& name) {
    return std::any_of(rows.begin(), rows.end(), [&](const OptionRow& row) { return row.name == name; });
}

CommandPage page_of(const Command& command) {
    CommandPage page{&command, declared(command, {})};
    std::vector<OptionRow> further;
    for (const OptionRow& option : page.options) {
        if (!option.brings_options) {
            continue;
        }
        for (const std::string& choice : option.choices) {
            for (OptionRow& row : declared(command, {option.name, choice})) {
                if (!has(page.options, row.name) && !has(further, row.name)) {
                    further.push_back(std::move(row));
                }
            }
        }
    }
    // These options go before the global options, which are the last on every page.
    const auto globals = std::find_if(page.options.begin(), page.options.end(),
                                      [](const OptionRow& row) { return row.group == kGlobalGroup; });
    page.options.insert(globals, further.begin(), further.end());
    return page;
}

}  // namespace

void declare_general(Options& options, Globals& globals, std::optional<std::string>& generated) {
    globals.declare(options, {});
    options.choice("--generate", generated, {"man", "bash", "zsh", "fish"},
                   "print the man page, or the completions of a shell");
}

std::vector<OptionRow> general_options() {
    Globals globals;
    std::optional<std::string> generated;
    Options options({});
    declare_general(options, globals, generated);
    return options.rows();
}

Manual make_manual() {
    Manual manual;
    manual.globals = general_options();
    manual.notes = kNotes;
    for (const Command* command : commands()) {
        manual.commands.push_back(page_of(*command));
    }
    return manual;
}

}  // namespace vkalgo::cli
