// Compares align() of two sequences with Gotoh's recurrence on the CPU: all modes, affine and linear gaps, matrices.
#include "algorithms/dp/method/method.hpp"
#include "tests/alignment/gotoh.hpp"
#include "tests/support/device_fixture.hpp"

#include <array>
#include <string>
#include <vector>

namespace vkalgo::test {
namespace {

constexpr std::string_view kAminoAcids = "ARNDCQEGHILKMFPSTWYV";

class Align : public DeviceTest {};

struct Pair {
    std::string query, target;
};

/// Returns pairs of sequences: unrelated ones with lengths at boundaries, such as 0, 1, 31 and 33, and related ones.
std::vector<Pair> pairs_of(std::uint64_t seed, std::string_view letters) {
    SplitMix64 random(seed);
    std::vector<Pair> pairs;
    for (const auto& [n, m] : {std::pair{0, 0}, {0, 1}, {1, 0}, {1, 1}, {7, 9}, {31, 33}, {33, 8}, {64, 127}}) {
        pairs.push_back({random_letters(random, static_cast<std::size_t>(n), letters),
                         random_letters(random, static_cast<std::size_t>(m), letters)});
    }
    for (const std::size_t n : {8U, 32U, 101U}) {
        const std::string query = random_letters(random, n, letters);
        pairs.push_back({query, mutated(random, query, letters)});
        pairs.push_back({query, random_letters(random, 11, letters) + mutated(random, query, letters) +
                                    random_letters(random, 5, letters)});
    }
    return pairs;
}

TEST_F(Align, MatchAndMismatchScoresGiveWhatGotohGivesWithAffineAndLinearGaps) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        for (const AlignMode mode : kModes) {
            for (const Pair& pair : pairs_of(seed, "ACGT")) {
                SCOPED_TRACE(pair.query + " " + pair.target);
                const auto affine = align(runner(), pair.query, pair.target, {.mode = mode});
                ASSERT_OK(affine);
                expect_best(*affine, pair.query, pair.target, mode, scores_by_equality(2, -3, 5, 2));
                AlignOptions options{.mode = mode};
                options.scores = {.match = 1, .mismatch = -1, .gap_open = 0, .gap_extend = 1};
                const auto linear = align(runner(), pair.query, pair.target, options);
                ASSERT_OK(linear);
                expect_best(*linear, pair.query, pair.target, mode, scores_by_equality(1, -1, 0, 1));
            }
        }
    }
}

TEST_F(Align, ProteinsAreAlignedByBlosumAndByAMatrixThatIsNotSymmetric) {
    const ScoreMatrix blosum = take(builtin_score_matrix("blosum62"));
    ScoreMatrix own{"own", "ACGT", {}};
    SplitMix64 random(5);
    for (int k = 0; k < 16; ++k) {
        own.scores.push_back(static_cast<std::int32_t>(random.below(9)) - 4);
    }
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        for (const AlignMode mode : kModes) {
            for (const Pair& pair : pairs_of(seed, kAminoAcids)) {
                const auto aligned =
                    align(runner(), pair.query, pair.target, {.mode = mode, .scores = {.matrix = blosum}});
                ASSERT_OK(aligned);
                expect_best(*aligned, pair.query, pair.target, mode, scores_of(blosum, 11, 1));
            }
            for (const Pair& pair : pairs_of(seed, "ACGT")) {
                AlignOptions options{.mode = mode};
                options.scores = {.matrix = own, .gap_open = 3, .gap_extend = 0};
                const auto aligned = align(runner(), pair.query, pair.target, options);
                ASSERT_OK(aligned);
                expect_best(*aligned, pair.query, pair.target, mode, scores_of(own, 3, 0));
            }
        }
    }
}

TEST_F(Align, SequencesOfMoreThanAThousandLettersAreAlignedByEveryMethod) {
    SplitMix64 random(9);
    const std::string query = random_letters(random, 1031, "ACGT");
    const std::string target = random_letters(random, 60, "ACGT") + mutated(random, query, "ACGT");
    for (const AlignMode mode : kModes) {
        std::vector<std::string> methods{""};
        for (const dp::Method* method : dp::single_methods()) {
            methods.emplace_back(method->name);
        }
        std::size_t ran = 0;
        for (const std::string& method : methods) {
            AlignOptions options{.mode = mode};
            options.method = method;
            const auto aligned = align(runner(), query, target, options);
            if (!aligned && aligned.error().code == ErrorCode::unsupported && !method.empty()) {
                continue;
            }
            ASSERT_OK(aligned);
            ++ran;
            expect_best(*aligned, query, target, mode, scores_by_equality(2, -3, 5, 2));
            EXPECT_FALSE(aligned->report.method.empty());
            EXPECT_GT(aligned->report.call.device_bytes, 0U);
        }
        EXPECT_GE(ran, 2U);
    }
}

