// Runs `vkalgo dp` as a process: answers, solutions, tables and files.
#include "cli/formats.hpp"
#include "formats/npy.hpp"
#include "formats/source.hpp"
#include "tests/cli/dp_texts.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

TEST(DpCommand, AnswersAFirstExample) {
    const ProcessResult run = run_vkalgo({"dp", "--pattern", "NOSE", "--problem", "lcs", "--n", "4096"});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_TRUE(run.output.starts_with("length    2676\n")) << run.output;
    for (const char* part : {"lcs", "4097 x 4097", "method", "NOSE", "device", "gpu"}) {
        EXPECT_NE(run.output.find(part), std::string::npos) << part;
    }
    EXPECT_EQ(run.errors, "");
}

TEST(DpCommand, TwoAnswersThatAreNaNAreEqual) {
    const TemporaryFolder folder;
    const std::string file = folder.file(
        "roots.glsl",
        "//! problem  roots\n//! about    a test\n//! pattern  NOSE\n//! class    local\n//! cell     f32\n"
        "//! rows     n\n//! columns  m\n//! base     first-row 1\n//! base     first-column 1\n//! answer   last\n"
        "cell_t base(int i, int j) { return 0.0; }\n"
        "cell_t cell(int i, int j) { return sqrt(at(i - 1, j) - 1.0) + at(i, j - 1); }\n");
    const ProcessResult run = run_vkalgo({"dp", "--recurrence", file, "--n", "3", "--m", "3", "--verify"});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.output.find("nan"), std::string::npos) << run.output;
}

TEST(DpCommand, PrintsFloatsByTheFewestDigitsThatReadBackTheSame) {
    const TemporaryFolder folder;
    const std::string file = folder.file(
        "tenths.glsl",
        "//! problem  tenths\n//! pattern  RUD\n//! class    local\n//! cell     f32\n//! param    start f32 0.1\n"
        "//! rows     n\n//! columns  1\n//! base     first-row 1\n//! answer   last\n"
        "cell_t base(int i, int j) { return start; }\ncell_t cell(int i, int j) { return at(i - 1, j) / 3.0; }\n");
    const ProcessResult shown = run_vkalgo({"dp", "--recurrence", file, "--n", "2", "--show", "--quiet"});
    EXPECT_EQ(shown.exit_code, 0) << shown.errors;
    EXPECT_TRUE(shown.output.starts_with("0.033333335\n")) << shown.output;
    EXPECT_NE(shown.output.find("0.1\n"), std::string::npos) << shown.output;
    const ProcessResult object = run_vkalgo({"dp", "--recurrence", file, "--n", "2", "--show", "--json"});
    for (const char* part : {"\"answer\": 0.033333335,", "\"start\": 0.1\n", "        0.1\n"}) {
        EXPECT_NE(object.output.find(part), std::string::npos) << part << object.output;
    }
}

TEST(DpCommand, JsonHasEveryFieldOfTheContract) {
    const auto json = json_of_command(
        "dp", {"--problem", "lcs", "--n", "300", "--m", "200", "--seed", "7", "--solution", "--verify"});
    EXPECT_EQ(json["command"], "dp");
    for (const char* field : {"name", "type", "driver"}) {
        EXPECT_TRUE(json["device"][field].is_string()) << field;
    }
    EXPECT_EQ(json["parameters"]["problem"], "lcs");
    EXPECT_EQ(json["parameters"]["n"], 300);
    EXPECT_EQ(json["parameters"]["m"], 200);
    EXPECT_EQ(json["parameters"]["seed"], 7);
    const auto& result = json["result"];
    EXPECT_EQ(result["problem"], "lcs");
    EXPECT_EQ(result["pattern"], "NOSE");
    EXPECT_TRUE(result["method"].is_string());
    EXPECT_EQ(result["rows"], 301);
    EXPECT_EQ(result["columns"], 201);
    EXPECT_EQ(result["solution"]["encoding"], "utf-8");
    EXPECT_EQ(result["solution"]["string"].get<std::string>().size(), result["answer"].get<std::size_t>());
    for (const char* field : {"gpu", "upload", "download", "total"}) {
        EXPECT_TRUE(json["time_ms"][field].is_number()) << field;
    }
    EXPECT_GT(json["memory_bytes"]["device"], 0);
    EXPECT_TRUE(json["memory_bytes"]["scratch"].is_number());
    EXPECT_EQ(json["verified"], true);
    EXPECT_NE(json["verified_against"].get<std::string>().find("CPU interpreter of lcs"), std::string::npos);
}

