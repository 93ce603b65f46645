#pragma once

#include "cli/batch/batch.hpp"
#include "cli/batch/solved.hpp"
#include "cli/dp/alignment_columns.hpp"
#include "engine/result.hpp"

#include <functional>
#include <string>
#include <vector>

/// Batches of recurrences that takes_scores(): what they are given, both strands, and what is told of them.
namespace vkalgo::cli {

/// Sets what of `output_format` alignments need. Errors: invalid_argument: --reverse-complement where tracebacks cannot
/// be read.
Result<void> set_alignment(const BatchJob& job, OutputFormat& output_format);

/// Gives a block its alphabet, and the input `score` and the param `alphabet` that go with it. Beside threads that
/// read with the same `scoring`.
void add_scores(SolvedBlock& block, const Scoring& scoring);

/// Solves a block with y and with its reverse complements, and puts together what is better: y unless the other one's
/// score is greater. Tracebacks are found of that alone; where `block.reverse_strand` says which is better, nothing
/// else is solved. `solve`: solves what `block.batch` has, with tracebacks or without.
/// Errors: those of `solve`; invalid_argument: a y of all problems has letters without a complement.
Result<void> solve_both_strands(SolvedBlock& block, bool with_solution, const std::function<Result<void>(bool)>& solve);

/// Columns of a table behind those of the names and the answer.
std::vector<std::string> alignment_columns();
/// A problem's fields of these columns. Where nothing of a sequence is aligned, its places are empty.
void append_alignment(const SolvedBlock& block, std::size_t p, const AlignmentRuns& runs, char comma,
                      std::string& text);
/// As alignment_json() of a single run.
Json alignment_json(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p,
                    const AlignmentRuns& runs);

}  // namespace vkalgo::cli
