// Tests the data that several processes exchange: letters and qualities of alignments, strands, problems without an
// answer, and numbers of rows.
#include "tests/cli/align_batch_oracle.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
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

class BatchClusterResults : public ::testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(std::filesystem::path(vkalgo_path()).parent_path() / "vkalgo_mpi.so") ||
            run_shell("command -v mpirun").exit_code != 0) {
            GTEST_SKIP() << "no mpirun here, or vkalgo is built without MPI (VKALGO_MPI)";
        }
    }

    ProcessResult run(int processes, const std::string& words) const {
        const std::string launch = processes == 1
                                       ? ""
                                       : "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
                                         "OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_btl=self,vader "
                                         "OMPI_MCA_plm=isolated OMPI_MCA_rmaps_base_oversubscribe=1 "
                                         "OMPI_MCA_hwloc_base_binding_policy=none "
                                         "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe timeout 100 mpirun -n " +
                                             std::to_string(processes) + " ";
        return run_shell("cd '" + folder.path("") + "' && " + launch + "\"$V\" dp " + words);
    }
    /// Expects that two processes write the same bytes as one process, and returns these bytes. The inputs must be so
    /// long that each process gets some of the problems.
    std::string expect_alike(const std::string& words, const std::string& output) const {
        const ProcessResult one = run(1, words + " --output " + output);
        EXPECT_EQ(one.exit_code, 0) << one.errors;
        const std::string alone = written(output);
        const ProcessResult two = run(2, words + " --json --output " + output);
        EXPECT_EQ(two.exit_code, 0) << two.errors;
        EXPECT_TRUE(written(output) == alone) << words << " --output " << output;
        const auto json = nlohmann::json::parse(two.output, nullptr, false);
        EXPECT_EQ(json["result"]["devices"].size(), 2U) << two.output;
        return alone;
    }
    std::string written(const std::string& name) const {
        std::ifstream file(folder.path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    TemporaryFolder folder;
};

TEST_F(BatchClusterResults, AlignmentsOfBothStrandsEqualThoseOfOneProcess) {
    const LetterPairs pairs(4000, "ACGTN", 12, 1);
    const std::string filler(180, 'N');
    std::string reads, references;
    for (std::size_t p = 0; p < pairs.x.size(); ++p) {
        std::string qualities;
        const std::string read = filler + pairs.x[p];
        for (std::size_t k = 0; k < read.size(); ++k) {
            qualities += static_cast<char>('!' + (7 * k + p) % 90);
        }
        reads += "@q" + std::to_string(p) + "\n" + read + "\n+\n" + qualities + "\n";
        references +=
            ">r" + std::to_string(p) + "\n" + (p % 2 == 0 ? reverse_complemented(pairs.y[p]) : pairs.y[p]) + "\n";
    }
    folder.file("x.fq", reads);
    folder.file("y.fa", references);
    const std::string words = "--problem align-local --reverse-complement --batch x.fq --batch y.fa --solution";
    const std::string sam = expect_alike(words, "out.sam");
    EXPECT_NE(sam.find("\t16\tr"), std::string::npos);
    const auto json = nlohmann::json::parse(expect_alike(words, "out.json"));
    EXPECT_EQ(json["strands"].size(), 4000U);
}

TEST_F(BatchClusterResults, TheBestAlignmentsByAMatrixEqualThoseOfOneProcess) {
    // The queries are so long that there are several blocks of them. The files are tables, whose rows have numbers as
    // names.
    const LetterPairs pairs(2500, "ARNDCQEGHILKMFPSTWYV", 12, 2);
    std::string x = "x\n", y = "y\n";
    for (std::size_t p = 0; p < pairs.x.size(); ++p) {
        x += pairs.x[p] + std::string(180, 'X') + "\n";
        y += p < 5 ? pairs.x[500 * p] + "ARNDAC\n" : "";
    }
    folder.file("x.csv", x);
    folder.file("y.csv", y);
    const std::string lines = expect_alike(
        "--problem align-local --matrix BLOSUM62 --batch x.csv --batch y.csv --top 2 --solution", "out.csv");
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 5001);
    EXPECT_NE(lines.find("\n2500,"), std::string::npos);
    expect_alike("--problem align-local --matrix BLOSUM62 --batch x.csv --batch y.csv --all-pairs", "out.tsv");
}

TEST_F(BatchClusterResults, ProblemsWithoutAnAnswerKeepTheirNumbers) {
    folder.file("ways.glsl",
                "//! problem  ways\n//! pattern  NOSE\n//! class    local\n//! cell     i32\n//! goal     min\n"
                "//! input    x u8[]\n//! input    y u8[]\n//! rows     len(x) + 1\n//! columns  len(y) + 1\n"
                "//! base     first-row 1\n//! base     first-column 1\n//! bound    len(x) + len(y)\n"
                "//! answer   last\ncell_t base(int i, int j) { return i + j; }\n"
                "cell_t cell(int i, int j) {\n    if (x(i - 1) != y(j - 1)) return INFEASIBLE;\n"
                "    return plus(at(i - 1, j - 1), 1);\n}\n");
    const std::string before(35, 'A');
    std::string rows = "x,y\n";
    for (int k = 0; k < 30'000; ++k) {
        rows += before + (k % 1000 == 7 ? "ACGTA,ACGTC\n" : "ACGTA,ACGTA\n");
    }
    folder.file("pairs.csv", rows);
    const auto json = nlohmann::json::parse(expect_alike("--recurrence ways.glsl --batch pairs.csv", "out.json"));
    ASSERT_EQ(json["statuses"].size(), 30U);
    EXPECT_EQ(json["statuses"][29], nlohmann::json::parse(R"({"problem": 29007, "status": "infeasible"})"));
    const std::string lines = expect_alike("--recurrence ways.glsl --batch pairs.csv", "out.tsv");
    EXPECT_NE(lines.find("\n29008\tinfeasible\n29009\t40\n"), std::string::npos);
}

}  // namespace
}  // namespace vkalgo::cli::test
