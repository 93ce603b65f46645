// Runs the command as a process with inputs of every size and kind. Time and memory of the runs are limited.
#include "cli/formats.hpp"
#include "formats/drawing/png.hpp"
#include "formats/npy.hpp"
#include "formats/source.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/gzipped.hpp"
#include "tests/support/temporary_folder.hpp"

#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

constexpr std::uint64_t kMaxResident = 300'000'000;

void expect_refused_cheaply(const Words& arguments, const std::string& message, const ProcessSettings& settings = {}) {
    expect_refused_within(kMaxResident, arguments, message, settings);
}

std::string answer_of(const Words& arguments, const ProcessSettings& settings = {}) {
    const ProcessResult run = run_vkalgo(arguments, settings);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    return run.output;
}

/// A named pipe that gives `content` to its first reader.
class FilledPipe {
public:
    FilledPipe(std::string path, std::string content) : path_(std::move(path)) {
        std::signal(SIGPIPE, SIG_IGN);  // A reader may stop early
        EXPECT_EQ(::mkfifo(path_.c_str(), 0600), 0);
        writer_ = std::thread([path = path_, content = std::move(content)] {
            const int descriptor = ::open(path.c_str(), O_WRONLY);
            std::size_t done = 0;
            while (done < content.size()) {
                const ssize_t put = ::write(descriptor, content.data() + done, content.size() - done);
                if (put <= 0) {
                    break;
                }
                done += static_cast<std::size_t>(put);
            }
            ::close(descriptor);
        });
    }
    FilledPipe(const FilledPipe&) = delete;
    FilledPipe& operator=(const FilledPipe&) = delete;
    ~FilledPipe() {
        // If the command has not opened the pipe, the writer still waits for a reader.
        const int descriptor = ::open(path_.c_str(), O_RDONLY | O_NONBLOCK);
        ::close(descriptor);
        writer_.join();
    }
    const std::string& path() const { return path_; }

private:
    std::string path_;
    std::thread writer_;
};

TEST(InputSizes, EndlessDeviceFilesAreRefused) {
    expect_refused_cheaply({"histogram", "/dev/zero", "--type", "u8"}, "--input-limit (128 MiB); raise --input-limit");
    expect_refused_cheaply({"histogram", "/dev/urandom", "--type", "u8"},
                           "is longer than --input-limit (128 MiB); raise --input-limit");
    expect_refused_cheaply({"histogram", "-", "--type", "u8"}, "'standard input' has no known size",
                           {.input_file = "/dev/zero"});
    expect_refused_cheaply({"dp", "--problem", "lcs", "/dev/zero", "/dev/zero"},
                           "--input-limit (128 MiB); raise --input-limit");
    expect_refused_cheaply({"dp", "--problem", "knapsack", "--capacity", "5", "/dev/zero"},
                           "--input-limit (128 MiB); raise --input-limit");
    expect_refused_cheaply({"dp", "--recurrence", "/dev/zero"}, "'/dev/zero' has more than 16 MiB");
    expect_refused_cheaply({"histogram", "/dev/zero", "--type", "u8", "--input-limit", "1M"}, "(976.6 KiB)");
}

