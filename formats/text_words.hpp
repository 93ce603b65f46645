#pragma once

#include "engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Functions that the formats of meshes and rasters share: words and lines of text, numbers, errors.
namespace vkalgo::formats {

/// The words of a text, line by line. Lines end in \n, \r\n or, if the text has no \n, in \r.
class MeshText {
public:
    /// The rest of a line from the character `comment` on is skipped, unless a point comes before that character; 0:
    /// nothing is skipped. `line` is the number of the first line.
    MeshText(std::string_view text, const std::string& name, char comment = 0, std::uint64_t line = 1);

    /// Returns the next word of this line; empty at the end of the line.
    std::string_view word();

    /// Skips the first `letters` letters of the word that begins at the current position, for example after has_more().
    /// The word must have so many letters.
    void skip(std::size_t letters) { position_ += letters; }

    /// Skips the rest of this line. Returns false at the end of the text.
    bool next_line();

    /// Returns the next word of this line or of a later one; empty at the end of the text.
    std::string_view word_below();

    /// Returns true if a word follows on this line or a later one, and moves to the start of that word.
    bool has_more();

    std::uint64_t line() const { return line_; }
    /// Returns the number of bytes from the current position on.
    std::uint64_t bytes_left() const { return text_.size() - position_; }

    /// Returns the error "'NAME' line LINE: MESSAGE", for this line or another.
    Error wrong(const std::string& message) const { return wrong(line_, message); }
    Error wrong(std::uint64_t line, const std::string& message) const;

private:
    bool is_blank(char letter) const;

    std::string_view text_;
    const std::string& name_;
    char comment_;
    char line_break_;
    std::uint64_t line_;
    std::size_t position_ = 0;
};

/// Reads a coordinate as read_number() does: a finite number, rounded to the nearest number of the type. A whole number
/// without a point that would be rounded is an error. Returns what is wrong and what to do, or an empty string.
std::string read_coordinate(std::string_view word, float& value);
std::string read_coordinate(std::string_view word, double& value);
/// Does what read_coordinate() does, but reads "nan" and "inf" too.
std::string read_any_coordinate(std::string_view word, float& value);
std::string read_any_coordinate(std::string_view word, double& value);

/// Reads a whole number of 64 bits. `what` is its name in messages: "an index". Returns what is wrong and what to do,
/// or an empty string.
std::string read_whole(std::string_view word, std::string_view what, std::int64_t& value);

/// Returns what is wrong with a face of fewer than three corners.
std::string too_few_corners(std::uint64_t corners);

/// Returns what is wrong with an index that no vertex has. `first` is the format's number of the first vertex.
std::string no_such_vertex(std::int64_t index, std::uint64_t vertices, unsigned first);

/// Returns what is wrong if `count` items of at least `least` bytes each cannot fit in `left` bytes, or an empty
/// string. `things` names the items. Call it before allocating memory for them. The last item of a text needs no
/// separator after it, so one byte may be missing.
std::string no_room(std::string_view things, std::uint64_t count, std::uint64_t least, std::uint64_t left);

/// The end of a message about a file that is shorter than its header promises.
inline constexpr const char* kTruncated = "the file is truncated or its counts are wrong; copy or write it again";

}  // namespace vkalgo::formats
