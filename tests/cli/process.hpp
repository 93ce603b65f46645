#pragma once

#include <string>
#include <utility>
#include <vector>

namespace vkalgo::cli::test {

struct ProcessResult {
    /// 128 + signal when a signal ended it
    int exit_code = -1;
    /// of standard output
    std::string output;
    /// of standard error
    std::string errors;
};

struct ProcessSettings {
    /// its standard input
    std::string input;
    /// variables to set; "" takes one away
    std::vector<std::pair<std::string, std::string>> environment;
    /// where its standard output goes instead
    std::string output_file;
};

/// Runs the built `vkalgo` with these arguments and waits for it.
ProcessResult run_vkalgo(const std::vector<std::string>& arguments, const ProcessSettings& settings = {});

/// A command line that must be refused.
struct Refusal {
    std::vector<std::string> arguments;
    int exit_code;
    /// part of it
    std::string message;
};

/// Runs it twice. In words: the exit code, the message on standard error, nothing on standard output. With --json: the
/// same exit code and message in one JSON object, nothing on standard error.
void expect_refused(const Refusal& refusal, const ProcessSettings& settings = {});

}  // namespace vkalgo::cli::test
