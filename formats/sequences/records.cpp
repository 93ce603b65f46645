#include "formats/sequences/records.hpp"

#include "formats/bytes.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

/// Larger than the head that Source keeps.
constexpr std::size_t kPart = std::size_t{1} << 20;

bool is_blank(char letter) {
    return letter == ' ' || letter == '\t';
}

bool is_letter(unsigned char letter) {
    return letter > ' ' && letter <= '~';
}

std::string_view first_word(std::string_view header) {
    std::size_t end = 0;
    while (end < header.size() && !is_blank(header[end])) {
        ++end;
    }
    return header.substr(0, end);
}

/// Returns the character that ends lines: a carriage return if the text has no line feed.
char ending_of(std::string_view text) {
    return text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos ? '\r' : '\n';
}

std::string quoted(char letter) {
    const auto code = static_cast<unsigned char>(letter);
    return is_letter(code) ? fmt::format("'{}'", letter) : fmt::format("byte 0x{:02x}", code);
}

}  // namespace

Result<void> check_is_utf8(std::string_view head, const std::string& name) {
    const bool has_mark = head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF");
    // Without a mark just one of the first two bytes is 0, since headers begin with ASCII.
    const bool has_one_zero = head.size() > 1 && (head[0] == '\0') != (head[1] == '\0');
    if (has_mark || has_one_zero) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("'{}' line 1: the text is UTF-16; save it as UTF-8", name), name};
    }
    return {};
}

LetterCode::LetterCode(std::string alphabet, bool ignore_case)
    : alphabet_(std::move(alphabet)), copies_(alphabet_.empty() && !ignore_case) {
    values_.fill(kNone);
    for (unsigned code = ' ' + 1; code <= '~'; ++code) {
        const auto letter =
            static_cast<char>(ignore_case ? std::toupper(static_cast<int>(code)) : static_cast<int>(code));
        const std::size_t place = alphabet_.empty() ? static_cast<std::size_t>(letter) : alphabet_.find(letter);
        values_[code] = place == std::string::npos ? kNone : static_cast<std::uint8_t>(place);
    }
}

bool LetterCode::append(std::string_view letters, Bytes& data, std::size_t& bad) const {
    const auto* first = reinterpret_cast<const unsigned char*>(letters.data());
    unsigned outside = 0;
    if (copies_) {
        for (std::size_t k = 0; k < letters.size(); ++k) {
            outside |= static_cast<unsigned>(static_cast<unsigned char>(first[k] - ('!')) > '~' - '!');
        }
        if (outside == 0) {
            const auto* bytes = reinterpret_cast<const std::byte*>(first);
            data.insert(data.end(), bytes, bytes + letters.size());
            return true;
        }
    } else {
        const std::size_t size = data.size();
        data.resize(size + letters.size());
        auto* target = reinterpret_cast<std::uint8_t*>(data.data() + size);
        for (std::size_t k = 0; k < letters.size(); ++k) {
            target[k] = values_[first[k]];
            outside |= static_cast<unsigned>(target[k] == kNone);
        }
        if (outside == 0) {
            return true;
        }
        data.resize(size);
    }
    bad = static_cast<std::size_t>(
        std::find_if(letters.begin(), letters.end(),
                     [&](char letter) { return values_[static_cast<unsigned char>(letter)] == kNone; }) -
        letters.begin());
    return false;
}

