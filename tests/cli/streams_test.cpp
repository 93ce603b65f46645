#include "cli/command.hpp"
#include "cli/system/terminal.hpp"
#include "tests/cli/process.hpp"
#include "tests/cli/terminal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

TEST(Streams, AStandardErrorThatCannotBeWrittenChangesNoExitCode) {
    EXPECT_EQ(run_shell("\"$V\" frobnicate 2>/dev/full").exit_code, 2);
    EXPECT_EQ(run_shell("\"$V\" frobnicate 2>&-").exit_code, 2);
    EXPECT_EQ(run_shell("\"$V\" histogram --n 1000 --verbose 2>/dev/full").exit_code, 0);
    // The reader has ended before anything is written.
    const std::string script = "{ sleep 0.3; \"$V\" histogram --n 1000 --verbose; } 2>&1 >/dev/null | true";
    EXPECT_EQ(run_shell("set -o pipefail; " + script).exit_code, 0);
}

TEST(Streams, AStandardOutputThatNobodyReadsEndsQuietlyWithZero) {
    for (const char* command : {"--help", "devices", "devices --json", "histogram --n 1000 --output -"}) {
        const std::string script = std::string("{ sleep 0.3; \"$V\" ") + command + "; } | true";
        const ProcessResult result = run_shell("set -o pipefail; " + script);
        EXPECT_EQ(result.exit_code, 0) << command;
        EXPECT_EQ(result.errors, "") << command;
    }
    EXPECT_EQ(run_shell("set -o pipefail; \"$V\" dp --list --verbose | head -n 1").exit_code, 0);
}

/// Every kind of output: answers, help, and files written to standard output in one piece, by parts and by name.
const Words kOutputs = {"--version",
                        "--help",
                        "sort --help --json",
                        "--generate bash",
                        "devices",
                        "devices --json",
                        "sort --n 3",
                        "sort --n 3 --quiet",
                        "sort --n 3 --json",
                        "sort --n 3 --output -",
                        "sort --n 3 --output /dev/stdout",
                        "histogram --n 1000 --verify",
                        "histogram --n 1000 --output - --quiet",
                        "dp --list --verbose",
                        "dp --problem lcs --n 10 --json",
                        "dp --problem lcs --batch pairs.csv",
                        "dp --problem lcs --batch pairs.csv --output -",
                        "add --n 4 --output -",
                        "matmul --n 4 --json"};

TEST(Streams, AnAnswerThatStandardOutputRejectsIsAnErrorOnStandardErrorAndExitCodeOne) {
    for (const std::string& command : kOutputs) {
        for (const char* where : {"&-", "/dev/full"}) {
            const ProcessResult result =
                run_shell("printf 'x,y\\nab,b\\nabc,bc\\n' > pairs.csv; \"$V\" " + command + " >" + where);
            EXPECT_EQ(result.exit_code, 1) << command << " >" << where << ": " << result.errors;
            EXPECT_EQ(result.output, "") << command << " >" << where;
            EXPECT_NE(result.errors.find("vkalgo: error: "), std::string::npos)
                << command << " >" << where << ": " << result.errors;
        }
    }
    EXPECT_NE(run_shell("\"$V\" sort --n 3 --json >&-").errors.find("standard output: it is closed"),
              std::string::npos);
    EXPECT_NE(
        run_shell("\"$V\" sort --n 3 --output - >&-").errors.find("cannot write standard output: it is closed; check"),
        std::string::npos);
    EXPECT_NE(run_shell("\"$V\" sort --n 3 --json --output -")
                  .output.find("--output - and --json both write to standard output"),
              std::string::npos);
    // A file takes the answer, but there is still no output for the report about it.
    EXPECT_EQ(run_shell("\"$V\" sort --n 3 --output a.txt >&-; code=$?; cat a.txt >/dev/null && exit $code").exit_code,
              1);
}

TEST(Streams, AnErrorThatAClosedStandardOutputRejectsIsPrintedOnStandardError) {
    const ProcessResult result = run_shell("\"$V\" frobnicate --json >&-");
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.errors.find("vkalgo: error: unknown command 'frobnicate'"), std::string::npos) << result.errors;
    EXPECT_EQ(run_shell("\"$V\" sort --n 3 --json >&- 2>&-").exit_code, 1);
}

