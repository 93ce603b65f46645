#include "formats/format.hpp"
#include "formats/sequences/letters.hpp"
#include "formats/sequences/one_record.hpp"
#include "formats/sequences/record_lines.hpp"
#include "formats/sequences/sequence_format.hpp"

#include <string_view>

#include <fmt/format.h>

// A record is a header line (">name ..."), then lines of letters. Blanks and blank lines are skipped.
namespace vkalgo::formats {
namespace {

/// Appends the letters of the lines up to the next header, or to the end of the file, to the last array of `list`.
Result<void> read_fasta(RecordLines& lines, ArrayBlock& list, const LetterCode& code) {
    for (;;) {
        VKALGO_TRY(const bool more, lines.next());
        if (!more) {
            return {};
        }
        const std::string_view line = lines.line();
        const std::size_t header = line.find('>');
        if (header == 0) {
            lines.again();
            return {};
        }
        if (header != std::string_view::npos) {
            return lines.wrong_at(
                line.substr(header),
                fmt::format("'>' is among the letters of record '{}'; put a line break before it if it "
                            "begins a record, else remove it",
                            lines.record()));
        }
        VKALGO_CHECK(lines.append_letters(line, list, code));
    }
}

}  // namespace

const SequenceFormat& sequence_format_fasta();
const SequenceFormat& sequence_format_fasta() {
    static const SequenceFormat format = {
        .name = "fasta",
        .title = "FASTA",
        .about = "a FASTA record",
        .endings = {".fa", ".fasta", ".fna"},
        .header = ">",
        .comment = ';',
        .splits = true,
        .read = read_fasta,
    };
    return format;
}

const Format& format_fasta();
const Format& format_fasta() {
    static const Format format = format_of_records<sequence_format_fasta>();
    return format;
}

}  // namespace vkalgo::formats
