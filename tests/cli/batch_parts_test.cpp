// Compares FASTA files that several threads read in parts with the same files read by one thread.
#include "cli/formats.hpp"
#include "formats/sequences/record_parts.hpp"
#include "tests/support/temporary_folder.hpp"

#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

constexpr std::uint64_t kMaxLetters = 5000;

/// Everything that a reader returns, block by block: names and letters of each list, or the error.
struct ReadParts {
    std::vector<std::vector<std::string>> rows;
    std::uint64_t records = 0, bytes = 0;
    std::string error;
};

template <class Reader, class Next>
ReadParts read_all(Reader& reader, std::size_t lists, bool fresh, const Next& next) {
    ReadParts read;
    std::vector<ArrayBlock> blocks(lists);
    for (;;) {
        if (fresh) {
            for (ArrayBlock& block : blocks) {
                block.clear();
            }
        }
        const Result<bool> more = next(blocks);
        if (!more) {
            read.error = more.error().message;
            return read;
        }
        if (fresh || !*more) {
            for (std::size_t row = 0; row < blocks.back().size(); ++row) {
                std::vector<std::string>& fields = read.rows.emplace_back();
                for (const ArrayBlock& block : blocks) {
                    fields.emplace_back(block.name(row));
                    std::string& letters = fields.emplace_back();
                    for (std::uint64_t at = block.offsets[row]; at < block.offsets[row + 1]; ++at) {
                        letters += static_cast<char>(block.data[at]);
                    }
                }
            }
        }
        if (!*more) {
            read.records = reader.records();
            read.bytes = reader.bytes_read();
            return read;
        }
    }
}

struct FileShape {
    std::size_t lists = 2, part_bytes = 64, threads = 3;
    BlockSize block{5, 300};
    /// If true, each block is read into new lists. If false, it is appended to the lists of the blocks before it.
    bool fresh = true;
    const SequenceFormat* format = find_sequence_format("fasta");
};

ReadParts in_parts(const std::string& path, const FileShape& shape) {
    SequenceParts reader(*Source::open(path), {.format = shape.format,
                                               .most_letters = kMaxLetters,
                                               .codes = std::vector<LetterCode>(shape.lists),
                                               .part_bytes = shape.part_bytes,
                                               .threads = shape.threads,
                                               .most_parts = 4});
    return read_all(reader, shape.lists, shape.fresh, [&](auto& lists) { return reader.read(lists, shape.block); });
}

ReadParts at_once(const std::string& path, const FileShape& shape) {
    SequenceReader reader(*Source::open(path), *shape.format, kMaxLetters);
    const std::vector<LetterCode> codes(shape.lists);
    return read_all(reader, shape.lists, shape.fresh,
                    [&](auto& lists) { return reader.read(lists, codes, shape.block); });
}

void expect_same(const std::string& path, const FileShape& shape) {
    SCOPED_TRACE(std::to_string(shape.lists) + " lists, parts of " + std::to_string(shape.part_bytes));
    const ReadParts expected = at_once(path, shape);
    const ReadParts read = in_parts(path, shape);
    EXPECT_EQ(read.error, expected.error);
    if (expected.error.empty()) {
        EXPECT_TRUE(read.rows == expected.rows);
        EXPECT_EQ(read.records, expected.records);
        EXPECT_EQ(read.bytes, expected.bytes);
    }
}

std::string random_fasta(std::mt19937& random, std::size_t records, std::size_t most) {
    const char* ends[] = {"\n", "\r\n", " \n", "\n\n", "\t\r\n"};
    std::string text = random() % 4 == 0 ? "\xEF\xBB\xBF\n" : "";
    const auto comment = [&] {
        return std::string(random() % 8 == 0 ? " ;note\n" : random() % 8 == 0 ? ";>n A\n" : "");
    };
    text += comment();
    for (std::size_t k = 0; k < records; ++k) {
        text += random() % 9 == 0 ? " >" : ">";
        text += random() % 7 == 0 ? "" : "r" + std::to_string(k) + (random() % 3 == 0 ? " of many > more" : "");
        text += ends[random() % 5];
        for (std::size_t lines = random() % 4; lines > 0; --lines) {
            text += comment();
            text += random() % 11 == 0 ? "  " : "";
            for (std::size_t length = random() % (most + 1); length > 0; --length) {
                text += random() % 40 == 0 ? ' ' : "ACGT"[random() % 4];
            }
            text += ends[random() % 5];
        }
        text += comment();
    }
    return text;
}

