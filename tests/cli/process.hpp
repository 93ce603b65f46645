#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace vkalgo::cli::test {

using Words = std::vector<std::string>;

struct ProcessResult {
    /// 128 + signal when a signal ended it
    int exit_code = -1;
    /// of standard output
    std::string output;
    /// of standard error
    std::string errors;
    /// the most memory that it had resident, in bytes
    std::uint64_t peak_bytes = 0;
};

struct ProcessSettings {
    /// its standard input
    std::string input;
    /// the file or pipe that is its standard input instead
    std::string input_file;
    /// variables to set; "" takes one away
    std::vector<std::pair<std::string, std::string>> environment;
    /// where its standard output goes instead
    std::string output_file;
};

/// Runs the built `vkalgo` with these arguments and waits for it.
ProcessResult run_vkalgo(const std::vector<std::string>& arguments, const ProcessSettings& settings = {});

/// The JSON object that `vkalgo --json COMMAND ...` prints; it must succeed, with nothing on standard error.
nlohmann::json json_of_command(const std::string& command, std::vector<std::string> arguments,
                               const ProcessSettings& settings = {});

/// Its result.
nlohmann::json result_of_command(const std::string& command, std::vector<std::string> arguments,
                                 const ProcessSettings& settings = {});

/// What a file that is there holds, unpacked where it is gzip.
std::string content_of(const std::string& path);

/// Runs `script` by bash, with the path of the built `vkalgo` in $V and a work folder of its own.
ProcessResult run_shell(const std::string& script);

/// Where the built `vkalgo` is.
std::string vkalgo_path();

/// Whether the device that the command takes here is a software driver.
bool on_software_device();

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

/// The same, of this command.
void expect_refused(const std::string& command, Words arguments, const std::string& message, int exit_code = 2);

/// Runs it once, in words: exit code 2, this message, and at most so many bytes resident. Sanitizers need
/// more memory: there it is not measured.
void expect_refused_within(std::uint64_t most_bytes, const std::vector<std::string>& arguments,
                           const std::string& message, const ProcessSettings& settings = {});

}  // namespace vkalgo::cli::test
