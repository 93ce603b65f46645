#pragma once

#include "engine/result.hpp"
#include "formats/bytes.hpp"
#include "formats/source.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// All records of FASTA and FASTQ files, block by block. fasta.hpp chooses one of them.
namespace vkalgo::formats {

/// Arrays one after another, with their names. A single array needs no allocation.
struct ArrayBlock {
    /// The elements of all arrays, packed.
    Bytes data;
    /// In elements; array k is [offsets[k], offsets[k + 1]).
    std::vector<std::uint64_t> offsets{0};
    /// The names of all arrays, if they have any; name k is [name_offsets[k], name_offsets[k + 1]).
    std::string names;
    std::vector<std::uint64_t> name_offsets{0};
    /// The qualities of a FASTQ file, one per element; else empty.
    std::string qualities;

    std::size_t size() const { return offsets.size() - 1; }
    std::uint64_t length(std::size_t k) const { return offsets[k + 1] - offsets[k]; }
    /// Returns the array's name; empty if it has none.
    std::string_view name(std::size_t k) const {
        return k + 1 < name_offsets.size()
                   ? std::string_view(names).substr(name_offsets[k], name_offsets[k + 1] - name_offsets[k])
                   : std::string_view();
    }
    /// Removes all arrays and keeps the memory.
    void clear() {
        data.clear();
        offsets.assign(1, 0);
        names.clear();
        name_offsets.assign(1, 0);
        qualities.clear();
    }
    /// Begins an array without elements.
    void begin() { offsets.push_back(offsets.back()); }
    void begin(std::string_view name) {
        begin();
        names += name;
        name_offsets.push_back(names.size());
    }
};

/// Checks that a text does not begin as one in UTF-16 does. `name` is the file's name. Errors: invalid_argument.
Result<void> check_is_utf8(std::string_view head, const std::string& name);

/// The conversion of a sequence's letters to values in memory.
class LetterCode {
public:
    /// Letters become their indices in the alphabet. With an empty alphabet they are not changed; they are then
    /// printable ASCII.
    explicit LetterCode(std::string alphabet = {}, bool ignore_case = false);

    /// Appends letters. Returns false if one is not allowed: `bad` is then the index of the first one, and nothing is
    /// appended.
    bool append(std::string_view letters, Bytes& data, std::size_t& bad) const;
    /// Returns "'J' is none of the letters ACGT".
    std::string refusal(char letter) const;
    /// Returns the letter of a value. If case is ignored, it is the upper-case letter.
    char letter(std::byte value) const { return alphabet_.empty() ? char(value) : alphabet_[std::size_t(value)]; }
    /// Returns true if letters are not replaced by indices.
    bool is_plain() const { return alphabet_.empty(); }

private:
    static constexpr std::uint8_t kNone = 255;
    std::string alphabet_;
    /// The letters are copied without change.
    bool copies_ = false;
    std::array<std::uint8_t, 256> values_{};
};

/// How much of a file is read at once.
struct BlockSize {
    /// Records per list.
    std::size_t records = std::size_t{1} << 18;
    /// Elements of all lists together. A single record may have more.
    std::uint64_t elements = std::uint64_t{64} << 20;
};

enum class SequenceFormat : std::uint8_t { fasta, fastq };
/// The character that begins a comment line in FASTA.
inline constexpr char kFastaComment = ';';

/// The lines of a source, without blanks at both ends. In a text without line feeds, carriage returns end lines.
class SourceLines {
public:
    /// A line of more than `most_bytes` bytes is refused.
    SourceLines(Source source, std::uint64_t most_bytes);
    /// Reads a text, or the part of one after its first `lines_before` lines. The text must outlive the object.
    SourceLines(std::string_view text, std::string name, std::uint64_t lines_before);

    /// Goes to the next line. Returns false at the end. Errors: those of the source; too_large; invalid_argument: lines
    /// end in different ways.
    Result<bool> next();
    /// Makes next() return the same line again.
    void again() { again_ = true; }

    /// Valid until next().
    std::string_view line() const { return line_; }
    /// The number of the line, from 1.
    std::uint64_t number() const { return number_; }
    /// Number of blanks before the line's text.
    std::size_t indent() const { return indent_; }
    /// Number of bytes, unpacked, up to the end of the line.
    std::uint64_t bytes_read() const { return read_ - (end_ - position_); }
    /// The name of the source.
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

/// Reads a FASTA or FASTQ file record by record. A record may be empty.
///
/// FASTA: a header line (">name ..."), then lines of letters. Blanks and blank lines are skipped, and so are lines that
/// begin with ';', which are comments. FASTQ: "@name", the sequence, "+", and one quality from '!' to '~' per letter.
/// The sequence and the qualities may take several lines each. FASTQ has no comments. Lines end with LF, CRLF or CR; a
/// byte order mark is skipped.
class SequenceReader {
public:
    /// A record with more letters than `most_letters` is refused.
    SequenceReader(Source source, SequenceFormat format, std::uint64_t most_letters);
    /// The lines and records of a source before a text that begins where a record (or the source) begins.
    struct Before {
        std::uint64_t lines = 0, records = 0;
    };
    SequenceReader(std::string_view text, std::string name, SequenceFormat format, std::uint64_t most_letters,
                   const Before& before);

    /// Appends records to the lists in turn, the first record to the first list, until each list has the block's number
    /// of further records or the block is full. Each list gets equally many, except at the end of the file. `codes` has
    /// one entry per list. Returns false if there was no record left. Errors: invalid_argument, with line and record;
    /// too_large; those of the source.
    Result<bool> read(std::span<ArrayBlock> lists, std::span<const LetterCode> codes, const BlockSize& size);

    /// Does the same in two steps: goes to the next record's header. Returns false at the end.
    Result<bool> next_record();
    /// Appends the record of that header.
    Result<void> append_record(ArrayBlock& list, const LetterCode& code);

    /// Returns the number of records so far.
    std::uint64_t records() const { return records_; }
    /// Returns the name of the last record, or its number if it has no name.
    const std::string& last_name() const { return name_; }
    std::uint64_t bytes_read() const { return lines_.bytes_read(); }

private:
    Result<bool> next_line();
    Result<void> read_fasta(ArrayBlock& list, const LetterCode& code);
    Result<void> read_fastq(ArrayBlock& list, const LetterCode& code);
    Result<void> append_line(ArrayBlock& list, const LetterCode& code);
    Result<void> append_qualities(std::string& qualities) const;
    Error wrong(const std::string& message) const;

    SourceLines lines_;
    SequenceFormat format_;
    std::uint64_t most_letters_;
    std::uint64_t records_ = 0;
    std::string name_;
};

}  // namespace vkalgo::formats
