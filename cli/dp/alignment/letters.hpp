#pragma once

#include "algorithms/alignment/scoring.hpp"

#include <string>
#include <string_view>

/// Letters and files of the recurrences that take scores: see takes_scores().
namespace vkalgo::cli {

/// How the letters of an alignment are printed.
struct ScoredLetters {
    /// made the instance's x and y; null: these are as their files have them
    const Scoring* scoring = nullptr;
    /// y in the instance is the reverse complement of what was given
    bool reverse_strand = false;
};

/// The letters that the elements of an input are indices of; empty: they are letters, or numbers. `scoring`: see
/// ScoredLetters.
std::string alphabet_of(const dp::RecurrenceHeader& header, std::string_view input, const Scoring* scoring);

/// Removes `score` from the header's files, since the command makes it, and the alphabets, since Scoring has them.
void leave_out_scores(dp::RecurrenceHeader& header);

/// Returns a copy of which the same is done, without the input `score`: what files are read by.
dp::RecurrenceHeader letters_header(const dp::RecurrenceHeader& header);

}  // namespace vkalgo::cli
