#pragma once

#include "cli/advice.hpp"
#include "engine/result.hpp"
#include "support/streams.hpp"

#include <span>
#include <string>
#include <string_view>

namespace vkalgo::cli {

/// What the process returns to its caller.
enum class ExitCode : int {
    done = 0,
    /// on the device, or the answer could not be written
    run_failed = 1,
    /// bad usage, bad input, or refused by a planner beforehand
    bad_input = 2,
    no_device = 3,
    /// --verify found one
    difference = 4,
};

ExitCode exit_code_of(ErrorCode code);

/// Owns standard output and standard error: nothing else in the command writes to them.
class Reporter {
public:
    struct Settings {
        bool json = false;
        /// no warnings, no progress, the bare answer
        bool quiet = false;
        bool verbose = false;
    };

    explicit Reporter(Settings settings) : settings_(settings) {}

    const Settings& settings() const { return settings_; }
    void set(Settings settings) { settings_ = settings; }

    /// A line on standard error, unless --quiet.
    void warn(std::string_view message) const;

    /// A line on standard error under --verbose only.
    void explain(std::string_view message) const;

    /// The answer. A terminal gets its control characters written out (printable()), everything else the bytes as they
    /// are.
    Written print(std::string_view text) const;

    /// print(), then `code` if standard output took it all or nobody reads it any more; else the error.
    int print_or_fail(std::string_view text, int code = 0) const;

    /// The error: "vkalgo: error: what is wrong; what to do" on standard error, or under --json an object on standard
    /// output. Returns the exit code as main() wants it. After a signal it says nothing and returns 128 + the signal.
    int fail(ExitCode code, std::string_view message) const;
    int fail(const Error& error, std::span<const Advice> advice = {}) const;

    /// True when a progress bar would be seen: a terminal that redraws lines on standard error, and not --quiet.
    bool shows_progress() const;

private:
    Settings settings_;
};

}  // namespace vkalgo::cli
