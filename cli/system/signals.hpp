#pragma once

#include <stop_token>

/// SIGINT, SIGTERM and SIGHUP: the process ends by the signal (a shell sees 130, 143, 129), leaves no temporary file
/// and no status line. While a Cancellable lives, the first signal only asks its work to stop, and the process ends
/// once the work has, after five seconds, or at the second signal. Work that does not stop at once may say so.
namespace vkalgo::cli {

/// To call once, before any other thread starts. A signal that the caller ignores (nohup) stays ignored.
void watch_signals();

/// The signal that was received; 0: none.
int received_signal();

/// Ends the process by that signal, with all that is promised above.
[[noreturn]] void end_by_signal(int signal);

class Cancellable {
public:
    /// `tells`: where the work goes on after the signal, standard error gets a line about it.
    explicit Cancellable(bool tells = false);
    Cancellable(const Cancellable&) = delete;
    Cancellable& operator=(const Cancellable&) = delete;
    ~Cancellable();

    /// Set by the first signal.
    std::stop_token token() const;

private:
    bool tells_;
};

}  // namespace vkalgo::cli
