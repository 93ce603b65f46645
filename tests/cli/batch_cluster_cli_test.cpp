// Tests batches of several processes, which mpirun starts.
#include "tests/cli/process.hpp"
#include "tests/cli/random_words.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// Returns whether mpirun exists and, beside vkalgo, the library that provides MPI.
bool has_mpi() {
    return std::filesystem::exists(std::filesystem::path(vkalgo_path()).parent_path() / "vkalgo_mpi.so") &&
           run_shell("command -v mpirun").exit_code == 0;
}

class BatchCluster : public ::testing::Test {
protected:
    void SetUp() override {
        if (!has_mpi()) {
            GTEST_SKIP() << "no mpirun here, or vkalgo is built without MPI (VKALGO_MPI)";
        }
    }

    /// Runs `vkalgo dp --problem edit-distance WORDS` in `processes` processes. `before`: bash commands that each
    /// process runs first.
    ProcessResult run(int processes, const std::string& words, const std::string& before = "") const {
        return run_shell("cd '" + folder.path("") +
                         "' && export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 && "
                         // A container may not let a process read the memory of another one, nor reach other hosts.
                         "export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_btl=self,vader "
                         "OMPI_MCA_plm=isolated OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy"
                         "=none PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe && " +
                         "timeout 100 mpirun -n " + std::to_string(processes) + " bash -c '" + before +
                         " exec \"$V\" dp --problem edit-distance " + words + "'");
    }
    std::string written(const std::string& name) const { return content_of(folder.path(name)); }

    TemporaryFolder folder;
};

TEST_F(BatchCluster, TwoProcessesWriteTheSameBytesAsOne) {
    folder.file("pairs.fa", random_words(30000, 12, 1));
    folder.file("x.fa", random_words(40, 12, 2));
    folder.file("y.fa", random_words(50, 12, 3));
    const std::string pairs = "--batch x.fa --batch y.fa ";
    for (const std::string& words :
         {std::string("--batch pairs.fa --solution --output out.csv"),
          std::string("--batch pairs.fa --at-most 5 --solution --output out.json"),
          std::string("--batch pairs.fa --output out.sam"), pairs + "--all-pairs --solution --output out.json",
          pairs + "--all-pairs --output out.sam", pairs + "--top 3 --output out.sam",
          pairs + "--top 3 --solution --output out.tsv", pairs + "--all-pairs --at-most 5 --output out.tsv"}) {
        const std::string output = words.substr(words.rfind(' ') + 1);
        const ProcessResult one =
            run_shell("cd '" + folder.path("") + "' && \"$V\" dp --problem edit-distance " + words);
        ASSERT_EQ(one.exit_code, 0) << words << one.errors;
        const std::string alone = written(output);
        std::filesystem::remove(folder.path(output));
        const ProcessResult two = run(2, words);
        ASSERT_EQ(two.exit_code, 0) << words << two.errors;
        EXPECT_EQ(written(output), alone) << words;
        EXPECT_NE(two.output.find("devices   2\n"), std::string::npos) << two.output;  // Printed once, by one of the
                                                                                       // processes
        EXPECT_EQ(two.output.find("devices"), two.output.rfind("devices")) << two.output;
        std::filesystem::remove(folder.path(output));
        EXPECT_EQ(folder.entries(), 3U);
    }
}

TEST_F(BatchCluster, AnInputThatAllProblemsShareReachesEveryProcess) {
    folder.file("x.fa", random_words(30000, 12, 1));
    folder.file("y.txt", "ACGGCA\n");
    const std::string words = "--batch x.fa --input y=y.txt --quiet";
    const ProcessResult one = run_shell("cd '" + folder.path("") + "' && \"$V\" dp --problem edit-distance " + words);
    const ProcessResult two = run(2, words);
    EXPECT_EQ(two.exit_code, 0) << two.errors;
    EXPECT_TRUE(two.output == one.output);
    EXPECT_GT(one.output.size(), 100000U);
}

TEST_F(BatchCluster, StandardInputAndOutputBelongToTheFirstProcess) {
    folder.file("pairs.fa", ">a\nkitten\n>b\nsitting\n>c\nsun\n>d\n\n");
    const ProcessResult lines = run(3, "--batch - --quiet < pairs.fa");
    EXPECT_EQ(lines.exit_code, 0) << lines.errors;
    EXPECT_EQ(lines.output, "a\tb\t3\nc\td\t3\n");
    const auto json = nlohmann::json::parse(run(3, "--batch pairs.fa --json --verify").output);
    EXPECT_EQ(json["result"]["answers"], nlohmann::json::parse("[3,3]"));
    ASSERT_EQ(json["result"]["devices"].size(), 3U);
    EXPECT_EQ(json["result"]["devices"][2]["rank"], 2);
    EXPECT_EQ(json["verified_against"], "the CPU interpreter of edit-distance, on 2 of 2 problems");
}

