// Compares the global, the local and the semi-global alignment with a computation by three tables and, if it is
// installed, with parasail.
#include "tests/dp/oracles/align.hpp"

#include "algorithms/dp/batch.hpp"
#include "tests/dp/tried.hpp"

#include <memory>
#include <string>

#ifdef VKALGO_HAS_PARASAIL
#include <parasail.h>
#endif

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

struct LetterPair {
    Instance instance;
    std::vector<std::uint8_t> x, y;
    std::vector<std::int32_t> score;
    std::size_t alphabet = 4;
    std::int32_t open = 0, extend = 0;
};

/// Returns a random x, and a y that is either x with changes or another random text.
LetterPair drawn_pair(SplitMix64& random, std::size_t most) {
    LetterPair pair;
    pair.alphabet = 1 + random.below(6);
    const auto letter = [&] { return static_cast<std::uint8_t>(random.below(pair.alphabet)); };
    for (std::size_t k = random.below(most + 1); k > 0; --k) {
        pair.x.push_back(letter());
    }
    const bool related = random.below(2) == 0;
    for (std::size_t k = 0; related && k < pair.x.size(); ++k) {
        switch (random.below(8)) {
            case 0:
                k += random.below(4);
                break;
            case 1:
                pair.y.insert(pair.y.end(), random.below(4), letter());
                break;
            case 2:
                pair.y.push_back(letter());
                break;
            default:
                pair.y.push_back(pair.x[k]);
        }
    }
    for (std::size_t k = related ? random.below(5) : random.below(most + 1); k > 0; --k) {
        pair.y.push_back(letter());
    }
    for (std::size_t k = 0; k < pair.alphabet * pair.alphabet; ++k) {
        const bool equal = k % (pair.alphabet + 1) == 0;
        pair.score.push_back(static_cast<std::int32_t>(random.below(7)) - (equal ? 1 : 4));
    }
    pair.open = static_cast<std::int32_t>(random.below(8));
    pair.extend = static_cast<std::int32_t>(random.below(4));
    pair.instance = {{"x", pair.x},       {"y", pair.y},          {"score", pair.score}, {"alphabet", pair.alphabet},
                     {"open", pair.open}, {"extend", pair.extend}};
    return pair;
}

/// Returns the answer by the textbook's three tables. A large negative number stands for minus infinity. Each gap is
/// opened from a pair or from a gap of the other sequence.
std::int64_t by_three_tables(const LetterPair& pair, Ends ends) {
    constexpr std::int64_t kNever = -1'000'000'000;
    const std::size_t n = pair.x.size();
    const std::size_t m = pair.y.size();
    const std::vector<std::vector<std::int64_t>> never(n + 1, std::vector<std::int64_t>(m + 1, kNever));
    auto paired = never, in_x = never, in_y = never;
    const auto best_at = [&](std::size_t i, std::size_t j) { return std::max({paired[i][j], in_x[i][j], in_y[i][j]}); };
    std::int64_t best = ends == Ends::local ? 0 : kNever;
    for (std::size_t i = 0; i <= n; ++i) {
        for (std::size_t j = 0; j <= m; ++j) {
            const bool begins = i + j == 0 || ends == Ends::local || (ends == Ends::semiglobal && i == 0);
            paired[i][j] = begins ? 0 : kNever;
            if (i > 0 && j > 0) {
                const std::int64_t score = pair.score[pair.x[i - 1] * pair.alphabet + pair.y[j - 1]];
                paired[i][j] = std::max(paired[i][j], best_at(i - 1, j - 1) + score);
            }
            if (i > 0) {
                in_x[i][j] = std::max(best_at(i - 1, j) - pair.open, in_x[i - 1][j]) - pair.extend;
            }
            if (j > 0) {
                in_y[i][j] = std::max(best_at(i, j - 1) - pair.open, in_y[i][j - 1]) - pair.extend;
            }
            const bool may_end = ends == Ends::local || (i == n && (ends == Ends::semiglobal || j == m));
            best = may_end ? std::max(best, best_at(i, j)) : best;
        }
    }
    return best;
}

