#pragma once

#include "algorithms/dp/instance/instance.hpp"
#include "cli/answer.hpp"
#include "cli/formats.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"
#include "formats/sequences/score_matrix.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What the letters of alignments score. The recurrences that take_scores() read letters as places in an alphabet, and
/// an input `score` of alphabet x alphabet numbers.
namespace vkalgo::cli {

/// Is it an alignment as align-global is? It has the inputs x and y of u8 and score of i32, the params alphabet, open
/// and extend, and 'solution alignment'. x is the query then, y the reference, and the CIGAR is that of SAM: I is a
/// letter of x alone, D one of y.
bool takes_scores(const dp::RecurrenceHeader& header);

/// "'A'", or of what cannot be printed "byte 7".
std::string byte_text(unsigned char code);

/// The letters that x or y may have, and what each pair scores.
class Scoring {
public:
    enum class Side : std::uint8_t { x, y };
    static Side side_of(std::string_view input) { return input == "x" ? Side::x : Side::y; }

    /// Letters are any bytes: equal ones score `match`, others `mismatch`. The alphabet is what was seen, with the
    /// complements of nucleotides. `u_is_t`: U and T are one letter.
    static Scoring matching(std::int32_t match, std::int32_t mismatch, bool u_is_t = false);
    /// Letters are those of the matrix, upper and lower case alike unless it has both. Letters that it lacks score as
    /// its X, else as its N, and have places behind its own. U and T are one letter in a matrix of nucleotides that
    /// has one of them.
    static Scoring of(ScoreMatrix matrix);

    /// To call with all letters of all sequences before the first encode().
    void see(std::span<const std::byte> letters, Side side = Side::x);
    /// Each letter becomes its place in alphabet(). Errors: invalid_argument, with `name` and the place from 1: a byte
    /// that stands for no letter, or a letter that the matrix lacks where it has neither X nor N.
    Result<void> encode(std::span<std::byte> letters, const std::string& name);

    /// Writes the places of letters, as encode() does, for many of them. False: some have none yet, or are none of the
    /// matrix: see() and encode() them.
    bool encode_known(std::span<const std::byte> letters, std::byte* places) const;

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
    /// a matrix that look like gaps; letters of x and y that differ by case alone.
    std::vector<std::string> notices() const;

    /// Encodes x and y, and sets score and the param alphabet. Errors: those of encode().
    Result<void> apply(dp::Instance& instance);
    /// The same for an instance whose x and y are places already, drawn from random_letters().
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

    bool is_matrix_ = false, cases_differ_ = false, u_is_t_ = false;
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

/// --match, --mismatch, --matrix and --reverse-complement.
class ScoringOptions {
public:
    void declare(Options& options, const std::string& problem);
    bool given() const { return match_ || mismatch_ || matrix_ || both_strands_; }
    /// --reverse-complement
    bool both_strands() const { return both_strands_; }
    /// --matrix
    const std::optional<std::string>& matrix() const { return matrix_; }
    /// Errors: invalid_argument: a matrix beside --match, scores out of range, a mismatch that is as good as a match;
    /// those of read_score_matrix().
    Result<Scoring> scoring() const;
    /// Gap costs that go with the matrix, where nobody gives others.
    void set_gap_costs(std::map<std::string, dp::Number, std::less<>>& params) const;
    void describe(Json& parameters) const;
    /// As on a command line: " --matrix BLOSUM62".
    std::string text() const;

private:
    std::optional<std::int64_t> match_, mismatch_;
    std::optional<std::string> matrix_;
    bool both_strands_ = false;
};

/// The header without the input `score` and with letters as they are: what files are read by.
dp::RecurrenceHeader letters_header(const dp::RecurrenceHeader& header);

/// Tells who prints letters what the places stand for, and that `score` has no file.
void name_letters(dp::RecurrenceHeader& header, const std::string& of_x, const std::string& of_y);

}  // namespace vkalgo::cli