TEST(DpCommand, VerifiesEveryMethodAgainstTheInterpreter) {
    for (const char* method : {"stage", "tile"}) {
        const Words words = {"--problem", "lcs", "--n", "50", "--method", method, "--verify"};
        EXPECT_EQ(json_of_command("dp", words)["verified_against"], "the CPU interpreter of lcs");
    }
    const ProcessResult text = run_vkalgo({"dp", "--problem", "lcs", "--n", "50", "--method", "stage", "--verify"});
    EXPECT_NE(text.output.find("verified  equal to the CPU interpreter of lcs\n"), std::string::npos) << text.output;
}

TEST(DpCommand, SolvesTheThesisExamples) {
    const TemporaryFolder folder;
    const std::string x = folder.file("x.txt", "agcgtag\n");
    const std::string y = folder.file("y.txt", "gtcaga");
    const auto lcs = result_of_command("dp", {"--problem", "lcs", "--solution", "--verify", x, y});
    EXPECT_EQ(lcs["answer"], 4);
    EXPECT_EQ(lcs["solution"]["string"].get<std::string>().size(), 4U);
    const auto chain = result_of_command(
        "dp", {"--problem", "matrix-chain", "--solution", "--verify", folder.file("d.txt", "8 3 7 4\n")});
    EXPECT_EQ(chain["answer"], 180);
    EXPECT_EQ(chain["solution"]["parenthesisation"], "(A0 (A1 A2))");
}

TEST(DpCommand, RecoversTheSolutionOfEachProblem) {
    const TemporaryFolder folder;
    const std::string x = folder.file("x.txt", "kitten");
    const std::string y = folder.file("y.txt", "sitting");
    const auto edit = result_of_command("dp", {"--problem", "edit-distance", "--solution", "--verify", x, y});
    EXPECT_EQ(edit["answer"], 3);
    EXPECT_EQ(edit["solution"]["cigar"], "1X3=1X1=1I");
    const auto empty =
        result_of_command("dp", {"--problem", "edit-distance", "--solution", folder.file("empty.txt", ""), y});
    EXPECT_EQ(empty["answer"], 7);
    EXPECT_EQ(empty["solution"]["cigar"], "7I");
    const auto dear = result_of_command(
        "dp", {"--problem", "edit-distance", "--rep", "9", "--ins", "2", "--del", "3", "--verify", x, y});
    EXPECT_EQ(dear["answer"], 12);
    const std::string items = folder.file("items.csv", "name,weight,profit\na,3,5\nb,4,6\nc,2,3\nd,0,1\n");
    const auto sack =
        result_of_command("dp", {"--problem", "knapsack", "--capacity", "6", "--solution", "--verify", items});
    EXPECT_EQ(sack["answer"], 10);
    EXPECT_EQ(sack["solution"]["items"], nlohmann::json({1, 2, 3}));
    const auto choose =
        result_of_command("dp", {"--problem", "binomial", "--n", "60", "--m", "30", "--solution", "--verify"});
    EXPECT_EQ(choose["answer"], 118264581564861424U);
    EXPECT_EQ(choose["solution"], nlohmann::json::object());
}

TEST(DpCommand, PrintsA64BitAnswerAsAnInteger) {
    const auto exact = result_of_command("dp", {"--problem", "binomial", "--n", "67", "--m", "33"});
    EXPECT_EQ(exact["answer"].get<std::uint64_t>(), 14226520737620288370U);
    const auto rest = result_of_command(
        "dp", {"--problem", "binomial", "--n", "1000", "--m", "500", "--modulo", "18446744073709551557", "--verify"});
    EXPECT_TRUE(rest["answer"].is_number_unsigned());
}

TEST(DpCommand, EncodesAStringThatIsNotUtf8) {
    const TemporaryFolder folder;
    const auto result = result_of_command(
        "dp", {"--problem", "lcs", "--solution", folder.file("x", "\xff\xfe!"), folder.file("y", "\xff!\xfe")});
    EXPECT_EQ(result["answer"], 2);
    EXPECT_EQ(result["solution"]["encoding"], "base64");
}

