#pragma once

#include "engine/result.hpp"
#include "formats/sequences/letters.hpp"
#include "formats/sequences/record_lines.hpp"
#include "formats/sequences/sequence_format.hpp"
#include "formats/source.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// All records of a file of sequences, block by block. one_record.hpp chooses one of them.
namespace vkalgo::formats {

/// The size of a block, which is the part of a file that one call reads.
struct BlockSize {
    /// Records per list.
    std::size_t records = std::size_t{1} << 18;
    /// Elements of all lists together. A single record may have more.
    std::uint64_t elements = std::uint64_t{64} << 20;
};

/// A reader of a file of sequences, record by record. A record may be empty. Lines end with LF, CRLF or CR; a byte
/// order mark is skipped.
class SequenceReader {
public:
    /// A record with more letters than `most_letters` is refused. `format` is an entry of sequence_formats(), or lives
    /// as long as the reader.
    SequenceReader(Source source, const SequenceFormat& format, std::uint64_t most_letters);
    /// The numbers of lines and records of a source that come before a text. The text begins where a record, or the
    /// source, begins.
    struct Before {
        std::uint64_t lines = 0, records = 0;
    };
    SequenceReader(std::string_view text, std::string name, const SequenceFormat& format, std::uint64_t most_letters,
                   const Before& before);

    /// Appends records to the lists in turn, the first record to the first list, until each list has got `size.records`
    /// records, or all lists together have got at least `size.elements` elements. All lists get the same number of
    /// records, except at the end of the file. `codes` has one entry per list. Returns false if there was no record
    /// left. Errors: invalid_argument, with the line; too_large; those of the source.
    Result<bool> read(std::span<ArrayBlock> lists, std::span<const LetterCode> codes, const BlockSize& size);

    /// Goes to the header of the next record. Returns false at the end. A caller that wants one record at a time calls
    /// this function and append_record() instead of read().
    Result<bool> next_record();
    /// Appends the record whose header next_record() has reached.
    Result<void> append_record(ArrayBlock& list, const LetterCode& code);

    /// Returns the number of records so far, those before the text included.
    std::uint64_t records() const { return records_; }
    /// Returns the name of the last record, or its number, from 1, if it has no name.
    const std::string& last_name() const { return lines_.record(); }
    std::uint64_t bytes_read() const { return lines_.bytes_read(); }

private:
    void set_name();

    const SequenceFormat& format_;
    RecordLines lines_;
    std::uint64_t records_ = 0;
};

}  // namespace vkalgo::formats
