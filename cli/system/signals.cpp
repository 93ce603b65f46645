#include "cli/system/signals.hpp"

#include "support/streams.hpp"
#include "support/temporary_file.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include <pthread.h>
#include <unistd.h>

namespace vkalgo::cli {
namespace {

constexpr std::chrono::seconds kPatience{5};
/// The time from the signal to the line that says that the work goes on. Most work stops sooner.
constexpr std::chrono::milliseconds kSilence{100};

struct Watch {
    std::stop_source source;
    std::atomic<int> received{0};
    std::atomic<int> cancellable{0};
    /// The number of Cancellables that print a line.
    std::atomic<int> telling{0};
};

/// Returns the state, which is never destroyed: the watching thread outlives main().
Watch& watch() {
    static auto& only = *new Watch;
    return only;
}

/// Waits for the first signal, asks the work to stop, and ends the process. Runs in a thread of its own, which may take
/// locks and allocate, unlike a signal handler.
void wait_for_signals(sigset_t signals) {
    int signal = 0;
    while (::sigwait(&signals, &signal) != 0) {
    }
    watch().received = signal;
    watch().source.request_stop();
    const auto received = std::chrono::steady_clock::now();
    bool told = false;
    while (watch().cancellable > 0 && std::chrono::steady_clock::now() < received + kPatience) {
        constexpr timespec kTurn{0, 20'000'000};
        if (::sigtimedwait(&signals, nullptr, &kTurn) > 0) {
            break;
        }
        if (!told && watch().telling > 0 && std::chrono::steady_clock::now() > received + kSilence) {
            write_errors_if_taken(
                "vkalgo: stopping when the current work is done, or in five seconds; a second signal stops at once\n");
            told = true;
        }
    }
    end_by_signal(signal);
}

}  // namespace

void watch_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    bool any = false;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action {};
        if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) {
            sigaddset(&signals, signal);
            any = true;
        }
    }
    // The signals are blocked here and in every thread that starts later, so only the watching thread takes them.
    if (any && ::pthread_sigmask(SIG_BLOCK, &signals, nullptr) == 0) {
        watch();
        std::thread(wait_for_signals, signals).detach();
    }
}

int received_signal() {
    return watch().received;
}

void end_by_signal(int signal) {
    remove_temporary_files();
    erase_status();
    std::signal(signal, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, signal);
    ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    ::raise(signal);
    ::_exit(128 + signal);  // The first process of a container is not ended by raise()
}

Cancellable::Cancellable(bool tells) : tells_(tells) {
    ++watch().cancellable;
    watch().telling += tells_ ? 1 : 0;
}

Cancellable::~Cancellable() {
    --watch().cancellable;
    watch().telling -= tells_ ? 1 : 0;
}

std::stop_token Cancellable::token() const {
    return watch().source.get_token();
}

}  // namespace vkalgo::cli
