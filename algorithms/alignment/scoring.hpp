#pragma once

#include "../../engine/result.hpp"
#include "../dp/instance/instance.hpp"
#include "score_matrix.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo {

/// The default scores: of equal and different letters, and of a gap of k letters, open + k * extend. With a matrix, the
/// gap costs are those of blastp.
struct DefaultScores {
    static constexpr std::int32_t kMatch = 2, kMismatch = -3;
    static constexpr std::int32_t kOpen = 5, kExtend = 2;
    static constexpr std::int32_t kMatrixOpen = 11, kMatrixExtend = 1;
};

/// Returns true for an alignment like align-global: it has the inputs x and y of u8 and score of i32, the params
/// alphabet, open and extend, and 'solution alignment'. x is then the query and y the target, and the CIGAR is that of
/// SAM: I is a letter of x without a letter of y, D a letter of y without a letter of x.
bool takes_scores(const dp::RecurrenceHeader& header);

/// Returns for example "'A'", or "byte 7" if the byte cannot be printed.
std::string byte_text(unsigned char code);

/// The letters that query and target may have, and the score of each pair. The recurrences for which takes_scores() is
/// true read letters as indices in an alphabet, and an input `score` of alphabet x alphabet numbers. This class makes
/// these indices and this input. Messages and notices put options in angle brackets, for example `<matrix>`; a caller
/// replaces each by the name of its own option.
class Scoring {
public:
    /// Which of the two sequences letters belong to: x is the query, y the target.
    enum class Side : std::uint8_t { x, y };
    /// Returns the side of the recurrences' input x or y.
    static Side side_of(std::string_view input) { return input == "x" ? Side::x : Side::y; }

    /// Returns a scoring of any bytes as letters: equal letters score `match`, different letters `mismatch`. The
    /// alphabet consists of A, C, G, T, of the letters seen, and of the complements of these letters. `u_is_t`: U and T
    /// are one letter. `ignore_case`: upper and lower case are one letter.
    static Scoring matching(std::int32_t match, std::int32_t mismatch, bool u_is_t = false, bool ignore_case = false);
    /// Returns a scoring by the matrix. Upper and lower case are equal unless the matrix has a lower-case letter.
    /// Letters that the matrix lacks score as its X; in a matrix of nucleotides without X, they score as its N. The
    /// indices of these letters follow those of the matrix. U and T are one letter if the matrix is one of nucleotides
    /// and has only one of them.
    static Scoring of(ScoreMatrix matrix);

    /// Registers letters. Call it with all letters of all sequences before the first encode().
    void see(std::span<const std::byte> letters, Side side = Side::x);
    /// Replaces each letter by its index in alphabet(). Errors: invalid_argument, with `name` and the position, counted
    /// from 1: with a matrix, a byte that the matrix lacks and that is not a letter; if no X or N stands for letters
    /// that the matrix lacks, any byte that it lacks.
    Result<void> encode(std::span<std::byte> letters, const std::string& name);

    /// Writes the indices of many letters to `indices`, faster than encode(). Returns false if some letters have no
    /// index yet, are not in the matrix, or have an index of 128 or more; then call see() and encode().
    bool encode_known(std::span<const std::byte> letters, std::byte* indices) const;

    /// Returns the letters that have an index, in the order of the indices.
    const std::string& alphabet() const { return alphabet_; }
    /// Returns true if the scores come from a matrix that is not one of nucleotides.
    bool of_proteins() const { return is_matrix_ && !u_is_t_; }
    /// Returns the alphabet as a sequence of this side is printed: for RNA, U takes the place of T.
    std::string alphabet(Side side) const;
    /// Returns how many letters random sequences consist of. These letters are the first ones of the alphabet.
    std::size_t random_letters() const;
    /// Returns alphabet().size() squared numbers, for the input `score`.
    dp::InputArray scores() const { return scores(alphabet_.size()); }
    /// Returns the scores of the first `letters` letters of the alphabet, that is, what scores() returned when the
    /// alphabet had only these letters. May be called in parallel with see() and encode().
    dp::InputArray scores(std::size_t letters) const;
    /// Returns warnings, one sentence each: "3 letters that BLOSUM62 does not have (O, U) score as X"; without a
    /// matrix, about characters that look like gaps or line numbers, and about letters that differ only by case.
    /// `query` and `target` are the names of the sequences.
    std::vector<std::string> notices(std::string_view query = "query", std::string_view target = "target") const;

    /// Encodes x and y, and sets the input score and the param alphabet. Errors: those of encode().
    Result<void> apply(dp::Instance& instance);
    /// Sets the input score and the param alphabet of an instance whose x and y are indices already, for example random
    /// ones below random_letters().
    void complete(dp::Instance& instance) const;

private:
    static constexpr std::int16_t kNone = -1;
    void add(unsigned char letter);
    void stand_for(unsigned char letter, std::int16_t index);
    void take(unsigned char letter);
    /// Returns true for the index of a letter that the matrix lacks.
    bool lacks(std::int16_t index) const {
        return is_matrix_ && static_cast<std::size_t>(index) >= matrix_.letters.size();
    }

    /// Returns true if both cases of a letter have one index.
    bool joins_cases() const { return is_matrix_ ? !cases_differ_ : ignores_case_; }

    bool is_matrix_ = false, cases_differ_ = false, u_is_t_ = false, ignores_case_ = false;
    std::int32_t match_ = 0, mismatch_ = 0;
    ScoreMatrix matrix_;
    std::string alphabet_;
    std::array<std::int16_t, 256> index_of_{};
    /// Index of the letter that stands for letters that the matrix lacks: X, or N if there is neither X nor Q (with Q
    /// it is a matrix of amino acids, in which N is one of them). kNone if no such letter exists.
    std::int16_t wildcard_ = kNone;
    std::array<bool, 256> replaced_{};
    std::uint64_t replacements_ = 0;
    /// The letters that occur in x, and the letters that occur in y.
    std::array<std::array<bool, 256>, 2> seen_{};
};

}  // namespace vkalgo
