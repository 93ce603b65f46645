#include "formats/sequences/one_record.hpp"

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

Error bad_record(const std::string& name, const std::string& message) {
    return {ErrorCode::invalid_argument, fmt::format("'{}' {}", name, message), name};
}

SequenceReader reader_of(std::string_view text, const std::string& name, const SequenceFormat& format) {
    return {text, name, format, std::numeric_limits<std::uint64_t>::max(), {}};
}

/// Adds to an error the advice to read the file as plain text, since the file may not be of this format.
template <class T>
Result<T> or_as_text(Result<T> read) {
    if (!read) {
        read.error().message += ", or read it as plain text with <format> txt";
    }
    return read;
}

/// A filter that chooses the wanted record from those that are read, and keeps its letters.
class Chooser {
public:
    Chooser(const RecordChoice& choice, std::string name, const SequenceFormat& format)
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

    /// Returns true if no later record can be wanted. This is so if the name was found, or if no record was chosen and
    /// the second record was seen.
    bool done() const { return (by_name_ && !by_name_now_) || (choice_.record.empty() && count_ > 1); }

    Result<std::string> take() {
        if (count_ == 0) {
            return bad_record(name_, format_.header.empty()
                                         ? fmt::format("is an empty {} file; add a sequence", format_.title)
                                         : fmt::format("is an empty {} file; add a '{}' header line and a sequence",
                                                       format_.title, format_.header));
        }
        std::optional<std::string>& chosen = by_name_ ? by_name_ : by_number_;
        if (!chosen) {
            return bad_record(name_,
                              fmt::format("has no record '{}'; it has {}, and the first is '{}'; give a name, or a "
                                          "number from 1, by <record>",
                                          choice_.record, plural(count_, "record"), first_));
        }
        if (chosen->empty()) {
            return bad_record(
                name_, choice_.record.empty()
                           ? fmt::format("has no sequence in its first {} record; add one after the header line, "
                                         "or choose another record by <record>",
                                         format_.title)
                           : fmt::format("has no sequence in record '{}'; choose another record", choice_.record));
        }
        if (choice_.record.empty() && count_ > 1) {
            choice_.notice(
                fmt::format("'{}' has several {} records, of which the first, '{}', is read; <record> chooses "
                            "another record",
                            name_, format_.title, first_));
        }
        choice_.named(by_name_ ? choice_.record : name_of_number_);
        return std::move(*chosen);
    }

private:
    const RecordChoice& choice_;
    std::string name_;
    const SequenceFormat& format_;
    std::uint64_t number_ = 0;
    std::uint64_t count_ = 0;
    std::string first_, name_of_number_;
    std::optional<std::string> by_name_, by_number_;
    bool by_name_now_ = false, by_number_now_ = false;
};

}  // namespace

Result<void> check_record_start(std::span<const std::byte> head, const std::string& name,
                                const SequenceFormat& format) {
    VKALGO_CHECK(check_is_utf8(as_text(head), name));
    // The first line that is neither blank nor a comment must be a header.
    const auto begun = or_as_text(reader_of(as_text(head), name, format).next_record());
    return begun ? Result<void>() : begun.error();
}

Result<std::string> parse_record(const Bytes& bytes, const std::string& name, const SequenceFormat& format,
                                 const RecordChoice& choice) {
    VKALGO_CHECK(check_is_utf8(as_text(bytes), name));
    const LetterCode letters;
    SequenceReader reader = reader_of(as_text(bytes), name, format);
    Chooser chooser(choice, name, format);
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

}  // namespace vkalgo::formats
