#pragma once

#include <cstddef>
#include <span>
#include <string>

/// Files of other programs that must not be read as raw numbers or as text: packed files, archives, images, documents,
/// and arrays in formats that the reader of the input does not have.
namespace vkalgo::formats {

/// A kind of file that must not be read as raw numbers or as text.
struct Container {
    /// The kind in messages: "a JPEG image".
    const char* about = "";
    /// What the user can do to get the file's numbers into a format that is read.
    const char* advice = "";
    /// Whether the file contains other files of any kind, as packed files and archives do.
    bool holds_files = false;
};

/// Returns the kind of file that starts with these bytes, or null. If it is a zip archive, the ending of `path` and the
/// names of the archived files show whether it is a workbook or a document.
const Container* container_of(std::span<const std::byte> head, const std::string& path);

/// Returns the kind of file that has the ending of this path, or null.
const Container* container_by_ending(const std::string& path);

}  // namespace vkalgo::formats
