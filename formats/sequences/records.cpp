#include "formats/sequences/records.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::formats {

SequenceReader::SequenceReader(Source source, const SequenceFormat& format, std::uint64_t most_letters)
    : format_(format), lines_(std::move(source), format.comment, most_letters) {}

SequenceReader::SequenceReader(std::string_view text, std::string name, const SequenceFormat& format,
                               std::uint64_t most_letters, const Before& before)
    : format_(format),
      lines_(text, std::move(name), format.comment, most_letters, before.lines),
      records_(before.records) {}

/// Takes the record's name from its header. A record without a name gets its number.
void SequenceReader::set_name() {
    std::string_view name;
    if (format_.record_name != nullptr) {
        name = format_.record_name(lines_.line());
    } else {
        name = lines_.line().substr(format_.header.size());
        name = name.substr(0, std::min(name.find_first_of(" \t"), name.size()));
    }
    if (name.empty()) {
        lines_.set_record(std::to_string(records_));
    } else {
        lines_.set_record(name);
    }
}

Result<bool> SequenceReader::next_record() {
    for (;;) {
        VKALGO_TRY(const bool more, lines_.next());
        if (!more) {
            return false;
        }
        const std::string_view line = lines_.line();
        if (line.empty()) {
            continue;
        }
        if (line.starts_with(format_.header)) {
            ++records_;
            set_name();
            return true;
        }
        // In a format that splits, a record takes all lines up to the next header. So only the start of the file can
        // lack a header.
        return lines_.wrong(fmt::format("a {} {} must start with a '{}' header line; add one", format_.title,
                                        format_.splits ? "file" : "record", format_.header));
    }
}

Result<void> SequenceReader::append_record(ArrayBlock& list, const LetterCode& code) {
    list.begin(lines_.record());
    return format_.read(lines_, list, code);
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