std::string LetterCode::refusal(char letter) const {
    return alphabet_.empty() ? fmt::format("{} is no sequence letter; remove it", quoted(letter))
                             : fmt::format("{} is none of the letters {}; mend the record, or leave it out",
                                           quoted(letter), alphabet_);
}

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
            return Error{ErrorCode::too_large,
                         fmt::format("'{}' line {} has more than {}; break it into lines, or raise <input-limit>",
                                     name_, number_ + 1, format_limit(most_bytes_)),
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

/// Takes a line. Returns false if it contains the other character that can end lines.
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
                 fmt::format("'{}' line {} has a {} within it; end all lines in the same way", name_, number_,
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

SequenceReader::SequenceReader(Source source, SequenceFormat format, std::uint64_t most_letters)
    : lines_(std::move(source), most_letters + kPart), format_(format), most_letters_(most_letters) {}

SequenceReader::SequenceReader(std::string_view text, std::string name, SequenceFormat format,
                               std::uint64_t most_letters, const Before& before)
    : lines_(text, std::move(name), before.lines),
      format_(format),
      most_letters_(most_letters),
      records_(before.records) {}

Error SequenceReader::wrong(const std::string& message) const {
    const std::string& file = lines_.name();
    return Error{ErrorCode::invalid_argument, fmt::format("'{}' line {}{}", file, lines_.number(), message), file};
}

/// Goes to the next line that is not a comment.
Result<bool> SequenceReader::next_line() {
    for (;;) {
        VKALGO_TRY(const bool more, lines_.next());
        if (!more || format_ != SequenceFormat::fasta || !lines_.line().starts_with(kFastaComment)) {
            return more;
        }
    }
}

Result<bool> SequenceReader::next_record() {
    const bool is_fasta = format_ == SequenceFormat::fasta;
    for (;;) {
        VKALGO_TRY(const bool more, next_line());
        if (!more) {
            return false;
        }
        const std::string_view line = lines_.line();
        if (line.starts_with(is_fasta ? '>' : '@')) {
            ++records_;
            name_ = first_word(line.substr(1));
            if (name_.empty()) {
                name_ = std::to_string(records_);
            }
            return true;
        }
        if (!line.empty()) {
            return wrong(fmt::format(": a {} starts with a '{}' header line; add one",
                                     is_fasta ? "FASTA file" : "FASTQ record", is_fasta ? '>' : '@'));
        }
    }
}

/// Appends the line's qualities, each a letter from '!' to '~'.
Result<void> SequenceReader::append_qualities(std::string& qualities) const {
    const std::string_view line = lines_.line();
    unsigned outside = 0;  // Of all letters, since that is faster than a check of each
    for (const char each : line) {
        outside |= static_cast<unsigned>(static_cast<unsigned char>(each - '!') > '~' - '!');
    }
    if (outside != 0) {
        const auto bad = std::find_if(line.begin(), line.end(),
                                      [](char each) { return !is_letter(static_cast<unsigned char>(each)); });
        return wrong(
            fmt::format(", column {}: quality {} of record '{}' is {}, and qualities are '!' to '~'; copy it again",
                        lines_.indent() + static_cast<std::size_t>(bad - line.begin()) + 1, bad - line.begin() + 1,
                        name_, quoted(*bad)));
    }
    qualities += line;
    return {};
}

/// Appends the line's letters to the last record. Blanks between groups of letters are skipped.
Result<void> SequenceReader::append_line(ArrayBlock& list, const LetterCode& code) {
    std::string_view rest = lines_.line();
    const auto header = format_ == SequenceFormat::fasta ? rest.find('>') : std::string_view::npos;
    if (header != std::string_view::npos) {
        return wrong(
            fmt::format(", column {}: '>' within the letters of record '{}'; put a line break before it if it "
                        "begins a record, else remove it",
                        lines_.indent() + header + 1, name_));
    }
    for (std::size_t column = lines_.indent(); !rest.empty();) {
        std::size_t bad = 0;
        if (code.append(rest, list.data, bad)) {
            break;
        }
        if (!is_blank(rest[bad])) {
            // Positions are those in the sequence, from 1, as is usual in biology.
            const std::uint64_t place = list.data.size() - list.offsets[list.size() - 1] + bad + 1;
            return wrong(fmt::format(", column {}: letter {} of record '{}': {}", column + bad + 1, place, name_,
                                     code.refusal(rest[bad])));
        }
        static_cast<void>(code.append(rest.substr(0, bad), list.data, bad));
        column += bad + 1;
        rest.remove_prefix(bad + 1);
    }
    list.offsets.back() = list.data.size();
    if (list.length(list.size() - 1) > most_letters_) {
        return Error{ErrorCode::too_large,
                     fmt::format("'{}': record '{}' has more than {} letters; leave it out, or raise <input-limit>",
                                 lines_.name(), name_, most_letters_),
                     lines_.name()};
    }
    return {};
}

Result<void> SequenceReader::read_fasta(ArrayBlock& list, const LetterCode& code) {
    for (;;) {
        VKALGO_TRY(const bool more, next_line());
        if (!more) {
            return {};
        }
        if (lines_.line().starts_with('>')) {
            lines_.again();
            return {};
        }
        VKALGO_CHECK(append_line(list, code));
    }
}

Result<void> SequenceReader::read_fastq(ArrayBlock& list, const LetterCode& code) {
    const std::uint64_t header = lines_.number();
    bool ended = false;
    std::size_t letter_lines = 0, quality_lines = 0;
    while (!ended) {
        VKALGO_TRY(const bool more, lines_.next());
        if (!more) {
            break;
        }
        ended = lines_.line().starts_with('+');
        if (!ended) {
            VKALGO_CHECK(append_line(list, code));
            ++letter_lines;
        }
    }
    const std::uint64_t letters = list.length(list.size() - 1);
    const std::size_t before = list.qualities.size();
    // Qualities are broken into lines as the letters are, so that an extra line belongs to the next record.
    while (ended && list.qualities.size() - before < letters && quality_lines < letter_lines) {
        VKALGO_TRY(const bool more, lines_.next());
        if (!more) {
            break;
        }
        VKALGO_CHECK(append_qualities(list.qualities));
        ++quality_lines;
    }
    const std::uint64_t qualities = list.qualities.size() - before;
    if (ended && qualities == letters) {
        return {};
    }
    return Error{ErrorCode::invalid_argument,
                 fmt::format("'{}' line {}: the FASTQ record '{}' has {}; it needs '@name', a sequence, '+' and one "
                             "quality for each letter: copy it again",
                             lines_.name(), header, name_,
                             ended ? fmt::format("{} letters and {} qualities", letters, qualities)
                                   : std::string("no line '+'")),
                 lines_.name()};
}

Result<void> SequenceReader::append_record(ArrayBlock& list, const LetterCode& code) {
    list.begin(name_);
    return format_ == SequenceFormat::fasta ? read_fasta(list, code) : read_fastq(list, code);
}

Result<bool> SequenceReader::read(std::span<ArrayBlock> lists, std::span<const LetterCode> codes,
                                  const BlockSize& size) {
    std::uint64_t elements = 0;
    const std::uint64_t before = records_;
    for (std::size_t row = 0; row < size.records && elements < size.elements; ++row) {
        for (std::size_t k = 0; k < lists.size(); ++k) {
            VKALGO_TRY(const bool more, next_record());
            if (!more) {
                return records_ > before;
            }
            VKALGO_CHECK(append_record(lists[k], codes[k]));
            elements += lists[k].length(lists[k].size() - 1);
        }
    }
    return true;
}

}  // namespace vkalgo::formats