TEST(DpCommand, ReadsFastaAndStandardInputAndNamedInputs) {
    const TemporaryFolder folder;
    const std::string fasta = folder.file("x.fa", ">first\nACGT\nACGT\n>second\nTTTT\n");
    const ProcessSettings settings{.input = "CGTA\n", .environment = {}, .output_file = {}};
    const auto result =
        result_of_command("dp", {"--problem", "lcs", "--solution", fasta, "-", "--record", "first"}, settings);
    EXPECT_EQ(result["answer"], 4);
    const auto swapped = result_of_command(
        "dp", {"--problem", "edit-distance", "--solution", "--input", "y=" + fasta, "--input", "x=-", "--record", "1"},
        settings);
    EXPECT_EQ(swapped["rows"], 5);
    EXPECT_EQ(swapped["columns"], 9);
    const auto columns = result_of_command(
        "dp", {"--problem", "knapsack", "--capacity", "5", "--input", "weight=" + folder.file("w.txt", "1, 2 3\n"),
               "--input", "profit=" + folder.file("p.csv", "profit\n4\n5\n6\n")});
    EXPECT_EQ(columns["answer"], 11);
}

TEST(DpCommand, ConvertsNpyInputsWhereEveryValueFitsExactly) {
    const TemporaryFolder folder;
    const auto npy = [&](const std::string& name, const std::vector<double>& values) {
        Array array{ElementType::f64, {values.size()}, Bytes(values.size() * sizeof(double))};
        std::memcpy(array.data.data(), values.data(), array.data.size());
        return folder.file(name, as_text(encode_npy(array)));
    };
    EXPECT_EQ(result_of_command("dp", {"--problem", "matrix-chain", npy("d.npy", {8, 3, 7, 4})})["answer"], 180);
    expect_refused({{"dp", "--problem", "matrix-chain", npy("half.npy", {8, 3.5, 7, 4})},
                    2,
                    "half.npy': element 1 is 3.5 (f64), which u32 cannot hold exactly"});
    expect_refused({{"dp", "--problem", "matrix-chain", npy("large.npy", {8, 4294967296})},
                    2,
                    "element 1 is 4294967296 (f64), which u32 cannot hold"});
}

TEST(DpCommand, WritesTheTableInTheUsersOrientation) {
    const TemporaryFolder folder;
    const std::string path = folder.path("table.npy");
    const auto result = result_of_command(
        "dp", {"--problem", "matrix-chain", "--table", path, "--verify", folder.file("d.txt", "8 3 7 4")});
    EXPECT_EQ(result["table_file"], path);
    const auto bytes = read_file(path);
    ASSERT_TRUE(bytes);
    const auto array = parse_npy(*bytes, path);
    ASSERT_TRUE(array);
    EXPECT_EQ(array->type, ElementType::u64);
    EXPECT_EQ(array->shape, (std::vector<std::uint64_t>{3, 3}));
    std::vector<std::uint64_t> cells(9);
    ASSERT_EQ(array->data.size(), 72U);
    std::memcpy(cells.data(), array->data.data(), 72);
    EXPECT_EQ(cells, (std::vector<std::uint64_t>{0, 168, 180, 0, 0, 84, 0, 0, 0}));
}

TEST(DpCommand, ShowsASmallTableWithThePathMarked) {
    const TemporaryFolder folder;
    const ProcessResult run =
        run_vkalgo({"dp", "--problem", "lcs", "--show", "--quiet", folder.file("x", "ab"), folder.file("y", "cb")});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(run.output,
              "1\n"
              "  | 0  1  2\n"
              "--+---------\n"
              "0 | 0 [0] 0\n"
              "1 | 0 [0] 0\n"
              "2 | 0  0 [1]\n");
}

TEST(DpCommand, WarnsBeforeALongRunOnASoftwareDeviceUnlessQuiet) {
    if (!on_software_device()) {
        GTEST_SKIP() << "the device is not software";
    }
    // The warning is printed with the plan. The run ends after the plan, since the pattern does not fit.
    Words words = {"dp", "--problem", "lcs", "--n", "1M", "--pattern", "RUD"};
    const ProcessResult run = run_vkalgo(words);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_TRUE(run.errors.starts_with("vkalgo: warning: about 1.0e+12 cells on ")) << run.errors;
    words.emplace_back("--quiet");
    const ProcessResult quiet = run_vkalgo(words);
    EXPECT_EQ(quiet.exit_code, 2);
    EXPECT_TRUE(quiet.errors.starts_with("vkalgo: error: ")) << quiet.errors;
}

TEST(DpCommand, HasNoAnswerIfTheTableIsEmpty) {
    const auto chain = result_of_command("dp", {"--problem", "matrix-chain", "--n", "0"});
    EXPECT_EQ(chain["rows"], 0);
    EXPECT_TRUE(chain["answer"].is_null());
    EXPECT_EQ(result_of_command("dp", {"--problem", "lcs", "--n", "0", "--m", "5"})["answer"], 0);
    EXPECT_EQ(result_of_command("dp", {"--problem", "knapsack", "--n", "0"})["answer"], 0);
}

