// Runs `vkalgo dp --batch` as a process, on the device.
#include "cli/formats.hpp"
#include "formats/format.hpp"
#include "formats/sequences/sequence_format.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/gzipped.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

constexpr const char* kPairs = ">a\nkitten\n>b\nsitting\n>c\n\n>d\nabc\n>e\nsunday\n>f\nsaturday\n";
constexpr const char* kPrinted = "a\tb\t3\t1X3=1X1=1I\nc\td\t3\t3I\ne\tf\t3\t1=2I1=1X3=\n";

TEST(BatchCommand, PairsOfAFastaFileAreSolvedInOrder) {
    const TemporaryFolder folder;
    for (const std::string& file : {folder.file("p.fa", kPairs), folder.file("p.fa.gz", gzipped(kPairs))}) {
        const ProcessResult run =
            run_vkalgo({"dp", "--problem", "edit-distance", "--batch", file, "--solution", "--verify"});
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        EXPECT_EQ(run.output, kPrinted);
        EXPECT_EQ(run.errors, "verified  equal to the CPU interpreter of edit-distance, on 3 of 3 problems\n");
    }
}

TEST(BatchCommand, ReadsStandardInputAndWritesStandardOutput) {
    const ProcessResult run = run_vkalgo(
        {"dp", "--problem", "edit-distance", "--batch", "-", "--solution", "--output", "-"}, {.input = kPairs});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(run.output, kPrinted);
}

TEST(BatchCommand, APipeHasAHeaderOnlyIfItsEndingNamesTheFormat) {
    const TemporaryFolder folder;
    const std::string pairs = folder.file("p.fa", kPairs);
    for (const auto& [name, header] : {std::pair{"out.tsv", "x\ty\tdistance\tsolution\n"}, {"out.fifo", ""}}) {
        const std::string pipe = folder.path(name);
        ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
        std::string read;
        std::thread reader([&] {
            std::ifstream file(pipe, std::ios::binary);
            read.assign(std::istreambuf_iterator<char>(file), {});
        });
        const ProcessResult run =
            run_vkalgo({"dp", "--problem", "edit-distance", "--batch", pairs, "--solution", "--output", pipe});
        if (run.exit_code != 0) {  // The command did not open the pipe, so the reader still waits for a writer
            const int descriptor = ::open(pipe.c_str(), O_WRONLY | O_NONBLOCK);
            ::close(descriptor);
        }
        reader.join();
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        EXPECT_EQ(read, std::string(header) + kPrinted) << name;
    }
}

TEST(BatchCommand, JsonHasAnswersAndSolutionsOfTheProblemsOwnKind) {
    const TemporaryFolder folder;
    const auto json = json_of_command(
        "dp", {"--problem", "lcs", "--batch", folder.file("p.fa", kPairs), "--solution", "--verify", "--repeat", "2"});
    EXPECT_EQ(json["result"]["answers"], nlohmann::json::parse("[4,0,5]"));
    EXPECT_EQ(json["result"]["solutions"][0]["string"], "ittn");
    EXPECT_EQ(json["result"]["count"], 3);
    EXPECT_EQ(json["verified"], true);
    EXPECT_EQ(json["verified_against"], "the CPU interpreter of lcs, on 3 of 3 problems");
    EXPECT_EQ(json["repeat"]["runs"], 2);
    EXPECT_EQ(json["parameters"]["batch"].size(), 1U);
}

TEST(BatchCommand, NumbersOfATableAreInputsOfAnyType) {
    const TemporaryFolder folder;
    const std::string file = folder.file("bags.csv", "weight,profit\n3 4 2 0,5 6 3 1\n,\n7,8\n");
    const ProcessResult run =
        run_vkalgo({"dp", "--problem", "knapsack", "--capacity", "6", "--batch", file, "--solution"});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(run.output,
              "1\t10\t3 items of weight 6: 1 2 3\n2\t0\t0 items of weight 0: \n3\t0\t0 items of weight 0: \n");
    expect_refused({{"dp", "--problem", "knapsack", "--capacity", "6", "--batch",
                     folder.file("bad.csv", "weight,profit\n1,2\n3 x,5 6\n")},
                    2,
                    "line 3, weight:"});
}

