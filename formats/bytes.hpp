#pragma once

#include "engine/result.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Bytes, and the writing of whole files (source.hpp reads them). Every failure is an Error with code invalid_argument
/// that names the file and says what to do.
namespace vkalgo::formats {

using Bytes = std::vector<std::byte>;

/// The byte order mark of UTF-8, with which a text file may begin.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Fails if write_file(path) cannot succeed at present: the folder is missing or read-only, or the path is empty or a
/// folder. Commands call it before a long run, so that a wrong path does not cost the run.
Result<void> check_writable(const std::string& path);

/// Fails if an output would replace one of the inputs, because both are the same file, perhaps under different names or
/// through a link. `option` is the option that names the output. Commands call this function before a run.
Result<void> check_not_input(std::string_view option, const std::string& output, std::span<const std::string> inputs);

/// Fails if both outputs are the same file, even by different names.
Result<void> check_not_output(std::string_view option, const std::string& output, std::string_view other_option,
                              const std::string& other);

/// Returns true for "-" and for an existing path that is neither a plain file nor a folder (a pipe, /dev/null). Such a
/// path is written directly.
bool is_stream(const std::string& path);

/// Writes a whole file. It is written under a temporary name in the same folder, renamed when complete, and removed on
/// failure, so that half a file is never visible. Links are followed. A path that is not a plain file (a pipe,
/// /dev/null) is written directly. The path "-" is standard output.
Result<void> write_file(const std::string& path, std::span<const std::byte> content);
Result<void> write_file(const std::string& path, std::string_view content);

/// The content of an output: a file's bytes, or the files of a folder with their names.
struct FileContent {
    Bytes bytes;
    bool folder = false;
    std::vector<std::pair<std::string, Bytes>> files;
};

/// Fails if write_folder(path) cannot succeed at present.
Result<void> check_folder_writable(const std::string& path);

/// Writes a folder, which must not exist or must be empty. The folder is written under a temporary name beside `path`,
/// renamed when complete, and removed on failure. Names are file names without a slash.
Result<void> write_folder(const std::string& path, std::span<const std::pair<std::string, Bytes>> files);

/// Return a view of the argument's memory, as text or as bytes.
std::string_view as_text(std::span<const std::byte> bytes);
std::span<const std::byte> as_byte_span(std::string_view text);

/// Returns the lower-case extension of a file name with its dot, or "" if it has none. A final ".gz" is ignored:
/// "a.FA.gz" gives ".fa".
std::string extension_of(const std::string& path);

}  // namespace vkalgo::formats
