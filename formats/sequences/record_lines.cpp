#include "formats/sequences/record_lines.hpp"

#include "formats/bytes.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

/// The bytes of the buffer at first; more than the head that Source keeps.
constexpr std::size_t kPart = std::size_t{1} << 20;

bool is_blank(char letter) {
    return letter == ' ' || letter == '\t';
}

/// Returns the character that ends lines: a carriage return if the text has carriage returns but no line feed, else a
/// line feed.
char ending_of(std::string_view text) {
    return text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos ? '\r' : '\n';
}

}  // namespace

SourceLines::SourceLines(Source source, std::uint64_t most_bytes)
    : source_(std::move(source)),
      name_(source_->name()),
      most_bytes_(most_bytes),
      ending_(ending_of(as_text(source_->head()))),
      buffer_(kPart),
      data_(buffer_.data()) {}

SourceLines::SourceLines(std::string_view text, std::string name, std::uint64_t lines_before)
    : name_(std::move(name)),
      ending_(ending_of(text)),
      data_(text.data()),
      position_(lines_before == 0 && text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0),
      end_(text.size()),
      ended_(true),
      number_(lines_before) {}

/// Moves the unread bytes to the front of the buffer and reads more after them. Returns false at the end of the source.
Result<bool> SourceLines::refill() {
    if (position_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + position_, end_ - position_);
        end_ -= position_;
        position_ = 0;
    }
    if (end_ == buffer_.size()) {
        if (buffer_.size() > most_bytes_) {
            return Error{
                ErrorCode::too_large,
                fmt::format("'{}' line {} has more than {}; break it into shorter lines, or raise <input-limit>", name_,
                            number_ + 1, format_limit(most_bytes_)),
                name_};
        }
        buffer_.resize(2 * buffer_.size());
        data_ = buffer_.data();
    }
    const bool first = read_ == 0;
    VKALGO_TRY(const std::size_t got, source_->read(std::as_writable_bytes(std::span(buffer_)).subspan(end_)));
    end_ += got;
    read_ += got;
    if (first && std::string_view(buffer_.data(), end_).starts_with(kByteOrderMark)) {
        position_ = kByteOrderMark.size();
    }
    ended_ = got == 0;
    return got > 0;
}

/// Takes the line that ends before `end`; the line after it begins at `next`. Returns false if the line contains a
/// character that ends lines in other texts: a carriage return, or a line feed if carriage returns end the lines of
/// this text.
bool SourceLines::take(std::size_t end, std::size_t next) {
    std::size_t first = position_;
    while (end > first && (is_blank(data_[end - 1]) || data_[end - 1] == '\r')) {
        --end;
    }
    while (first < end && is_blank(data_[first])) {
        ++first;
    }
    indent_ = first - position_;
    line_ = std::string_view(data_ + first, end - first);
    position_ = next;
    ++number_;
    return line_.find(ending_ == '\n' ? '\r' : '\n') == std::string_view::npos;
}

Error SourceLines::mixed_endings() const {
    return Error{ErrorCode::invalid_argument,
                 fmt::format("'{}' line {} contains a {}; end all lines in the same way", name_, number_,
                             ending_ == '\n' ? "carriage return" : "line feed"),
                 name_};
}

Result<bool> SourceLines::next() {
    if (std::exchange(again_, false)) {
        return true;
    }
    std::size_t seen = 0;
    for (;;) {
        const char* from = data_ + position_;
        const std::size_t room = end_ - position_;
        if (room > seen) {
            if (const void* found = std::memchr(from + seen, ending_, room - seen)) {
                const std::size_t end = position_ + static_cast<std::size_t>(static_cast<const char*>(found) - from);
                return take(end, end + 1) ? Result<bool>(true) : mixed_endings();
            }
        }
        seen = room;
        if (!ended_) {
            VKALGO_CHECK(refill());
            seen = std::min(seen, end_ - position_);  // A byte order mark is skipped
            continue;
        }
        if (room == 0) {
            return false;
        }
        return take(end_, end_) ? Result<bool>(true) : mixed_endings();
    }
}

RecordLines::RecordLines(Source source, char comment, std::uint64_t most_letters)
    : lines_(std::move(source), most_letters + kPart), comment_(comment), most_letters_(most_letters) {}

RecordLines::RecordLines(std::string_view text, std::string name, char comment, std::uint64_t most_letters,
                         std::uint64_t lines_before)
    : lines_(text, std::move(name), lines_before), comment_(comment), most_letters_(most_letters) {}

/// Returns the column, from 1, where a part of the line begins.
std::size_t RecordLines::column_of(std::string_view part) const {
    return lines_.indent() + static_cast<std::size_t>(part.data() - lines_.line().data()) + 1;
}

Error RecordLines::wrong_at_line(std::uint64_t number, std::string_view message) const {
    const std::string& file = lines_.name();
    return Error{ErrorCode::invalid_argument, fmt::format("'{}' line {}: {}", file, number, message), file};
}

Error RecordLines::wrong_at(std::string_view part, std::string_view message) const {
    const std::string& file = lines_.name();
    return Error{ErrorCode::invalid_argument,
                 fmt::format("'{}' line {}, column {}: {}", file, lines_.number(), column_of(part), message), file};
}

/// Appends letters. `bad` is the index of the first letter that the code does not allow: it is a blank between groups,
/// or an error.
Result<void> RecordLines::append_groups(std::string_view letters, std::size_t bad, ArrayBlock& list,
                                        const LetterCode& code) const {
    for (std::string_view rest = letters;;) {
        if (!is_blank(rest[bad])) {
            // The position is counted within the sequence, from 1, as is usual in biology.
            const std::uint64_t letter = list.data.size() - list.offsets[list.size() - 1] + bad + 1;
            return wrong_at(rest.substr(bad),
                            fmt::format("letter {} of record '{}': {}", letter, record_, code.refusal(rest[bad])));
        }
        static_cast<void>(code.append(rest.substr(0, bad), list.data, bad));
        rest.remove_prefix(bad + 1);
        if (rest.empty() || code.append(rest, list.data, bad)) {
            return {};
        }
    }
}

Error RecordLines::too_long() const {
    return Error{ErrorCode::too_large,
                 fmt::format("'{}': record '{}' has more than {} letters; leave it out, or raise <input-limit>",
                             lines_.name(), record_, most_letters_),
                 lines_.name()};
}

Result<void> RecordLines::append_qualities(std::string_view qualities, ArrayBlock& list) const {
    unsigned outside = 0;  // Checks all letters together, since that is faster than a check of each
    for (const char each : qualities) {
        outside |= static_cast<unsigned>(static_cast<unsigned char>(each - '!') > '~' - '!');
    }
    if (outside != 0) {
        const auto bad =
            std::find_if(qualities.begin(), qualities.end(), [](char each) { return each < '!' || each > '~'; });
        return wrong_at(
            qualities.substr(static_cast<std::size_t>(bad - qualities.begin())),
            fmt::format("a quality of record '{}' is {}, but qualities must be from '!' to '~'; copy the file again",
                        record_, quoted_letter(*bad)));
    }
    list.qualities += qualities;
    return {};
}

}  // namespace vkalgo::formats
