#pragma once

#include "algorithms/split_mix.hpp"
#include "cli/dp/alignment/matrix_file.hpp"
#include "cli/formats.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#ifdef VKALGO_HAS_PARASAIL
#include <parasail.h>
#endif

/// The oracle of batches of alignments: a textbook alignment, letter by letter.
namespace vkalgo::cli::test {

/// Scores of letters, by a matrix or by equality, and gaps.
struct LetterScores {
    std::optional<ScoreMatrix> matrix;
    std::int64_t match = 2, mismatch = -3, open = 5, extend = 2;

    /// Returns whether letters in a column are equal. A matrix does not distinguish case.
    bool same(char a, char b) const {
        const auto upper = [](char letter) { return std::toupper(static_cast<unsigned char>(letter)); };
        return matrix ? upper(a) == upper(b) : a == b;
    }
    /// Returns the letter by which a letter is scored: in upper case if there is a matrix, and X if the matrix lacks
    /// it.
    char known(char letter) const {
        const auto upper = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
        return !matrix ? letter : matrix->letters.find(upper) == std::string::npos ? 'X' : upper;
    }
    std::int64_t operator()(char a, char b) const {
        a = known(a);
        b = known(b);
        return !matrix ? (a == b ? match : mismatch) : (*matrix)(matrix->letters.find(a), matrix->letters.find(b));
    }
};

/// Returns the score by the textbook's three tables. A large negative number stands for minus infinity. `problem`:
/// align-global, align-local, align-semiglobal.
inline std::int64_t textbook_score(const std::string& x, const std::string& y, const std::string& problem,
                                   const LetterScores& scores) {
    constexpr std::int64_t kNever = -1'000'000'000;
    const bool local = problem == "align-local", semi = problem == "align-semiglobal";
    const std::vector<std::vector<std::int64_t>> never(x.size() + 1, std::vector<std::int64_t>(y.size() + 1, kNever));
    auto paired = never, in_x = never, in_y = never;
    const auto best_at = [&](std::size_t i, std::size_t j) { return std::max({paired[i][j], in_x[i][j], in_y[i][j]}); };
    std::int64_t best = local ? 0 : kNever;
    for (std::size_t i = 0; i <= x.size(); ++i) {
        for (std::size_t j = 0; j <= y.size(); ++j) {
            paired[i][j] = i + j == 0 || local || (semi && i == 0) ? 0 : kNever;
            if (i > 0 && j > 0) {
                paired[i][j] = std::max(paired[i][j], best_at(i - 1, j - 1) + scores(x[i - 1], y[j - 1]));
            }
            if (i > 0) {
                in_x[i][j] = std::max(best_at(i - 1, j) - scores.open, in_x[i - 1][j]) - scores.extend;
            }
            if (j > 0) {
                in_y[i][j] = std::max(best_at(i, j - 1) - scores.open, in_y[i][j - 1]) - scores.extend;
            }
            if (local || (i == x.size() && (semi || j == y.size()))) {
                best = std::max(best, best_at(i, j));
            }
        }
    }
    return best;
}

#ifdef VKALGO_HAS_PARASAIL
/// Returns parasail's score of two sequences that are not empty, by BLOSUM62 or by equality of ACGT. With `striped`,
/// parasail computes many cells at once. It then gives wrong scores if opening a gap costs nothing.
inline std::int64_t parasail_score(const std::string& x, const std::string& y, const std::string& problem,
                                   const LetterScores& scores, bool striped = false) {
    const std::string letters = scores.matrix ? scores.matrix->letters : "ACGT";
    const std::unique_ptr<parasail_matrix_t, decltype(&parasail_matrix_free)> matrix(
        parasail_matrix_create(letters.c_str(), 0, 0), parasail_matrix_free);
    for (std::size_t a = 0; a < letters.size(); ++a) {
        for (std::size_t b = 0; b < letters.size(); ++b) {
            parasail_matrix_set_value(matrix.get(), static_cast<int>(a), static_cast<int>(b),
                                      static_cast<int>(scores(letters[a], letters[b])));
        }
    }
    const bool local = problem == "align-local", global = problem == "align-global";
    const auto plain = global ? parasail_nw : local ? parasail_sw : parasail_sg_dx;
    const auto vectors = global  ? parasail_nw_striped_sat
                         : local ? parasail_sw_striped_sat
                                 : parasail_sg_dx_striped_sat;
    const auto align = striped ? vectors : plain;
    const std::unique_ptr<parasail_result_t, decltype(&parasail_result_free)> result(
        align(x.c_str(), static_cast<int>(x.size()), y.c_str(), static_cast<int>(y.size()),
              static_cast<int>(scores.open + scores.extend), static_cast<int>(scores.extend), matrix.get()),
        parasail_result_free);
    return result->score;
}
#endif

inline constexpr std::string_view kAminoAcids = "ARNDCQEGHILKMFPSTWYV";

/// Returns the score that a batch must find. Expects the same score from parasail if it is installed and takes the
/// letters.
inline std::int64_t oracle_score(const std::string& x, const std::string& y, const std::string& problem,
                                 const LetterScores& scores) {
    const std::int64_t score = textbook_score(x, y, problem, scores);
#ifdef VKALGO_HAS_PARASAIL
    const std::string_view letters = scores.matrix ? kAminoAcids : "ACGT";
    if (!x.empty() && !y.empty() && (x + y).find_first_not_of(letters) == std::string::npos) {
        EXPECT_EQ(score, parasail_score(x, y, problem, scores)) << x << " " << y;
    }
#endif
    return score;
}

inline std::string reverse_complemented(const std::string& letters) {
    std::string reverse(letters.rbegin(), letters.rend());
    for (char& letter : reverse) {
        constexpr std::string_view kFrom = "ACGTN", kTo = "TGCAN";
        letter = kTo[kFrom.find(letter)];
    }
    return reverse;
}

struct CigarRun {
    std::size_t count = 0;
    char operation = ' ';
};

inline std::vector<CigarRun> cigar_runs(const std::string& cigar) {
    std::vector<CigarRun> runs;
    std::istringstream text(cigar);
    for (CigarRun run; text >> run.count >> run.operation;) {
        runs.push_back(run);
    }
    return runs;
}

/// Returns the score of a CIGAR's columns, which begin at letters x[i] and y[j]. Moves i and j past the last letters.
inline std::int64_t replayed_score(const std::string& cigar, const std::string& x, const std::string& y, std::size_t& i,
                                   std::size_t& j, const LetterScores& scores) {
    std::int64_t sum = 0;
    for (const CigarRun& run : cigar_runs(cigar)) {
        const bool in_x = run.operation != 'D', in_y = run.operation != 'I';
        for (std::size_t k = 0; in_x && in_y && k < run.count; ++k) {
            EXPECT_EQ(scores.same(x.at(i + k), y.at(j + k)), run.operation == '=') << cigar;
            sum += scores(x.at(i + k), y.at(j + k));
        }
        sum -= in_x && in_y ? 0 : scores.open + static_cast<std::int64_t>(run.count) * scores.extend;
        i += in_x ? run.count : 0;
        j += in_y ? run.count : 0;
    }
    return sum;
}

/// Random pairs of sequences. y is made from x or a part of x, with changes, or does not depend on x. Some sequences
/// are empty.
struct LetterPairs {
    std::vector<std::string> x, y;

