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
    /// The run failed on the device, or the answer could not be written.
    run_failed = 1,
    /// Bad usage or bad input, or a planner refused the run.
    bad_input = 2,
    no_device = 3,
    /// --verify found a difference.
    difference = 4,
};

ExitCode exit_code_of(ErrorCode code);

/// The printer of the answer, warnings and errors of a run, to standard output and standard error.
class Reporter {
public:
    struct Settings {
        bool json = false;
        /// Print only the answer, without warnings and progress.
        bool quiet = false;
        bool verbose = false;
    };

    explicit Reporter(Settings settings) : settings_(settings) {}

    const Settings& settings() const { return settings_; }
    void set(Settings settings) { settings_ = settings; }

    /// Prints a line on standard error, unless --quiet is given.
    void warn(std::string_view message) const;

    /// Prints a line on standard error under --verbose only.
    void explain(std::string_view message) const;

    /// Prints the answer. On a terminal, control characters are escaped (see printable()). Any other output gets the
    /// bytes unchanged.
    Written print(std::string_view text) const;

    /// Calls print(). Returns `code` if standard output took all of the text, or if its reader has closed it. Otherwise
    /// reports the error and returns its exit code.
    int print_or_fail(std::string_view text, int code = 0) const;

    /// Reports an error: "vkalgo: error: what is wrong; what to do" on standard error, or under --json an object on
    /// standard output. Returns the exit code for main(). After a signal, prints nothing and returns 128 + the signal's
    /// number.
    int fail(ExitCode code, std::string_view message) const;
    int fail(const Error& error, std::span<const Advice> advice = {}) const;

    /// Returns whether a progress bar would be visible: standard error is a terminal that can redraw lines, and --quiet
    /// is not given.
    bool shows_progress() const;

private:
    Settings settings_;
};

}  // namespace vkalgo::cli
