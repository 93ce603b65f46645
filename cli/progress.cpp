#include "cli/progress.hpp"

#include "cli/system/terminal.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr std::chrono::milliseconds kFirst{500};
constexpr std::chrono::milliseconds kNext{100};
constexpr const char* kBarColour = "32";

/// Formats a duration in seconds, rounded up: "0:07", "12:05", "3:00:59".
std::string clock_text(double seconds) {
    const auto whole = static_cast<std::uint64_t>(std::ceil(seconds));
    if (whole < 3600) {
        return fmt::format("{}:{:02}", whole / 60, whole % 60);
    }
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

/// Formats a rate: "12.3M", "950".
std::string rate_text(double rate) {
    constexpr std::pair<double, const char*> kSteps[] = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "K"}};
    for (const auto& [size, suffix] : kSteps) {
        if (rate / size >= 0.9995) {  // With a smaller unit, three digits would be 1e+03
            return fmt::format("{:.3g}{}", rate / size, suffix);
        }
    }
    return fmt::format("{:.3g}", rate);
}

}  // namespace

std::string progress_stage(int kernels_compiling, DeviceType device, bool has_begun) {
    if (kernels_compiling > 0) {
        return "compiling kernels";
    }
    return !has_begun && device == DeviceType::software ? "waiting for the first result" : "";
}

std::string progress_line(const ProgressView& view, std::size_t columns, bool with_colour) {
    const double done = std::clamp(view.done, 0.0, 1.0);
    std::string after = fmt::format(" {:3.0f}%", std::floor(done * 100));
    if (!view.stage.empty()) {
        after += fmt::format("  {}", view.stage);
    } else {
        if (view.rate > 0) {
            after += fmt::format("  {} {}/s", rate_text(view.rate), view.unit);
        }
        if (view.seconds_left && *view.seconds_left < 1e6) {
            after += fmt::format("  {} left", clock_text(*view.seconds_left));
        }
    }
    // The last column stays free, because a terminal would wrap there.
    const std::size_t room = columns > 1 ? columns - 1 : 0;
    const std::size_t used = view.title.size() + after.size() + 3;
    if (used + 5 > room) {
        return (view.title + after).substr(0, room);
    }
    const std::size_t width = std::min<std::size_t>(room - used, 40);
    const auto filled = static_cast<std::size_t>(done * static_cast<double>(width));
    const std::string hashes(filled, '#');
    return fmt::format("{} [{}{:{}}]{}", view.title,
                       with_colour ? fmt::format("\x1b[{}m{}\x1b[0m", kBarColour, hashes) : hashes, "", width - filled,
                       after);
}

Progress::Progress(const Session& session, std::string title, double amount, std::string unit)
    : context_(session.opened()),
      title_(std::move(title)),
      amount_(amount),
      unit_(std::move(unit)),
      quiet_(session.reporter().settings().quiet) {
    if (session.reporter().shows_progress()) {
        painter_ = std::jthread([this](const std::stop_token& stop) { draw_until_stopped(stop); });
    }
}

Progress::~Progress() {
    if (painter_.joinable()) {
        painter_.request_stop();
        painter_.join();
        erase_status();
    }
}

void Progress::update(double fraction) {
    const std::lock_guard lock(mutex_);
    done_ = std::max(done_, fraction);
    last_time_ = Clock::now();
    if (!first_done_) {
        first_done_ = done_;
        first_time_ = last_time_;
    }
}

std::function<void(double)> Progress::callback() {
    return [this](double fraction) { update(fraction); };
}

std::stop_token Progress::cancel() {
    if (!cancellable_) {
        cancellable_.emplace(!quiet_);
    }
    return cancellable_->token();
}

void Progress::draw_until_stopped(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    auto wait = kFirst;
    while (!changed_.wait_for(lock, stop, wait, [&] { return stop.stop_requested(); }) && !stop.stop_requested()) {
        wait = kNext;
        ProgressView view{title_, done_, 0, unit_, std::nullopt, {}};
        const double seconds = std::chrono::duration<double>(last_time_ - first_time_).count();
        if (first_done_ && done_ > *first_done_ && seconds > 0) {
            const double speed = (done_ - *first_done_) / seconds;
            view.rate = amount_ * speed;
            const double since = std::chrono::duration<double>(Clock::now() - last_time_).count();
            view.seconds_left = std::max(0.0, (1 - done_) / speed - since);
        }
        if (context_ != nullptr) {
            view.stage = progress_stage(context_->kernels_compiling(), context_->profile().type, done_ > 0);
        }
        lock.unlock();
        show_status(progress_line(view, columns_of(Stream::errors), has_colours(Stream::errors)));
        lock.lock();
    }
}

}  // namespace vkalgo::cli
