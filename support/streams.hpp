#pragma once

#include <string_view>

/// Standard output and standard error, by file descriptor: nothing is buffered, so a failure is known at once.
namespace vkalgo {

/// Opens /dev/null in place of each of the three standard streams that the caller closed, so that no file opened later
/// takes its number. Also makes a closed pipe and a full quota errors of the write instead of signals.
void open_standard_streams();

enum class Written {
    all,
    /// the reader of the pipe is gone: it has seen enough
    closed,
    /// errno says why, e.g. a full disk
    failed,
};

/// Writes all bytes to the descriptor, however many calls it takes.
Written write_descriptor(int descriptor, std::string_view bytes);

Written write_output(std::string_view bytes);

/// Writes to standard error, above the status line if one is shown. Failures are ignored: there is nobody to tell.
void write_errors(std::string_view bytes);
/// The same for a line that is not worth waiting for: dropped if a stopped terminal or a full pipe holds writers up.
void write_errors_if_taken(std::string_view bytes);

/// Shows `line` (no line break) as the last line of the terminal on standard error, in place of the one before.
void show_status(std::string_view line);
/// Takes the status line away. Does nothing if none is shown, or if a stopped terminal holds a writer up.
void erase_status();

}  // namespace vkalgo
