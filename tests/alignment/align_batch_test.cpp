// Compares align() of many pairs with Gotoh's recurrence on the CPU.
#include "tests/alignment/gotoh.hpp"
#include "tests/support/device_fixture.hpp"

#include <array>
#include <string>
#include <vector>

namespace vkalgo::test {
namespace {

class AlignBatch : public DeviceTest {};

struct Letters {
    std::vector<std::string> queries, targets;

    std::vector<SequencePair> pairs() const {
        std::vector<SequencePair> views;
        for (std::size_t p = 0; p < queries.size(); ++p) {
            views.push_back({queries[p], targets[p]});
        }
        return views;
    }
};

/// Draws sequences of mixed lengths, from zero to more than a thousand letters.
Letters drawn(std::uint64_t seed, std::size_t count, std::string_view letters) {
    SplitMix64 random(seed);
    Letters drawn;
    for (std::size_t p = 0; p < count; ++p) {
        const std::uint32_t longest = p % 20 == 19 ? 1100 : 90;
        drawn.queries.push_back(random_letters(random, p % 20 == 19 ? 1025 : random.below(longest), letters));
        drawn.targets.push_back(p % 3 == 0 ? random_letters(random, random.below(longest), letters)
                                           : random_letters(random, random.below(9), letters) +
                                                 mutated(random, drawn.queries.back(), letters));
    }
    return drawn;
}

TEST_F(AlignBatch, EqualsGotohForMixedLengthsInAllModes) {
    const ScoreMatrix blosum = take(builtin_score_matrix("BLOSUM62"));
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        for (const AlignMode mode : kModes) {
            const bool proteins = seed == 2;
            const Letters letters = drawn(seed, 40, proteins ? "ARNDCQEGHILKMFPSTWYV" : "ACGT");
            AlignOptions options{.mode = mode};
            options.scores = {.matrix = proteins ? std::optional(blosum) : std::nullopt};
            options.scores.gap_open = seed == 3 ? 0 : 6;
            options.scores.gap_extend = 1;
            const LetterScores scores =
                proteins ? scores_of(blosum, 6, 1) : scores_by_equality(2, -3, seed == 3 ? 0 : 6, 1);
            const auto aligned = align(runner(), letters.pairs(), options);
            ASSERT_OK(aligned);
            ASSERT_EQ(aligned->alignments.size(), letters.queries.size());
            options.detail = AlignDetail::score;
            const auto scored = align(runner(), letters.pairs(), options);
            ASSERT_OK(scored);
            options.detail = AlignDetail::end;
            const auto ended = align(runner(), letters.pairs(), options);
            ASSERT_OK(ended);
            for (std::size_t p = 0; p < letters.queries.size(); ++p) {
                SCOPED_TRACE("pair " + std::to_string(p));
                const Alignment& alignment = aligned->alignments[p];
                expect_best(alignment, letters.queries[p], letters.targets[p], mode, scores);
                EXPECT_EQ(scored->alignments[p].score, alignment.score);
                EXPECT_EQ(scored->alignments[p].query_end, -1);
                EXPECT_EQ(ended->alignments[p].score, alignment.score);
                EXPECT_EQ(ended->alignments[p].query_end, alignment.query_end);
                EXPECT_EQ(ended->alignments[p].target_end, alignment.target_end);
                EXPECT_EQ(ended->alignments[p].target_begin, -1);
            }
        }
    }
}

TEST_F(AlignBatch, GivesTheResultsOfSinglePairs) {
    const Letters letters = drawn(8, 12, "ACGT");
    const auto aligned = take(align(runner(), letters.pairs()));
    for (std::size_t p = 0; p < letters.queries.size(); ++p) {
        const auto one = take(align(runner(), letters.queries[p], letters.targets[p]));
        EXPECT_EQ(aligned.alignments[p].score, one.score);
        EXPECT_EQ(aligned.alignments[p].cigar, one.cigar);
    }
}

TEST_F(AlignBatch, EqualsGotohForThousandsOfPairsThatThreadsShare) {
    SplitMix64 random(13);
    Letters letters;
    for (int p = 0; p < 9001; ++p) {
        letters.queries.push_back(random_letters(random, 240 + random.below(9), "ACGT"));
        letters.targets.push_back(random_letters(random, random.below(8), "ACGT"));
    }
    const LetterScores scores = scores_by_equality(2, -3, 5, 2);
    const auto aligned = take(align(runner(), letters.pairs(), {.mode = AlignMode::local}));
    for (std::size_t p = 0; p < letters.queries.size(); ++p) {
        expect_best(aligned.alignments[p], letters.queries[p], letters.targets[p], AlignMode::local, scores);
    }
}

TEST_F(AlignBatch, TakesPackedSequencesOneSharedTargetAndChosenPairs) {
    const Letters letters = drawn(11, 9, "ACGT");
    const LetterScores scores = scores_by_equality(2, -3, 5, 2);
    dp::ArrayList queries, targets, one;
    for (std::size_t p = 0; p < letters.queries.size(); ++p) {
        queries.add(letters.queries[p]);
        targets.add(letters.targets[p]);
    }
    one.add(letters.targets[4]);
    const auto on_one = take(align(runner(), queries.view(), one.view(), {.mode = AlignMode::local}));
    ASSERT_EQ(on_one.alignments.size(), 9U);
    for (std::size_t p = 0; p < 9; ++p) {
        expect_best(on_one.alignments[p], letters.queries[p], letters.targets[4], AlignMode::local, scores);
    }
    // Aligns all pairs of the sequences from the third on: the views leave out the first two offsets.
    const dp::PairNumbers all = dp::PairNumbers::of(0, 7, 7);
    dp::BatchInput x = queries.view(), y = targets.view();
    x.offsets = x.offsets.subspan(2);
    y.offsets = y.offsets.subspan(2);
    x.chosen = all.rows;
    y.chosen = all.columns;
    const auto many = take(align(runner(), x, y, {.mode = AlignMode::semiglobal}));
    ASSERT_EQ(many.alignments.size(), 49U);
    for (std::size_t p = 0; p < 49; ++p) {
        expect_best(many.alignments[p], letters.queries[2 + p / 7], letters.targets[2 + p % 7], AlignMode::semiglobal,
                    scores);
    }
    EXPECT_TRUE(take(align(runner(), std::span<const SequencePair>())).alignments.empty());
}

TEST_F(AlignBatch, TakesTheBetterStrandOfEachTarget) {
    Letters letters = drawn(12, 24, "ACGT");
    Letters reverse = letters;
    for (std::size_t p = 0; p < letters.targets.size(); ++p) {
        if (p % 2 == 1) {
            letters.targets[p] = reverse_complement_of(letters.targets[p]);
        }
        reverse.targets[p] = reverse_complement_of(letters.targets[p]);
    }
    const LetterScores scores = scores_by_equality(2, -3, 5, 2);
    int reversed = 0;
    for (const AlignMode mode : kModes) {
        std::vector<double> fractions;
        AlignOptions options{.mode = mode};
        options.reverse_complement = true;
        options.call.progress = [&](double fraction) { fractions.push_back(fraction); };
        const auto aligned = take(align(runner(), letters.pairs(), options));
        for (std::size_t p = 0; p < letters.queries.size(); ++p) {
            const Best plain = gotoh(letters.queries[p], letters.targets[p], mode, scores);
            const Best other = gotoh(letters.queries[p], reverse.targets[p], mode, scores);
            const Alignment& alignment = aligned.alignments[p];
            EXPECT_EQ(alignment.score, std::max(plain.score, other.score));
            EXPECT_EQ(alignment.reverse, other.score > plain.score);
            expect_replay(alignment, letters.queries[p], (alignment.reverse ? reverse : letters).targets[p], scores);
            reversed += alignment.reverse ? 1 : 0;
        }
        ASSERT_FALSE(fractions.empty());
        EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
        EXPECT_EQ(fractions.back(), 1);
    }
    EXPECT_GT(reversed, 10);
}

}  // namespace
}  // namespace vkalgo::test