#ifdef VKALGO_HAS_PARASAIL
/// Returns parasail's answer. In parasail, the first letter of a gap costs `open` and each further one `gap`; empty
/// sequences are not supported.
std::int64_t by_parasail(const LetterPair& pair, Ends ends) {
    const auto gap = [&](std::size_t letters) {
        return letters == 0 ? std::int64_t{0} : -pair.open - static_cast<std::int64_t>(letters) * pair.extend;
    };
    if (pair.x.empty() || pair.y.empty()) {
        return ends == Ends::local        ? 0
               : ends == Ends::semiglobal ? gap(pair.x.size())
                                          : gap(pair.x.size() + pair.y.size());
    }
    const std::unique_ptr<parasail_matrix_t, decltype(&parasail_matrix_free)> matrix(
        parasail_matrix_create(std::string(kLetters.substr(0, pair.alphabet)).c_str(), 0, 0), parasail_matrix_free);
    for (std::size_t a = 0; a < pair.alphabet; ++a) {
        for (std::size_t b = 0; b < pair.alphabet; ++b) {
            parasail_matrix_set_value(matrix.get(), static_cast<int>(a), static_cast<int>(b),
                                      pair.score[a * pair.alphabet + b]);
        }
    }
    const auto text = [&](const std::vector<std::uint8_t>& symbols) {
        std::string letters;
        for (const std::uint8_t symbol : symbols) {
            letters += kLetters[symbol];
        }
        return letters;
    };
    const std::string x = text(pair.x);
    const std::string y = text(pair.y);
    const auto align = ends == Ends::global ? parasail_nw : ends == Ends::semiglobal ? parasail_sg_dx : parasail_sw;
    const std::unique_ptr<parasail_result_t, decltype(&parasail_result_free)> result(
        align(x.c_str(), static_cast<int>(x.size()), y.c_str(), static_cast<int>(y.size()), pair.open + pair.extend,
              pair.extend, matrix.get()),
        parasail_result_free);
    return result->score;
}
#endif

std::int64_t expected_score(const LetterPair& pair, Ends ends) {
    const std::int64_t score = by_three_tables(pair, ends);
#ifdef VKALGO_HAS_PARASAIL
    EXPECT_EQ(score, by_parasail(pair, ends));
#endif
    return score;
}

constexpr std::array<std::pair<const char*, Ends>, 3> kAlignProblems{
    {{"align-global", Ends::global}, {"align-semiglobal", Ends::semiglobal}, {"align-local", Ends::local}}};

TEST(AlignProblems, ScoreAsThreeTablesAndParasailDoAndTraceToThatScore) {
    for (const auto& [name, ends] : kAlignProblems) {
        const Tried problem(name);
        SplitMix64 random(11);
        for (int round = 0; round < rounds(8000, 800); ++round) {
            const LetterPair pair = drawn_pair(random, round % 8 == 0 ? 60 : 16);
            problem.expect(pair.instance, static_cast<double>(expected_score(pair, ends)));
        }
    }
}

TEST(AlignProblems, AnchoredAlignmentsBeginWhereBothSequencesDo) {
    const Tried problem("align-semiglobal");
    SplitMix64 random(12);
    for (int round = 0; round < rounds(1000, 100); ++round) {
        LetterPair pair = drawn_pair(random, 12);
        pair.instance.params["anchored"] = std::uint64_t{1};
        // The answer is the best score of a global alignment of x with a prefix of y.
        std::int64_t best = std::numeric_limits<std::int64_t>::min();
        const std::vector<std::uint8_t> whole = pair.y;
        for (std::size_t length = 0; length <= whole.size(); ++length) {
            pair.y.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
            best = std::max(best, expected_score(pair, Ends::global));
        }
        problem.expect(pair.instance, static_cast<double>(best));
    }
}

