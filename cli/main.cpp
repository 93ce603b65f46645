#include "cli/command.hpp"

#include <csignal>
#include <string>
#include <vector>

int main(int count, char** words) {
    // A closed pipe shall be an error of the write, with its exit code, not a silent end.
    std::signal(SIGPIPE, SIG_IGN);
    const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
    return vkalgo::cli::run_command_line(arguments);
}
