#pragma once

#include "engine/result.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Bytes, and whole files out (source.hpp reads them). Every failure is an Error with code invalid_argument that names
/// the file and what to do.
namespace vkalgo::formats {

using Bytes = std::vector<std::byte>;

/// What text files may begin with (UTF-8).
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Fails when write_file(path) could not succeed as things stand: a missing or read-only folder, a folder in place of
/// the file. Commands call it before a long run, so that a wrong path does not cost the run.
Result<void> check_writable(const std::string& path);

/// Fails when an output would replace one of the inputs: the same file, whatever its names and links. `option` is the
/// option that names the output. Commands call it before a run.
Result<void> check_not_input(std::string_view option, const std::string& output, std::span<const std::string> inputs);

/// An error if both are one file, by whatever names.
Result<void> check_not_output(std::string_view option, const std::string& output, std::string_view other_option,
                              const std::string& other);

/// True for "-" and for what is there and no plain file (a pipe, /dev/null): written as it stands, whatever its name.
bool is_stream(const std::string& path);

/// Writes a whole file: under a temporary name in the same folder, renamed once complete, removed on failure, so that
/// nobody ever sees half a file. A link is followed; something that is not a plain file (a pipe, /dev/null) is written
/// as it stands. The path "-" is standard output.
Result<void> write_file(const std::string& path, std::span<const std::byte> content);
Result<void> write_file(const std::string& path, std::string_view content);

/// What an output holds: a file's bytes, or the files of a folder by their names.
struct FileContent {
    Bytes bytes;
    bool folder = false;
    std::vector<std::pair<std::string, Bytes>> files;
};

/// Fails when write_folder(path) could not succeed as things stand.
Result<void> check_folder_writable(const std::string& path);

/// Writes a folder that is not there yet, or is empty: under a temporary name beside it, renamed once complete, removed
/// on failure. Names are those of files, without a slash.
Result<void> write_folder(const std::string& path, std::span<const std::pair<std::string, Bytes>> files);

/// The same memory, seen as text and as bytes.
std::string_view as_text(std::span<const std::byte> bytes);
std::span<const std::byte> as_byte_span(std::string_view text);

/// The lower-case extension of a file name with its dot, "" without one. A final ".gz" is passed over: "a.FA.gz" gives
/// ".fa".
std::string extension_of(const std::string& path);

}  // namespace vkalgo::formats
