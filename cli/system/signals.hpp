#pragma once

#include <stop_token>

/// SIGINT, SIGTERM and SIGHUP. The process ends by the signal (a shell sees 130, 143 or 129) and leaves no temporary
/// file and no status line. While a Cancellable lives, the first signal only asks its work to stop. The process then
/// ends as soon as the work has stopped, five seconds are over, or a second signal arrives. A line on standard error
/// may say that the work has not stopped yet.
namespace vkalgo::cli {

/// Starts to watch for signals. Call it once, before any other thread starts. A signal that the caller ignores (nohup)
/// stays ignored.
void watch_signals();

/// Returns the signal that was received; 0 if there was none.
int received_signal();

/// Ends the process by that signal and cleans up as described above.
[[noreturn]] void end_by_signal(int signal);

/// A period in which the first signal asks the work to stop and does not end the process at once.
class Cancellable {
public:
    /// `tells`: if the work goes on after the signal, a line on standard error says so.
    explicit Cancellable(bool tells = false);
    Cancellable(const Cancellable&) = delete;
    Cancellable& operator=(const Cancellable&) = delete;
    ~Cancellable();

    /// Returns the token that the first signal sets.
    std::stop_token token() const;

private:
    bool tells_;
};

}  // namespace vkalgo::cli
