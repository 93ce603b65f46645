#include "cli/formats.hpp"
#include "formats/bytes.hpp"
#include "formats/gunzip.hpp"
#include "formats/number_text.hpp"
#include "formats/raw.hpp"
#include "formats/source.hpp"
#include "formats/text.hpp"
#include "tests/support/gzipped.hpp"
#include "tests/support/random_text.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

TEST(Gzip, UnpacksOneMemberAndSeveral) {
    const std::string text = random_text("ACGT", 300000, 1);
    for (const std::string& packed : {gzipped(text), gzipped(text.substr(0, 1000)) + gzipped(text.substr(1000))}) {
        const auto bytes = unpack_gzip(size_of(packed), "a.gz");
        ASSERT_TRUE(bytes) << bytes.error().message;
        EXPECT_EQ(as_text(*bytes), text);
    }
    for (const std::size_t zeros : {1U, 511U, 600000U}) {  // Zeros after a member, as on tapes, and then another member
        const std::string padded = gzipped(text.substr(0, 1000)) + std::string(zeros, '\0');
        const auto first = unpack_gzip(size_of(padded), "a.gz");
        ASSERT_TRUE(first) << first.error().message;
        EXPECT_EQ(as_text(*first), text.substr(0, 1000));
        const auto both = unpack_gzip(size_of(padded + gzipped(text.substr(1000))), "a.gz");
        ASSERT_TRUE(both) << both.error().message;
        EXPECT_EQ(as_text(*both), text);
    }
    const auto nothing = unpack_gzip(size_of(gzipped("")), "a.gz");
    ASSERT_TRUE(nothing) << nothing.error().message;
    EXPECT_TRUE(nothing->empty());
}

TEST(Gzip, RefusesEveryTruncationAndEveryDamage) {
    const std::string text = random_text("ACGT", 200, 1);
    const std::string packed = gzipped(text);
    for (std::size_t length = 1; length < packed.size(); ++length) {
        EXPECT_REFUSED(unpack_gzip(size_of(packed.substr(0, length)), "a.gz"), "truncated gzip file");
    }
    EXPECT_REFUSED(unpack_gzip({}, "a.gz"), "is empty");
    EXPECT_REFUSED(unpack_gzip(size_of(packed + "junk"), "a.gz"), "other data follow the compressed data");
    EXPECT_REFUSED(unpack_gzip(size_of(packed + std::string("\0\0junk", 6)), "a.gz"), "other data follow");
    EXPECT_REFUSED(unpack_gzip(size_of("plain text, not packed"), "a.gz"),
                   "not a valid gzip file, although its name ends in .gz");
    EXPECT_REFUSED(unpack_gzip(size_of("plain text, not packed"), "-"), "not a valid gzip file: incorrect header");
    // Bytes 4 to 9 are the time and system of packing, which may have any value.
    for (std::size_t at = 10; at < packed.size(); ++at) {
        std::string damaged = packed;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        const auto bytes = unpack_gzip(size_of(damaged), "a.gz");
        // The bits that fill up the last byte of the packed data mean nothing.
        EXPECT_TRUE(!bytes || as_text(*bytes) == text) << "byte " << at;
    }
}

TEST(ReadFile, RefusesMissingFilesAndDirectories) {
    const TemporaryFolder folder;
    EXPECT_REFUSED(read_file(folder.path("nothing.txt")), "No such file");
    EXPECT_REFUSED(read_file(folder.path("")), "is a directory; give a file");
    const auto empty = read_file(folder.file("empty", ""));
    ASSERT_TRUE(empty);
    EXPECT_TRUE(empty->empty());
}

TEST(WriteFile, ReplacesAFileAndLeavesNothingElseBehind) {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.txt", "first");
    ASSERT_TRUE(write_file(path, "second"));
    const auto bytes = read_file(path);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(as_text(*bytes), "second");
    EXPECT_EQ(folder.entries(), 1U);
    struct stat status {};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    const mode_t mask = ::umask(0);
    ::umask(mask);
    EXPECT_EQ(status.st_mode & 0777U, 0666U & ~mask) << "as any new file";
}