TEST(AlignProblems, OfOneLetterOrNoneHaveTheScoresOfGapsAndPairs) {
    const std::vector<std::int32_t> score{3, -2, -2, 3};
    const std::vector<std::uint8_t> none, a{0}, b{1};
    const auto of = [&](const auto& x, const auto& y) {
        return Instance{{"x", x}, {"y", y}, {"score", score}, {"alphabet", 2}, {"open", 4}, {"extend", 1}};
    };
    struct Expected {
        const char* name;
        double none_none, a_none, none_a, a_a, a_b;
    };
    for (const Expected& each : {Expected{"align-global", 0, -5, -5, 3, -2},
                                 {"align-semiglobal", 0, -5, 0, 3, -2},
                                 {"align-local", 0, 0, 0, 3, 0}}) {
        const Tried problem(each.name);
        problem.expect(of(none, none), each.none_none);
        problem.expect(of(a, none), each.a_none);
        problem.expect(of(none, a), each.none_a);
        problem.expect(of(a, a), each.a_a);
        problem.expect(of(a, b), each.a_b);
    }
}

TEST(AlignProblems, RefuseScoresThatMayNotFitTheirCells) {
    const RecurrenceHeader& header = builtin("align-global").header;
    const std::vector<std::uint8_t> long_one(3000, 0);
    const auto with = [&](std::int32_t score, std::int32_t extend) {
        Instance instance{{"x", long_one}, {"y", long_one}, {"score", std::vector<std::int32_t>{score}},
                          {"alphabet", 1}, {"open", 0},     {"extend", extend}};
        return check_instance(header, instance, header.stage);
    };
    EXPECT_OK(with(700'000, 0));
    EXPECT_OK(with(-1'000'000, 300'000));
    const auto large = with(1'000'000, 0);
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().code, ErrorCode::overflow);
    EXPECT_NE(large.error().message.find("does not fit their type i32"), std::string::npos) << large.error().message;
    EXPECT_FALSE(with(1, 400'000));
    EXPECT_FALSE(with(1'000'001, 0));
}

class Alignments : public vkalgo::test::DeviceTest {};

TEST_F(Alignments, OnTheDeviceEqualThoseOfTheCpu) {
    for (const auto& [name, ends] : kAlignProblems) {
        const Recurrence recurrence = take(Recurrence::builtin(name));
        SplitMix64 random(13);
        for (int round = 0; round < rounds(500, 6); ++round) {
            const LetterPair pair = drawn_pair(random, 60);
            const auto solution = solve(runner(), recurrence, pair.instance, {.keep = {.solution = true}});
            ASSERT_OK(solution);
            EXPECT_EQ(solution->answer_as<std::int64_t>(), expected_score(pair, ends)) << name;
            const auto replayed = oracle(name).replay(pair.instance, *solution);
            ASSERT_OK(replayed);
            EXPECT_EQ(*replayed, *solution->answer) << name;
        }
    }
}

TEST_F(Alignments, OfABatchEqualThreeTablesAndParasail) {
    for (const auto& [name, ends] : kAlignProblems) {
        const Recurrence recurrence = take(Recurrence::builtin(name));
        SplitMix64 random(14);
        LetterPair first = drawn_pair(random, 60);
        ArrayList x, y, score(ElementType::i32);
        score.add(std::span<const std::int32_t>(first.score));
        std::vector<std::int32_t> expected;
        for (int p = 0; p < rounds(500, 12); ++p) {
            LetterPair pair = drawn_pair(random, 40);
            for (auto* letters : {&pair.x, &pair.y}) {
                for (std::uint8_t& letter : *letters) {
                    letter = static_cast<std::uint8_t>(letter % first.alphabet);
                }
            }
            pair.alphabet = first.alphabet;
            pair.score = first.score;
            pair.open = first.open;
            pair.extend = first.extend;
            x.add(std::span<const std::uint8_t>(pair.x));
            y.add(std::span<const std::uint8_t>(pair.y));
            expected.push_back(static_cast<std::int32_t>(expected_score(pair, ends)));
        }
        Batch batch{expected.size(), {{"x", x.view()}, {"y", y.view()}, {"score", score.view()}}};
        batch.params = first.instance.params;
        const auto solved = take(solve_batch(runner(), recurrence, batch));
        const auto answers = solved.answers_as<std::int32_t>();
        EXPECT_EQ(std::vector<std::int32_t>(answers.begin(), answers.end()), expected) << name;
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