TEST(InputSizes, ASparseFileIsRefusedBeforeItIsRead) {
    const TemporaryFolder folder;
    const std::string npy(as_text(encode_npy(Array{ElementType::u8, {1}, Bytes(1)})));
    for (const char* name : {"a.bin", "a.npy", "a.txt", "a.csv", "a.fa"}) {
        const std::string path = folder.file(name, std::string(name) == "a.npy"  ? npy
                                                   : std::string(name) == "a.fa" ? ">h\n"
                                                                                 : "1");
        ASSERT_EQ(::truncate(path.c_str(), 20'000'000'000), 0);
        if (std::string(name) != "a.fa") {
            expect_refused_cheaply({"histogram", path, "--type", "u8", "--memory", "4G"},
                                   "has 18.6 GiB, but the limit is 3.7 GiB, which --memory sets");
        }
        expect_refused_cheaply({"dp", "--problem", "lcs", path, path, "--memory", "4G"},
                               "GiB, which --memory sets; raise it");
    }
    const std::string huge = folder.file("huge.bin", "1");
    ASSERT_EQ(::truncate(huge.c_str(), off_t{8} << 40), 0);
    expect_refused_cheaply({"histogram", huge, "--type", "u8"}, "half of the memory of this machine or of the device");
    expect_refused_cheaply({"histogram", "-", "--type", "u8"}, "half of the memory of this machine or of the device",
                           {.input_file = huge});
}

TEST(InputSizes, AGzipBombIsRefused) {
    const TemporaryFolder folder;
    constexpr std::size_t kPieces = 1024;  // Pieces of 4 MiB
    const std::string zeros = gzip_bomb("", std::string(1024, '\0'), kPieces);
    const auto refused = [&](const std::string& name, const std::string& content, const std::string& message) {
        const std::string path = folder.file(name, content);
        expect_refused_cheaply({"histogram", path, "--type", "u8"}, message);
    };
    refused("a.gz", zeros, "is longer when unpacked than --input-limit (128 MiB)");
    refused("a.bin", zeros, "is longer when unpacked than --input-limit (128 MiB)");
    refused("a.csv.gz", gzip_bomb("v\n", "1\n", kPieces), "is longer when unpacked");
    refused("a.txt.gz", gzip_bomb("", "1\n", kPieces), "is longer when unpacked");
    std::string npy(as_text(encode_npy(Array{ElementType::u8, {1}, Bytes(1)})));
    npy.pop_back();
    refused("a.npy.gz", gzip_bomb(npy, std::string(1024, '\0'), kPieces), "is longer when unpacked");
    refused("wrong.npy.gz", zeros, "is not a .npy file");
    refused("wrong.png.gz", zeros, "is not a valid PNG image");
    const std::string letters = folder.file("a.fa.gz", gzip_bomb(">h\n", "ACGT\n", kPieces));
    const std::string wrong = folder.file("wrong.fa.gz", zeros);
    expect_refused_cheaply({"dp", "--problem", "lcs", letters, letters}, "is longer when unpacked");
    expect_refused_cheaply({"dp", "--problem", "lcs", wrong, wrong}, "a FASTA file must start with a '>'");
    const FilledPipe pipe(folder.path("pipe"), zeros);
    expect_refused_cheaply({"histogram", pipe.path(), "--type", "u8"},
                           "is longer when unpacked than --input-limit (128 MiB)");
}

TEST(InputSizes, APackedFileUpToTheLimitIsRead) {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.gz", gzipped(std::string(2'000'000, 'x')));
    EXPECT_EQ(answer_of({"histogram", path, "--type", "u8", "--quiet", "--input-limit", "2M"}), "120 2000000\n");
    expect_refused({{"histogram", path, "--type", "u8", "--input-limit", "1999999"}, 2, "--input-limit"});
}

TEST(InputFormats, FastaIsNeverAlignedWithItsHeader) {
    const TemporaryFolder folder;
    const std::string text = ">header of one\nACGT\nACGT\n";
    const std::string fasta = folder.file("one.fa", text);
    const std::string other = folder.file("one.faa", text);
    const std::string packed = folder.file("packed", gzipped(text));
    const std::string fastq = folder.file("one.fq", "@h\nACGTACGT\n+\n!!!!!!!!\n");
    const auto distance = [&](const std::string& x, const std::string& y, const ProcessSettings& settings = {}) {
        return answer_of({"dp", "--problem", "edit-distance", "--quiet", x, y}, settings);
    };
    EXPECT_EQ(distance(fasta, other), "0\n");
    EXPECT_EQ(distance(fasta, packed), "0\n");
    EXPECT_EQ(distance(fasta, fastq), "0\n");
    EXPECT_EQ(distance("-", fasta, {.input_file = fasta}), "0\n");
    EXPECT_EQ(distance("-", fasta, {.input_file = packed}), "0\n");
    const FilledPipe pipe(folder.path("pipe"), text);
    const FilledPipe gzip_pipe(folder.path("gzip_pipe"), gzipped(text));
    EXPECT_EQ(distance(fasta, pipe.path()), "0\n");
    EXPECT_EQ(distance("-", fasta, {.input_file = gzip_pipe.path()}), "0\n");

    const ProcessResult run = run_vkalgo({"dp", "--problem", "lcs", "--json", fasta, other});
    EXPECT_NE(run.errors.find("vkalgo: warning: '" + other + "' starts like a FASTA record"), std::string::npos)
        << run.errors;
    EXPECT_EQ(answer_of({"dp", "--problem", "lcs", "--quiet", "--format", "txt", fasta, other}), "24\n");
}

TEST(InputFormats, LettersOfNumberFilesAreWhatTheTableOfTheDocumentationSays) {
    const TemporaryFolder folder;
    const std::string text = folder.file("x.txt", "ACGT");
    const std::string npy = folder.file("x.npy", as_text(encode_npy(Array{ElementType::u8, {4}, size_of("ACGT")})));
    const std::string csv = folder.file("x.csv", "65,67,71,84\n");
    const std::vector<std::uint8_t> samples = {65, 67, 71, 84};
    const std::string png = folder.file("x.png", as_text(*encode_png(4, 1, 1, samples)));
    for (const std::string& path : {npy, csv, png}) {
        EXPECT_EQ(answer_of({"dp", "--problem", "edit-distance", "--quiet", text, path}), "0\n") << path;
    }
    expect_refused({{"dp", "--problem", "lcs", text, folder.file("letters.csv", "ACGT,AC\n")}, 2, "as a header"});
    expect_refused({{"dp", "--problem", "lcs", text,
                     folder.file("wide.npy", as_text(encode_npy(Array{ElementType::u16, {1}, size_of("AC")})))},
                    2,
                    "which u8 cannot hold exactly"});
    expect_refused({{"dp", "--problem", "knapsack", "--capacity", "3", npy}, 2, "cannot be read as a table"});
}

TEST(InputFormats, StructuredDataOnStandardInputIsDetected) {
    const TemporaryFolder folder;
    const std::string npy(as_text(encode_npy(Array{ElementType::u8, {3}, size_of("AAB")})));
    for (const std::string& input : {npy, gzipped(npy)}) {
        EXPECT_EQ(answer_of({"histogram", "-", "--quiet"}, {.input = input}), "65 2\n66 1\n");
    }
    const std::vector<std::uint8_t> samples = {65, 66, 65};
    EXPECT_EQ(answer_of({"histogram", "-", "--quiet"}, {.input = std::string(as_text(*encode_png(3, 1, 1, samples)))}),
              "65 2\n66 1\n");
    EXPECT_EQ(answer_of({"histogram", "-", "--quiet", "--type", "u8", "--format", "csv"}, {.input = "a,b\n7,8\n"}),
              "7 1\n8 1\n");
    EXPECT_EQ(answer_of({"histogram", "-", "--quiet", "--type", "u8", "--format", "txt"}, {.input = "7 8\n7"}),
              "7 2\n8 1\n");
    const ProcessResult run = run_vkalgo({"histogram", "-", "--type", "u8"}, {.input = "7,8\n"});
    EXPECT_NE(run.errors.find("looks like numbers in text and is read as raw"), std::string::npos) << run.errors;
    expect_refused({{"histogram", "-", "--type", "u8"}, 2, "is a TIFF image"}, {.input = std::string("II*\0", 4)});
}

TEST(InputFormats, OptionsChooseRecordsAndCase) {
    const TemporaryFolder folder;
    const std::string fasta = folder.file("two.fa", ">a\nacgt\n>b\nACGA\n");
    const auto distance = [&](Words more) {
        more.insert(more.begin(), {"dp", "--problem", "edit-distance", "--quiet", fasta, fasta});
        return answer_of(more);
    };
    EXPECT_EQ(distance({"--record", "a", "--record", "2"}), "4\n");
    EXPECT_EQ(distance({"--record", "a", "--record", "2", "--ignore-case"}), "1\n");
    EXPECT_EQ(distance({"--record", "b"}), "0\n");
    expect_refused({{"dp", "--problem", "lcs", fasta, fasta, "--record", "c"}, 2, "has no record 'c'"});
    for (const char* option : {"--record", "--format", "--input-limit", "--column"}) {
        expect_refused({{"dp", "--problem", "lcs", "--n", "5", option, std::string(option) == "--format" ? "txt" : "5"},
                        2,
                        option});
    }
    expect_refused(
        {{"dp", "--problem", "lcs", "--n", "5", "--ignore-case"}, 2, "--ignore-case is for inputs of letters"});
    expect_refused({{"dp", "--list", "--format", "txt"}, 2, "--list allows only"});
    expect_refused({{"histogram", "--n", "5", "--format", "csv"}, 2, "--format is for files"});
    expect_refused({{"histogram", "--n", "5", "--format", "cvs"}, 2, "did you mean 'csv'?"});
}

TEST(InputFormats, AColumnOfACsvIsCounted) {
    const TemporaryFolder folder;
    const std::string csv = folder.file("a.csv", "name, size\rx, 3\ry, 4\rz, 3\r");
    EXPECT_EQ(answer_of({"histogram", csv, "--quiet", "--type", "u8", "--column", "size"}), "3 2\n4 1\n");
    expect_refused(
        {{"histogram", csv, "--column", "weight"}, 2, "there is no column 'weight' (there are: name, size)"});
    expect_refused({{"histogram", csv}, 2, "line 2, column 1: 'x' is not a number"});
    expect_refused({{"histogram", csv, "--format", "raw", "--type", "u8", "--column", "size"},
                    2,
                    "--column chooses a column of a table (csv, tsv), but no table is given"});
    expect_refused({{"histogram", csv, "--format", "raw", "--type", "u8", "--column", "size", "--stream"},
                    2,
                    "--column needs a table (csv, tsv), but a table cannot be read as a stream"});
}

TEST(InputFormats, AColumnOfAFileThatIsNotReadAsATableIsRefusedWithAdvice) {
    const TemporaryFolder folder;
    const std::string text = "weight\n81\n82\n";
    for (const char* type : {"u8", "u16"}) {  // For u16 the bytes are not a whole number of elements
        const Words words = {"--column", "weight", "--type", type};
        for (const std::string& file : {folder.file("m.dat", text), folder.file("m.txt", text), std::string("-")}) {
            Words line = {"histogram", file};
            line.insert(line.end(), words.begin(), words.end());
            expect_refused({line, 2, "is not read as a table; if it is one, add --format csv"}, {.input = text});
            line.insert(line.end(), {"--format", "csv", "--quiet"});
            EXPECT_EQ(answer_of(line, {.input = text}), "81 1\n82 1\n");
        }
    }
}

TEST(InputFormats, NumbersThatDoNotFitNameTheOptionThatHelps) {
    const TemporaryFolder folder;
    const char* mend = "choose another type by --type";
    expect_refused({{"histogram", folder.file("a.txt", "0.5"), "--type", "u16"}, 2, mend});
    expect_refused({{"histogram", folder.file("b.txt", "70000"), "--type", "u16"}, 2, mend});
    const std::string half = folder.path("a.txt");
    for (const char* command : {"add", "matmul"}) {
        expect_refused({{command, half, half, "--type", "i32"}, 2, mend});
    }
    for (const char* command : {"scan", "sort"}) {
        expect_refused({{command, half, "--type", "u32"}, 2, mend});
    }
    expect_refused({{"histogram", folder.file("a.csv", "name,size\nx,1\n")},
                    2,
                    "'x' is not a number; correct it, or choose one column by --column: name, size"});
}

TEST(InputFormats, AMalformedNumberInTheFirstRowIsNeverTakenForAHeader) {
    const TemporaryFolder folder;
    EXPECT_EQ(answer_of({"histogram", folder.file("padded.csv", " 3\n4\n5\n"), "--quiet", "--type", "u8"}),
              "3 1\n4 1\n5 1\n");
    for (const char* cell : {"3x", "+3x", "0x10"}) {
        expect_refused({{"histogram", folder.file("a.csv", std::string(cell) + "\n4\n5\n")},
                        2,
                        "line 1, column 1: '" + std::string(cell) + "' is not a number"});
    }
    expect_refused(
        {{"histogram", folder.file("nul.csv", std::string_view("3\0\n4\n", 5))}, 2, "line 1, column 1: byte 0x00"});
}

TEST(InputFormats, NoOutputReplacesAnInput) {
    const TemporaryFolder folder;
    const std::string csv = folder.file("a.csv", "1\n2\n");
    const std::string table = folder.file("x.npy", as_text(encode_npy(Array{ElementType::u8, {4}, size_of("ACGT")})));
    ASSERT_EQ(::link(csv.c_str(), folder.path("hard.csv").c_str()), 0);
    ASSERT_EQ(::symlink(csv.c_str(), folder.path("soft.svg").c_str()), 0);
    const std::string message = "this file is also an input";
    expect_refused({{"histogram", csv, "--output", csv}, 2, message});
    expect_refused({{"histogram", csv, "--output", folder.path("hard.csv")}, 2, message});
    expect_refused({{"histogram", csv, "--plot", folder.path("soft.svg")}, 2, message});
    const ProcessResult redirected = run_vkalgo({"histogram", "-", "--output", csv}, {.input_file = csv});
    EXPECT_EQ(redirected.exit_code, 2);
    EXPECT_NE(redirected.errors.find(message), std::string::npos) << redirected.errors;
    expect_refused({{"dp", "--problem", "lcs", table, table, "--table", table}, 2, message});
    expect_refused(
        {{"dp", "--problem", "lcs", "--input", "x=" + table, "--input", "y=" + csv, "--table", table}, 2, message});
    EXPECT_EQ(as_text(*read_file(csv)), "1\n2\n");
}

TEST(InputFormats, HelpNamesTheFormatsOfTheTable) {
    const std::string histogram = answer_of({"histogram", "--help"});
    const std::string dp = answer_of({"dp", "--help"});
    for (const char* option : {"--format", "--input-limit", "--column"}) {
        EXPECT_NE(histogram.find(option), std::string::npos) << option;
    }
    for (const char* option : {"--format", "--input-limit", "--record", "--ignore-case"}) {
        EXPECT_NE(dp.find(option), std::string::npos) << option;
    }
    EXPECT_NE(histogram.find(".npy"), std::string::npos);
    EXPECT_EQ(histogram.find("tiff"), std::string::npos) << "it is not read";
    EXPECT_NE(answer_of({"dp", "--list", "--verbose"}).find(".fa .fasta .fna (a FASTA record)"), std::string::npos);
}

}  // namespace
}  // namespace vkalgo::cli::test
