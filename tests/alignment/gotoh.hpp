#pragma once

#include "algorithms/alignment/align.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

/// The reference for align(): Gotoh's three values per cell, row by row, and a replay of CIGARs letter by letter. Of
/// the library it uses only the types of options and results.
namespace vkalgo::test {

inline constexpr std::array kModes{AlignMode::global, AlignMode::semiglobal, AlignMode::local};

/// The score of two letters, whether they count as equal, and the costs of gaps.
struct LetterScores {
    std::function<std::int64_t(char, char)> score;
    std::function<bool(char, char)> same = [](char a, char b) { return a == b; };
    std::int64_t open = 5, extend = 2;
};

inline LetterScores scores_by_equality(std::int64_t match, std::int64_t mismatch, std::int64_t open,
                                       std::int64_t extend) {
    return {[=](char a, char b) { return a == b ? match : mismatch; }, [](char a, char b) { return a == b; }, open,
            extend};
}

inline LetterScores scores_of(const ScoreMatrix& matrix, std::int64_t open, std::int64_t extend) {
    return {[matrix](char a, char b) { return matrix(matrix.letters.find(a), matrix.letters.find(b)); },
            [](char a, char b) { return a == b; }, open, extend};
}

/// The best score, and the first cell in row-major order with this score, among the cells where an alignment may end.
struct Best {
    std::int64_t score = std::numeric_limits<std::int64_t>::min();
    std::int64_t query_end = 0, target_end = 0;
};

inline Best gotoh(std::string_view query, std::string_view target, AlignMode mode, const LetterScores& scores,
                  bool anchored = false) {
    constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::min() / 4;
    const bool local = mode == AlignMode::local, semiglobal = mode == AlignMode::semiglobal;
    const std::size_t n = query.size(), m = target.size();
    std::vector<std::int64_t> best(m + 1, kNever), above(m + 1, kNever), in_query(m + 1, kNever);
    Best found;
    for (std::size_t i = 0; i <= n; ++i) {
        std::int64_t in_target = kNever;
        for (std::size_t j = 0; j <= m; ++j) {
            std::int64_t here = i + j == 0 || local || (semiglobal && i == 0 && !anchored) ? 0 : kNever;
            if (i > 0 && j > 0) {
                here = std::max(here, above[j - 1] + scores.score(query[i - 1], target[j - 1]));
            }
            in_query[j] = i == 0 ? kNever : std::max(above[j] - scores.open, in_query[j]) - scores.extend;
            in_target = j == 0 ? kNever : std::max(best[j - 1] - scores.open, in_target) - scores.extend;
            best[j] = std::max({here, in_query[j], in_target});
            const bool may_end = local || (i == n && (semiglobal || j == m));
            if (may_end && best[j] > found.score) {
                found = {best[j], static_cast<std::int64_t>(i), static_cast<std::int64_t>(j)};
            }
        }
        above = best;
    }
    return found;
}

/// Expects that the CIGAR, applied to the aligned parts letter by letter, gives the score of the alignment. If the
/// alignment is on the reverse strand, `target` is the reverse complement.
inline void expect_replay(const Alignment& alignment, std::string_view query, std::string_view target,
                          const LetterScores& scores) {
    std::int64_t i = alignment.query_begin, j = alignment.target_begin, score = 0;
    if (alignment.reverse) {
        j = static_cast<std::int64_t>(target.size()) - alignment.target_end;
    }
    const std::int64_t target_begin = j;
    std::int64_t columns = 0, matches = 0, mismatches = 0, gaps = 0, gap_columns = 0;
    std::istringstream text(alignment.cigar);
    char before = ' ';
    std::int64_t count = 0;
    for (char operation = ' '; text >> count >> operation; before = operation) {
        ASSERT_NE(operation, before) << "two runs of one kind: " << alignment.cigar;
        ASSERT_GT(count, 0);
        columns += count;
        if (operation == 'I' || operation == 'D') {
            (operation == 'I' ? i : j) += count;
            score -= scores.open + count * scores.extend;
            ++gaps;
            gap_columns += count;
            continue;
        }
        ASSERT_TRUE(operation == '=' || operation == 'X') << alignment.cigar;
        (operation == '=' ? matches : mismatches) += count;
        for (std::int64_t k = 0; k < count; ++k, ++i, ++j) {
            const char a = query[static_cast<std::size_t>(i)], b = target[static_cast<std::size_t>(j)];
            ASSERT_EQ(scores.same(a, b), operation == '=') << alignment.cigar << " at " << i << ", " << j;
            score += scores.score(a, b);
        }
    }
    EXPECT_EQ(score, alignment.score) << alignment.cigar;
    EXPECT_EQ(i, alignment.query_end) << alignment.cigar;
    EXPECT_EQ(j - target_begin, alignment.target_end - alignment.target_begin) << alignment.cigar;
    EXPECT_EQ(columns, alignment.columns);
    EXPECT_EQ(matches, alignment.matches);
    EXPECT_EQ(mismatches, alignment.mismatches);
    EXPECT_EQ(gaps, alignment.gaps);
    EXPECT_EQ(gap_columns, alignment.gap_columns);
    EXPECT_DOUBLE_EQ(alignment.identity(),
                     columns == 0 ? 0 : 100.0 * static_cast<double>(matches) / static_cast<double>(columns));
}

/// Expects that the score is the best one, that the alignment ends in the cell of the reference, that it covers what
/// its mode requires, and that its CIGAR replays to its score.
inline void expect_best(const Alignment& alignment, std::string_view query, std::string_view target, AlignMode mode,
                        const LetterScores& scores, bool anchored = false) {
    const Best best = gotoh(query, target, mode, scores, anchored);
    EXPECT_EQ(alignment.score, best.score);
    EXPECT_EQ(alignment.query_end, best.query_end);
    EXPECT_EQ(alignment.target_end, best.target_end);
    if (mode != AlignMode::local) {
        EXPECT_EQ(alignment.query_begin, 0);
    }
    if (mode == AlignMode::global || anchored) {
        EXPECT_EQ(alignment.target_begin, 0);
    }
    EXPECT_FALSE(alignment.reverse);
    expect_replay(alignment, query, target, scores);
}

inline std::string random_letters(SplitMix64& random, std::size_t count, std::string_view letters) {
    std::string text(count, ' ');
    for (char& letter : text) {
        letter = letters[random.below(static_cast<std::uint32_t>(letters.size()))];
    }
    return text;
}

/// Returns the letters with some replaced, deleted and inserted.
inline std::string mutated(SplitMix64& random, std::string_view letters, std::string_view alphabet) {
    std::string text;
    for (const char letter : letters) {
        const std::uint32_t change = random.below(12);
        text += change == 0 ? random_letters(random, random.below(4), alphabet) : std::string();
        text += change == 1 ? random_letters(random, 1, alphabet) : change == 2 ? "" : std::string(1, letter);
    }
    return text;
}

inline std::string reverse_complement_of(std::string_view letters, bool rna = false) {
    std::string reverse(letters.rbegin(), letters.rend());
    for (char& letter : reverse) {
        const std::size_t at = std::string_view("ACGTU").find(letter);
        letter = (rna ? "UGCAA" : "TGCAA")[at];
    }
    return reverse;
}

}  // namespace vkalgo::test