TEST(DpCommand, RepeatsProfilesAndPrintsThePlan) {
    const auto json = json_of_command("dp", {"--problem", "lcs", "--n", "100", "--repeat", "3", "--profile"});
    EXPECT_EQ(json["repeat"]["runs"], 3);
    EXPECT_FALSE(json["profile"].empty());
    const ProcessResult run = run_vkalgo({"dp", "--problem", "lcs", "--n", "100", "--verbose"});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_NE(run.errors.find("plan: method "), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("dispatches"), std::string::npos) << run.errors;
    const std::size_t predicted = run.errors.find("plan: predicted ");
    ASSERT_NE(predicted, std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find(" ms, and ", predicted), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find(" ms to create kernels\n", predicted), std::string::npos) << run.errors;
}

TEST(DpCommand, SaysWhichFilesItHasWritten) {
    const TemporaryFolder folder;
    const std::string solution = folder.path("solution.txt");
    const std::string table = folder.path("table.npy");
    const std::vector<std::string> run{"dp", "--problem", "lcs", "--n", "8", "--output", solution, "--table", table};
    const std::string printed = run_vkalgo(run).output;
    EXPECT_NE(printed.find("written   " + solution + "\nwritten   " + table + "\n"), std::string::npos) << printed;
    std::vector<std::string> quiet = run;
    quiet.emplace_back("--quiet");
    EXPECT_EQ(run_vkalgo(quiet).output.find("written"), std::string::npos);
    const auto result = result_of_command("dp", {run.begin() + 1, run.end()});
    EXPECT_EQ(result["solution_file"], solution);
    EXPECT_EQ(result["table_file"], table);
}

TEST(DpCommand, RunsAUsersRecurrenceByItsParamsAndInputs) {
    const TemporaryFolder folder;
    const std::string steps = folder.file("steps.glsl", kStairs);
    EXPECT_EQ(result_of_command("dp", {"--recurrence", steps, "--n", "30"})["answer"], 1346269);
    const std::string grid = folder.file("grid.glsl", kGrid);
    const std::string toll = folder.file("toll.txt", "1 9 1\n1 9 1\n1 1 1\n");
    const auto json = json_of_command("dp", {"--recurrence", grid, "--n", "2", "--m", "2", "--entry", "10",
                                             "--solution", "--verify", "--input", "toll=" + toll});
    EXPECT_EQ(json["result"]["answer"], 15);
    EXPECT_EQ(json["result"]["problem"], "grid");
    // The traceback meets the border in cell (2, 0).
    EXPECT_EQ(json["result"]["solution"]["end"], nlohmann::json({2, 0}));
    EXPECT_EQ(json["result"]["solution"]["path"], nlohmann::json({{2, 2, 1}, {2, 1, 1}}));
    EXPECT_EQ(json["verified"], true);
    EXPECT_NE(json["verified_against"].get<std::string>().find("the CPU interpreter of grid, 2 steps replayed"),
              std::string::npos)
        << json["verified_against"];
    const auto random = result_of_command("dp", {"--recurrence", grid, "--n", "40", "--m", "50", "--verify"});
    EXPECT_GT(random["answer"], 0);
}

TEST(DpCommand, ListsTheSplitsOfAUsersReduction) {
    const TemporaryFolder folder;
    const std::string merge =
        folder.file("merge.glsl",
                    "//! problem  merge\n//! pattern  SONE\n//! class    segments\n//! cell     u32\n"
                    "//! input    w u32[n]\n//! domain   upper\n//! rows     n\n//! columns  n\n"
                    "//! base     diagonal 0\n//! answer   at (0, n - 1)\n"
                    "//! reduce   min k = i .. j - 1\n"
                    "cell_t base(int i, int j) { return 0u; }\n"
                    "cell_t term(int i, int k, int j) { return at(i, k) + at(k + 1, j) + w(k); }\n");
    const std::string weights = folder.file("w.txt", "5 1 9\n");
    const auto run = run_vkalgo({"dp", "--recurrence", merge, "--n", "3", "--solution", "--quiet", weights});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(run.output, "6\n2 splits, (i, j) k:\n(0, 2) 0\n(1, 2) 1\n");
    const auto solution =
        result_of_command("dp", {"--recurrence", merge, "--n", "3", "--solution", weights})["solution"];
    EXPECT_EQ(solution["path"], nlohmann::json({{0, 2, 0}, {1, 2, 1}}));
    EXPECT_FALSE(solution.contains("end"));
}