TEST(Streams, NoFileGetsTheDescriptorOfAClosedStandardStream) {
    const ProcessResult result =
        run_shell("\"$V\" histogram --n 1000 --verbose --output counts.csv >&- 2>&-; cat counts.csv");
    EXPECT_TRUE(result.output.starts_with("bin,low,high,count\n")) << result.output;
    EXPECT_EQ(result.output.find("vkalgo"), std::string::npos) << result.output;
}

TEST(Streams, AFullStandardOutputIsReportedOnStandardErrorAlsoWithJson) {
    const ProcessResult result =
        run_vkalgo({"devices", "--json"}, {.input = {}, .environment = {}, .output_file = "/dev/full"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.errors.find("vkalgo: error: could not write the whole answer"), std::string::npos)
        << result.errors;
}

TEST(Streams, AFailedOutputFileIsAFailedRunAndLeavesNothing) {
    const ProcessResult full = run_vkalgo({"histogram", "--n", "1000", "--output", "/dev/full"});
    EXPECT_EQ(full.exit_code, 1);
    EXPECT_NE(full.errors.find("cannot write '/dev/full'"), std::string::npos) << full.errors;
    // 1.2 MB are written. Mesa 25's llvmpipe keeps its memory in files, to which the limit applies as well.
    const ProcessResult quota = run_shell(
        "trap '' PIPE; (ulimit -f 1000; \"$V\" histogram --n 1000 --output counts.csv >/dev/null 2>/dev/null); "
        "code=$?; ls -A; exit $code");
    EXPECT_EQ(quota.exit_code, 1);
    EXPECT_EQ(quota.output, "");
}

TEST(Streams, ErrorsAreColouredOnATerminalOnly) {
    const std::string red = "\x1b[1;31mvkalgo: error:\x1b[0m unknown command";
    EXPECT_NE(run_in_terminal({"frobnicate"}).screen.find(red), std::string::npos);
    const std::vector<std::pair<std::string, std::string>> variables = {
        {"NO_COLOR", "1"}, {"CLICOLOR", "0"}, {"TERM", "dumb"}};
    for (const auto& variable : variables) {
        const std::string screen = run_in_terminal({"frobnicate"}, {.environment = {variable}}).screen;
        EXPECT_EQ(screen.find('\x1b'), std::string::npos) << variable.first;
        EXPECT_NE(screen.find("vkalgo: error: unknown command"), std::string::npos) << screen;
    }
    EXPECT_EQ(run_vkalgo({"frobnicate"}).errors.find('\x1b'), std::string::npos);
}

TEST(Streams, ControlCharactersReachFilesAndPipesButNoTerminal) {
    // The longest common subsequence of a file with itself is the file.
    const std::string run = "printf 'a\\033[31mb' > text; \"$V\" dp --problem lcs --solution --quiet text text";
    EXPECT_NE(run_shell(run).output.find("a\x1b[31mb"), std::string::npos);
    const TemporaryFolder folder;
    const std::string text = folder.file("text", "a\x1b[31mb");
    const std::vector<std::string> words = {"dp", "--problem", "lcs", "--solution", "--quiet", text, text};
    const TerminalResult solved = run_in_terminal(words, {.environment = {{"NO_COLOR", "1"}}, .output_too = true});
    EXPECT_NE(solved.screen.find("a\\x1b[31mb"), std::string::npos) << solved.screen;
    EXPECT_EQ(solved.screen.find('\x1b'), std::string::npos) << solved.screen;
    EXPECT_EQ(printable("a\x1b[31mb\tc\n"), "a\\x1b[31mb\tc\n");
    EXPECT_EQ(printable("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"), "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
    EXPECT_EQ(printable("\xC2\x9B!\xFF\x7F\r"), "\\xc2\\x9b!\\xff\\x7f\\x0d");
    EXPECT_EQ(printable("\xED\xA0\x80\xC0\x80\xE2\x82"), "\\xed\\xa0\\x80\\xc0\\x80\\xe2\\x82");
    const TerminalResult shown = run_in_terminal({"frob\x1b[31mnicate"}, {.environment = {{"NO_COLOR", "1"}}});
    EXPECT_EQ(shown.screen.find('\x1b'), std::string::npos) << shown.screen;
}

}  // namespace
}  // namespace vkalgo::cli::test
