// Tests batches of alignments in many small blocks: letters that first occur in a late block, tiles of pairs, both
// strands.
#include "algorithms/alignment/scoring.hpp"
#include "cli/batch/batch.hpp"
#include "cli/commands/dp/run_batch.hpp"
#include "tests/cli/align_batch_oracle.hpp"
#include "tests/support/temporary_folder.hpp"

#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

using vkalgo::test::take;

class AlignBatchBlocks : public testing::Test {
protected:
    AlignBatchBlocks() {
        job.recurrence = &recurrence;
        job.instance.scoring = &scoring;
        job.alphabets = {{"x", ""}, {"y", ""}};
        job.made["score"] = scoring.scores();
        job.solution = job.both_strands = true;
        job.output = folder.path("out.tsv");
    }

    std::vector<std::vector<std::string>> run() {
        Session session(globals, reporter_);
        const auto answer = run_batch(session, job);
        if (!answer) {
            ADD_FAILURE() << answer.error().message;
            return {};
        }
        EXPECT_TRUE(answer->files.at(0).deliver());
        std::ifstream file(*job.output);
        return fields_below_header(std::string(std::istreambuf_iterator<char>(file), {}));
    }

    /// Compares a line of a batch with the oracle's results for its two sequences.
    static void expect_line(const std::vector<std::string>& fields, const std::string& x, const std::string& y) {
        ASSERT_EQ(fields.size(), 14U);
        const std::int64_t plus = oracle_score(x, y, "align-local", {});
        const std::int64_t reverse_strand = oracle_score(x, reverse_complemented(y), "align-local", {});
        EXPECT_EQ(fields[2], std::to_string(std::max(plus, reverse_strand))) << x << " " << y;
        EXPECT_EQ(fields[12], reverse_strand > plus ? "-" : "+") << x << " " << y;
        std::size_t i = fields[4].empty() ? 0 : std::stoul(fields[4]) - 1;
        std::size_t j = fields[6].empty() ? 0 : std::stoul(fields[6]) - 1;
        j = reverse_strand > plus ? y.size() - j - 1 : j;
        EXPECT_EQ(replayed_score(fields[13], x, reverse_strand > plus ? reverse_complemented(y) : y, i, j, {}),
                  std::max(plus, reverse_strand));
        EXPECT_EQ(fields[5], i == 0 ? "" : std::to_string(i));
    }

    TemporaryFolder folder;
    dp::Recurrence recurrence = take(builtin_recurrence("align-local"));
    Scoring scoring = Scoring::matching(2, -3);
    BatchJob job;
    Globals globals;

private:
    Reporter reporter_{{.quiet = true}};
};

TEST_F(AlignBatchBlocks, LettersThatFirstOccurInALaterBlockAreKnownFromThenOn) {
    LetterPairs pairs(20, "ACGT", 25, 1);
    const LetterPairs late(20, "NACGT", 25, 2);
    pairs.x.insert(pairs.x.end(), late.x.begin(), late.x.end());
    pairs.y.insert(pairs.y.end(), late.y.begin(), late.y.end());
    job.request.files = {folder.file("p.fa", pairs.fasta())};
    for (const std::size_t block : {7U, 16U}) {
        job.block = {block, 300};
        const auto lines = run();
        ASSERT_EQ(lines.size(), 40U);
        for (std::size_t p = 0; p < lines.size(); ++p) {
            expect_line(lines[p], pairs.x[p], pairs.y[p]);
        }
        scoring = Scoring::matching(2, -3);
    }
}

TEST_F(AlignBatchBlocks, EachTileOfPairsGetsItsOwnStrands) {
    const LetterPairs pairs(9, "ACGTN", 20, 3);
    std::string x, y;
    for (std::size_t p = 0; p < 9; ++p) {
        x += ">q" + std::to_string(p) + "\n" + pairs.x[p] + "\n";
        y += ">r" + std::to_string(p) + "\n" + (p % 2 == 0 ? reverse_complemented(pairs.y[p]) : pairs.y[p]) + "\n";
    }
    job.request.files = {folder.file("x.fa", x), folder.file("y.fa", y)};
    job.request.all_pairs = true;
    for (const std::size_t block : {4U, 20U}) {
        job.block = {block, 1000};
        const auto lines = run();
        ASSERT_EQ(lines.size(), 81U);
        for (std::size_t p = 0; p < lines.size(); ++p) {
            const std::string& reference = pairs.y[p % 9];
            expect_line(lines[p], pairs.x[p / 9], p % 9 % 2 == 0 ? reverse_complemented(reference) : reference);
        }
    }
}

}  // namespace
}  // namespace vkalgo::cli::test
