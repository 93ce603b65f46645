#pragma once

#include "algorithms/alignment/scoring.hpp"

#include <string>
#include <string_view>

/// Letters and files of the recurrences that take scores: see takes_scores().
namespace vkalgo::cli {

/// How the letters of an alignment are printed.
struct ScoredLetters {
    /// The scoring that encoded the instance's x and y. Null if x and y are as in their files.
    const Scoring* scoring = nullptr;
    /// Whether y of the instance is the reverse complement of the given y.
    bool reverse_strand = false;
    /// Whether both strands of y were aligned (--reverse-complement).
    bool both_strands = false;
};

/// Returns the letters that the elements of an input are indices of. Empty if the elements are letters or numbers. For
/// `scoring` see ScoredLetters.
std::string alphabet_of(const dp::RecurrenceHeader& header, std::string_view input, const Scoring* scoring);

/// Removes `score` from the header's files, since the command makes it. Removes the alphabets too, since Scoring has
/// them.
void leave_out_scores(dp::RecurrenceHeader& header);

/// Returns a copy of the header after leave_out_scores(), without the input `score`. Files are read with this header.
dp::RecurrenceHeader letters_header(const dp::RecurrenceHeader& header);

}  // namespace vkalgo::cli
