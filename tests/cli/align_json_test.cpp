// Tests lengths and coverage in the JSON of `vkalgo dp --batch` of alignments.
#include "tests/cli/align_batch_oracle.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// Checks the fields of both sequences against the operations of the CIGAR.
void expect_coverage(const nlohmann::json& solution, const std::string& x, const std::string& y) {
    std::size_t of_x = 0, of_y = 0;
    for (const CigarRun& run : cigar_runs(solution["cigar"].get<std::string>())) {
        of_x += run.operation == 'D' ? 0 : run.count;
        of_y += run.operation == 'I' ? 0 : run.count;
    }
    const auto percentage = [](std::size_t count, std::size_t size) {
        return size == 0 ? 0.0 : 100.0 * static_cast<double>(count) / static_cast<double>(size);
    };
    EXPECT_EQ(solution["x_length"], x.size());
    EXPECT_EQ(solution["y_length"], y.size());
    EXPECT_NEAR(solution["x_coverage"].get<double>(), percentage(of_x, x.size()), 0.00501);
    EXPECT_NEAR(solution["y_coverage"].get<double>(), percentage(of_y, y.size()), 0.00501);
}

TEST(AlignJson, HasTheLengthsAndTheCoverageOfBothSequences) {
    const TemporaryFolder folder;
    std::uint64_t seed = 80;
    for (const char* problem : {"align-global", "align-local", "align-semiglobal"}) {
        const LetterPairs pairs(60, "ACGT", 40, seed++);
        const auto answer = json_of_command("dp", {"--problem", problem, "--batch", folder.file("p.fa", pairs.fasta()),
                                                   "--solution", "--reverse-complement"});
        const auto& solutions = answer["result"]["solutions"];
        ASSERT_EQ(solutions.size(), pairs.x.size());
        for (std::size_t p = 0; p < pairs.x.size(); ++p) {
            SCOPED_TRACE(std::string(problem) + " " + pairs.x[p] + " " + pairs.y[p]);
            expect_coverage(solutions[p], pairs.x[p], pairs.y[p]);
        }
    }
}

}  // namespace
}  // namespace vkalgo::cli::test
