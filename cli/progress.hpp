#pragma once

#include "cli/command.hpp"
#include "cli/system/signals.hpp"
#include "engine/device_profile.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace vkalgo::cli {

/// The progress of a long computation. If Reporter::shows_progress(), a bar with rate and remaining time is shown, from
/// half a second after construction until destruction. After cancel() was called and until destruction, the first
/// SIGINT, SIGTERM or SIGHUP sets the stop token and does not end the process at once (see Cancellable).
///
///     Progress progress(session, "histogram", 200e6, "values");
///     options.progress = progress.callback();
///     options.cancel = progress.cancel();
class Progress {
public:
    /// `amount` is the whole work, counted in `unit` ("values", "cells"). It is needed for the rate; if it is 0, no
    /// rate is shown.
    explicit Progress(const Session& session, std::string title, double amount = 0, std::string unit = {});
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    /// Reports that `fraction` (0 to 1) of the work is done. Cheap enough to call after every dispatch, from any
    /// thread.
    void update(double fraction);
    /// Returns update() as a function for the library's options. It must not be called after this object is destroyed.
    std::function<void(double)> callback();

    /// Returns a stop token for work that checks it between submissions. If the work goes on after a signal, a line on
    /// standard error says so, unless --quiet is given.
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
    /// The fraction at the first update. The rate is measured from that update on.
    std::optional<double> first_done_;
    Clock::time_point first_time_, last_time_;
    std::jthread painter_;  // The last member: it uses the other members
};

/// What a bar shows at one moment.
struct ProgressView {
    std::string title;
    double done = 0;
    /// Units per second; 0 if no rate is shown.
    double rate = 0;
    std::string unit;
    std::optional<double> seconds_left;
    /// The text of progress_stage(). If it is not empty, it is shown instead of rate and remaining time.
    std::string stage;
};

/// Returns "compiling kernels", "waiting for the first result" or, if the work proceeds, an empty text. `has_begun`: a
/// part of the work is done. A software device compiles at its first dispatch. So before its first result nobody can
/// tell whether it still compiles or already runs.
std::string progress_stage(int kernels_compiling, DeviceType device, bool has_begun);

/// Returns one line of at most `columns` characters, not counting the escape sequences of the colour.
std::string progress_line(const ProgressView& view, std::size_t columns, bool with_colour);

}  // namespace vkalgo::cli
