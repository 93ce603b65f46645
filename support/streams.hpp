#pragma once

#include <string>
#include <string_view>

/// Functions that write to standard output and standard error by file descriptor. Writes are not buffered, so a failure
/// is known at once.
namespace vkalgo {

/// Opens another file in place of each standard stream that is closed when the program starts, so that no file opened
/// later gets the descriptor of a standard stream. It is still an error to read from a closed standard input or to
/// write to a closed standard output. Writing to a closed standard error succeeds. Also ignores the signals for a
/// closed pipe and for a file that exceeds its size limit (ulimit -f), so that the write returns an error instead.
void open_standard_streams();

enum class Written {
    all,
    /// The reader of the pipe has closed it, for example because it has read enough.
    closed,
    /// The reason is in errno, e.g. a full disk.
    failed,
};

/// Writes all bytes to the descriptor, with as many calls as necessary.
Written write_descriptor(int descriptor, std::string_view bytes);

Written write_output(std::string_view bytes);
/// Returns the reason, from errno, why writing to standard output failed: "it is closed", "No space left on device".
std::string output_failure();

/// Removes the status line, if one is shown, and writes to standard error. The next show_status() shows the line again,
/// below the text. Failures are ignored, since they cannot be reported.
void write_errors(std::string_view bytes);
/// Writes a line to standard error as write_errors() does, but drops the line if a stopped terminal or a full pipe
/// would block the write, or if another thread is blocked in a write for more than 200 ms.
void write_errors_if_taken(std::string_view bytes);

/// Shows `line` (without a line break) as the last line of the terminal on standard error, in place of the previous
/// status line.
void show_status(std::string_view line);
/// Removes the status line. Does nothing if none is shown, or if another thread is blocked in a write for more than 200
/// ms, for example by a stopped terminal.
void erase_status();

}  // namespace vkalgo
