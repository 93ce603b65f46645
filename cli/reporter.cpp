#include "cli/reporter.hpp"

#include "cli/system/launch.hpp"
#include "cli/system/signals.hpp"
#include "cli/system/terminal.hpp"

#include <chrono>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli {
namespace {

constexpr std::string_view kRed = "1;31";
constexpr std::string_view kYellow = "1;33";

/// Prints one line on standard error. File names in it may contain any bytes.
void say(std::string_view head, std::string_view colour, std::string_view message) {
    const std::string text = is_terminal(Stream::errors) ? printable(message) : std::string(message);
    write_errors(fmt::format("{} {}\n", coloured(Stream::errors, colour, head), text));
}

}  // namespace

ExitCode exit_code_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::invalid_argument:
        case ErrorCode::too_large:
        case ErrorCode::unsupported:
        case ErrorCode::overflow:
            return ExitCode::bad_input;
        case ErrorCode::no_device:
            return ExitCode::no_device;
        case ErrorCode::out_of_memory:
        case ErrorCode::device_lost:
        case ErrorCode::timeout:
        case ErrorCode::cancelled:
        case ErrorCode::driver:
            break;
    }
    return ExitCode::run_failed;
}

void Reporter::warn(std::string_view message) const {
    if (!settings_.quiet) {
        say("vkalgo: warning:", kYellow, with_options(message));
    }
}

void Reporter::explain(std::string_view message) const {
    if (settings_.verbose) {
        say("vkalgo:", {}, message);
    }
}

Written Reporter::print(std::string_view text) const {
    return is_terminal(Stream::output) ? write_output(printable(text)) : write_output(text);
}

int Reporter::print_or_fail(std::string_view text, int code) const {
    if (print(text) == Written::failed) {
        return fail(
            ExitCode::run_failed,
            fmt::format(
                "could not write the whole answer to standard output: {}; check the file or program that it goes to",
                output_failure()));
    }
    return code;
}

int Reporter::fail(ExitCode code, std::string_view message) const {
    if (const int signal = received_signal(); signal != 0) {
        return 128 + signal;
    }
    std::string ranked;
    if (const Launch launch = launch_of_environment(); launch.rank > 0) {
        // If rank 0 reports the same error, mpirun ends this process during the wait.
        std::this_thread::sleep_for(std::chrono::seconds(2));
        message = ranked = fmt::format("rank {}: {}", launch.rank, message);
    }
    bool told = false;
    if (settings_.json) {
        const nlohmann::ordered_json error = {{"error", {{"code", static_cast<int>(code)}, {"message", message}}}};
        // Messages quote file names, which may not be UTF-8.
        const std::string text = error.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
        told = print(text) != Written::failed;
    }
    if (!told) {
        say("vkalgo: error:", kRed, message);
    }
    return static_cast<int>(code);
}

int Reporter::fail(const Error& error, std::span<const Advice> advice) const {
    return fail(exit_code_of(error.code), full_message(error, advice));
}

bool Reporter::shows_progress() const {
    return !settings_.quiet && redraws_lines(Stream::errors);
}

}  // namespace vkalgo::cli
