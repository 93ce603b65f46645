#include "formats/sequences/fasta.hpp"

#include "formats/sequences/records.hpp"
#include "support/numbers.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

Error bad_fasta(const std::string& name, const std::string& message) {
    return {ErrorCode::invalid_argument, fmt::format("'{}' {}", name, message), name};
}

SequenceReader reader_of(std::string_view text, const std::string& name, SequenceFormat format) {
    return {text, name, format, std::numeric_limits<std::uint64_t>::max(), {}};
}

/// Adds to an error that the file can be read as plain text, since a file of another kind may be text.
template <class T>
Result<T> or_as_text(Result<T> read) {
    if (!read) {
        read.error().message += ", or read it as plain text with <format> txt";
    }
    return read;
}

/// Checks that the first line that is neither blank nor a comment is a header.
Result<void> check_start(std::span<const std::byte> head, const std::string& name, SequenceFormat format) {
    VKALGO_CHECK(check_is_utf8(as_text(head), name));
    const auto begun = or_as_text(reader_of(as_text(head), name, format).next_record());
    return begun ? Result<void>() : begun.error();
}

/// Chooses the wanted record from those that are read, and keeps its letters.
class Chooser {
public:
    Chooser(const RecordChoice& choice, std::string name, const char* format)
        : choice_(choice), name_(std::move(name)), format_(format) {
        if (const auto number = parse_size(choice.record); number && *number > 0) {
            number_ = *number;
        }
    }

    /// Begins a record. Returns true if its letters may be wanted; keep() then stores them.
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
            name_of_number_ = record_name;
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

    /// Returns true if no later record can be wanted: the name was found, or no record was chosen and the second one
    /// was seen.
    bool done() const { return (by_name_ && !by_name_now_) || (choice_.record.empty() && count_ > 1); }

    Result<std::string> take() {
        if (count_ == 0) {
            return bad_fasta(name_, fmt::format("is an empty {} file; it needs a '{}' header line and a sequence",
                                                format_, header_letter()));
        }
        std::optional<std::string>& chosen = by_name_ ? by_name_ : by_number_;
        if (!chosen) {
            return bad_fasta(name_, fmt::format("has no record '{}'; it has {}, the first is '{}': give a name or a "
                                                "number with <record>",
                                                choice_.record, plural(count_, "record"), first_));
        }
        if (chosen->empty()) {
            return bad_fasta(name_,
                             choice_.record.empty()
                                 ? fmt::format("has no sequence in its first {} record; add one after the header line, "
                                               "or choose another with <record>",
                                               format_)
                                 : fmt::format("has no sequence in record '{}'; choose another", choice_.record));
        }
        if (choice_.record.empty() && count_ > 1) {
            choice_.notice(
                fmt::format("'{}' has several {} records, and the first, '{}', is read; <record> chooses "
                            "another",
                            name_, format_, first_));
        }
        choice_.named(by_name_ ? choice_.record : name_of_number_);
        return std::move(*chosen);
    }

private:
    char header_letter() const { return std::string_view(format_) == "FASTQ" ? '@' : '>'; }

    const RecordChoice& choice_;
    std::string name_;
    const char* format_;
    std::uint64_t number_ = 0;
    std::uint64_t count_ = 0;
    std::string first_, name_of_number_;
    std::optional<std::string> by_name_, by_number_;
    bool by_name_now_ = false, by_number_now_ = false;
};

Result<std::string> parse(const Bytes& bytes, const std::string& name, const RecordChoice& choice,
                          SequenceFormat format) {
    VKALGO_CHECK(check_is_utf8(as_text(bytes), name));
    const LetterCode letters;
    SequenceReader reader = reader_of(as_text(bytes), name, format);
    Chooser chooser(choice, name, format == SequenceFormat::fasta ? "FASTA" : "FASTQ");
    ArrayBlock record;
    for (;;) {
        VKALGO_TRY(const bool more, or_as_text(reader.next_record()));
        const bool wanted = more && chooser.begin(reader.last_name());
        if (!more || chooser.done()) {
            return chooser.take();
        }
        record.clear();
        VKALGO_CHECK(or_as_text(reader.append_record(record, letters)));
        if (wanted) {
            chooser.keep(as_text(record.data));
        }
    }
}

}  // namespace

Result<void> check_fasta_start(std::span<const std::byte> head, const std::string& name) {
    return check_start(head, name, SequenceFormat::fasta);
}

Result<void> check_fastq_start(std::span<const std::byte> head, const std::string& name) {
    return check_start(head, name, SequenceFormat::fastq);
}

Result<std::string> parse_fasta(const Bytes& bytes, const std::string& name, const RecordChoice& choice) {
    return parse(bytes, name, choice, SequenceFormat::fasta);
}

Result<std::string> parse_fastq(const Bytes& bytes, const std::string& name, const RecordChoice& choice) {
    return parse(bytes, name, choice, SequenceFormat::fastq);
}

}  // namespace vkalgo::formats
