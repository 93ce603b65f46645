#include "formats/format.hpp"
#include "formats/sequences/letters.hpp"
#include "formats/sequences/one_record.hpp"
#include "formats/sequences/record_lines.hpp"
#include "formats/sequences/sequence_format.hpp"
#include "support/numbers.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

#include <fmt/format.h>

// A record is "@name", the sequence, "+", and one quality from '!' to '~' per letter. The sequence and the qualities
// may take several lines each. There are no comments. A line of qualities may begin with '@' too.
namespace vkalgo::formats {
namespace {

Result<void> read_fastq(RecordLines& lines, ArrayBlock& list, const LetterCode& code) {
    const std::uint64_t header = lines.number();
    bool ended = false;
    std::size_t letter_lines = 0, quality_lines = 0;
    while (!ended) {
        VKALGO_TRY(const bool more, lines.next());
        if (!more) {
            break;
        }
        ended = lines.line().starts_with('+');
        if (!ended) {
            VKALGO_CHECK(lines.append_letters(lines.line(), list, code));
            ++letter_lines;
        }
    }
    const std::uint64_t letters = list.length(list.size() - 1);
    const std::size_t before = list.qualities.size();
    // The qualities have at most as many lines as the letters. A line after these belongs to the next record.
    while (ended && list.qualities.size() - before < letters && quality_lines < letter_lines) {
        VKALGO_TRY(const bool more, lines.next());
        if (!more) {
            break;
        }
        VKALGO_CHECK(lines.append_qualities(lines.line(), list));
        ++quality_lines;
    }
    const std::uint64_t qualities = list.qualities.size() - before;
    if (ended && qualities == letters) {
        return {};
    }
    return lines.wrong_at_line(
        header, fmt::format("the FASTQ record '{}' has {}, but must have '@name', a sequence, '+' and one quality per "
                            "letter; copy the file again",
                            lines.record(),
                            ended ? fmt::format("{} and {}", plural(letters, "letter"),
                                                qualities == 1 ? "1 quality" : fmt::format("{} qualities", qualities))
                                  : std::string("no line '+'")));
}

}  // namespace

const SequenceFormat& sequence_format_fastq();
const SequenceFormat& sequence_format_fastq() {
    static const SequenceFormat format = {
        .name = "fastq",
        .title = "FASTQ",
        .about = "a FASTQ record",
        .endings = {".fq", ".fastq"},
        .header = "@",
        .read = read_fastq,
    };
    return format;
}

const Format& format_fastq();
const Format& format_fastq() {
    static const Format format = format_of_records<sequence_format_fastq>();
    return format;
}

}  // namespace vkalgo::formats
