#pragma once

#include <string>
#include <utility>
#include <vector>

namespace vkalgo::cli::test {

struct ProcessResult {
    int exit_code = -1;  ///< 128 + signal when a signal ended it
    std::string output;  ///< of standard output
    std::string errors;  ///< of standard error
};

struct ProcessSettings {
    std::string input;                                             ///< its standard input
    std::vector<std::pair<std::string, std::string>> environment;  ///< variables to set; "" takes one away
    std::string output_file;                                       ///< where its standard output goes instead
};

/// Runs the built `vkalgo` with these arguments and waits for it.
ProcessResult run_vkalgo(const std::vector<std::string>& arguments, const ProcessSettings& settings = {});

/// A command line that must be refused.
struct Refusal {
    std::vector<std::string> arguments;
    int exit_code;
    std::string message;  ///< part of it
};

/// Runs it twice. In words: the exit code, the message on standard error, nothing on standard output. With --json: the
/// same exit code and message in one JSON object, nothing on standard error.
void expect_refused(const Refusal& refusal, const ProcessSettings& settings = {});

}  // namespace vkalgo::cli::test
