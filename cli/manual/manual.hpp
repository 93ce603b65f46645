#pragma once

#include "cli/command.hpp"
#include "cli/option_row.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What is told about the command line, made from the tables of options that the commands declare: nothing here is
/// written twice.
namespace vkalgo::cli {

/// A command and all of its options: its own, those that a choice brings (dp's params), and the global ones it accepts.
struct CommandPage {
    const Command* command = nullptr;
    std::vector<OptionRow> options;
};

struct Manual {
    /// of `vkalgo` itself
    std::vector<OptionRow> globals;
    std::vector<CommandPage> commands;
    /// the closing paragraphs of the general help
    std::string notes;
};

/// Exit codes, sizes, files: what is true of every command.
extern const char* const kNotes;

/// The options of `vkalgo` without a command: the global ones, and --generate.
void declare_general(Options& options, Globals& globals, std::optional<std::string>& generated);
std::vector<OptionRow> general_options();

/// Of all commands.
Manual make_manual();

/// A screen of help.
struct HelpScreen {
    /// "vkalgo dp"
    std::string program;
    /// "COMMAND", or empty
    std::string argument;
    std::string description;
    /// complete lines
    std::string examples;
    std::string notes;
};

/// Help in lines of at most `columns` letters, where words and examples allow it.
std::string help_screen(const HelpScreen& screen, const std::vector<OptionRow>& options, std::size_t columns);

/// The screen of `vkalgo --help`.
std::string general_help(std::size_t columns);

/// Breaks at blanks into lines of at most `columns` letters; every line after the first is indented.
std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent);

/// Joins lines to paragraphs and breaks those anew. A line that begins with a blank stays as it is; an empty line parts
/// paragraphs.
std::string reflowed(std::string_view text, std::size_t columns);

/// What stands beside an option: its help, choices and default.
std::string described(const OptionRow& option);

/// vkalgo(1) in roff, and the completions of three shells.
std::string man_page(const Manual& manual);
std::string bash_completion(const Manual& manual);
std::string zsh_completion(const Manual& manual);
std::string fish_completion(const Manual& manual);

}  // namespace vkalgo::cli
