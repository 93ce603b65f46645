#include "cli/formats/fasta.hpp"

#include "cli/numbers.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

Error bad_fasta(const std::string& name, const std::string& message) {
    return {ErrorCode::invalid_argument, fmt::format("'{}' {}", name, message), name};
}

/// The lines of a text, whatever ends them, less blanks at both their ends.
class Lines {
public:
    explicit Lines(std::string_view text) : text_(text) {
        if (text_.starts_with("\xEF\xBB\xBF")) {
            text_.remove_prefix(3);
        }
    }

    /// False at the end.
    bool next() {
        if (text_.empty()) {
            return false;
        }
        const auto end = std::min(text_.find_first_of("\r\n"), text_.size());
        line_ = text_.substr(0, end);
        const std::size_t breaks = text_.substr(end).starts_with("\r\n") ? 2 : end < text_.size() ? 1 : 0;
        text_.remove_prefix(end + breaks);
        line_ = line_.substr(0, line_.find_last_not_of(" \t") + 1);
        indent_ = std::min(line_.find_first_not_of(" \t"), line_.size());
        line_.remove_prefix(indent_);
        ++number_;
        return true;
    }

    std::string_view line() const { return line_; }
    /// of the line, from 1
    std::uint64_t number() const { return number_; }
    /// blanks before it
    std::size_t indent() const { return indent_; }

private:
    std::string_view text_;
    std::string_view line_;
    std::uint64_t number_ = 0;
    std::size_t indent_ = 0;
};

std::string_view first_word(std::string_view header) {
    return header.substr(0, header.find_first_of(" \t"));
}

Error no_header(const Lines& lines, const std::string& name, const char* what, char header) {
    return bad_fasta(name,
                     fmt::format("line {}: a {} starts with a '{}' header line; add one, or read it as plain text "
                                 "with --format txt",
                                 lines.number(), what, header));
}

/// The first line that is not blank must be a header.
Result<void> check_start(std::span<const std::byte> head, const std::string& name, const char* what, char header) {
    Lines lines(as_text(head));
    while (lines.next()) {
        if (!lines.line().empty()) {
            return lines.line().front() == header ? Result<void>() : no_header(lines, name, what, header);
        }
    }
    return {};
}

/// Appends a line's letters; blanks between blocks of them are left out.
Result<void> append_letters(std::string& sequence, const Lines& lines, const std::string& name) {
    const std::string_view line = lines.line();
    for (std::size_t column = 0; column < line.size(); ++column) {
        const auto letter = static_cast<unsigned char>(line[column]);
        if (letter == ' ' || letter == '\t') {
            continue;
        }
        if (letter < ' ' || letter > '~') {
            return bad_fasta(name, fmt::format("line {}, column {}: byte 0x{:02x} is no sequence letter; remove it",
                                               lines.number(), lines.indent() + column + 1, letter));
        }
        sequence += line[column];
    }
    return {};
}

/// Keeps, of the records that pass by, the one that is wanted.
class Chooser {
public:
    Chooser(const RecordChoice& choice, std::string name, const char* format)
        : choice_(choice), name_(std::move(name)), format_(format) {
        if (const auto number = parse_size(choice.record); number && *number > 0) {
            number_ = *number;
        }
    }

    /// Shall the letters of the record that starts here be kept? They are, if it turns out that way, in sequence().
    bool begin(std::string_view record_name) {
        ++count_;
        if (count_ == 1) {
            first_ = record_name;
        }
        by_name_now_ = !choice_.record.empty() && record_name == choice_.record && !by_name_;
        by_number_now_ = choice_.record.empty() ? count_ == 1 : number_ == count_;
        if (by_name_now_) {
            by_name_.emplace();
        }
        if (by_number_now_) {
            by_number_.emplace();
        }
        return by_name_now_ || by_number_now_;
    }

    void keep(std::string_view letters) {
        if (by_name_now_) {
            *by_name_ += letters;
        }
        if (by_number_now_) {
            *by_number_ += letters;
        }
    }

    /// Nothing later can be wanted: a name was found, or none is looked for and the next record was seen.
    bool done() const { return (by_name_ && !by_name_now_) || (choice_.record.empty() && count_ > 1); }

