#pragma once

#include "algorithms/alignment/alignment_runs.hpp"
#include "algorithms/dp/batch.hpp"
#include "cli/batch/batch.hpp"
#include "cli/batch/rows.hpp"
#include "cli/dp/job.hpp"
#include "engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vkalgo::cli {

/// Problems that were solved together, and where their inputs come from. Keeps what `batch` looks at.
struct SolvedBlock {
    /// of each file
    std::vector<std::shared_ptr<const Rows>> rows;
    /// of each file, the row in `rows` that each problem takes; empty: problem p takes row p
    std::vector<std::vector<std::uint32_t>> chosen;
    /// of parts of `rows`: what the batch's inputs look at
    std::vector<std::vector<std::uint64_t>> offsets;
    std::vector<std::vector<std::uint32_t>> arrays;
    std::vector<Bytes> copies;
    dp::Batch batch;
    dp::BatchSolution solution;
    /// the number of the first problem, from 0, among all that are told
    std::uint64_t first = 0;
    /// of alignments: what the places of x and y stand for
    std::string alphabet;
    /// of both strands: the reverse complements of y, and for which problems they are the better ones
    std::optional<dp::BatchInput> reverse;
    std::vector<std::uint8_t> reverse_strand;

    explicit SolvedBlock(std::vector<std::shared_ptr<const Rows>> from) : rows(std::move(from)), chosen(rows.size()) {}

    std::size_t row_of(std::size_t file, std::size_t p) const { return chosen[file].empty() ? p : chosen[file][p]; }
    bool is_reverse(std::size_t p) const { return !reverse_strand.empty() && reverse_strand[p] != 0; }
    /// The elements of an input, of y those of the better strand.
    std::span<const std::byte> elements(const std::string& input, std::size_t p) const;
    /// Problem p by itself, with the better strand.
    dp::Instance instance(std::size_t p) const;
};

/// What is told of each problem, by a thread of its own.
struct FormattedRows {
    /// lines, or the answers of JSON, with commas between them
    std::string text;
    /// of JSON, with commas between them
    std::string solutions, statuses, pairs, names;
    /// the same, each with a comma before it
    std::string strands;
};

/// How problems are told: everything that does not change from block to block.
struct OutputFormat {
    enum class Kind : std::uint8_t { tsv, csv, json, sam } kind = Kind::tsv;
    const dp::Recurrence* recurrence = nullptr;
    /// the files, for the names of rows
    std::vector<bool> has_names;
    /// of each input, which file and column it is
    struct Place {
        std::size_t file = 0, column = 0;
        LetterCode code;
    };
    std::map<std::string, Place, std::less<>> places;
    bool solution = false;
    /// of a recurrence whose tracebacks it can read
    std::optional<AlignmentReader> alignment;
    /// `alignment` is one of letters that score: there is more to tell than operations
    bool scored = false;
    /// y or its reverse complement, and which
    bool both_strands = false;
    /// rows of one file beside rows of another: JSON tells which
    bool pairs = false;
    /// some problems are left out: JSON tells which are not
    bool chosen = false;
    /// what the best answer of a query is, for --top and SAM
    Best best = Best::least;
    /// letters are amino acids, as those of a matrix of proteins: SAM compares letters then, and else bases
    bool of_proteins = false;
};

/// What stands behind the answer in a line.
std::vector<std::string> solution_columns(const OutputFormat& output_format);
/// The inputs whose values have names, in the order of the names.
std::vector<std::string> named_inputs(const OutputFormat& output_format);
/// What a line begins with: the names of a problem's sequences, or the numbers of its rows, from 1.
std::vector<std::string> label_columns(const OutputFormat& output_format);
void append_labels(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p,
                   const std::function<void(std::string_view)>& append);
/// The same in words, for messages: "reads/1 and chr2".
std::string problem_name(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p);

/// Appends problems [first, end) to what is told. From several threads at once. Errors: those of the solution's kind.
Result<void> format_rows(const OutputFormat& output_format, const SolvedBlock& block, std::size_t first,
                         std::size_t end, FormattedRows& formatted);
/// Lines of SAM, of whole queries: the best one that is mapped is primary and comes first, the other mapped ones are
/// secondary; a query without any has one line, which is unmapped.
Result<void> format_sam_rows(const OutputFormat& output_format, const SolvedBlock& block, std::size_t first,
                             std::size_t end, FormattedRows& formatted);
/// Where one thread may end and another begin: at `end`, or later where that is within a query of SAM, whose lines
/// belong together.
std::size_t end_of_part(const OutputFormat& output_format, const SolvedBlock& block, std::size_t end);

/// Refuses what SAM cannot say: problems that are no alignments of a query with a reference.
Result<void> check_sam(const OutputFormat& output_format);
/// What the header of SAM says of references.
struct SamReference {
    std::string name;
    std::uint64_t length = 0;
    /// of its letters
    std::uint64_t hash = 0;
};
/// One of the rows that a file has for y. Errors: invalid_argument: its name is none.
Result<SamReference> sam_reference(const OutputFormat& output_format, const Rows& rows, std::size_t row);
/// Pairs of so many references at most are told as SAM: the best of each query is known once all are solved.
inline constexpr std::size_t kMaxSamReferences = std::size_t{1} << 18;

}  // namespace vkalgo::cli