TEST_F(Align, AnchoredAlignmentsBeginWhereBothSequencesDo) {
    AlignOptions options{.mode = AlignMode::semiglobal};
    options.anchored = true;
    for (const Pair& pair : pairs_of(4, "ACGT")) {
        const auto aligned = align(runner(), pair.query, pair.target, options);
        ASSERT_OK(aligned);
        expect_best(*aligned, pair.query, pair.target, options.mode, scores_by_equality(2, -3, 5, 2), true);
    }
}

TEST_F(Align, LessDetailGivesTheSameScoreAndEnd) {
    for (const AlignMode mode : kModes) {
        for (const Pair& pair : pairs_of(6, "ACGT")) {
            const Best best = gotoh(pair.query, pair.target, mode, scores_by_equality(2, -3, 5, 2));
            for (const AlignDetail detail : {AlignDetail::score, AlignDetail::end}) {
                const auto aligned = align(runner(), pair.query, pair.target, {.mode = mode, .detail = detail});
                ASSERT_OK(aligned);
                EXPECT_EQ(aligned->score, best.score);
                EXPECT_EQ(aligned->query_end, detail == AlignDetail::end ? best.query_end : -1);
                EXPECT_EQ(aligned->target_end, detail == AlignDetail::end ? best.target_end : -1);
                EXPECT_EQ(aligned->query_begin, -1);
                EXPECT_EQ(aligned->target_begin, -1);
                EXPECT_EQ(aligned->cigar, "");
            }
        }
    }
}

TEST_F(Align, TheBetterStrandIsTaken) {
    SplitMix64 random(7);
    int reversed = 0;
    for (int round = 0; round < 12; ++round) {
        const bool rna = round % 3 == 2;
        const std::string_view letters = rna ? "ACGU" : "ACGT";
        const std::string query = random_letters(random, 20 + random.below(20), letters);
        const std::string near = random_letters(random, 6, letters) + mutated(random, query, letters);
        const std::string target = round % 2 == 0 ? reverse_complement_of(near, rna) : near;
        const std::string reverse = reverse_complement_of(target, rna);
        const AlignMode mode = kModes[static_cast<std::size_t>(round) % kModes.size()];
        const LetterScores scores = scores_by_equality(2, -3, 5, 2);
        const Best plain = gotoh(query, target, mode, scores), other = gotoh(query, reverse, mode, scores);
        AlignOptions options{.mode = mode};
        options.reverse_complement = true;
        const auto aligned = align(runner(), query, target, options);
        ASSERT_OK(aligned);
        EXPECT_EQ(aligned->score, std::max(plain.score, other.score));
        EXPECT_EQ(aligned->reverse, other.score > plain.score);
        expect_replay(*aligned, query, aligned->reverse ? reverse : target, scores);
        options.detail = AlignDetail::end;
        const auto end = align(runner(), query, target, options);
        ASSERT_OK(end);
        EXPECT_EQ(end->query_end, aligned->query_end);
        EXPECT_EQ(end->target_begin, aligned->reverse ? aligned->target_begin : -1);
        EXPECT_EQ(end->target_end, aligned->reverse ? -1 : aligned->target_end);
        reversed += aligned->reverse ? 1 : 0;
    }
    EXPECT_GT(reversed, 2);
    EXPECT_LT(reversed, 10);
}

TEST_F(Align, CaseIsIgnoredByMatricesAndOnRequestAndOtherwiseANoticeMentionsIt) {
    const auto apart = take(align(runner(), "acgt", "ACGT"));
    EXPECT_LT(apart.score, 0);
    ASSERT_EQ(apart.report.notices.size(), 1U);
    EXPECT_NE(apart.report.notices[0].find("query and target that differ only by case"), std::string::npos);
    const auto joined = take(align(runner(), "acgTn", "ACGtN", {.scores = {.ignore_case = true}}));
    EXPECT_EQ(joined.cigar, "5=");
    EXPECT_TRUE(joined.report.notices.empty());
    const ScoreMatrix nucleotides = take(builtin_score_matrix("NUC.4.4"));
    EXPECT_EQ(take(align(runner(), "acgu", "ACGT", {.scores = {.matrix = nucleotides}})).cigar, "4=");
}

TEST_F(Align, ALetterThatTheMatrixLacksScoresAsXAndIsCounted) {
    const ScoreMatrix blosum = take(builtin_score_matrix("BLOSUM62"));
    const auto aligned = take(align(runner(), "MKOO", "MKOU", {.scores = {.matrix = blosum}}));
    EXPECT_EQ(aligned.cigar, "3=1X");
    EXPECT_EQ(aligned.score, 5 + 5 - 1 - 1);
    ASSERT_EQ(aligned.report.notices.size(), 1U);
    EXPECT_EQ(aligned.report.notices[0], "4 letters that BLOSUM62 does not have (O, U) score as X");
}

}  // namespace
}  // namespace vkalgo::test
