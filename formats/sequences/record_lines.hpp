#pragma once

#include "engine/result.hpp"
#include "formats/sequences/letters.hpp"
#include "formats/source.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The lines of a file of sequences, and what the formats of formats/sequences/formats/ make of them.
namespace vkalgo::formats {

/// The lines of a source, without blanks at both ends. If a text, or the first bytes of a source (Source::head()), have
/// carriage returns but no line feeds, carriage returns end the lines.
class SourceLines {
public:
    /// A line of more than `most_bytes` bytes may be refused; a line of more than twice as many bytes is refused.
    /// `most_bytes` is at least 1 MiB.
    SourceLines(Source source, std::uint64_t most_bytes);
    /// Reads a text. If the text is a part of a larger text, `lines_before` lines of the larger text come before the
    /// part. The text must outlive the object.
    SourceLines(std::string_view text, std::string name, std::uint64_t lines_before);

    /// Goes to the next line. Returns false at the end. Errors: those of the source; too_large; invalid_argument: lines
    /// end in different ways.
    Result<bool> next();
    /// Makes next() return the same line again.
    void again() { again_ = true; }

    /// Returns the line. Valid until next().
    std::string_view line() const { return line_; }
    /// Returns the number of the line, from 1.
    std::uint64_t number() const { return number_; }
    /// Returns the number of blanks before the line's text.
    std::size_t indent() const { return indent_; }
    /// Returns the number of bytes of the source, unpacked, up to the end of the line. Not for a text.
    std::uint64_t bytes_read() const { return read_ - (end_ - position_); }
    /// Returns the name of the source.
    const std::string& name() const { return name_; }

private:
    Result<bool> refill();
    bool take(std::size_t end, std::size_t next);
    Error mixed_endings() const;

    std::optional<Source> source_;
    std::string name_;
    std::uint64_t most_bytes_ = 0;
    char ending_ = '\n';
    std::vector<char> buffer_;
    /// Points to the buffer or the text.
    const char* data_ = nullptr;
    std::size_t position_ = 0, end_ = 0;
    std::uint64_t read_ = 0;
    bool ended_ = false, again_ = false;
    std::string_view line_;
    std::uint64_t number_ = 0;
    std::size_t indent_ = 0;
};

/// The lines of a file of sequences that are not comments. The function `read` of a format takes the lines of a record
/// from this object.
class RecordLines {
public:
    /// Lines that begin with `comment` are skipped; 0: every line counts. A record with more letters than
    /// `most_letters` is refused.
    RecordLines(Source source, char comment, std::uint64_t most_letters);
    /// Reads a text, as the second constructor of SourceLines does.
    RecordLines(std::string_view text, std::string name, char comment, std::uint64_t most_letters,
                std::uint64_t lines_before);

    /// Goes to the next line. Returns false at the end. Errors: those of SourceLines::next().
    Result<bool> next() {  // Inline, as append_letters() is, since formats call these functions once per line
        for (;;) {
            VKALGO_TRY(const bool more, lines_.next());
            if (!more || comment_ == 0 || !lines_.line().starts_with(comment_)) {
                return more;
            }
        }
    }
    /// Makes next() return the same line again.
    void again() { lines_.again(); }
    /// Returns the line without blanks at both ends. Valid until next().
    std::string_view line() const { return lines_.line(); }
    /// Returns the number of the line, from 1. Comments are counted.
    std::uint64_t number() const { return lines_.number(); }
    /// Returns the number of bytes of the source, unpacked, up to the end of the line. Not for a text.
    std::uint64_t bytes_read() const { return lines_.bytes_read(); }

    /// Sets the name that messages give to the record that is read.
    void set_record(std::string_view name) { record_ = name; }
    const std::string& record() const { return record_; }

    /// Appends letters, which are a part of line(), to the last array of the list. Blanks between them are skipped.
    /// Errors: invalid_argument: the code does not allow a letter; too_large.
    Result<void> append_letters(std::string_view letters, ArrayBlock& list, const LetterCode& code) const {
        std::size_t bad = 0;
        if (!code.append(letters, list.data, bad)) {
            VKALGO_CHECK(append_groups(letters, bad, list, code));
        }
        list.offsets.back() = list.data.size();
        return list.length(list.size() - 1) > most_letters_ ? Result<void>(too_long()) : Result<void>();
    }
    /// Appends qualities, which are a part of line(). Each is a letter from '!' to '~'. Errors: invalid_argument.
    Result<void> append_qualities(std::string_view qualities, ArrayBlock& list) const;

    /// Each function returns an error with a location: line `number`, the current line, or the column of the current
    /// line where `part` begins.
    Error wrong_at_line(std::uint64_t number, std::string_view message) const;
    Error wrong(std::string_view message) const { return wrong_at_line(lines_.number(), message); }
    Error wrong_at(std::string_view part, std::string_view message) const;

private:
    Result<void> append_groups(std::string_view letters, std::size_t bad, ArrayBlock& list,
                               const LetterCode& code) const;
    Error too_long() const;
    std::size_t column_of(std::string_view part) const;

    SourceLines lines_;
    char comment_;
    std::uint64_t most_letters_;
    std::string record_;
};

}  // namespace vkalgo::formats
