#pragma once

#include <string>
#include <utility>
#include <vector>

namespace vkalgo::cli::test {

struct TerminalSettings {
    /// variables to set; "" takes one away
    std::vector<std::pair<std::string, std::string>> environment;
    unsigned short columns = 80;
    /// standard output goes to the terminal too, not to a pipe
    bool output_too = false;
    /// sent once `wait_for` is on the screen
    int signal = 0;
    std::string wait_for;
};

struct TerminalResult {
    /// 128 + signal when a signal ended it
    int exit_code = -1;
    /// all that the terminal got
    std::string screen;
    /// of standard output, unless that is the terminal
    std::string output;
};

/// Runs the built `vkalgo` with standard error on a terminal of its own, TERM being xterm unless set otherwise.
TerminalResult run_in_terminal(const std::vector<std::string>& arguments, const TerminalSettings& settings = {});

}  // namespace vkalgo::cli::test
