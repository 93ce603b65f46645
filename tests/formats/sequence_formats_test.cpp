// Tests the table of formats of sequences, and formats that are not in it.
#include "formats/format.hpp"
#include "formats/sequences/one_record.hpp"
#include "formats/sequences/records.hpp"
#include "formats/sequences/sequence_format.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

TEST(SequenceFormats, EachIsCompleteAndReadsAnInputOfOneRecordToo) {
    std::set<std::string_view> names, endings;
    for (const SequenceFormat* format : sequence_formats()) {
        SCOPED_TRACE(format->name);
        EXPECT_TRUE(names.insert(format->name).second);
        EXPECT_NE(format->title, std::string_view());
        EXPECT_NE(format->about, std::string_view());
        EXPECT_NE(format->read, nullptr);
        EXPECT_FALSE(format->splits && format->header.empty());
        for (const std::string_view ending : format->endings) {
            EXPECT_TRUE(endings.insert(ending).second) << ending;
        }
        EXPECT_EQ(find_sequence_format(format->name), format);
        if (!format->header.empty()) {
            EXPECT_EQ(shown_sequence_format(std::string(format->header) + "name\n",
                                            format->endings.empty() ? "" : "a" + std::string(format->endings.front())),
                      format);
        }
        const auto one = format_named(format->name);
        ASSERT_TRUE(one) << one.error().message;
        EXPECT_EQ((*one)->endings, format->endings);
        EXPECT_EQ((*one)->records, format->title);
        EXPECT_NE(record_formats().find(format->title), std::string::npos) << record_formats();
    }
    EXPECT_TRUE(names.contains("fasta") && names.contains("fastq"));
    EXPECT_EQ(find_sequence_format("csv"), nullptr);
    EXPECT_EQ(shown_sequence_format("ACGT\n"), nullptr);
    EXPECT_EQ(shown_sequence_format("\xEF\xBB\xBF;old\n\n >a\n"), find_sequence_format("fasta"));
    EXPECT_EQ(shown_sequence_format(";old\n@a\n"), nullptr);
}

std::string_view name_of_entry(std::string_view line) {
    line.remove_prefix(std::min(line.find(' '), line.size()));
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    return line.substr(0, line.find(' '));
}

/// Reads lines such as "SQ ACGT 4" up to the line "//".
Result<void> read_entry(RecordLines& lines, ArrayBlock& list, const LetterCode& code) {
    const std::uint64_t header = lines.number();
    for (;;) {
        VKALGO_TRY(const bool more, lines.next());
        if (!more) {
            return lines.wrong_at_line(header, "the entry '" + lines.record() + "' has no line '//'; add it");
        }
        if (lines.line() == "//") {
            return {};
        }
        if (lines.line().starts_with("SQ ")) {
            const std::string_view letters = lines.line().substr(3);
            VKALGO_CHECK(
                lines.append_letters(letters.substr(0, letters.find_last_not_of(" 0123456789") + 1), list, code));
        }
    }
}

/// Returns a format as a further file in formats/sequences/formats/ would define it. A record begins with "ID", blanks
/// and a name. Its lines have other words beside the letters, and the line "//" ends it.
const SequenceFormat& sequence_format_entries() {
    static const SequenceFormat format = {.name = "entries",
                                          .title = "BLOCK",
                                          .about = "an entry",
                                          .endings = {".ent"},
                                          .header = "ID",
                                          .record_name = name_of_entry,
                                          .read = read_entry};
    return format;
}

TEST(SequenceFormats, ANewFormatNeedsOnlyItsEntry) {
    const TemporaryFolder folder;
    const std::string text = "\nID   one  of two\nSQ ACGT AC 6\nXX\nSQ GT 8\n//\nID\n//\nID   ID; three\nSQ TT\n//\n";
    SequenceReader reader(*Source::open(folder.file("a.ent", text)), sequence_format_entries(), 100);
    std::vector<ArrayBlock> lists(1);
    const std::vector<LetterCode> codes(1);
    const auto more = reader.read(lists, codes, {100, 100});
    ASSERT_TRUE(more) << more.error().message;
    ASSERT_EQ(lists[0].size(), 3U);
    EXPECT_EQ(lists[0].name(0), "one");
    EXPECT_EQ(lists[0].name(1), "2");
    EXPECT_EQ(lists[0].name(2), "ID;");
    EXPECT_EQ(as_text(lists[0].data), "ACGTACGTTT");
    EXPECT_EQ(lists[0].length(1), 0U);

    const Format one = format_of_records<sequence_format_entries>();
    EXPECT_EQ(one.magics, std::vector<std::string_view>{"ID"});
    const auto letters = [&](std::string_view entries, const std::string& record) {
        ReadRequest request;
        request.name = "a.ent";
        request.record = record;
        return one.letters(size_of(entries), request);
    };
    EXPECT_EQ(letters(text, "ID;").value_or("none"), "TT");
    EXPECT_EQ(letters(text, "one").value_or("none"), "ACGTACGT");
    EXPECT_REFUSED(letters(text, "4"), "has no record '4'; it has 3 records, and the first is 'one'");
    EXPECT_REFUSED(letters("", {}), "is an empty BLOCK file; add a 'ID' header line and a sequence");
    EXPECT_REFUSED(letters("ID a\nSQ A\n", {}), "'a.ent' line 1: the entry 'a' has no line '//'");
    EXPECT_REFUSED(letters("ID a\nSQ AC \x01 3\n//\n", {}), "line 2, column 7: letter 3 of record 'a': byte 0x01");
    EXPECT_REFUSED(letters("SQ A\n", {}), "line 1: a BLOCK record must start with a 'ID' header line");
}

/// Reads the letters after the name, in the same line.
Result<void> read_row(RecordLines& lines, ArrayBlock& list, const LetterCode& code) {
    const std::string_view line = lines.line();
    return lines.append_letters(line.substr(std::min(line.find('\t'), line.size())), list, code);
}

TEST(SequenceFormats, OneWithoutHeadersHasARecordPerLine) {
    const SequenceFormat format = {.name = "rows", .title = "ROWS", .comment = '#', .read = read_row};
    const std::string_view text = "# names and letters\n\na\tAC GT\r\nb\n c\tT\n";
    SequenceReader reader(text, "rows", format, 5, {});
    std::vector<ArrayBlock> lists(1);
    const std::vector<LetterCode> codes{LetterCode("ACGT")};
    const auto more = reader.read(lists, codes, {100, 100});
    ASSERT_TRUE(more) << more.error().message;
    EXPECT_EQ(lists[0].names, "abc");
    EXPECT_EQ(lists[0].offsets, (std::vector<std::uint64_t>{0, 4, 4, 5}));
    const auto read = [&](std::string_view rows) {
        SequenceReader other(rows, "rows", format, 5, {});
        return other.read(lists, codes, {100, 100});
    };
    EXPECT_REFUSED(read("a\tAC\n  b\tAC J\n"), "'rows' line 2, column 8: letter 3 of record 'b': 'J' is not one of");
    EXPECT_REFUSED(parse_record({}, "rows", format), "'rows' is an empty ROWS file; add a sequence");
    const auto longer = read("a\tACGTAC\n");
    ASSERT_FALSE(longer);
    EXPECT_EQ(longer.error().code, ErrorCode::too_large);
}

}  // namespace
}  // namespace vkalgo::formats::test
