#include "cli/reporter.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace vkalgo::cli {

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

std::string full_message(const Error& error) {
    // A noun such as "memory" or "recurrence" is for programs; a file, an option or, of the driver's failures, a call helps.
    const bool helps = error.where.starts_with("--") || error.where.find_first_of("./") != std::string::npos ||
                       (error.where.starts_with("vk") && exit_code_of(error.code) == ExitCode::run_failed);
    if (!helps || error.message.find(error.where) != std::string::npos) {
        return error.message;
    }
    return fmt::format("{} ({})", error.message, error.where);
}

void Reporter::warn(std::string_view message) const {
    if (!settings_.quiet) {
        fmt::print(stderr, "vkalgo: warning: {}\n", message);
    }
}

void Reporter::explain(std::string_view message) const {
    if (settings_.verbose) {
        fmt::print(stderr, "vkalgo: {}\n", message);
    }
}

bool Reporter::print(std::string_view text) const {
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

int Reporter::fail(ExitCode code, std::string_view message) const {
    if (settings_.json) {
        const nlohmann::ordered_json error = {{"error", {{"code", static_cast<int>(code)}, {"message", message}}}};
        // Messages quote file names, which need not be UTF-8.
        print(error.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
    } else {
        fmt::print(stderr, "vkalgo: error: {}\n", message);
    }
    return static_cast<int>(code);
}

int Reporter::fail(const Error& error) const {
    return fail(exit_code_of(error.code), full_message(error));
}

bool Reporter::shows_progress() const {
    return !settings_.quiet && ::isatty(STDERR_FILENO) == 1;
}

Progress::Progress(const Reporter& reporter, std::string title, std::uint64_t total)
    : visible_(reporter.shows_progress() && total > 0),
      title_(std::move(title)),
      total_(total),
      next_(Clock::now() + std::chrono::milliseconds(500)) {}

void Progress::update(std::uint64_t done) {
    if (!visible_ || Clock::now() < next_) {
        return;
    }
    constexpr std::size_t kWidth = 40;
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
    const auto filled = static_cast<std::size_t>(share * kWidth);
    fmt::print(stderr, "\r{} [{:#<{}}{:<{}}] {:3.0f}%", title_, "", filled, "", kWidth - filled, share * 100);
    std::fflush(stderr);
    drawn_ = true;
    next_ = Clock::now() + std::chrono::milliseconds(100);
}

Progress::~Progress() {
    if (drawn_) {
        std::fputs("\r\x1b[K", stderr);
    }
}

}  // namespace vkalgo::cli