TEST(BatchCommand, AnInputThatAllProblemsShareIsASeparateFile) {
    const TemporaryFolder folder;
    const std::string weights = folder.file("w.csv", "weight\n3 4 2 0\n1 1 1 1\n");
    const std::string profit = folder.file("profit.txt", "5 6 3 1\n");
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"--input", "profit=" + profit}, std::vector<std::string>{profit}}) {
        std::vector<std::string> all{"dp", "--problem", "knapsack", "--capacity", "6", "--batch", weights};
        all.insert(all.end(), words.begin(), words.end());
        const ProcessResult run = run_vkalgo(all);
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        EXPECT_EQ(run.output, "1\t10\n2\t15\n");
    }
    expect_refused({{"dp", "--problem", "knapsack", "--capacity", "6", "--batch", weights, folder.file("z.txt", "1\n")},
                    2,
                    "is given as an INPUT together with 1 --batch file, but a batch reads its problems only from "
                    "--batch files; give --batch "});
    expect_refused({{"dp", "--problem", "knapsack", "--capacity", "6", "--batch", weights},
                    2,
                    "no --batch file has the input 'profit' of knapsack"});
}

TEST(BatchCommand, AnErrorNamesItsFileAndRowAndNotItsConsequences) {
    const TemporaryFolder folder;
    const auto refused = [](std::vector<std::string> words, const std::string& message) {
        SCOPED_TRACE(message);
        words.insert(words.begin(), "dp");
        expect_refused({std::move(words), 2, message});
    };
    const auto of_bags = [&](const std::string& rows, const std::string& message) {
        refused({"--problem", "knapsack", "--capacity", "6", "--batch", folder.file("bags.csv", rows)}, message);
    };
    of_bags("weight,profit\n1 2,3 4\n1 2,3\n", "bags.csv' row 2 after the header: input 'profit' has 1 elements");
    of_bags("weight;profit\n1 2;3 4\n",
            "line 1: semicolons separate the names, but columns must be separated by commas");
    of_bags("weight\tprofit\n1 2\t3 4\n", "line 1: tabs separate the names");
    const ProcessResult semicolons = run_vkalgo({"dp", "--problem", "knapsack", "--capacity", "6", "--batch",
                                                 folder.file("bags.csv", "weight;profit\n1 2;3 4\n")});
    EXPECT_EQ(semicolons.errors.find("--format"), std::string::npos) << "no format has semicolons";
    of_bags("weight,profit\n1 2;3 4\n",
            "line 2: the row has 1 field, but the header has 2; semicolons do not separate columns");
    of_bags("weight,profit\n1,2,3\n", "line 2: the row has 3 fields, but the header has 2; leave out the other fields");
    of_bags("weight,profit,note\n1,2,a\n",
            "line 1: 'note' is not an input of knapsack; leave this column out; the inputs are");
    of_bags("1 2,3 4\n1 2,3 4\n",
            "line 1: '1 2' is not an input of knapsack; the first line must name inputs, so put a header");
    of_bags(
        "weight,profit\n1\xC2\xA0"
        "2,3 4\n",
        "line 2, weight: '1\xC2\xA0"
        "2' is not a number; it has a no-break space");
    of_bags(
        "weight,profit\n\xE2\x88\x92"
        "2,3\n",
        "it has a minus sign that is not a hyphen: write '-'");

    const std::string wide = folder.file("wide.fa", std::string("\xff\xfe>\0a\0\n\0A\0\n\0", 12));
    const std::string pairs = folder.file("p.fa", kPairs);
    refused({"--problem", "edit-distance", "--batch", wide}, "wide.fa' line 1: the text is UTF-16; save it as UTF-8");
    refused({"--problem", "edit-distance", wide, pairs}, "wide.fa' line 1: the text is UTF-16; save it as UTF-8");
    refused({"--problem", "edit-distance", "--batch", pairs, "--batch", pairs, pairs},
            "is given as an INPUT together with 2 --batch files, but a batch reads its problems only from --batch "
            "files; leave it out");
    const std::string plain = folder.file("plain.fa.gz", kPairs);
    refused({"--problem", "edit-distance", "--batch", plain}, "it does not begin like one; remove .gz from its name");
    for (const char* option : {"--match", "--extend"}) {
        refused({"--problem", "align-local", "--batch", pairs, option, "0.5"},
                std::string(option) + ": '0.5' has a fraction, but scores must be whole numbers; multiply all scores");
    }
}

