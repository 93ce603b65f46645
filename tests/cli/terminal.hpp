#pragma once

#include <string>
#include <utility>
#include <vector>

namespace vkalgo::cli::test {

struct TerminalSettings {
    /// Environment variables to set; the value "" removes a variable.
    std::vector<std::pair<std::string, std::string>> environment;
    unsigned short columns = 80;
    /// If true, standard output goes to the terminal too, not to a file.
    bool output_too = false;
    /// The signal that is sent when `wait_for` is on the screen.
    int signal = 0;
    std::string wait_for;
};

struct TerminalResult {
    /// The exit code, or 128 + signal if a signal ended the process.
    int exit_code = -1;
    /// Everything that the terminal received.
    std::string screen;
    /// Standard output, unless that is the terminal.
    std::string output;
};

/// Runs the built `vkalgo` with standard error on a terminal of its own; TERM is xterm unless set otherwise.
TerminalResult run_in_terminal(const std::vector<std::string>& arguments, const TerminalSettings& settings = {});

}  // namespace vkalgo::cli::test
