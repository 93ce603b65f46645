// Tests scores of many pairs by `vkalgo dp --batch`. There are 500 pairs for each problem. Each score is compared with
// a plain computation in two rows and with a library, parasail or edlib, if the library is installed and takes the
// pair. With VKALGO_DEEP=1 there are 100,000 pairs for each problem; then only every eighth is compared with both, the
// others with the library. If VKALGO_TESTS_SEQUENCES names a FASTA file of DNA or proteins, all pairs of its sequences
// are tested too.
#include "tests/cli/align_batch_oracle.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <thread>

#include <edlib.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

using vkalgo::test::take;

constexpr std::size_t kLongest = 5000;

/// The problem edit-distance, align-global, align-local or align-semiglobal for two sequences.
class ScoreOracle {
public:
    explicit ScoreOracle(std::string problem) : problem_(std::move(problem)) {
        if (!of_distance()) {
            scores_.matrix = take(read_score_matrix("BLOSUM62"));
            scores_.open = 11;
            scores_.extend = 1;
        }
        for (std::size_t a = 0; a < table_.size(); ++a) {
            for (std::size_t b = 0; b < table_.size(); ++b) {
                const std::int64_t score = scores_(static_cast<char>(a), static_cast<char>(b));
                table_[a][b] = of_distance() ? (a == b ? 0 : -1) : static_cast<std::int32_t>(score);
            }
        }
    }

    /// Computes the score in two rows. A distance is a negated global score whose gaps cost nothing to open.
    std::int64_t score(const std::string& x, const std::string& y) const {
        const bool local = problem_ == "align-local", semi = problem_ == "align-semiglobal";
        const std::int32_t open = of_distance() ? 0 : 11, extend = 1, least = local ? 0 : -1'000'000;
        std::vector<std::int32_t> best(y.size() + 1), in_x(y.size() + 1, -1'000'000);
        for (std::size_t j = 1; j <= y.size(); ++j) {
            best[j] = local || semi ? 0 : -open - static_cast<std::int32_t>(j) * extend;
        }
        std::int32_t most = local ? 0 : *std::max_element(best.begin(), best.end());
        for (std::size_t i = 1; i <= x.size(); ++i) {
            const auto& of_letter = table_[static_cast<std::size_t>(x[i - 1])];
            std::int32_t corner = best[0], in_y = -1'000'000;
            best[0] = local ? 0 : -open - static_cast<std::int32_t>(i) * extend;
            for (std::size_t j = 1; j <= y.size(); ++j) {
                in_y = std::max(in_y, best[j - 1] - open) - extend;
                in_x[j] = std::max(in_x[j], best[j] - open) - extend;
                const std::int32_t pair = corner + of_letter[static_cast<std::size_t>(y[j - 1])];
                const std::int32_t here = std::max(std::max(pair, least), std::max(in_y, in_x[j]));
                corner = best[j];
                best[j] = here;
                most = std::max(most, here);
            }
        }
        const std::int32_t found = local ? most : semi ? *std::max_element(best.begin(), best.end()) : best.back();
        return of_distance() ? -found : found;
    }

    /// Returns parasail's score, or edlib's distance; nullopt if the library is missing or does not take the pair.
    std::optional<std::int64_t> of_library(const std::string& x, const std::string& y) const {
        if (of_distance()) {
            const EdlibAlignResult result = edlibAlign(x.data(), static_cast<int>(x.size()), y.data(),
                                                       static_cast<int>(y.size()), edlibDefaultAlignConfig());
            const std::int64_t distance =
                x.empty() || y.empty() ? static_cast<std::int64_t>(x.size() + y.size()) : result.editDistance;
            edlibFreeAlignResult(result);
            return distance;
        }
#ifdef VKALGO_HAS_PARASAIL
        if (!x.empty() && !y.empty() && (x + y).find_first_not_of(kAminoAcids) == std::string::npos) {
            return parasail_score(x, y, problem_, scores_, true);
        }
#endif
        return std::nullopt;
    }

    std::vector<std::string> options() const {
        return of_distance() ? std::vector<std::string>{} : std::vector<std::string>{"--matrix", "BLOSUM62"};
    }
    bool of_distance() const { return problem_ == "edit-distance"; }
    const std::string& problem() const { return problem_; }

private:
    std::string problem_;
    LetterScores scores_;
    std::array<std::array<std::int32_t, 128>, 128> table_{};
};

