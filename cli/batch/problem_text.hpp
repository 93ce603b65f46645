#pragma once

#include "algorithms/alignment/alignment_runs.hpp"
#include "cli/batch/solved.hpp"
#include "cli/dp/solution_kind.hpp"
#include "engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the writers of batches print of a problem.
namespace vkalgo::cli {

/// Returns the inputs that come from files whose values have names (such as FASTA), in the order in which
/// append_labels() appends the names of their values.
std::vector<std::string> named_inputs(const OutputFormat& output_format);
/// Returns the titles of the columns that a line begins with. These columns hold the names of a problem's sequences, or
/// the numbers of its rows, from 1.
std::vector<std::string> label_columns(const OutputFormat& output_format);
void append_labels(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p,
                   const std::function<void(std::string_view)>& append);
/// Returns a problem's labels in words, for messages: "reads/1 and chr2".
std::string problem_name(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p);
/// Returns the number of a problem, from 0, among all problems of the run. Problems that are left out count too.
std::uint64_t problem_number(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p);
/// Returns the index after the last problem that has the same query as problem p. If problems are not pairs of rows,
/// each has a query of its own.
std::size_t end_of_query(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p);

/// Appends the answer of a solved problem, or the status of another one.
void append_answer(const dp::BatchSolution& solution, std::size_t p, std::string& text);
/// Returns the strand of y in the alignment of problem p: "+", or "-" for the reverse complement.
const char* strand_of(const SolvedBlock& block, std::size_t p);
/// Returns the text and JSON of a problem's solution; null if its status is not ok.
Result<std::optional<SolutionShown>> shown_solution(const OutputFormat& output_format, const SolvedBlock& block,
                                                    std::size_t p);
/// Returns the runs of an alignment; null if the problem has none. Makes neither an Instance nor a Solution, so it is
/// fast. Valid until the thread's next call.
Result<const AlignmentRuns*> runs_of(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p);

/// Appends a field of a table. Tabs, line breaks and backslashes are escaped.
void append_tsv(std::string_view field, std::string& text);
/// Appends a field of a table. A field is quoted if it has commas, quotes or line breaks, or if it begins or ends with
/// a blank.
void append_csv(std::string_view field, std::string& text);

}  // namespace vkalgo::cli
