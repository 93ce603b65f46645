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

/// Problems that were solved together, and the sources of their inputs. The block keeps the data alive that `batch`
/// refers to.
struct SolvedBlock {
    /// One per file.
    std::vector<std::shared_ptr<const Rows>> rows;
    /// Per file, the row of `rows` that each problem takes. Empty: problem p takes row p.
    std::vector<std::vector<std::uint32_t>> chosen;
    /// The offsets, array indices and copies of parts of `rows` that the batch's inputs refer to.
    std::vector<std::vector<std::uint64_t>> offsets;
    std::vector<std::vector<std::uint32_t>> arrays;
    std::vector<Bytes> copies;
    dp::Batch batch;
    dp::BatchSolution solution;
    /// The number of the first problem, from 0, among all problems that are printed.
    std::uint64_t first = 0;
    /// For alignments: the letters that the indices of x and y stand for.
    std::string alphabet;
    /// For both strands: the reverse complements of y, and whether the reverse strand of each problem is better.
    std::optional<dp::BatchInput> reverse;
    std::vector<std::uint8_t> reverse_strand;

    explicit SolvedBlock(std::vector<std::shared_ptr<const Rows>> from) : rows(std::move(from)), chosen(rows.size()) {}

    std::size_t row_of(std::size_t file, std::size_t p) const { return chosen[file].empty() ? p : chosen[file][p]; }
    bool is_reverse(std::size_t p) const { return !reverse_strand.empty() && reverse_strand[p] != 0; }
    /// Returns the elements of an input. Those of y are from the better strand.
    std::span<const std::byte> elements(const std::string& input, std::size_t p) const;
    /// Returns problem p as an instance of its own, with the better strand.
    dp::Instance instance(std::size_t p) const;
};

/// The text of problems, formatted by a formatter thread.
struct FormattedRows {
    /// Lines, or the answers of JSON, separated by commas.
    std::string text;
    /// Parts of JSON; the entries of each part are separated by commas.
    std::string solutions, statuses, pairs, names;
    /// Part of JSON, with a comma before each strand.
    std::string strands;
};

/// How problems are printed: everything that does not change from block to block.
struct OutputFormat {
    enum class Kind : std::uint8_t { tsv, csv, json, sam, text } kind = Kind::tsv;
    const dp::Recurrence* recurrence = nullptr;
    /// One per file: its name in messages.
    std::vector<std::string> files = {};
    /// One per file: whether its rows have names.
    std::vector<bool> has_names;
    /// The file and column of an input.
    struct Place {
        std::size_t file = 0, column = 0;
        LetterCode code;
    };
    std::map<std::string, Place, std::less<>> places;
    bool solution = false;
    /// Set if the recurrence's tracebacks can be read as alignments.
    std::optional<AlignmentReader> alignment;
    /// Whether `alignment` has letters with scores, so that letters are printed too and not only operations.
    bool scored = false;
    /// Whether each x is aligned with y or with y's reverse complement, and the strand is printed.
    bool both_strands = false;
    /// Whether rows of one file are paired with rows of another. JSON names the pairs.
    bool pairs = false;
    /// Whether some problems are left out. JSON then names the problems that are kept.
    bool chosen = false;
    /// Which answers of a query are better, for --top and SAM.
    Best best = Best::least;
    /// Whether letters are amino acids, as with a matrix of proteins. SAM then compares amino acids; otherwise it
    /// compares bases.
    bool of_proteins = false;
};

/// Returns the columns of a line that come after the answer.
std::vector<std::string> solution_columns(const OutputFormat& output_format);
/// Returns the inputs whose values have names, in the order of the names.
std::vector<std::string> named_inputs(const OutputFormat& output_format);
/// Returns the columns that a line begins with: the names of a problem's sequences, or the numbers of its rows, from 1.
std::vector<std::string> label_columns(const OutputFormat& output_format);
/// Returns the line of the names of all columns, for a file of rows.
std::string header_line(const OutputFormat& output_format);
void append_labels(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p,
                   const std::function<void(std::string_view)>& append);
/// Returns a problem's labels in words, for messages: "reads/1 and chr2".
std::string problem_name(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p);
/// Returns the number of a problem, from 0, among all problems of the run. Problems that are left out count too.
std::uint64_t problem_number(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p);

/// Appends the text of problems [first, end). Several threads may call it at once. Errors: those of the solution's
/// kind.
Result<void> format_rows(const OutputFormat& output_format, const SolvedBlock& block, std::size_t first,
                         std::size_t end, FormattedRows& formatted);
/// Appends SAM lines of whole queries. The best mapped line is primary and comes first; other mapped lines are
/// secondary. A query without a mapped line has one unmapped line.
Result<void> format_sam_rows(const OutputFormat& output_format, const SolvedBlock& block, std::size_t first,
                             std::size_t end, FormattedRows& formatted);
/// Returns the problem at which one thread may stop and another may start: `end` or, for SAM, the end of the query of
/// problem `end` - 1, since the lines of a query belong together.
std::size_t end_of_part(const OutputFormat& output_format, const SolvedBlock& block, std::size_t end);

/// Checks that SAM can hold the output. Errors: problems that are not alignments of a query with a reference.
Result<void> check_sam(const OutputFormat& output_format);
/// What the header of SAM says of a reference.
struct SamReference {
    std::string name;
    std::uint64_t length = 0;
    /// A hash of its letters.
    std::uint64_t hash = 0;
};
/// Returns one of a file's rows of y as a reference. Errors: invalid_argument: SAM does not allow its name.
Result<SamReference> sam_reference(const OutputFormat& output_format, const Rows& rows, std::size_t row);
/// The most references of pairs in SAM. The best pair of a query is known only when all pairs of the query are solved.
inline constexpr std::size_t kMaxSamReferences = std::size_t{1} << 18;

}  // namespace vkalgo::cli
