#pragma once

#include "cli/command.hpp"
#include "cli/system/signals.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace vkalgo::cli {

/// How far some long work is. Where a terminal is attached, a bar with rate and time left is shown from half a second
/// on until this dies. While it lives, the first SIGINT, SIGTERM or SIGHUP only sets cancel(), if that was asked for.
///
///     Progress progress(session, "histogram", 200e6, "values");
///     options.progress = progress.callback();
///     options.cancel = progress.cancel();
class Progress {
public:
    /// `amount` of `unit` is the whole work ("values", "cells"), for the rate; 0: no rate is shown.
    explicit Progress(const Session& session, std::string title, double amount = 0, std::string unit = {});
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    /// `fraction` of the work is done, 0 to 1. Cheap enough to call after every dispatch; from any thread.
    void update(double fraction);
    /// update(), for the library's options. Must not be called once this is dead.
    std::function<void(double)> callback();

    /// For work that looks at it between submissions. What goes on for longer is told, unless under --quiet.
    std::stop_token cancel();

private:
    using Clock = std::chrono::steady_clock;

    void draw_until_stopped(const std::stop_token& stop);

    const Context* context_;
    std::string title_;
    double amount_;
    std::string unit_;
    bool quiet_;
    std::optional<Cancellable> cancellable_;

    std::mutex mutex_;
    std::condition_variable_any changed_;
    double done_ = 0;
    /// where the rate is measured from: the first update
    std::optional<double> first_done_;
    Clock::time_point first_time_, last_time_;
    std::jthread painter_;  // last: it uses the others
};

/// What a bar shows at some moment.
struct ProgressView {
    std::string title;
    double done = 0;
    /// per second; 0: not shown
    double rate = 0;
    std::string unit;
    std::optional<double> seconds_left;
    /// what keeps the work busy beside that; replaces rate and time
    std::string stage;
};

/// One line of at most `columns` letters (the colour's escape sequences apart).
std::string progress_line(const ProgressView& view, std::size_t columns, bool with_colour);

}  // namespace vkalgo::cli
