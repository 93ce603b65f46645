#pragma once

#include "engine/result.hpp"

#include <chrono>
#include <cstdint>
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

    /// The answer. False if standard output took less than all of it (a full disk, a closed pipe).
    bool print(std::string_view text) const;

    /// The error: "vkalgo: error: what is wrong; what to do" on standard error, or under --json an object on standard
    /// output. Returns the exit code as main() wants it.
    int fail(ExitCode code, std::string_view message) const;
    int fail(const Error& error) const;

    /// True when a progress bar would be seen: a terminal on standard error, and not --quiet.
    bool shows_progress() const;

private:
    Settings settings_;
};

/// The message; behind it, in parentheses, the file, option or failed Vulkan call that it does not say itself.
std::string full_message(const Error& error);

/// A bar on standard error while it lives, if a terminal is attached and the work turns out long (over half a second).
class Progress {
public:
    /// `total` in any unit, e.g. stages or bytes.
    Progress(const Reporter& reporter, std::string title, std::uint64_t total);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    /// `done` of `total` units are done. Cheap enough to call after every dispatch.
    void update(std::uint64_t done);

private:
    using Clock = std::chrono::steady_clock;

    bool visible_;
    bool drawn_ = false;
    std::string title_;
    std::uint64_t total_;
    Clock::time_point next_;
};

}  // namespace vkalgo::cli
