#include "formats/sequences/records.hpp"

#include "tests/support/gzipped.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

struct Record {
    std::string name, letters;
    bool operator==(const Record&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Record& record) {
    return out << record.name << ':' << record.letters;
}

/// Reads all records of a file in blocks of this size.
Result<std::vector<Record>> records_of(const std::string& path, const char* format, const BlockSize& size = {},
                                       const LetterCode& code = LetterCode(), std::string* qualities = nullptr) {
    VKALGO_TRY(Source source, Source::open(path));
    SequenceReader reader(std::move(source), *find_sequence_format(format), 1 << 20);
    std::vector<Record> records;
    for (;;) {
        std::vector<ArrayBlock> lists(1);
        VKALGO_TRY(const bool more, reader.read(lists, std::span(&code, 1), size));
        if (!more) {
            return records;
        }
        const ArrayBlock& list = lists[0];
        EXPECT_LE(list.size(), size.records);
        for (std::size_t k = 0; k < list.size(); ++k) {
            std::string letters;
            for (std::uint64_t at = list.offsets[k]; at < list.offsets[k + 1]; ++at) {
                letters += code.letter(list.data[at]);
            }
            records.push_back({std::string(list.name(k)), letters});
        }
        if (qualities != nullptr) {
            *qualities += list.qualities;
        }
    }
}

TEST(LetterCode, TakesPrintableLettersAtEveryPositionAndFindsTheFirstOtherByte) {
    const LetterCode code;
    for (std::size_t length = 1; length <= 20; ++length) {
        for (std::size_t position = 0; position < length; ++position) {
            for (unsigned value = 0; value < 256; ++value) {
                std::string letters(length, '~');
                letters[position] = static_cast<char>(value);
                Bytes data;
                std::size_t bad = length;
                const bool is_letter = value > ' ' && value <= '~';
                ASSERT_EQ(code.append(letters, data, bad), is_letter) << value << " at " << position;
                ASSERT_EQ(data.size(), is_letter ? length : 0);
                ASSERT_EQ(bad, is_letter ? length : position) << value;
            }
        }
    }
}

TEST(BatchRecords, AllRecordsOfAFastaFileAreReadWhateverTheBlocks) {
    const TemporaryFolder folder;
    const std::string text = "\xEF\xBB\xBF>a first\r\nACGT\r\nAC GT\r\n\r\n>b\n>\n ac\tgt \n>d/1\nT";
    const std::vector<Record> expected{{"a", "ACGTACGT"}, {"b", ""}, {"3", "acgt"}, {"d/1", "T"}};
    for (const std::string& file : {folder.file("a.fa", text), folder.file("a.fa.gz", gzipped(text))}) {
        for (const std::size_t block : {1U, 2U, 3U, 100U}) {
            const auto records = records_of(file, "fasta", {block, 1U << 20});
            ASSERT_TRUE(records) << records.error().message;
            EXPECT_EQ(*records, expected) << block;
        }
        const auto small = records_of(file, "fasta", {100, 1});
        ASSERT_TRUE(small);
        EXPECT_EQ(*small, expected);
    }
}

TEST(BatchRecords, CarriageReturnsAloneEndLinesToo) {
    const TemporaryFolder folder;
    const auto records = records_of(folder.file("a.fa", ">a\rAC\rGT\r>b\rT\r"), "fasta");
    ASSERT_TRUE(records) << records.error().message;
    EXPECT_EQ(*records, (std::vector<Record>{{"a", "ACGT"}, {"b", "T"}}));
}

TEST(BatchRecords, LinesThatBeginWithASemicolonAreComments) {
    const TemporaryFolder folder;
    const std::string text = ";of old\n>a\n;x\nAC\n ;y\nGT\n;>z\n>b\n;\n\n>c\nA;C\n;";
    const std::vector<Record> expected{{"a", "ACGT"}, {"b", ""}, {"c", "A;C"}};
    std::string carriage = text;
    std::replace(carriage.begin(), carriage.end(), '\n', '\r');
    for (const std::string& file : {folder.file("a.fa", text), folder.file("a.fa.gz", gzipped(text)),
                                    folder.file("b.fa", "\xEF\xBB\xBF" + text), folder.file("c.fa", carriage)}) {
        const auto records = records_of(file, "fasta");
        ASSERT_TRUE(records) << records.error().message;
        EXPECT_EQ(*records, expected) << file;
    }
    std::string qualities;
    const auto fastq =
        records_of(folder.file("a.fq", "@a\nA;\n+\n;@\n@b\nAC\n+\n;;\n"), "fastq", {}, LetterCode(), &qualities);
    ASSERT_TRUE(fastq) << fastq.error().message;
    EXPECT_EQ(*fastq, (std::vector<Record>{{"a", "A;"}, {"b", "AC"}}));
    EXPECT_EQ(qualities, ";@;;");
}

TEST(BatchRecords, ManyRecordsOfAllLengthsAreReadAsWritten) {
    const TemporaryFolder folder;
    std::mt19937 random(1);
    std::vector<Record> expected;
    std::string fasta, fastq, qualities;
    for (int k = 0; k < 3000; ++k) {
        Record record{"r" + std::to_string(k), {}};
        const std::size_t length = k == 7 ? 300000 : random() % 2000;
        for (std::size_t at = 0; at < length; ++at) {
            record.letters += "ACGT"[random() % 4];
        }
        fasta += ">" + record.name + " of many\n";
        const std::size_t width = 1 + random() % 200;
        for (std::size_t at = 0; at < length; at += width) {
            fasta += record.letters.substr(at, width) + "\n";
        }
        const std::string quality(length, k % 2 == 0 ? '@' : '+');
        fastq += "@" + record.name + "\n" + record.letters + "\n+\n" + quality + "\n";
        qualities += quality;
        expected.push_back(std::move(record));
    }
    const BlockSize block{97, 50000};
    const auto first = records_of(folder.file("a.fa", fasta), "fasta", block);
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_TRUE(*first == expected);
    std::string read_qualities;
    const auto second = records_of(folder.file("a.fq", fastq), "fastq", block, LetterCode(), &read_qualities);
    ASSERT_TRUE(second) << second.error().message;
    EXPECT_TRUE(*second == expected);
    EXPECT_TRUE(read_qualities == qualities);
}

TEST(BatchRecords, LettersBecomeIndicesInAnAlphabet) {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.fa", ">a\nGAT\nTACA\n");
    const auto upper = records_of(file, "fasta", {}, LetterCode("ACGT"));
    ASSERT_TRUE(upper);
    EXPECT_EQ(upper->front().letters, "GATTACA");
    const std::string mixed = folder.file("b.fa", ">a\nGaT\n");
    const auto ignored = records_of(mixed, "fasta", {}, LetterCode("ACGT", true));
    ASSERT_TRUE(ignored);
    EXPECT_EQ(ignored->front().letters, "GAT");
    EXPECT_REFUSED(records_of(mixed, "fasta", {}, LetterCode("ACGT")),
                   "line 2, column 2: letter 2 of record 'a': 'a' is not one of the letters ACGT");
    EXPECT_REFUSED(records_of(folder.file("c.fa", ">a\nAC\n>b q\nGT\n AC N\n"), "fasta", {}, LetterCode("ACGT")),
                   "line 5, column 5: letter 5 of record 'b': 'N' is not one of the letters ACGT");
}

TEST(BatchRecords, InvalidRecordsAreRefusedWithTheirLine) {
    const TemporaryFolder folder;
    const auto fasta = [&](const std::string& text) { return records_of(folder.file("x.fa", text), "fasta"); };
    const auto fastq = [&](const std::string& text) { return records_of(folder.file("x.fq", text), "fastq"); };
    EXPECT_REFUSED(fasta("\nACGT\n"), "line 2: a FASTA file must start with a '>' header line");
    EXPECT_REFUSED(fasta(">a\nAC\x01T\n"),
                   "line 2, column 3: letter 3 of record 'a': byte 0x01 is not a sequence letter");
    EXPECT_REFUSED(fasta(";x\n>a\nAC>b\nGT\n"), "line 3, column 3: '>' is among the letters of record 'a'");
    EXPECT_REFUSED(fasta(">a\rAC\n>b\nGT\n"), "line 1 contains a carriage return; end all lines in the same way");
    EXPECT_REFUSED(fasta(";a\rAC\n>b\nGT\n"), "line 1 contains a carriage return");
    EXPECT_REFUSED(fastq(";x\n@a\nAC\n+\nII\n"), "line 1: a FASTQ record must start with a '@' header line");
    EXPECT_REFUSED(fastq("@a\nAC\n+\nII\nACGT\n"), "line 5: a FASTQ record must start with a '@' header line");
    EXPECT_REFUSED(fastq("@a\nAC\n+\nI\n"), "line 1: the FASTQ record 'a' has 2 letters and 1 quality");
    EXPECT_REFUSED(fastq("@a\nAC\n+\nIII\n"), "2 letters and 3 qualities");
    EXPECT_REFUSED(fastq("@a\nAC\n"), "has no line '+'");
    EXPECT_REFUSED(fastq("@a\nACGT\n+\nI\n@b\nAC\n+\nII\n"), "line 1: the FASTQ record 'a' has 4 letters and 1 qual");
    EXPECT_REFUSED(fastq("@a\nA\n+\nI\n@b\nACG\n+\nI\tI\n"),
                   "line 8, column 2: a quality of record 'b' is byte 0x09, but qualities must be from '!' to '~'");
    const auto broken = fastq("@a\nAC\nG\n+\nII\nI\n@b\n\n+\n\n@c\nA\n+\n@\n");
    ASSERT_TRUE(broken) << broken.error().message;
    EXPECT_EQ(broken->size(), 3U);
    const auto cut = records_of(folder.file("x.fa.gz", gzipped(">a\nACGTACGTAC\n").substr(0, 25)), "fasta");
    ASSERT_FALSE(cut);
    const auto large = records_of(folder.file("y.fa", ">big\n" + std::string((1 << 20) + 1, 'A') + "\n"), "fasta");
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().code, ErrorCode::too_large);
    EXPECT_NE(large.error().message.find("record 'big' has more than 1048576 letters"), std::string::npos);
}

}  // namespace
}  // namespace vkalgo::formats::test