TEST(BatchCommand, OptionsForASingleProblemAreRefusedByName) {
    const TemporaryFolder folder;
    const std::string pairs = folder.file("p.fa", kPairs);
    const auto refused = [&](const std::vector<std::string>& options, const std::string& message) {
        SCOPED_TRACE(message);
        std::vector<std::string> words{"dp", "--problem", "edit-distance", "--batch", pairs};
        words.insert(words.end(), options.begin(), options.end());
        expect_refused({words, 2, message});
    };
    refused({"--show"},
            "--show is only for one problem, but --batch solves many; leave it out, write readable solutions by "
            "--solution --output FILE.txt, or give the files of one problem as INPUTs");
    refused({"--picture", folder.path("p.png"), "--show"}, "--picture and --show are only for one problem");
    refused({"--dotplot", folder.path("p.png")}, "--dotplot is only for one problem");
    refused({"--table", folder.path("t.npy"), "--layout", "COLUMNS"}, "--table and --layout are only for one problem");
    refused({"--seed", "3"}, "--seed is only for one problem, but --batch solves many; leave it out");
    EXPECT_EQ(folder.entries(), 1U);
}

TEST(BatchCommand, OneSequenceIsComparedWithAllOthers) {
    const TemporaryFolder folder;
    const std::string one = folder.file("one.txt", "kitten\n");
    const ProcessResult run = run_vkalgo(
        {"dp", "--problem", "edit-distance", "--batch", folder.file("p.fa", kPairs), "--input", "x=" + one, "--quiet"});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(run.output, "a\t0\nb\t3\nc\t6\nd\t6\ne\t6\nf\t7\n");
}

TEST(BatchCommand, TopAndThresholdsSelectPairsOfTwoFiles) {
    const TemporaryFolder folder;
    const std::string x = folder.file("x.fa", ">w\nhouse\n>v\nmouse\n");
    const std::string y = folder.file("y.csv", "y\nhose\nmoose\nhorse\n");
    const ProcessResult top =
        run_vkalgo({"dp", "--problem", "edit-distance", "--batch", x, "--batch", y, "--top", "2", "--solution"});
    EXPECT_EQ(top.exit_code, 0) << top.errors;
    EXPECT_EQ(top.output, "w\t1\t1\t2=1D2=\nw\t3\t1\t2=1X2=\nv\t2\t1\t2=1X2=\nv\t1\t2\t1X1=1D2=\n");
    const ProcessResult near = run_vkalgo(
        {"dp", "--problem", "edit-distance", "--batch", x, "--batch", y, "--all-pairs", "--at-most", "1", "--verify"});
    EXPECT_EQ(near.exit_code, 0) << near.errors;
    EXPECT_EQ(near.output, "w\t1\t1\nw\t3\t1\nv\t2\t1\n");
}

/// Returns a recurrence whose answer is the only element of its input.
std::string element_of(const std::string& type) {
    return "//! problem element\n//! pattern RUD\n//! cell " + type + "\n//! input v " + type +
           "[]\n//! rows 1\n//! columns 1\n//! answer last\ncell_t cell(int i, int j) { return v(0); }\n";
}

