// Batches of local alignments: which of equally good cells is the answer, scores around the ends of a byte's range,
// large scores, and letters out of their range.
#include "algorithms/dp/batch.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/split_mix.hpp"
#include "tests/dp/batches.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

/// Pairs of texts with a table of scores that all pairs share.
struct ScoredPairs {
    std::vector<Letters> left, right;
    ArrayList x, y, score{ElementType::i32};
    std::vector<std::int32_t> scores;
    std::int32_t alphabet = 0, open = 0, extend = 0;

    void add(const Letters& a, const Letters& b) {
        left.push_back(a);
        right.push_back(b);
        x.add(std::span<const std::uint8_t>(a));
        y.add(std::span<const std::uint8_t>(b));
    }
    Batch batch() {
        score.add(std::span<const std::int32_t>(scores));
        Batch made{left.size(), {{"x", x.view()}, {"y", y.view()}, {"score", score.view()}}};
        made.params = {{"alphabet", Number(static_cast<std::uint64_t>(alphabet))},
                       {"open", Number(std::int64_t{open})},
                       {"extend", Number(std::int64_t{extend})}};
        return made;
    }

    struct Best {
        std::int64_t score = 0;
        CellIndices cell;
    };
    /// Returns the best score of all local alignments of problem p, and the first cell, by row and then by column,
    /// where an alignment with that score ends.
    Best best(std::size_t p) const {
        constexpr std::int64_t kNever = -1'000'000'000;
        const Letters &a = left[p], &b = right[p];
        std::vector<std::int64_t> row(b.size() + 1), in_x(b.size() + 1, kNever);
        Best best;
        for (std::size_t i = 1; i <= a.size(); ++i) {
            std::int64_t corner = 0, in_y = kNever;
            for (std::size_t j = 1; j <= b.size(); ++j) {
                in_y = std::max(in_y, row[j - 1] - open) - extend;
                in_x[j] = std::max(in_x[j], row[j] - open) - extend;
                const std::int64_t pair = corner + scores[static_cast<std::size_t>(alphabet) * a[i - 1] + b[j - 1]];
                corner = row[j];
                row[j] = std::max({pair, std::int64_t{0}, in_x[j], in_y});
                if (row[j] > best.score) {
                    best = {row[j], {static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)}};
                }
            }
        }
        return best;
    }
};

class BatchScores : public vkalgo::test::DeviceTest {
protected:
    static void expect_local(ScoredPairs& all, const BatchOptions& options) {
        const auto solved = take(solve_batch(runner(), take(Recurrence::builtin("align-local")), all.batch(), options));
        const auto answers = solved.answers_as<std::int32_t>();
        ASSERT_EQ(answers.size(), all.left.size());
        for (std::size_t p = 0; p < answers.size(); ++p) {
            const auto expected = all.best(p);
            ASSERT_EQ(answers[p], expected.score) << "problem " << p;
            ASSERT_EQ(solved.cells[p], expected.cell)
                << "problem " << p << ": (" << solved.cells[p].i << ", " << solved.cells[p].j << "), not ("
                << expected.cell.i << ", " << expected.cell.j << ")";
        }
    }
};

TEST_F(BatchScores, OfEquallyGoodCellsTheFirstByRowThenColumnIsTheAnswer) {
    SplitMix64 random(1);
    for (const std::uint32_t lanes : {0U, 4U}) {
        for (const std::uint32_t registers : {1U, 3U, 4U}) {
            ScoredPairs all;
            all.alphabet = 2;
            all.scores = {1, -1, -1, 1};
            all.open = 1;
            all.extend = 1;
            for (std::size_t p = 0; p < 40; ++p) {
                // One text repeats itself, so that many cells are equally good.
                Letters a = drawn_letters(random, random.below(5), 2), b = drawn_letters(random, random.below(60), 2);
                while (a.size() < random.below(70)) {
                    const Letters once = a;
                    a.insert(a.end(), once.begin(), once.end());
                    a.push_back(static_cast<std::uint8_t>(p % 2));
                }
                all.add(a, b);
            }
            TestKnobs knobs;
            knobs.lanes = lanes;
            knobs.registers = registers;
            expect_local(all, {.method = "team", .knobs = &knobs});
        }
    }
}

TEST_F(BatchScores, ScoresAtTheLimitsOfAByteAndBeyondAreRight) {
    SplitMix64 random(2);
    for (const auto& [low, high] : {std::pair{-128, 127}, {-129, 5}, {-5, 128}, {-300, 300}}) {
        ScoredPairs all;
        all.alphabet = 5;
        all.open = 40;
        all.extend = 9;
        // The table of scores is not symmetric: the row of a letter differs from its column.
        for (std::int32_t k = 0; k < 25; ++k) {
            all.scores.push_back(k % 6 == 0 ? high : k % 3 == 0 ? low : static_cast<std::int32_t>(random.below(9)) - 4);
        }
        for (std::size_t p = 0; p < 20; ++p) {
            all.add(drawn_letters(random, random.below(50), 5), drawn_letters(random, random.below(50), 5));
        }
        expect_local(all, {.method = "team"});
    }
}

TEST_F(BatchScores, LargeScoresOfOneProblemAmongSmallOnesAreRight) {
    // Scores of two hundred million leave no room for a row index beside them in a word.
    ScoredPairs all;
    all.alphabet = 1;
    all.scores = {1'000'000};
    all.add(Letters(3, 0), Letters(2, 0));
    all.add(Letters(200, 0), Letters(210, 0));
    all.add(Letters(1, 0), Letters(1, 0));
    expect_local(all, {.method = "team"});
}

TEST_F(BatchScores, AValueOutOfItsRangeIsReportedWithItsArrayAtAnyPosition) {
    const Recurrence local = take(Recurrence::builtin("align-local"));
    const auto message_of = [&](const std::vector<Letters>& arrays) {
        ScoredPairs all;
        all.alphabet = 4;
        all.scores.assign(16, 1);
        for (const Letters& each : arrays) {
            all.add(each, {0});
        }
        const auto solved = solve_batch(runner(), local, all.batch());
        return solved ? std::string() : solved.error().message;
    };
    EXPECT_EQ(message_of({{0, 3}, {}, {1}}), "");
    EXPECT_EQ(message_of({{9, 3}, {}, {1}}).find("input 'x' has 9 at index 0 of array 0, "), 0U);
    EXPECT_EQ(message_of({{0, 9}, {}, {1}}).find("input 'x' has 9 at index 1 of array 0, "), 0U);
    EXPECT_EQ(message_of({{0, 3}, {}, {9}}).find("input 'x' has 9 at index 0 of array 2, "), 0U);
    EXPECT_EQ(message_of({{}, {}, {1, 9}}).find("input 'x' has 9 at index 1 of array 2, "), 0U);
}

}  // namespace
}  // namespace vkalgo::dp::test
