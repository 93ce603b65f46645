#include "cli/manual/manual.hpp"

#include <fmt/format.h>

namespace vkalgo::cli {

const char* const kNotes =
    "Standard output is the answer; progress, warnings and errors go to standard error.\n\n"
    "Exit codes: 0 done; 1 the run failed on the device or took longer than --timeout, or its answer could "
    "not be written; 2 bad usage or input, no room for a temporary file, or the planner refused the run; 3 no usable "
    "Vulkan device; 4 --verify found a difference.\n\n"
    "Sizes are digits, alone or with K, M, G (powers of 1000) or Ki, Mi, Gi (powers of 1024), or 2^N.\n\n"
    "Files: - is standard input or, for an output, standard output; an input that is packed by gzip is unpacked.\n";

std::string general_help(std::size_t columns) {
    constexpr std::size_t kSummaries = 14;  // The column where the summaries begin
    std::string list;
    std::string examples;
    for (const Command* command : commands()) {
        list +=
            fmt::format("\n  {:<{}}{}", command->name, kSummaries - 2, wrapped(command->summary, columns, kSummaries));
        const std::string lines = command->examples;
        examples += lines.substr(0, lines.find('\n') + 1);
    }
    HelpScreen screen{"vkalgo", "COMMAND", {}, examples, kNotes};
    screen.description = fmt::format(
        "Classic parallel algorithms on any device with Vulkan 1.2.\n\nCommands (`vkalgo help COMMAND` shows the "
        "options of a "
        "command):{}\n",
        list);
    return help_screen(screen, general_options(), columns);
}

}  // namespace vkalgo::cli
