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

/// What is scored where nothing else is said: equal letters and others, and a gap of k letters, open + k * extend; with
/// a matrix blastp's gap costs.
struct DefaultScores {
    static constexpr std::int32_t kMatch = 2, kMismatch = -3;
    static constexpr std::int32_t kOpen = 5, kExtend = 2;
    static constexpr std::int32_t kMatrixOpen = 11, kMatrixExtend = 1;
};

/// Is it an alignment as align-global is? It has the inputs x and y of u8 and score of i32, the params alphabet, open
/// and extend, and 'solution alignment'. x is the query then, y the target, and the CIGAR is that of SAM: I is a
/// letter of x alone, D one of y.
bool takes_scores(const dp::RecurrenceHeader& header);

/// "'A'", or of what cannot be printed "byte 7".
std::string byte_text(unsigned char code);

/// The letters that query and target may have, and what each pair scores. The recurrences that take_scores() read
/// letters as indices in an alphabet, and an input `score` of alphabet x alphabet numbers: this makes both. Messages
/// and notices write options between angle brackets: what a caller offers for the field that stands there.
class Scoring {
public:
    /// Which of the two sequences letters are of: x is the query, y the target.
    enum class Side : std::uint8_t { x, y };
    /// Of the recurrences' input x or y.
    static Side side_of(std::string_view input) { return input == "x" ? Side::x : Side::y; }

    /// Letters are any bytes: equal ones score `match`, others `mismatch`. The alphabet is what was seen, with the
    /// complements of nucleotides. `u_is_t`: U and T are one letter. `ignore_case`: so are upper and lower case.
    static Scoring matching(std::int32_t match, std::int32_t mismatch, bool u_is_t = false, bool ignore_case = false);
    /// Letters are those of the matrix, upper and lower case alike unless it has both. Letters that it lacks score as
    /// its X, else as its N, and have indices after its own. U and T are one letter in a matrix of nucleotides that
    /// has one of them.
    static Scoring of(ScoreMatrix matrix);

    /// To call with all letters of all sequences before the first encode().
    void see(std::span<const std::byte> letters, Side side = Side::x);
    /// Each letter becomes its index in alphabet(). Errors: invalid_argument, with `name` and the place from 1: a byte
    /// that stands for no letter, or a letter that the matrix lacks where it has neither X nor N.
    Result<void> encode(std::span<std::byte> letters, const std::string& name);

    /// Writes the indices of letters, as encode() does, for many of them. False: some have none yet, or are none of the
    /// matrix: see() and encode() them.
    bool encode_known(std::span<const std::byte> letters, std::byte* places) const;

    /// The letters that have an index, in its order.
    const std::string& alphabet() const { return alphabet_; }
    /// Has it a matrix, and one that is none of nucleotides?
    bool of_proteins() const { return is_matrix_ && !u_is_t_; }
    /// The same as one sequence is printed: of RNA with U where T stands for it.
    std::string alphabet(Side side) const;
    /// The first letters of the alphabet that random sequences are made of.
    std::size_t random_letters() const;
    /// alphabet().size() squared numbers, for the input `score`.
    dp::InputArray scores() const { return scores(alphabet_.size()); }
    /// The same of the alphabet as it was when it had so many letters: it only grows. Safe beside see() and encode().
    dp::InputArray scores(std::size_t letters) const;
    /// What is worth a warning, each in a sentence: "3 letters that BLOSUM62 lacks (O, U) score as X"; letters without
    /// a matrix that look like gaps; letters that differ by case alone. `query`, `target`: what the sequences are
    /// called.
    std::vector<std::string> notices(std::string_view query = "query", std::string_view target = "target") const;

    /// Encodes x and y, and sets score and the param alphabet. Errors: those of encode().
    Result<void> apply(dp::Instance& instance);
    /// The same for an instance whose x and y are indices already, drawn from random_letters().
    void complete(dp::Instance& instance) const;

private:
    static constexpr std::int16_t kNone = -1;
    void add(unsigned char letter);
    void stand_for(unsigned char letter, std::int16_t place);
    void take(unsigned char letter);
    /// It is one of a letter that the matrix does not have.
    bool lacks(std::int16_t place) const {
        return is_matrix_ && static_cast<std::size_t>(place) >= matrix_.letters.size();
    }

    /// A letter and its other case have one place.
    bool joins_cases() const { return is_matrix_ ? !cases_differ_ : ignores_case_; }

    bool is_matrix_ = false, cases_differ_ = false, u_is_t_ = false, ignores_case_ = false;
    std::int32_t match_ = 0, mismatch_ = 0;
    ScoreMatrix matrix_;
    std::string alphabet_;
    std::array<std::int16_t, 256> place_{};
    /// of the letter that stands for those without a place
    std::int16_t wildcard_ = kNone;
    std::array<bool, 256> replaced_{};
    std::uint64_t replacements_ = 0;
    /// of x and of y
    std::array<std::array<bool, 256>, 2> seen_{};
};

}  // namespace vkalgo
