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

/// All records of FASTA and FASTQ files, block by block: fasta.hpp chooses one of them.
namespace vkalgo::formats {

/// Arrays one behind the other, with their names: no memory is taken for a single one.
struct ArrayBlock {
    /// elements of all arrays, packed
    Bytes data;
    /// in elements; array k is [offsets[k], offsets[k + 1])
    std::vector<std::uint64_t> offsets{0};
    /// of all arrays, if they have any; name k is [name_offsets[k], name_offsets[k + 1])
    std::string names;
    std::vector<std::uint64_t> name_offsets{0};
    /// of a FASTQ file, one for each element; else empty
    std::string qualities;

    std::size_t size() const { return offsets.size() - 1; }
    std::uint64_t length(std::size_t k) const { return offsets[k + 1] - offsets[k]; }
    /// Empty where there is none.
    std::string_view name(std::size_t k) const {
        return k + 1 < name_offsets.size()
                   ? std::string_view(names).substr(name_offsets[k], name_offsets[k + 1] - name_offsets[k])
                   : std::string_view();
    }
    /// Takes all arrays out and keeps the memory.
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

/// What the letters of sequences become in memory.
class LetterCode {
public:
    /// Letters become their places in the alphabet, or stay what they are where it is empty: printable ASCII.
    explicit LetterCode(std::string alphabet = {}, bool ignore_case = false);

    /// Appends a run of letters. False: the first one that is none of them, at `bad`; nothing was appended.
    bool append(std::string_view letters, Bytes& data, std::size_t& bad) const;
    /// "'J' is none of the letters ACGT"
    std::string refusal(char letter) const;
    /// The letter that stands for a value; what was upper case already is not told from what became so.
    char letter(std::byte value) const { return alphabet_.empty() ? char(value) : alphabet_[std::size_t(value)]; }
    /// Do letters stay what they are?
    bool is_plain() const { return alphabet_.empty(); }

private:
    static constexpr std::uint8_t kNone = 255;
    std::string alphabet_;
    /// as they are, to be copied
    bool copies_ = false;
    std::array<std::uint8_t, 256> values_{};
};

/// How much of a file is read at once.
struct BlockSize {
    /// records for each of its lists
    std::size_t records = std::size_t{1} << 18;
    /// of all lists together; one record may be more
    std::uint64_t elements = std::uint64_t{64} << 20;
};

enum class SequenceFormat : std::uint8_t { fasta, fastq };
/// What lines of FASTA begin with that are comments.
inline constexpr char kFastaComment = ';';

/// The lines of a source, less blanks at both ends. Of a text without line feeds, carriage returns end lines.
class SourceLines {
public:
    /// A line of more bytes is refused.
    SourceLines(Source source, std::uint64_t most_bytes);
    /// Of a text, or a part of one, after that many lines of it. The text outlives this.
    SourceLines(std::string_view text, std::string name, std::uint64_t lines_before);

    /// False at the end. Errors: those of the source; too_large; invalid_argument: lines end in different ways.
    Result<bool> next();
    /// next() gives the same line again.
    void again() { again_ = true; }

    /// valid until next()
    std::string_view line() const { return line_; }
    /// of the line, from 1
    std::uint64_t number() const { return number_; }
    /// blanks before it
    std::size_t indent() const { return indent_; }
    /// Bytes, unpacked, up to here.
    std::uint64_t bytes_read() const { return read_ - (end_ - position_); }
    /// of the source
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
    /// the buffer, or the text
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
/// FASTA: a header line (">name ..."), and lines of letters below it. Blanks and blank lines are left out, and so are
/// lines that begin with ';', which are comments. FASTQ: "@name", the sequence, "+", and as many qualities, '!' to '~',
/// as there are letters; sequence and qualities may take several lines each. There are no comments in it. Lines end by
/// LF, CRLF or CR; a byte order mark is left out.
class SequenceReader {
public:
    /// A record with more letters than `most_letters` is refused.
    SequenceReader(Source source, SequenceFormat format, std::uint64_t most_letters);
    /// Of a text that begins where a record does (or the source), after that many lines and records of it.
    struct Before {
        std::uint64_t lines = 0, records = 0;
    };
    SequenceReader(std::string_view text, std::string name, SequenceFormat format, std::uint64_t most_letters,
                   const Before& before);

    /// Appends records to the lists in turn, the first to the first one, until each has as many more as the block
    /// says, or they are full; each gets as many, except at the end of the file. False: there was none left. `codes`:
    /// one for each list. Errors: invalid_argument, with line and record; too_large; those of the source.
    Result<bool> read(std::span<ArrayBlock> lists, std::span<const LetterCode> codes, const BlockSize& size);

    /// The same in two steps: goes on to the next record's header; false at the end.
    Result<bool> next_record();
    /// Appends the record of that header.
    Result<void> append_record(ArrayBlock& list, const LetterCode& code);

    /// Records up to here.
    std::uint64_t records() const { return records_; }
    /// The last one's, or its number where it has no name.
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
