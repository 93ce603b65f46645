#pragma once

#include "engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// What the formats of meshes have in common: text in words and lines, numbers, errors.
namespace vkalgo::formats {

/// The words of a text, line by line. Lines end in \n, \r\n or, where the text has no \n, in \r.
class MeshText {
public:
    /// `comment`: from this letter on a line is passed over; 0 for none. `line`: the number of the first one.
    MeshText(std::string_view text, const std::string& name, char comment = 0, std::uint64_t line = 1);

    /// The next word of this line; empty at its end.
    std::string_view word();

    /// Passes over the first letters of the next word, which it has.
    void skip(std::size_t letters) { position_ += letters; }

    /// Passes over the rest of this line. False where the text ends.
    bool next_line();

    /// The next word of this line or one below; empty at the end of the text.
    std::string_view word_below();

    /// Does a word follow, on this line or below? Goes to the line where it is.
    bool has_more();

    std::uint64_t line() const { return line_; }
    /// Bytes from here on.
    std::uint64_t bytes_left() const { return text_.size() - position_; }

    /// "'NAME' line LINE: MESSAGE", of this line or another.
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

/// Reads a coordinate as read_number() does: a finite number, rounded to the nearest of the type, unless it is whole
/// and would be rounded. Returns what is wrong and what to do, or nothing.
std::string read_coordinate(std::string_view word, float& value);
std::string read_coordinate(std::string_view word, double& value);

/// Reads a whole number of 64 bits in the same way; `what` calls it: "an index".
std::string read_whole(std::string_view word, std::string_view what, std::int64_t& value);

/// What is wrong with a face of fewer than three corners.
std::string too_few_corners(std::uint64_t corners);

/// What is wrong with an index that is none of a vertex; `first` is the format's number of the first vertex.
std::string no_such_vertex(std::int64_t index, std::uint64_t vertices, unsigned first);

/// What is wrong where `count` things of `least` bytes each at least cannot be in `left` bytes, or nothing: to ask
/// before memory is taken for them. The last thing of a text need not have anything behind it, so one byte may lack.
std::string no_room(std::string_view things, std::uint64_t count, std::uint64_t least, std::uint64_t left);

/// The end of a message on a file that has less than it promises.
inline constexpr const char* kTruncated = "the file is truncated or its counts are wrong; copy or write it again";

}  // namespace vkalgo::formats