TEST(WriteFile, AppliesTheUmaskOfTheProcess) {
    const TemporaryFolder folder;
    const mode_t mask = ::umask(027);
    EXPECT_TRUE(write_file(folder.path("a.txt"), "x"));
    ::umask(mask);
    struct stat status {};
    ASSERT_EQ(::stat(folder.path("a.txt").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

TEST(WriteFile, KeepsALinkAndWritesWhatItPointsTo) {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.txt", "first");
    ASSERT_EQ(::symlink(path.c_str(), folder.path("link").c_str()), 0);
    ASSERT_TRUE(write_file(folder.path("link"), "second"));
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
    EXPECT_EQ(as_text(*read_file(path)), "second");
}

TEST(WriteFile, RefusesWhatCannotBeWrittenAndLeavesNothing) {
    const TemporaryFolder folder;
    EXPECT_REFUSED(write_file(folder.path("missing/a.txt"), "x"), "choose another folder");
    EXPECT_REFUSED(write_file(folder.path(""), "x"), "it is a directory");
    EXPECT_REFUSED(check_writable(folder.path("missing/a.txt")), "cannot write");
    EXPECT_REFUSED(check_writable(""), "empty");
    EXPECT_REFUSED(check_not_output("--picture", "-", "--output", "-"),
                   "--output and --picture name the same stream, standard output");
    EXPECT_REFUSED(check_not_output("--picture", folder.path("a.txt"), "--output", folder.path("./a.txt")),
                   "--output and --picture name the same file");
    EXPECT_REFUSED(write_file("/dev/full", "x"), "No space left");
    EXPECT_EQ(folder.entries(), 0U);
}

TEST(CheckNotInput, RefusesTheSameFileByAnyNameAndLink) {
    const TemporaryFolder folder;
    const std::string input = folder.file("a.csv", "1\n");
    const std::string other = folder.file("b.csv", "1\n");
    ASSERT_EQ(::link(input.c_str(), folder.path("hard.csv").c_str()), 0);
    ASSERT_EQ(::symlink(input.c_str(), folder.path("soft.csv").c_str()), 0);
    const std::vector<std::string> inputs = {folder.path("missing"), input};
    for (const std::string& output :
         {input, folder.path("./a.csv"), folder.path("hard.csv"), folder.path("soft.csv")}) {
        EXPECT_REFUSED(check_not_input("--output", output, inputs), "this file is also an input");
    }
    EXPECT_TRUE(check_not_input("--output", other, inputs));
    EXPECT_TRUE(check_not_input("--output", folder.path("new.csv"), inputs));
    EXPECT_TRUE(check_not_input("--output", "-", inputs));
    EXPECT_TRUE(check_not_input("--output", "/dev/null", std::vector<std::string>{"/dev/null"}));
}

TEST(Extension, LooksThroughGzAndIgnoresCase) {
    EXPECT_EQ(extension_of("dir.x/a.FASTA.gz"), ".fasta");
    EXPECT_EQ(extension_of("a.npy"), ".npy");
    EXPECT_EQ(extension_of("dir.x/plain"), "");
    EXPECT_EQ(extension_of(".hidden"), "");
}

TEST(Text, DropsOneFinalLineBreakOnly) {
    EXPECT_EQ(parse_text(size_of("abc\n")), "abc");
    EXPECT_EQ(parse_text(size_of("abc\r\n")), "abc");
    EXPECT_EQ(parse_text(size_of("abc\n\n")), "abc\n");
    EXPECT_EQ(parse_text(size_of("a\nb")), "a\nb");
    EXPECT_EQ(parse_text(size_of("abc\r")), "abc\r");
    EXPECT_EQ(parse_text({}), "");
}

TEST(Raw, RefusesASizeThatIsNoMultipleOfTheElement) {
    const auto array = parse_raw(size_of("abcdefgh"), ElementType::u32, "a.raw");
    ASSERT_TRUE(array);
    EXPECT_EQ(array->count(), 2U);
    EXPECT_REFUSED(parse_raw(size_of("abcde"), ElementType::u32, "a.raw"),
                   "'a.raw' has 5 bytes, which is not a multiple of the 4 bytes of u32");
    const auto empty = parse_raw({}, ElementType::f64, "a.raw");
    ASSERT_TRUE(empty);
    EXPECT_EQ(empty->count(), 0U);
}

TEST(NumberList, IsSeparatedByBlanksLineBreaksAndCommas) {
    const auto array = parse_number_list(" 1\t2,3\r\n\n-4,\n5", ElementType::i8, "a.txt");
    ASSERT_TRUE(array) << array.error().message;
    EXPECT_EQ(array->shape, std::vector<std::uint64_t>{5});
    EXPECT_EQ(as_text(array->data), std::string_view("\1\2\3\xfc\5"));
    const auto empty = parse_number_list("\n", ElementType::f32, "a.txt");
    ASSERT_TRUE(empty) << empty.error().message;
    EXPECT_EQ(empty->count(), 0U);
}

TEST(NumberList, CountsLinesThatEndInCarriageReturns) {
    EXPECT_REFUSED(parse_number_list("1\r2\rx\r", ElementType::u8, "a.txt"), "a.txt' line 3: 'x' is not a number");
    EXPECT_REFUSED(parse_number_list("1\r\n2\r\nx", ElementType::u8, "a.txt"), "a.txt' line 3: 'x' is not a number");
}

TEST(NumberList, HasANumberBeforeEachComma) {
    const auto list = [](std::string_view text) { return parse_number_list(text, ElementType::i32, "a.txt"); };
    const std::string_view message = "there is no number before a comma";
    for (const char* text : {"3,,1", "3, ,1", "3,\n,1", ",3", " ,", "3,1,,", "\xEF\xBB\xBF,3"}) {
        EXPECT_REFUSED(list(text), message);
    }
    EXPECT_REFUSED(list("3,1\n2,\t,4\n"), "a.txt' line 2: there is no number");
    for (const char* text : {"3,1,2", "3 , 1\n,2", "3,1,2,", "3,\n1,\n2,\n"}) {
        const auto read = list(text);
        ASSERT_TRUE(read) << text << ": " << read.error().message;
        EXPECT_EQ(read->count(), 3U) << text;
    }
}

TEST(NumberList, SaysWhichLineHoldsNoNumber) {
    const auto list = [](std::string_view text, ElementType type) { return parse_number_list(text, type, "a.txt"); };
    EXPECT_REFUSED(list("1\n2 x3\n", ElementType::u8), "a.txt' line 2: 'x3' is not a number");
    EXPECT_REFUSED(list("1\n\n256", ElementType::u8), "a.txt' line 3: '256' does not fit u8");
    EXPECT_REFUSED(list("-1", ElementType::u16), "a.txt' line 1: '-1' does not fit u16");
    EXPECT_REFUSED(list("0.5", ElementType::u16), "a.txt' line 1: '0.5' is not a whole number, but u16 needs one");
    EXPECT_REFUSED(list("nan", ElementType::u16), "but u16 needs one; write a number, or choose another type");
    EXPECT_REFUSED(list("1e39", ElementType::f32), "a.txt' line 1: '1e39' does not fit f32");
}

}  // namespace
}  // namespace vkalgo::cli::test
