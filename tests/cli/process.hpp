#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace vkalgo::cli::test {

using Words = std::vector<std::string>;

struct ProcessResult {
    /// The exit code, or 128 + signal if a signal ended the process.
    int exit_code = -1;
    /// What the process wrote on standard output.
    std::string output;
    /// What the process wrote on standard error.
    std::string errors;
    /// The largest resident memory in bytes.
    std::uint64_t peak_bytes = 0;
};

struct ProcessSettings {
    /// The content of standard input.
    std::string input;
    /// A file or pipe that is standard input instead of `input`.
    std::string input_file;
    /// Environment variables to set; the value "" removes a variable.
    std::vector<std::pair<std::string, std::string>> environment;
    /// A file that receives standard output; the result's `output` is then empty.
    std::string output_file;
};

/// Runs the built `vkalgo` with these arguments and waits for it.
ProcessResult run_vkalgo(const std::vector<std::string>& arguments, const ProcessSettings& settings = {});

/// Returns the JSON object that `vkalgo --json COMMAND ...` prints; it must succeed, with nothing on standard error.
nlohmann::json json_of_command(const std::string& command, std::vector<std::string> arguments,
                               const ProcessSettings& settings = {});

/// Returns the member "result" of what json_of_command returns.
nlohmann::json result_of_command(const std::string& command, std::vector<std::string> arguments,
                                 const ProcessSettings& settings = {});

/// Returns the content of an existing file, unpacked if it is gzip.
std::string content_of(const std::string& path);

/// Runs `script` by bash, with the path of the built `vkalgo` in $V and a work folder of its own.
ProcessResult run_shell(const std::string& script);

/// Returns the path of the built `vkalgo`.
std::string vkalgo_path();

/// Returns whether the device that the command uses here is a software driver.
bool on_software_device();

/// A command line that must be refused.
struct Refusal {
    std::vector<std::string> arguments;
    int exit_code;
    /// A part of the message.
    std::string message;
};

/// Runs the command twice. As text, it must print nothing on standard output and the message on standard error. With
/// --json, it must print the same message in one JSON object and nothing on standard error. The exit code is the same.
void expect_refused(const Refusal& refusal, const ProcessSettings& settings = {});

/// Does the same for `command` with these arguments.
void expect_refused(const std::string& command, Words arguments, const std::string& message, int exit_code = 2);

/// Runs the command once, as text. It must print this message, exit with code 2, and never have more than `most_bytes`
/// bytes resident. Under sanitizers memory is not measured, since they need more.
void expect_refused_within(std::uint64_t most_bytes, const std::vector<std::string>& arguments,
                           const std::string& message, const ProcessSettings& settings = {});

}  // namespace vkalgo::cli::test