TEST(BatchCommand, LimitsAreComparedExactlyWithAnswersOf64Bits) {
    const TemporaryFolder folder;
    const auto kept = [&](const std::string& type, const std::string& values, const std::vector<std::string>& limits) {
        std::vector<std::string> words{"dp", "--recurrence", folder.file(type + ".glsl", element_of(type)), "--batch",
                                       folder.file(type + ".csv", "v\n" + values)};
        words.insert(words.end(), limits.begin(), limits.end());
        const ProcessResult run = run_vkalgo(words);
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        return run.output;
    };
    const std::string naturals = "9007199254740992\n9007199254740993\n18446744073709551614\n18446744073709551615\n";
    EXPECT_EQ(kept("u64", naturals, {"--at-most", "9007199254740992"}), "1\t9007199254740992\n");
    EXPECT_EQ(kept("u64", naturals, {"--at-most", "9007199254740993", "--at-least", "9007199254740993"}),
              "2\t9007199254740993\n");
    EXPECT_EQ(kept("u64", naturals, {"--at-most", "18446744073709551614", "--at-least", "1e19"}),
              "3\t18446744073709551614\n");
    EXPECT_EQ(kept("u64", naturals, {"--at-least", "18446744073709551615"}), "4\t18446744073709551615\n");
    EXPECT_EQ(kept("u64", naturals, {"--at-least", "18446744073709551616.0"}), "");
    const std::string integers = "-9007199254740993\n-9007199254740992\n-9223372036854775808\n";
    EXPECT_EQ(kept("i64", integers, {"--at-least", "-9007199254740992"}), "2\t-9007199254740992\n");
    EXPECT_EQ(kept("i64", integers, {"--at-most", "-9007199254740994"}), "3\t-9223372036854775808\n");
    EXPECT_EQ(kept("f64", "nan\n1\n0.5\n", {"--at-most", "0.5"}), "3\t0.5\n");
}

TEST(BatchCommand, TopTakesNaNAfterAllNumbers) {
    const TemporaryFolder folder;
    const std::string file = folder.file("sum.glsl",
                                         "//! problem sum\n//! pattern RUD\n//! cell f64\n//! input x f64[]\n"
                                         "//! input y f64[]\n//! rows 1\n//! columns 1\n//! answer last\n"
                                         "cell_t cell(int i, int j) { return x(0) + y(0); }\n");
    const std::string x = folder.file("x.csv", "x\n0\n");
    for (const auto& [values, greatest, least] :
         {std::tuple{"1\nnan\n5\n3\n", "1\t3\t5\n1\t4\t3\n", "1\t1\t1\n1\t4\t3\n"},
          {"nan\n1\n5\n3\n", "1\t3\t5\n1\t4\t3\n", "1\t2\t1\n1\t4\t3\n"},
          {"nan\nnan\n2\n", "1\t3\t2\n1\t1\tnan\n", "1\t3\t2\n1\t1\tnan\n"}}) {
        const std::string y = folder.file("y.csv", std::string("y\n") + values);
        for (const auto& [best, expected] : {std::pair{"greatest", greatest}, {"least", least}}) {
            const ProcessResult run =
                run_vkalgo({"dp", "--recurrence", file, "--batch", x, "--batch", y, "--top", "2", "--best", best});
            EXPECT_EQ(run.exit_code, 0) << run.errors;
            EXPECT_EQ(run.output, expected) << values << best;
        }
    }
}