TEST(BatchParts, RecordsEqualThoseOfOneThreadWhereverPartsEnd) {
    const TemporaryFolder folder;
    std::mt19937 random(1);
    for (int round = 0; round < 12; ++round) {
        const std::string file =
            folder.file("a.fa", random_fasta(random, 1 + random() % 60, round % 3 == 0 ? 900 : 40));
        for (const std::size_t lists : {1U, 2U, 3U}) {
            for (const std::size_t bytes : {3U, 64U, 1000U, 1U << 20}) {
                expect_same(file, {.lists = lists, .part_bytes = bytes});
                expect_same(file, {.lists = lists, .part_bytes = bytes, .fresh = false});
            }
        }
    }
}

/// Reads lines of letters up to the next header, as a format of sequences does.
Result<void> read_up_to_header(RecordLines& lines, ArrayBlock& list, const LetterCode& code) {
    for (;;) {
        VKALGO_TRY(const bool more, lines.next());
        if (!more) {
            return {};
        }
        if (lines.line().starts_with(">>")) {
            lines.again();
            return {};
        }
        VKALGO_CHECK(lines.append_letters(lines.line(), list, code));
    }
}

TEST(BatchParts, AHeaderOfSeveralLettersIsFoundWhereverPartsEnd) {
    const SequenceFormat format = {
        .name = "double", .title = "DOUBLE", .header = ">>", .comment = ';', .splits = true, .read = read_up_to_header};
    const TemporaryFolder folder;
    std::mt19937 random(4);
    for (int round = 0; round < 6; ++round) {
        std::string text = ">>first\n";
        for (const char letter : random_fasta(random, 1 + random() % 60, 40)) {
            text.append(letter == '>' ? 2 : static_cast<unsigned char>(letter) < 0x80 ? 1 : 0, letter);
            text += letter == '\n' && random() % 20 == 0 ? ">A\n" : "";  // Letters, since headers begin with ">>"
        }
        const std::string file = folder.file("a.seq", text);
        for (const std::size_t bytes : {3U, 64U, 1000U}) {
            expect_same(file, {.part_bytes = bytes, .format = &format});
        }
    }
}

TEST(BatchParts, BlocksWithoutALimitOfLettersHaveTheRequestedNumberOfRows) {
    const TemporaryFolder folder;
    std::string text;
    for (int k = 0; k < 100; ++k) {
        text += ">r" + std::to_string(k) + "\nACGT\n";
    }
    SequenceParts reader(*Source::open(folder.file("a.fa", text)), {.format = find_sequence_format("fasta"),
                                                                    .most_letters = kMaxLetters,
                                                                    .codes = {LetterCode()},
                                                                    .part_bytes = 50,
                                                                    .threads = 2});
    std::size_t rows = 0;
    for (const std::size_t wanted : {1U, 30U, 2U, 60U}) {
        std::vector<ArrayBlock> lists(1);
        const auto more = reader.read(lists, {wanted, std::numeric_limits<std::uint64_t>::max()});
        ASSERT_TRUE(more && *more);
        EXPECT_EQ(lists[0].size(), wanted);
        EXPECT_EQ(lists[0].name(0), "r" + std::to_string(rows));
        rows += wanted;
    }
}

TEST(BatchParts, ErrorsNameTheSameLineAndRecordAsOneThread) {
    const TemporaryFolder folder;
    std::mt19937 random(2);
    for (int round = 0; round < 30; ++round) {
        std::string text = random_fasta(random, 40, 60);
        const std::size_t at = random() % text.size();
        switch (round % 3) {
            case 0:
                text[at] = '\x01';
                break;
            case 1:
                text.insert(at, "\n>long\n" + std::string(kMaxLetters + 1, 'A') + "\n");
                break;
            default:
                text = "\n\nACGT\n" + text;
        }
        const std::string file = folder.file("a.fa", text);
        for (const std::size_t bytes : {11U, 200U, 5000U}) {
            expect_same(file, {.lists = 2, .part_bytes = bytes});
        }
    }
}

TEST(BatchParts, AReaderThatIsDestroyedHalfwayEndsItsThreads) {
    const TemporaryFolder folder;
    std::mt19937 random(3);
    const std::string file = folder.file("a.fa", random_fasta(random, 400, 60));
    for (int blocks = 0; blocks < 3; ++blocks) {
        SequenceParts reader(*Source::open(file), {.format = find_sequence_format("fasta"),
                                                   .most_letters = kMaxLetters,
                                                   .codes = {LetterCode()},
                                                   .part_bytes = 100,
                                                   .threads = 3,
                                                   .most_parts = 3});
        for (int k = 0; k < blocks; ++k) {
            std::vector<ArrayBlock> lists(1);
            ASSERT_TRUE(reader.read(lists, {4, 100}));
        }
    }
}

}  // namespace
}  // namespace vkalgo::cli::test
