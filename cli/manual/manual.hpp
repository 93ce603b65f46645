#pragma once

#include "cli/command.hpp"
#include "cli/option_row.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Help, man page and completions. They are made from the tables of options that the commands declare, so nothing is
/// written twice.
namespace vkalgo::cli {

/// A command and all of its options: its own, those that a choice adds (dp's params), and the global ones it accepts.
struct CommandPage {
    const Command* command = nullptr;
    std::vector<OptionRow> options;
};

struct Manual {
    /// The options of `vkalgo` itself.
    std::vector<OptionRow> globals;
    std::vector<CommandPage> commands;
    /// The closing paragraphs of the general help.
    std::string notes;
};

/// Facts that hold for every command: exit codes, sizes, files.
extern const char* const kNotes;

/// Declares the options of `vkalgo` without a command: the global ones and --generate.
void declare_general(Options& options, Globals& globals, std::optional<std::string>& generated);
std::vector<OptionRow> general_options();

/// Collects the manual of all commands.
Manual make_manual();

/// A screen of help.
struct HelpScreen {
    /// For example "vkalgo dp".
    std::string program;
    /// "COMMAND", or empty.
    std::string argument;
    std::string description;
    /// Complete lines.
    std::string examples;
    std::string notes;
};

/// Returns help in lines of at most `columns` characters, if words and examples are short enough.
std::string help_screen(const HelpScreen& screen, const std::vector<OptionRow>& options, std::size_t columns);

/// Returns the text of `vkalgo --help`.
std::string general_help(std::size_t columns);

/// Breaks the text at spaces into lines. Every line after the first is indented by `indent` spaces. A line has at most
/// `columns` characters, or 20 more than the indent if that is more; a longer word is not broken.
std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent);

/// Joins lines into paragraphs, and breaks each paragraph into lines as wrapped() does. A line that begins with a space
/// stays as it is; an empty line separates paragraphs.
std::string reflowed(std::string_view text, std::size_t columns);

/// Returns the text beside an option: its help, choices and default.
std::string described(const OptionRow& option);

/// Return vkalgo(1) in roff, and the completions of three shells.
std::string man_page(const Manual& manual);
std::string bash_completion(const Manual& manual);
std::string zsh_completion(const Manual& manual);
std::string fish_completion(const Manual& manual);

}  // namespace vkalgo::cli
