// Tests `dp --layout`, and runs that stop at --to-stage and continue with --from-stage and --resume.
#include "cli/formats.hpp"
#include "formats/npy.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

using vkalgo::test::take;

const std::vector<std::string> kLcs{"--problem", "lcs", "--n", "7", "--m", "11", "--seed", "5"};

nlohmann::json lcs(std::vector<std::string> more) {
    std::vector<std::string> arguments = kLcs;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return json_of_command("dp", arguments);
}

std::vector<std::uint32_t> cells(const std::string& path, const std::vector<std::uint64_t>& shape) {
    const Array array = take(parse_npy(take(read_file(path)), path));
    EXPECT_EQ(array.shape, shape);
    std::vector<std::uint32_t> values(array.data.size() / 4);
    std::memcpy(values.data(), array.data.data(), array.data.size());
    return values;
}

TEST(DpLayouts, WriteTheSameCellsInAnotherOrder) {
    const TemporaryFolder folder;
    lcs({"--table", folder.path("rows.npy")});
    const auto rows = cells(folder.path("rows.npy"), {8, 12});
    const auto at = [&](std::size_t i, std::size_t j) { return rows[i * 12 + j]; };

    lcs({"--table", folder.path("columns.npy"), "--layout", "COLUMNS"});
    EXPECT_EQ(cells(folder.path("columns.npy"), {8, 12}), rows) << "NumPy sees the same array";
    EXPECT_NE(as_text(take(read_file(folder.path("columns.npy")))).find("'fortran_order': True"), std::string::npos);

    std::vector<std::uint32_t> nose;
    std::vector<std::uint32_t> sone;
    for (std::size_t d = 0; d < 19; ++d) {
        for (std::size_t i = 0; i < 8; ++i) {
            if (d >= i && d - i < 12) {
                nose.push_back(at(i, d - i));
            }
            if (d + i >= 7 && d + i - 7 < 12) {
                sone.push_back(at(i, d + i - 7));
            }
        }
    }
    lcs({"--table", folder.path("nose.npy"), "--layout", "DIAGS-NOSE"});
    EXPECT_EQ(cells(folder.path("nose.npy"), {96}), nose);
    lcs({"--table", folder.path("sone.npy"), "--layout", "DIAGS-SONE"});
    EXPECT_EQ(cells(folder.path("sone.npy"), {96}), sone);
}

TEST(DpCuts, CanBeResumedIfSizesFollowFromDrawnValues) {
    const TemporaryFolder folder;
    const std::string begun = folder.path("begun.npy");
    const auto run = [](std::vector<std::string> more) {
        more.insert(more.begin(), {"--problem", "transportation", "--n", "17"});
        return json_of_command("dp", more)["result"];
    };
    const nlohmann::json whole = run({});
    EXPECT_EQ(run({"--to-stage", "2", "--table", begun})["status"], "incomplete");
    EXPECT_EQ(run({"--from-stage", "1", "--resume", begun})["answer"], whole["answer"]);
    const ProcessResult ran = run_vkalgo({"dp", "--problem", "transportation", "--n", "17", "--verbose"});
    EXPECT_NE(
        ran.errors.find(std::to_string(whole["rows"].get<int>()) + " x " + std::to_string(whole["columns"].get<int>())),
        std::string::npos)
        << ran.errors;
    EXPECT_GT(whole["columns"], 1);
}

TEST(DpCuts, ResumedFromAFileEqualTheUncutRun) {
    const TemporaryFolder folder;
    const nlohmann::json whole = lcs({"--solution", "--table", folder.path("whole.npy")});
    for (const char* layout : {"ROWS", "COLUMNS"}) {
        const std::string begun = folder.path(std::string(layout) + ".npy");
        const nlohmann::json cut = lcs({"--to-stage", "9", "--table", begun, "--layout", layout});
        EXPECT_EQ(cut["result"]["answer"], nullptr);
        EXPECT_EQ(cut["result"]["status"], "incomplete");
        const nlohmann::json resumed = lcs(
            {"--from-stage", "10", "--resume", begun, "--solution", "--verify", "--table", folder.path("resumed.npy")});
        EXPECT_EQ(resumed["result"]["answer"], whole["result"]["answer"]);
        EXPECT_EQ(resumed["result"]["solution"], whole["result"]["solution"]);
        EXPECT_EQ(resumed["verified"], true);
        EXPECT_EQ(cells(folder.path("resumed.npy"), {8, 12}), cells(folder.path("whole.npy"), {8, 12}));
    }
}

TEST(DpCuts, RefuseATableThatIsNotTheBeginningOfThisRun) {
    const TemporaryFolder folder;
    const std::string begun = folder.path("begun.npy");
    run_vkalgo({"dp", "--problem", "lcs", "--n", "300", "--to-stage", "100", "--table", begun});
    const auto refused = [&](const std::string& problem, const std::string& stage, const std::string& message) {
        expect_refused(
            {{"dp", "--problem", problem, "--n", "300", "--from-stage", stage, "--resume", begun}, 2, message});
    };
    refused("lcs", "300", "the table to begin from has ");
    refused("lcs", "300", "begin with the stage after the last stage of that table, with the same problem and inputs");
    refused("edit-distance", "101", "has 0 in cell (100, 0); its earlier cells give 100 there");
    const ProcessResult right =
        run_vkalgo({"dp", "--problem", "lcs", "--n", "300", "--from-stage", "101", "--resume", begun, "--quiet"});
    EXPECT_EQ(right.output, "194\n") << right.errors;
}

TEST(DpCuts, RefuseWhatDoesNotFit) {
    const TemporaryFolder folder;
    const std::string table = folder.path("table.npy");
    lcs({"--to-stage", "9", "--table", table});
    const auto refused = [&](std::vector<std::string> more, const std::string& message) {
        std::vector<std::string> arguments{"dp"};
        arguments.insert(arguments.end(), kLcs.begin(), kLcs.end());
        arguments.insert(arguments.end(), more.begin(), more.end());
        expect_refused({arguments, 2, message});
    };
    refused({"--layout", "COLUMNS"}, "give --table FILE.npy");
    refused({"--resume", table}, "--from-stage");
    refused({"--from-stage", "10"}, "--resume FILE.npy");
    refused({"--from-stage", "40", "--resume", table}, "stages go from 0 to 18");
    refused({"--to-stage", "19"}, "stages go from 0 to 18");
    refused({"--to-stage", "9", "--solution"}, "needs a run to the last stage");
    refused({"--to-stage", "9", "--verify"}, "needs a run to the last stage");
    refused({"--to-stage", "9", "--method", "tile"}, "only some stages");
    refused({"--from-stage", "10", "--resume", table, "--table", table}, table);
    refused({"--from-stage", "10", "--resume", folder.file("text.npy", "no")}, "text.npy");
    json_of_command(
        "dp", {"--problem", "lcs", "--n", "6", "--m", "11", "--to-stage", "9", "--table", folder.path("other.npy")});
    refused({"--from-stage", "10", "--resume", folder.path("other.npy")}, "7 x 12");
}

}  // namespace
}  // namespace vkalgo::cli::test
