// Tests that `vkalgo dp --batch` of alignments refuses bad input and names the record.
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

TEST(AlignBatchRefusals, NameTheRecordAndWriteNothing) {
    const TemporaryFolder folder;
    const std::string good = folder.file("good.fa", ">a\nACGT\n>b\nACG\n");
    const std::string output = folder.path("out.tsv");
    const auto refused = [&](std::vector<std::string> words, const std::string& message) {
        std::vector<std::string> all{"dp", "--problem", "align-local", "--output", output};
        all.insert(all.end(), words.begin(), words.end());
        expect_refused({all, 2, message});
        EXPECT_FALSE(std::filesystem::exists(output)) << message;
    };
    const std::string matrix = folder.file("m.txt", "  A  C  G  T\nA 1 -1 -1 -1\nC -1 1 -1 -1\nG -1 -1");
    refused({"--batch", good, "--matrix", matrix}, "line 4: the row G has 2 scores, but the first line has 4 letters");
    refused({"--batch", good, "--matrix", folder.file("cut.txt", "A C\nA 1 2\n")}, "after 1 of its 2 rows");
    const std::string two = folder.file("two.txt", "A C\nA 1 0\nC 0 1\n");
    refused({"--batch", good, "--matrix", two}, "record 'a': 'G' at position 3 (from 1) is not one of the letters AC");
    refused({"--batch", good, "--matrix", two}, "; remove the letter, or give a --matrix that has it");
    refused({"--batch", folder.file("digit.fa", ">a\nAC\n>b\nAC\n>c\nA\n>d\nAC7\n"), "--matrix", "BLOSUM62"},
            "record 'd': '7' at position 3");
    refused({"--batch", folder.file("rows.csv", "y,x\nAC,AC\nAC,A1C\n"), "--matrix", "BLOSUM62"},
            "x: '1' at position 2");
    refused({"--batch", folder.file("odd.fa", ">a\nAC\n>b\nAC\n>c\nAC\n")}, "the last record, 'c', has only 1");
    refused({"--batch", good, "--batch", folder.file("one.fa", ">a\nAC\n")}, "has 2 records and ");
    refused({"--batch", folder.file("e.fa", ">a\nACE\n>b\nACGE\n"), "--reverse-complement"},
            "record 'b': 'E' at position 4 (from 1) has no complement");
    refused({"--batch", folder.file("p.fa", ">a\nACE\n>b\nACGE\n"), "--reverse-complement"},
            "; --reverse-complement needs DNA or RNA: leave the option out, or correct the letter");
    refused({"--batch", good, "--reverse-complement", "--matrix", "BLOSUM62", "--match", "3"}, "leave out --match");
    expect_refused({{"dp", "--problem", "align-local", "--batch", good, "--input", "y=" + folder.file("y.txt", "ACG"),
                     "--output", folder.path("out.sam")},
                    2,
                    "SAM needs the names of both sequences"});
    refused({"--batch", good, "--alphabet", "4"}, "--alphabet needs --input score=FILE");
    refused({"--batch", folder.file("head.fa", "AC\n>a\nAC\n"), "--format", "fasta"},
            "must start with a '>' header line");
}

}  // namespace
}  // namespace vkalgo::cli::test