TEST(DpCommand, DrawsInputsFirstIfTheTablesSizeFollowsFromThem) {
    const TemporaryFolder folder;
    const std::string text =
        "//! problem  fill\n//! pattern  RUD\n//! class    row-gather\n//! cell     u32\n//! input    x u32[]\n"
        "//! rows     len(x)\n//! columns  max(x) + 1\n//! base     first-row 1\n//! answer   last\n"
        "cell_t base(int i, int j) { return 1u; }\n"
        "cell_t cell(int i, int j) { return at(i - 1, j) + 1u; }\n";
    const auto result = result_of_command("dp", {"--recurrence", folder.file("fill.glsl", text), "--n", "50"});
    EXPECT_EQ(result["answer"], 50);
    EXPECT_GT(result["columns"], 50);
    EXPECT_LE(result["columns"], 100);
}

TEST(DpCommand, VerifiesByAnotherMethodOrNotAtAllIfTheInterpreterTakesTooLong) {
    const TemporaryFolder folder;
    const std::string counts = folder.file("counts.glsl", R"(//! problem  counts
//! pattern  RUD
//! cell     u32
//! rows     n
//! columns  m
//! base     first-row 1
//! answer   max all
cell_t base(int i, int j) { return 0u; }
cell_t cell(int i, int j) { return at(i - 1, j) + 1u; }
)");
    // The tables have 2 * 10^9 and 7 * 10^8 cells, too many for the interpreter. Only method stage finds the answer
    // `max all`, so no second method can verify it. The command must refuse before it solves anything.
    for (const auto& [columns, minutes] : {std::pair{"2000000", "3 minutes, "}, {"700000", "1 minute, "}}) {
        expect_refused({{"dp", "--recurrence", counts, "--n", "1000", "--m", columns, "--verify"},
                        2,
                        std::string("--verify cannot compare: the CPU interpreter would take about ") + minutes});
    }
}

TEST(DpCommand, AcceptsAnotherPatternThatTheReadsFit) {
    const auto result =
        result_of_command("dp", {"--problem", "binomial", "--n", "50", "--m", "20", "--pattern", "NOSE", "--verify"});
    EXPECT_EQ(result["pattern"], "NOSE");
    EXPECT_EQ(result["answer"], 47129212243960U);
}

TEST(DpCommand, TakesTheColumnOfANamedInput) {
    const TemporaryFolder folder;
    const std::string table = folder.file("t.csv", "profit,other,weight\n10,0,2\n7,0,3\n");
    const auto result =
        result_of_command("dp", {"--problem", "knapsack", "--capacity", "3", "--input", "weight=" + table, "--input",
                                 "profit=" + folder.file("p.txt", "5 9")});
    EXPECT_EQ(result["answer"], 9);
}

TEST(DpCommand, NamesAllIndicesOfASolution) {
    const TemporaryFolder folder;
    const std::string file = folder.file("three.glsl", R"(//! problem  three
//! cell     i32
//! rows     4
//! columns  3
//! index    k 5
//! stage    i + j + k
//! base     first-row 1
//! answer   last
cell_t base(int i, int j, int k) { return 0; }
cell_t cell(int i, int j, int k) { return at(i - 1, j, max(k - 1, 0)) + 1; }
step_t step(int i, int j, int k) { return step_t(i - 1, j, max(k - 1, 0), uint(k)); }
)");
    const ProcessResult text = run_vkalgo({"dp", "--recurrence", file, "--solution", "--quiet", "--verify"});
    EXPECT_EQ(text.output.substr(0, text.output.find("verified")),
              "3\n3 steps, (i, j, k) decision:\n(3, 2, 4) 4\n(2, 2, 3) 3\n(1, 2, 2) 2\n(0, 2, 1)\n")
        << text.errors;
    const auto solution = result_of_command("dp", {"--recurrence", file, "--solution"})["solution"];
    EXPECT_EQ(solution["path"], nlohmann::json::parse("[[3, 2, 4, 4], [2, 2, 3, 3], [1, 2, 2, 2]]"));
    EXPECT_EQ(solution["end"], nlohmann::json::parse("[0, 2, 1]"));
}

TEST(DpCommand, StopsItsVerificationWhenItsTimeIsOver) {
    expect_refused({{"dp", "--problem", "lcs", "--n", "15000", "--verify", "--timeout", "2"},
                    1,
                    "the run did not finish within 2 s"});
}

}  // namespace
}  // namespace vkalgo::cli::test
