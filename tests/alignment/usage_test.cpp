// Contains the code of docs/alignment.md, so that it is compiled and run. tests/docs/snippets_test.cpp compares the two
// line for line.
#include "algorithms/alignment/align.hpp"
#include "engine/context.hpp"
#include "tests/support/device_fixture.hpp"

#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

Result<std::string> cigar_of_two_proteins() {
    VKALGO_TRY(const auto context, vkalgo::Context::create());
    VKALGO_TRY(auto runner, vkalgo::Runner::create(*context));
    VKALGO_TRY(auto blosum, vkalgo::builtin_score_matrix("BLOSUM62"));

    vkalgo::AlignOptions options{.mode = vkalgo::AlignMode::local, .scores = {.matrix = blosum}};
    VKALGO_TRY(auto aligned, vkalgo::align(runner, "MVLSPADKTNVKAAWGKV", "MVHLTPEEKSAVTALWGKV", options));
    std::printf("score %lld, letters %lld to %lld of the query, %.1f %% identity\n",
                static_cast<long long>(aligned.score), static_cast<long long>(aligned.query_begin),
                static_cast<long long>(aligned.query_end), aligned.identity());
    return aligned.cigar;
}

TEST(AlignUsage, TwoProteinsAreAlignedInAFewLines) {
    const auto cigar = cigar_of_two_proteins();
    ASSERT_OK(cigar);
    EXPECT_EQ(*cigar, "1=1X1=2X1=2X1=1X1=1X4=");
}

Result<std::vector<std::int64_t>> scores_of_reads(Runner& runner, const std::vector<std::string>& reads,
                                                  const std::string& genome) {
    vkalgo::dp::ArrayList queries, targets;
    for (const std::string& read : reads) {
        queries.add(read);
    }
    targets.add(genome);  // one for all
    vkalgo::AlignOptions options{.mode = vkalgo::AlignMode::semiglobal};
    options.reverse_complement = true;
    VKALGO_TRY(auto aligned, vkalgo::align(runner, queries.view(), targets.view(), options));

    std::vector<std::int64_t> scores;
    for (const vkalgo::Alignment& each : aligned.alignments) {
        std::printf("%lld %s %s\n", static_cast<long long>(each.target_begin), each.reverse ? "-" : "+",
                    each.cigar.c_str());
        scores.push_back(each.score);
    }
    return scores;
}

TEST(AlignUsage, ReadsAreAlignedWithAGenome) {
    const auto context = take(Context::create());
    Runner runner = take(Runner::create(*context));
    const auto scores = scores_of_reads(runner, {"TTAACGTA", "GTTACG"}, "GGATACCGTTAACGTAACTGC");
    ASSERT_OK(scores);
    EXPECT_EQ(*scores, (std::vector<std::int64_t>{16, 12}));
}

}  // namespace
}  // namespace vkalgo::test