/// Draws pairs of sequences, with more short lengths than long ones. Lengths are at most 300; in every 250th pair, and
/// with VKALGO_DEEP=1 in every pair, they are at most kLongest. In every second pair y is a changed copy of x.
LetterPairs drawn_pairs(std::size_t count, std::string_view letters) {
    LetterPairs pairs(0, letters, 0, 1);
    dp::SplitMix64 random(count);
    const auto letter = [&] { return letters[random.below(letters.size())]; };
    for (std::size_t p = 0; p < count; ++p) {
        const std::size_t longest = deep() || p % 250 == 0 ? kLongest : 300;
        const auto length = [&] {
            const double share = static_cast<double>(random.below(1001)) / 1000;
            return static_cast<std::size_t>(static_cast<double>(longest) * share * share * share);
        };
        std::string x(length(), ' ');
        std::generate(x.begin(), x.end(), letter);
        std::string y(p % 2 == 0 ? x : std::string(length(), ' '));
        std::generate_n(y.begin(), p % 2 == 0 ? 0 : y.size(), letter);
        for (std::size_t change = p % 2 == 0 ? y.size() / (2 + random.below(20)) : 0; change > 0; --change) {
            const std::size_t at = random.below(y.size());
            random.below(4) != 0 ? void(y[at] = letter()) : void(y.erase(at, 1 + random.below(3)));
            y.resize(std::max<std::size_t>(y.size(), 1), letter());
        }
        pairs.x.push_back(std::move(x));
        pairs.y.push_back(std::move(y));
    }
    return pairs;
}

/// Expects that the printed scores equal those of the plain computation and of the library. Uses all processors.
void expect_scores(const ScoreOracle& oracle, const LetterPairs& pairs, const std::vector<std::int64_t>& printed) {
    ASSERT_EQ(printed.size(), pairs.x.size());
    std::atomic<std::size_t> next{0}, wrong{0};
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < std::max(1U, std::thread::hardware_concurrency()); ++t) {
        threads.emplace_back([&] {
            for (std::size_t p = next++; p < printed.size(); p = next++) {
                const auto library = oracle.of_library(pairs.x[p], pairs.y[p]);
                const bool both = !deep() || !library || p % 8 == 0;
                const std::int64_t own = both ? oracle.score(pairs.x[p], pairs.y[p]) : *library;
                const std::int64_t other = library.value_or(own);
                if ((printed[p] != own || other != own) && wrong++ < 5) {
                    ADD_FAILURE() << oracle.problem() << ", pair " << p << " of " << pairs.x[p].size() << " x "
                                  << pairs.y[p].size() << ": printed " << printed[p] << ", not " << own
                                  << "; a library " << other;
                }
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(wrong.load(), 0U) << "of " << printed.size();
}

std::vector<std::int64_t> printed_scores(const ScoreOracle& oracle, const std::vector<std::string>& batch) {
    const TemporaryFolder folder;
    std::vector<std::string> arguments{"dp", "--problem", oracle.problem(), "--quiet"};
    for (const auto& options :
         {batch, oracle.options(), std::vector<std::string>{"--output", folder.path("scores.tsv")}}) {
        arguments.insert(arguments.end(), options.begin(), options.end());
    }
    const ProcessResult ran = run_vkalgo(arguments);
    EXPECT_EQ(ran.exit_code, 0) << ran.errors;
    std::vector<std::int64_t> printed;
    std::ifstream lines(folder.path("scores.tsv"));
    std::string header, query, reference;
    std::getline(lines, header);
    for (std::int64_t score = 0; lines >> query >> reference >> score;) {
        printed.push_back(score);
    }
    return printed;
}

class AlignScores : public ::testing::TestWithParam<std::string> {};

TEST_P(AlignScores, OfPairsOfAllLengthsEqualTheOracle) {
    const ScoreOracle oracle(GetParam());
    const LetterPairs pairs = drawn_pairs(deep() ? 100'000 : 500, oracle.of_distance() ? "ACGT" : kAminoAcids);
    const TemporaryFolder folder;
    expect_scores(oracle, pairs, printed_scores(oracle, {"--batch", folder.file("pairs.fa", pairs.fasta())}));
}

TEST_P(AlignScores, OfAllPairsOfAFileEqualTheOracle) {
    const char* file = std::getenv("VKALGO_TESTS_SEQUENCES");
    if (file == nullptr) {
        GTEST_SKIP() << "VKALGO_TESTS_SEQUENCES names no FASTA file";
    }
    std::vector<std::string> sequences;
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        line.starts_with('>') ? void(sequences.emplace_back()) : void(sequences.back() += line);
    }
    LetterPairs pairs(0, kAminoAcids, 0, 1);
    for (const std::string& x : sequences) {
        for (const std::string& y : sequences) {
            pairs.x.push_back(x);
            pairs.y.push_back(y);
        }
    }
    const ScoreOracle oracle(GetParam());
    expect_scores(oracle, pairs, printed_scores(oracle, {"--batch", file, "--batch", file, "--all-pairs"}));
}

INSTANTIATE_TEST_SUITE_P(Problems, AlignScores,
                         ::testing::Values("edit-distance", "align-global", "align-local", "align-semiglobal"),
                         [](const auto& of) {
                             std::string name = of.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace vkalgo::cli::test
