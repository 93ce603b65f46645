#pragma once

#include <cstddef>
#include <span>
#include <string>

/// Files of other programs whose bytes are never numbers themselves: packed files, archives, images, documents, and
/// arrays in formats that are not read.
namespace vkalgo::formats {

/// A kind of files whose bytes are never numbers themselves.
struct Container {
    /// The kind in messages: "a JPEG image".
    const char* about = "";
    /// What the user can do to get the numbers of such a file into a file that is read.
    const char* advice = "";
    /// Whether such a file contains other files, which may be of any kind: packed files and archives.
    bool holds_files = false;
};

/// Returns the kind of file that starts with these bytes, or null. For an archive, `path` tells the kind more exactly.
const Container* container_of(std::span<const std::byte> head, const std::string& path);

/// Returns the kind of file that has the ending of this path, or null.
const Container* container_by_ending(const std::string& path);

}  // namespace vkalgo::formats
