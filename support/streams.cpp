#include "support/streams.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <mutex>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace vkalgo {
namespace {

constexpr std::string_view kEraseLine = "\r\x1b[K";
/// The longest wait for another thread that writes. A stopped terminal may block that thread.
constexpr std::chrono::milliseconds kPatience{200};

struct StatusLine {
    std::timed_mutex mutex;
    bool shown = false;
};

/// Returns the status line. It is never destroyed, because the thread that watches for signals may outlive main().
StatusLine& status_line() {
    static auto& line = *new StatusLine;
    return line;
}

/// Removes the status line, if one is shown, and writes. The caller must hold the line's mutex.
void write_above(StatusLine& line, std::string_view bytes) {
    if (line.shown) {
        write_descriptor(STDERR_FILENO, kEraseLine);
        line.shown = false;
    }
    write_descriptor(STDERR_FILENO, bytes);
}

}  // namespace

void open_standard_streams() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) {
            continue;
        }
        // open() returns the lowest free number, which is that of this stream. It is still an error to read from a
        // closed standard input, or to write to a closed standard output, also by the name /dev/stdout.
        int opened = stream == STDOUT_FILENO ? ::open("/dev/full", O_RDONLY) : -1;
        if (opened < 0) {
            opened = ::open("/dev/null", stream == STDIN_FILENO    ? O_WRONLY
                                         : stream == STDOUT_FILENO ? O_RDONLY
                                                                   : O_RDWR);
        }
        if (opened != stream) {
            ::_exit(1);
        }
    }
}

Written write_descriptor(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t put = ::write(descriptor, bytes.data(), bytes.size());
        if (put >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(put));
        } else if (errno == EAGAIN) {
            pollfd wanted{descriptor, POLLOUT, 0};
            ::poll(&wanted, 1, -1);
        } else if (errno != EINTR) {
            return errno == EPIPE ? Written::closed : Written::failed;
        }
    }
    return Written::all;
}

Written write_output(std::string_view bytes) {
    return write_descriptor(STDOUT_FILENO, bytes);
}

std::string output_failure() {
    return errno == EBADF ? "it is closed" : std::generic_category().message(errno);
}

void write_errors(std::string_view bytes) {
    StatusLine& line = status_line();
    const std::lock_guard lock(line.mutex);
    write_above(line, bytes);
}

void write_errors_if_taken(std::string_view bytes) {
    StatusLine& line = status_line();
    const std::unique_lock lock(line.mutex, kPatience);
    pollfd taker{STDERR_FILENO, POLLOUT, 0};
    if (lock && ::poll(&taker, 1, 0) > 0) {
        write_above(line, bytes);
    }
}

void show_status(std::string_view text) {
    StatusLine& line = status_line();
    const std::lock_guard lock(line.mutex);
    write_descriptor(STDERR_FILENO, std::string(kEraseLine).append(text));
    line.shown = true;
}

void erase_status() {
    StatusLine& line = status_line();
    const std::unique_lock lock(line.mutex, kPatience);
    if (lock && line.shown) {
        write_descriptor(STDERR_FILENO, kEraseLine);
        line.shown = false;
    }
}

}  // namespace vkalgo