TEST_F(BatchCluster, EachProcessWorksAloneWithoutMpi) {
    folder.file("pairs.fa", ">a\nkitten\n>b\nsitting\n");
    const ProcessResult lines = run(2, "--batch pairs.fa --mpi no");
    EXPECT_EQ(lines.exit_code, 0) << lines.errors;
    EXPECT_EQ(lines.output, "a\tb\t3\na\tb\t3\n");
    const ProcessResult alone = run_shell("cd '" + folder.path("") +
                                          "' && \"$V\" dp --problem edit-distance --batch "
                                          "pairs.fa");
    EXPECT_EQ(alone.output, "a\tb\t3\n");
}

TEST_F(BatchCluster, AProcessThatFailsIsNamedAndAllEndWithItsExitCode) {
    folder.file("pairs.fa", random_words(50000, 12, 1));
    const std::string second = "if [ $OMPI_COMM_WORLD_RANK = 1 ]; then export VKALGO_DEVICE=77; fi;";
    const ProcessResult words = run(2, "--batch pairs.fa --output out.tsv", second);
    EXPECT_EQ(words.exit_code, 2);
    EXPECT_NE(words.errors.find("vkalgo: error: rank 1: on "), std::string::npos) << words.errors;
    EXPECT_NE(words.errors.find("VKALGO_DEVICE: there is no device"), std::string::npos) << words.errors;
    const ProcessResult answer = run(2, "--batch pairs.fa --output out.tsv --json", second);
    EXPECT_EQ(answer.exit_code, 2);
    EXPECT_NE(answer.output.find("\"message\": \"rank 1: on "), std::string::npos) << answer.output << answer.errors;
    EXPECT_EQ(folder.entries(), 1U);
}

TEST_F(BatchCluster, AnErrorInTheInputIsReportedOnce) {
    folder.file("pairs.fa", random_words(40001, 12, 1));
    for (const char* words :
         {"--batch pairs.fa --output out.tsv", "--batch none.fa --output out.tsv", "--batch pairs.fa --device 77"}) {
        const ProcessResult refused = run(2, words);
        EXPECT_EQ(refused.exit_code, 2) << words;
        const auto first = refused.errors.find("vkalgo: error: ");
        ASSERT_NE(first, std::string::npos) << words << refused.errors;
        EXPECT_EQ(refused.errors.rfind("vkalgo: error: "), first) << refused.errors;
        EXPECT_EQ(folder.entries(), 1U) << words;
    }
}

TEST_F(BatchCluster, AProcessThatIsKilledIsNamedAndLeavesNoFile) {
    folder.file("x.fa", random_words(3000, 8, 2));
    folder.file("y.fa", random_words(3000, 8, 3));
    // Rank 1 is killed while it works.
    const ProcessResult killed = run(2, "--batch x.fa --batch y.fa --all-pairs --output out.tsv",
                                     "if [ $OMPI_COMM_WORLD_RANK = 1 ]; then (sleep 1; kill -9 $$) & fi;");
    EXPECT_EQ(killed.exit_code, 137) << killed.errors;
    EXPECT_NE(killed.errors.find("rank 1 with PID"), std::string::npos) << killed.errors;
    EXPECT_EQ(folder.entries(), 2U);
}

TEST(BatchClusterWithoutMpirun, SeveralProcessesWithoutMpiAreRefused) {
    const TemporaryFolder folder;
    const std::string file = folder.file("p.fa", ">a\nA\n>b\nC\n");
    // These are the variables that the mpirun of another MPI would set for two processes.
    const ProcessResult refused =
        run_vkalgo({"dp", "--problem", "lcs", "--batch", file},
                   {.environment = {{"PMI_RANK", "0"}, {"PMI_SIZE", "2"}, {"OMPI_ALLOW_RUN_AS_ROOT", "1"}}});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_EQ(refused.output, "");
    const bool built = std::filesystem::exists(std::filesystem::path(vkalgo_path()).parent_path() / "vkalgo_mpi.so");
    EXPECT_NE(refused.errors.find(built ? "2 processes were started, but " : "cmake -DVKALGO_MPI=ON"),
              std::string::npos)
        << refused.errors;
    const ProcessResult alone = run_vkalgo({"dp", "--problem", "lcs", "--batch", file, "--mpi", "no"},
                                           {.environment = {{"PMI_RANK", "0"}, {"PMI_SIZE", "2"}}});
    EXPECT_EQ(alone.output, "a\tb\t0\n");
    expect_refused({{"dp", "--problem", "lcs", "--n", "5", "--mpi", "yes"}, 2, "--mpi needs many problems"});
}

}  // namespace
}  // namespace vkalgo::cli::test