    Result<std::string> take() {
        if (count_ == 0) {
            return bad_fasta(name_, fmt::format("is an empty {} file; it needs a '{}' header line and a sequence",
                                                format_, header_letter()));
        }
        std::optional<std::string>& chosen = by_name_ ? by_name_ : by_number_;
        if (!chosen) {
            return bad_fasta(name_, fmt::format("has no record '{}'; it has {}, the first is '{}': give a name or a "
                                                "number with --record",
                                                choice_.record, plural(count_, "record"), first_));
        }
        if (chosen->empty()) {
            return bad_fasta(name_,
                             choice_.record.empty()
                                 ? fmt::format("has no sequence in its first {} record; add one after the header line, "
                                               "or choose another with --record",
                                               format_)
                                 : fmt::format("has no sequence in record '{}'; choose another", choice_.record));
        }
        if (choice_.record.empty() && count_ > 1) {
            choice_.notice(
                fmt::format("'{}' has several {} records, and the first, '{}', is read; --record chooses "
                            "another",
                            name_, format_, first_));
        }
        return std::move(*chosen);
    }

private:
    char header_letter() const { return std::string_view(format_) == "FASTQ" ? '@' : '>'; }

    const RecordChoice& choice_;
    std::string name_;
    const char* format_;
    std::uint64_t number_ = 0;
    std::uint64_t count_ = 0;
    std::string first_;
    std::optional<std::string> by_name_, by_number_;
    bool by_name_now_ = false, by_number_now_ = false;
};

}  // namespace

Result<void> check_fasta_start(std::span<const std::byte> head, const std::string& name) {
    return check_start(head, name, "FASTA file", '>');
}

Result<void> check_fastq_start(std::span<const std::byte> head, const std::string& name) {
    return check_start(head, name, "FASTQ record", '@');
}

Result<std::string> parse_fasta(const Bytes& bytes, const std::string& name, const RecordChoice& choice) {
    Chooser chooser(choice, name, "FASTA");
    Lines lines(as_text(bytes));
    bool in_record = false;
    bool wanted = false;
    std::string letters;
    while (lines.next()) {
        if (lines.line().starts_with('>')) {
            wanted = chooser.begin(first_word(lines.line().substr(1)));
            in_record = true;
            if (chooser.done()) {
                break;
            }
            continue;
        }
        if (!lines.line().empty() && !in_record) {
            return no_header(lines, name, "FASTA file", '>');
        }
        if (wanted) {
            letters.clear();
            VKALGO_CHECK(append_letters(letters, lines, name));
            chooser.keep(letters);
        }
    }
    return chooser.take();
}

Result<std::string> parse_fastq(const Bytes& bytes, const std::string& name, const RecordChoice& choice) {
    Chooser chooser(choice, name, "FASTQ");
    Lines lines(as_text(bytes));
    while (lines.next()) {
        if (lines.line().empty()) {
            continue;
        }
        if (!lines.line().starts_with('@')) {
            return no_header(lines, name, "FASTQ record", '@');
        }
        const std::uint64_t header = lines.number();
        const bool wanted = chooser.begin(first_word(lines.line().substr(1)));
        if (chooser.done()) {
            break;
        }
        std::string letters;
        bool ended = false;
        std::size_t letter_lines = 0, quality_lines = 0;
        while (!ended && lines.next()) {
            ended = lines.line().starts_with('+');
            if (!ended) {
                VKALGO_CHECK(append_letters(letters, lines, name));
                ++letter_lines;
            }
        }
        std::size_t qualities = 0;
        // They are broken into lines as the letters are, so that a line too many is none of theirs.
        while (ended && qualities < letters.size() && quality_lines < letter_lines && lines.next()) {
            qualities += lines.line().size();
            ++quality_lines;
        }
        if (!ended || qualities != letters.size()) {
            return bad_fasta(
                name,
                fmt::format("line {}: this FASTQ record has {}; it needs '@name', a sequence, '+' and one quality "
                            "for each letter: copy it again, or read it as plain text with --format txt",
                            header,
                            ended ? fmt::format("{} letters and {} qualities", letters.size(), qualities)
                                  : std::string("no line '+'")));
        }
        if (wanted) {
            chooser.keep(letters);
        }
    }
    return chooser.take();
}

}  // namespace vkalgo::cli
