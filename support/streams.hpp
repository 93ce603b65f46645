#pragma once

#include <string>
#include <string_view>

/// Functions that write to standard output and standard error by file descriptor. Writes are not buffered, so a failure
/// is known at once.
namespace vkalgo {

/// Opens another file in place of each standard stream that the caller closed, so that no file opened later gets the
/// number of the stream. To write to a closed standard output is still an error; to write to a closed standard error
/// succeeds. Also turns the signals for a closed pipe and for an exceeded quota into errors of the write.
void open_standard_streams();

enum class Written {
    all,
    /// The reader of the pipe closed it, because it has read enough.
    closed,
    /// The reason is in errno, e.g. a full disk.
    failed,
};

/// Writes all bytes to the descriptor, with as many calls as necessary.
Written write_descriptor(int descriptor, std::string_view bytes);

Written write_output(std::string_view bytes);
/// Returns the reason in errno why standard output was not written: "it is closed", "No space left on device".
std::string output_failure();

/// Writes to standard error, above the status line if one is shown. Failures are ignored, since they cannot be
/// reported.
void write_errors(std::string_view bytes);
/// Writes a line to standard error as write_errors() does, but does not wait: drops the line if a stopped terminal or a
/// full pipe blocks writing.
void write_errors_if_taken(std::string_view bytes);

/// Shows `line` (without a line break) as the last line of the terminal on standard error, in place of the previous
/// status line.
void show_status(std::string_view line);
/// Removes the status line. Does nothing if none is shown, or if a stopped terminal blocks a writer.
void erase_status();

}  // namespace vkalgo