    LetterPairs(std::size_t count, std::string_view letters, std::size_t most, std::uint64_t seed) {
        dp::SplitMix64 random(seed);
        const auto letter = [&] { return letters[random.below(letters.size())]; };
        for (std::size_t p = 0; p < count; ++p) {
            std::string one, other;
            for (std::size_t k = random.below(most + 1); k > 0; --k) {
                one += letter();
            }
            const bool related = random.below(4) != 0;
            for (std::size_t k = random.below(6); related && k < one.size(); ++k) {
                const std::uint64_t change = random.below(12);
                k += change == 0 ? random.below(5) : 0;
                if (k < one.size()) {
                    other += change == 1 ? letter() : one[k];
                }
                other += change == 2 ? std::string(1 + random.below(3), letter()) : "";
            }
            for (std::size_t k = random.below(related ? 5 : most + 1); k > 0; --k) {
                other += letter();
            }
            other.resize(std::min(other.size(), most));
            x.push_back(one);
            y.push_back(other);
        }
    }

    std::string fasta() const {
        std::string text;
        for (std::size_t p = 0; p < x.size(); ++p) {
            text += ">q" + std::to_string(p) + "\n" + x[p] + "\n>r" + std::to_string(p) + "\n" + y[p] + "\n";
        }
        return text;
    }
};

/// Returns the fields of lines that tabs separate.
inline std::vector<std::vector<std::string>> fields_of(const std::string& tsv) {
    std::vector<std::vector<std::string>> lines;
    std::istringstream text(tsv);
    for (std::string line; std::getline(text, line);) {
        lines.emplace_back(1);
        for (const char letter : line) {
            if (letter == '\t') {
                lines.back().emplace_back();
            } else {
                lines.back().back() += letter;
            }
        }
    }
    return lines;
}

/// Returns the fields of a .tsv file below its header.
inline std::vector<std::vector<std::string>> fields_below_header(const std::string& tsv) {
    const auto end = tsv.find('\n');
    EXPECT_NE(end, std::string::npos) << "no header";
    return end == std::string::npos ? std::vector<std::vector<std::string>>() : fields_of(tsv.substr(end + 1));
}

}  // namespace vkalgo::cli::test