TEST(BatchCommand, ErrorsAreReportedAndNothingIsWritten) {
    const TemporaryFolder folder;
    const std::string file = folder.file("p.fa", kPairs);
    const std::string output = folder.path("out.tsv");
    const auto refused = [&](std::vector<std::string> words, const std::string& message) {
        std::vector<std::string> all{"dp", "--problem", "edit-distance"};
        all.insert(all.end(), words.begin(), words.end());
        expect_refused({all, 2, message});
        EXPECT_FALSE(std::filesystem::exists(output)) << message;
    };
    refused({"--all-pairs"}, "--all-pairs needs many problems; give --batch FILE too");
    refused({"--top", "3"}, "--top needs many problems");
    refused({"--batch", file, "--all-pairs"}, "give --batch twice");
    refused(
        {"--batch", file, "--batch", file, "--batch", file},
        "is not needed: all inputs of edit-distance are already given by --input or by the --batch files before it");
    refused({"--batch", file, "--best", "least"}, "give --top too");
    refused({"--batch", file, "--show"}, "--show is only for one problem");
    refused({"--batch", file, "--record", "a"}, "leave out --record");
    refused({"--batch", file, "--n", "5"}, "--n makes random inputs");
    refused({"--batch", file, "--method", "tile"}, "--method");
    refused({"--batch", file, "--output", folder.path("out.bam")}, ".sam");
    refused({"--batch", file, "--output", folder.path("none/out.tsv")}, "choose another folder");
    refused({"--batch", folder.path("none.fa")}, "cannot read");
    refused({"--batch", folder.file("empty.fa", ""), "--output", output}, "is empty");
    refused({"--batch", folder.file("text.txt", "hello\n"), "--output", output}, "name its format with --format");
    refused({"--batch", file, "--format", "npy", "--output", output}, "--format npy: files of --batch can be ");
    for (const SequenceFormat* format : sequence_formats()) {
        refused({"--batch", folder.file("text.txt", "hello\n"), "--output", output}, format->title);
        refused({"--batch", file, "--format", "npy", "--output", output}, format->name);
    }
    refused({"--batch", folder.file("odd.fa", ">a\nAC\n>b\nAC\n>c\nAC\n"), "--output", output},
            "the problem of the last record, 'c', has only 1");
    refused({"--batch", folder.file("cut.fq", "@a\nAC\n+\nII\n@b\nAC\n+\nI\n"), "--output", output},
            "line 5: the FASTQ record 'b' has 2 letters and 1 quality");
    refused({"--batch", folder.file("head.fa", "AC\n>a\nAC\n"), "--format", "fasta", "--output", output},
            "line 1: a FASTA file must start with a '>' header line");
    const std::string one = folder.file("one.txt", "A\n");
    refused({"--batch", file, "--input", "x=" + one, "--input", "y=" + one, "--output", output},
            "is not needed: all inputs of edit-distance are already given by --input; leave this file out");
    refused({"--batch", file, "--input", "x=" + one, folder.file("x.txt", "C\n"), "--output", output},
            "input 'x' is given twice, as '" + one + "' and as '" + folder.path("x.txt") + "'");
    expect_refused({{"dp", "--problem", "binomial", "--batch", file}, 2, "binomial reads no inputs"});
    expect_refused(
        {{"dp", "--problem", "lcs", "--batch", file, "--output", folder.path("out.sam")}, 2, "SAM has alignments"});
}

TEST(BatchCommand, AllPairsAreNotAdvisedForThreeFiles) {
    const TemporaryFolder folder;
    const std::string three = folder.file("three.glsl", R"(//! problem  three
//! pattern  RUD
//! cell     u32
//! input    x u8[]
//! input    y u8[]
//! input    z u8[]
//! rows     len(x) + len(y) + 1
//! columns  len(z) + 1
//! base     first-row 1
//! answer   last
cell_t base(int i, int j) { return 0u; }
cell_t cell(int i, int j) { return at(i - 1, j) + 1u; }
)");
    const std::string file = folder.file("p.fa", kPairs);
    const ProcessResult run = run_vkalgo(
        {"dp", "--recurrence", three, "--batch", file, "--batch", file, "--batch", folder.file("one.fa", ">a\nAC\n")});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.errors.find("give both files the same number of records\n"), std::string::npos) << run.errors;
}

