#include "formats/sequences/one_record.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

Result<std::string> fasta(std::string_view text, const std::string& record = {}) {
    return parse_record(size_of(text), "a.fa", *find_sequence_format("fasta"), {record});
}

Result<std::string> fastq(std::string_view text, const std::string& record = {}) {
    return parse_record(size_of(text), "a.fq", *find_sequence_format("fastq"), {record});
}

void expect_sequence(const Result<std::string>& read, const std::string& wanted) {
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, wanted);
}

TEST(Fasta, JoinsTheFirstRecordAndKeepsItsCase) {
    expect_sequence(fasta("\n>one the first\r\nACgt\r\nNN*-  \n\nA\n>two\nTTTT\n"), "ACgtNN*-A");
}

TEST(Fasta, IgnoresByteOrderMarksBlocksAndEveryKindOfLineEnd) {
    for (const char* text :
         {"\xEF\xBB\xBF>h\nACGT\nac\n", ">h\rACGT\rac\r", ">h\r\nACGT\r\nac", ">h\nACGT ac\n", ">h\n A C\tGT\n  ac"}) {
        SCOPED_TRACE(text);
        expect_sequence(fasta(text), "ACGTac");
    }
}

TEST(Fasta, ChoosesARecordByItsNameElseByItsNumber) {
    const std::string text = ">chr1 first\nA\n>2 second\nCC\n>chr2\nGGG\n>chr1 again\nTTTT\n";
    expect_sequence(fasta(text), "A");
    expect_sequence(fasta(text, "chr1"), "A");
    expect_sequence(fasta(text, "chr2"), "GGG");
    expect_sequence(fasta(text, "3"), "GGG");
    expect_sequence(fasta(text, "4"), "TTTT");
    expect_sequence(fasta(">b\nA\n>x\nCC\n>2\nGGG\n", "2"), "GGG");
    EXPECT_REFUSED(fasta(text, "5"), "'a.fa' has no record '5'; it has 4 records, and the first is 'chr1'");
    EXPECT_REFUSED(fasta(text, "0"), "has no record '0'");
    EXPECT_REFUSED(fasta(text, "chr"), "has no record 'chr'");
    EXPECT_REFUSED(fasta(">a\nA\n>b\n>c\nC\n", "b"), "has no sequence in record 'b'");
}

TEST(Fasta, SaysThatFurtherRecordsAreNotRead) {
    std::string notices;
    const auto notice = [&](const std::string& message) { notices += message; };
    const auto read = [&](std::string_view text, const std::string& record) {
        return parse_record(size_of(text), "a.fa", *find_sequence_format("fasta"), {record, notice});
    };
    EXPECT_TRUE(read(">one\nA\n", {}));
    EXPECT_TRUE(read(">one\nA\n>two\nC\n", "two"));
    EXPECT_EQ(notices, "");
    EXPECT_TRUE(read(">one x\nA\n>two\nC\n", {}));
    EXPECT_NE(notices.find("'a.fa' has several FASTA records, of which the first, 'one', is read"), std::string::npos)
        << notices;
}

TEST(Fasta, ReportsTheNameOfTheRecordThatIsRead) {
    const auto name_of = [](const char* text, const std::string& record) {
        std::string name;
        EXPECT_TRUE(
            parse_record(size_of(text), "a.fa", *find_sequence_format("fasta"),
                         {.record = record, .named = [&](const std::string& record_name) { name += record_name; }}));
        return name;
    };
    EXPECT_EQ(name_of(">one first\nA\n", ""), "one");
    EXPECT_EQ(name_of(">one\nA\n>two\nC\n>three\nG\n", ""), "one");
    EXPECT_EQ(name_of(">one\nA\n>two\nC\n>three\nG\n", "2"), "two");
    EXPECT_EQ(name_of(">one\nA\n>two\nC\n>three\nG\n", "three"), "three");
    EXPECT_EQ(name_of(">2\nA\n>one\nC\n", "2"), "2") << "the name goes before the number";
}

