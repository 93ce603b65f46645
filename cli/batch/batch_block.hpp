#pragma once

#include "cli/batch/batch.hpp"
#include "cli/batch/solved.hpp"
#include "cli/dp/alignment_columns.hpp"
#include "engine/result.hpp"

#include <functional>
#include <string>
#include <vector>

/// Batches of recurrences for which takes_scores() holds: their inputs, both strands, and their output.
namespace vkalgo::cli {

/// Sets the members of `output_format` that alignments need. Errors: invalid_argument: --reverse-complement is given,
/// but the tracebacks of this recurrence cannot be read as alignments of letters.
Result<void> set_alignment(const BatchJob& job, OutputFormat& output_format);

/// Sets the alphabet of a block, and the input `score` and the param `alphabet` that belong to it. Other threads may
/// read rows with the same `scoring` at the same time.
void add_scores(SolvedBlock& block, const Scoring& scoring);

/// Solves each problem of a block twice: with y, and with the reverse complement of y. Keeps the solution with y,
/// unless the score of the reverse complement is greater. Tracebacks are found only for the better strands. If
/// `block.reverse_strand` is filled on entry, the better strands are already known: only they are solved, for their
/// tracebacks, and without `with_solution` nothing is solved. `solve` solves `block.batch`, with tracebacks or without.
/// Errors: those of `solve`; invalid_argument: a y that all problems share has letters without a complement.
Result<void> solve_both_strands(SolvedBlock& block, bool with_solution, const std::function<Result<void>(bool)>& solve);

/// Returns the names of the table's columns that follow the answer and precede the strand and the CIGAR.
std::vector<std::string> alignment_columns();
/// Appends a problem's fields of alignment_columns(). If no letter of a sequence is aligned, the begin and the end of
/// this sequence are empty, and its coverage is 0.
void append_alignment(const SolvedBlock& block, std::size_t p, const AlignmentRuns& runs, char comma,
                      std::string& text);
/// Returns the JSON of an alignment, in the form of alignment_json() of a single run.
Json alignment_json(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p,
                    const AlignmentRuns& runs);
/// Returns the text of an alignment, in the form of alignment_text() of a single run.
std::string alignment_text(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p,
                           const AlignmentRuns& runs);

}  // namespace vkalgo::cli