TEST(BatchCommand, AFullDiskLeavesNoFile) {
    if (!std::filesystem::exists("/dev/full")) {
        GTEST_SKIP() << "no /dev/full here";
    }
    const TemporaryFolder folder;
    const ProcessResult table = run_vkalgo({"dp", "--problem", "edit-distance", "--batch", folder.file("p.fa", kPairs)},
                                           {.output_file = "/dev/full"});
    EXPECT_EQ(table.exit_code, 1);
    EXPECT_NE(table.errors.find("No space left on device; check the file or program that it goes to"),
              std::string::npos)
        << table.errors;
}

TEST(BatchCommand, TheReportIsOnStandardErrorIfTheTableIsOnStandardOutput) {
    const TemporaryFolder folder;
    const std::string file = folder.file("p.fa", kPairs);
    const ProcessResult run =
        run_vkalgo({"dp", "--problem", "edit-distance", "--batch", file, "--solution", "--repeat", "2", "--profile"});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(run.output, kPrinted);
    EXPECT_NE(run.errors.find("repeat    2 runs on the device"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("ms  span"), std::string::npos) << run.errors;
}

TEST(BatchCommand, SamtoolsReadsTheOutputAndFindsOnePrimaryLinePerQuery) {
    if (run_shell("command -v samtools").exit_code != 0) {
        GTEST_SKIP() << "no samtools here";
    }
    const TemporaryFolder folder;
    const std::string x = folder.file("x.fq", "@r\nACGTTA\n+\n!~I@II\n@p\nGTA\n+\nFFF\n@e\n\n+\n\n");
    const std::string y = folder.file("y.fa", ">a\nACGTA\n>b\nGATTA\n>none\n\n");
    for (const char* words : {"--all-pairs", "--top 2", "--all-pairs --at-most 2"}) {
        const ProcessResult run = run_shell(
            "\"$V\" dp --problem align-local --reverse-complement --batch " + x + " --batch " + y + " " + words +
            " --output s.sam --quiet && samtools view -F 256 s.sam | cut -f 1 && samtools view -b s.sam | "
            "samtools view -h - | grep -v ^@PG > back && grep -v ^@PG s.sam | diff - back");
        EXPECT_EQ(run.exit_code, 0) << words << run.errors;
        EXPECT_EQ(run.output, "r\np\ne\n") << words;
    }
}

TEST(BatchCommand, HelpNamesFormatsAndMethodsOfBatches) {
    const std::string help = run_vkalgo({"dp", "--help"}).output;
    for (const char* word : {".tsv", ".csv", ".sam", "bit-parallel", "team", "single"}) {
        EXPECT_NE(help.find(word), std::string::npos) << word;
    }
}

TEST(BatchCommand, AQuietRunIntoAFileSaysNothing) {
    const TemporaryFolder folder;
    const ProcessResult run = run_vkalgo({"dp", "--problem", "edit-distance", "--batch", folder.file("p.fa", kPairs),
                                          "--quiet", "--output", folder.path("out.tsv")});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.output + run.errors, "");
}

TEST(BatchCommand, AnOutputNeverReplacesAnInputAndKeepsThePermissionsOfAnOldOutput) {
    const TemporaryFolder folder;
    const std::string file = folder.file("p.fa", kPairs);
    const std::string matrix = folder.file("mine.tsv", "   A  C\nA  1 -1\nC -1  1\n");
    expect_refused({{"dp", "--problem", "align-local", "--matrix", matrix, "--batch",
                     folder.file("ac.fa", ">a\nA\n>b\nC\n"), "--output", matrix},
                    2,
                    "this file is also an input"});
    EXPECT_GT(std::filesystem::file_size(matrix), 0U);
    using std::filesystem::perms;
    const std::string output = folder.file("out.tsv", "secret\n");
    std::filesystem::permissions(output, perms::owner_read | perms::owner_write);
    const ProcessResult run = run_vkalgo({"dp", "--problem", "edit-distance", "--batch", file, "--output", output});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(std::filesystem::status(output).permissions(), perms::owner_read | perms::owner_write);
    EXPECT_EQ(std::filesystem::file_size(output), 31U);  // A header and three rows
}

}  // namespace
}  // namespace vkalgo::cli::test
