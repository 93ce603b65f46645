// Runs examples/align as a user does: a FASTA file with the line ends of other systems, and invalid command lines.
#include "tests/examples/program.hpp"
#include "tests/support/paths.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <unistd.h>

namespace vkalgo::test {
namespace {

/// A file that is removed after the test.
class Fasta {
public:
    explicit Fasta(const std::string& text)
        : path_(std::filesystem::temp_directory_path() / ("vkalgo_align_" + std::to_string(getpid()) + ".fa")) {
        std::ofstream(path_, std::ios::binary) << text;
    }
    ~Fasta() { std::filesystem::remove(path_); }
    Fasta(const Fasta&) = delete;
    Fasta& operator=(const Fasta&) = delete;
    std::string word() const { return " '" + path_.string() + "'"; }

private:
    std::filesystem::path path_;
};

TEST(AlignCommand, FindsTheRecordThatASequenceIsFrom) {
    const Fasta fasta(">one first\r\nMVLSPADKTNV\r\nKAAWGKV\r\n\r\n>two\r\nMERPEPELIRQ\r\n");
    const Ended ended = run_program(align_program(), "--matrix blosum62 --top 1 TNVKAAW" + fasta.word());
    if (ended.status == 3) {
        GTEST_SKIP() << ended.output;
    }
    EXPECT_EQ(ended.status, 0) << ended.output;
    EXPECT_EQ(ended.output,
              "one  score 39, letters 9 to 15, 100.0 % identity, 7=\n"
              "  TNVKAAW\n  |||||||\n  TNVKAAW\n\n"
              "2 records searched\n");
}

TEST(AlignCommand, RefusesInvalidCommandLinesWithTheReason) {
    const Fasta blank("\n");
    const std::pair<std::string, const char*> refused[] = {
        {"ACGT no.fa", "no.fa cannot be read"},
        {"ACGT .", ". cannot be read"},
        {"ACGT" + blank.word(), "has no records"},
        {"ACGT", "give a sequence and a FASTA file"},
        {"--matrix", "--matrix needs a value"},
        {"--matrix BLOSUM63 ACGT no.fa", "no built-in matrix 'BLOSUM63'"},
        {"--top 0 ACGT no.fa", "--top 0: give a whole number"},
        {"--speed 3", "there is no option --speed"},
    };
    for (const auto& [arguments, message] : refused) {
        const Ended ended = run_program(align_program(), arguments);
        EXPECT_EQ(ended.status, 2) << arguments << ": " << ended.output;
        EXPECT_NE(ended.output.find(message), std::string::npos) << arguments << ": " << ended.output;
    }
}

}  // namespace
}  // namespace vkalgo::test