TEST(Fasta, NamesTheErrorAndItsPosition) {
    EXPECT_REFUSED(fasta(""), "'a.fa' is an empty FASTA file");
    EXPECT_REFUSED(fasta("\n\n"), "'a.fa' is an empty FASTA file");
    EXPECT_REFUSED(fasta(">only a header\n"), "no sequence in its first FASTA record");
    EXPECT_REFUSED(fasta(">one\n>two\nACGT\n"), "no sequence in its first FASTA record");
    EXPECT_REFUSED(fasta("\nACGT\n"), "line 2: a FASTA file must start with a '>'");
    EXPECT_REFUSED(fasta(">one\rAC\r \x80T\r"), "line 3, column 2: letter 3 of record 'one': byte 0x80");
    EXPECT_REFUSED(fasta(std::string_view(">one\nAC\0T\n", 10)),
                   "line 2, column 3: letter 3 of record 'one': byte 0x00");
    EXPECT_REFUSED(fasta("ACGT\n"), "add one, or read it as plain text with <format> txt");
    EXPECT_REFUSED(fasta(">one\nAC>two\nGT\n"), "line 2, column 3: '>' is among the letters of record 'one'");
    EXPECT_REFUSED(fasta(">one\rAC\n>two\nGT\n"), "line 1 contains a carriage return");
}

TEST(Fasta, TextInUtf16IsNamedAsSuch) {
    for (const std::string& text : {std::string("\xff\xfe>\0a\0", 6), std::string("\xfe\xff\0>\0a", 6),
                                    std::string(">\0a\0", 4), std::string("\0>\0a", 4)}) {
        EXPECT_REFUSED(fasta(text), "'a.fa' line 1: the text is UTF-16; save it as UTF-8");
        EXPECT_REFUSED(fastq(text), "'a.fq' line 1: the text is UTF-16; save it as UTF-8");
        EXPECT_REFUSED(check_record_start(size_of(text), "a.fa", *find_sequence_format("fasta")),
                       "line 1: the text is UTF-16; save it as UTF-8");
    }
}

TEST(Fasta, LinesThatBeginWithASemicolonAreComments) {
    expect_sequence(fasta("; of old\n;>no header\n>one ; of two\n;first\nAC\n ;second ACGT\nGT\n;\n>two\nA\n"), "ACGT");
    expect_sequence(fasta(";a\r\n\r\n>h\r\nAC\r\n;b\r\nGT\r\n"), "ACGT");
    expect_sequence(fasta("\xEF\xBB\xBF;a\r>h\rAC\r;b\rGT"), "ACGT");
    expect_sequence(fasta(">h\nAC;GT\n"), "AC;GT");
    EXPECT_REFUSED(fasta(";LCBO\nMDSKGS\n"), "line 2: a FASTA file must start with a '>' header line");
    EXPECT_REFUSED(fasta(";\n;only\n"), "'a.fa' is an empty FASTA file");
    EXPECT_REFUSED(fasta(">a\n;ACGT\n"), "no sequence in its first FASTA record");
    const SequenceFormat& format = *find_sequence_format("fasta");
    EXPECT_TRUE(check_record_start(size_of(";a\n\n; b\n>h"), "a.fa", format));
    EXPECT_FALSE(check_record_start(size_of(";a\nACGT\n>h"), "a.fa", format));
}

TEST(Fastq, ReadsARecordOverOneLineOrSeveral) {
    const std::string text = "@one x\nACgt\n+one\n!@+~\n\n@two\r\nGG\r\nCC\r\n+\r\n@@\r\n++\r\n";
    expect_sequence(fastq(text), "ACgt");
    expect_sequence(fastq(text, "two"), "GGCC");
    expect_sequence(fastq(text, "2"), "GGCC");
    expect_sequence(fastq("@one\nAC\n;G\n+\n;@\n>;\n@two\nA\n+\n;\n"), "AC;G");
    expect_sequence(fastq("@one\rAC\r+\r;;\r"), "AC");
}

TEST(Fastq, NamesTheErrorAndItsPosition) {
    EXPECT_REFUSED(fastq(""), "'a.fq' is an empty FASTQ file");
    EXPECT_REFUSED(fastq(">one\nACGT\n"), "line 1: a FASTQ record must start with a '@'");
    EXPECT_REFUSED(fastq("@one\nACGT\n"), "line 1: the FASTQ record 'one' has no line '+'");
    EXPECT_REFUSED(fastq("@one\nACGT\n+\n!!!\n"), "4 letters and 3 qualities");
    EXPECT_REFUSED(fastq("@a\nA\n+\n!\n@one\nACGT\n+\n!!!!!\n", "one"),
                   "line 5: the FASTQ record 'one' has 4 letters and 5 qualities");
    EXPECT_REFUSED(fastq("@one\nACGT\n+\nII\tI\n"), "line 4, column 3: a quality of record 'one' is byte 0x09");
    EXPECT_REFUSED(fastq(";a\n@one\nA\n+\n!\n"), "line 1: a FASTQ record must start with a '@'");
    EXPECT_REFUSED(fastq("@one\n\n+\n\n"), "no sequence in its first FASTQ record");
}

}  // namespace
}  // namespace vkalgo::formats::test
