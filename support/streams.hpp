#pragma once

#include <string>
#include <string_view>

/// Standard output and standard error by file descriptor. Nothing is buffered, so a failure is known at once.
namespace vkalgo {

/// Opens another file in place of each standard stream that the caller closed, so that no file opened later gets its
/// number: writing to a closed standard output remains an error, and writing to a closed standard error succeeds. Also
/// turns the signals for a closed pipe and an exceeded quota into errors of the write.
void open_standard_streams();

enum class Written {
    all,
    /// The reader of the pipe closed it: it has read enough.
    closed,
    /// The reason is in errno, e.g. a full disk.
    failed,
};

/// Writes all bytes to the descriptor, with as many calls as necessary.
Written write_descriptor(int descriptor, std::string_view bytes);

Written write_output(std::string_view bytes);
/// Returns why standard output was not written, by errno: "it is closed", "No space left on device".
std::string output_failure();

/// Writes to standard error, above the status line if one is shown. Failures are ignored, since they cannot be
/// reported.
void write_errors(std::string_view bytes);
/// Does the same for a line that is not worth waiting for: drops it if a stopped terminal or a full pipe blocks
/// writing.
void write_errors_if_taken(std::string_view bytes);

/// Shows `line` (without a line break) as the last line of the terminal on standard error. It replaces the previous
/// one.
void show_status(std::string_view line);
/// Removes the status line. Does nothing if none is shown, or if a stopped terminal blocks a writer.
void erase_status();

}  // namespace vkalgo
