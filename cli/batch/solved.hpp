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
/// refers to, except the inputs that all problems share.
struct SolvedBlock {
    /// One per file.
    std::vector<std::shared_ptr<const Rows>> rows;
    /// Per file, the row of `rows` that each problem takes. Empty: problem p takes row p.
    std::vector<std::vector<std::uint32_t>> chosen;
    /// Data of the batch's inputs that is not in `rows`: offsets, indices of arrays, and copies. The copies are chosen
    /// elements, scores, and the reverse complement of a y that all problems share.
    std::vector<std::vector<std::uint64_t>> offsets;
    std::vector<std::vector<std::uint32_t>> arrays;
    std::vector<Bytes> copies;
    dp::Batch batch;
    dp::BatchSolution solution;
    /// The number of the first problem, from 0: see Task::first.
    std::uint64_t first = 0;
    /// The letters that the indices of x and y stand for. Empty without InstanceRequest::scoring.
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
    std::string text;
    /// Further texts that the writer needs. Each writer defines its own.
    std::vector<std::string> lists;
};

struct BatchWriter;

/// How problems are printed: everything that does not change from block to block.
struct OutputFormat {
    const BatchWriter* writer = nullptr;
    const dp::Recurrence* recurrence = nullptr;
    /// One per file: its name in messages.
    std::vector<std::string> files = {};
    /// One per file: whether its rows have names.
    std::vector<bool> has_names;
    /// The file and the column of an input, and the code of its letters.
    struct InputColumn {
        std::size_t file = 0, column = 0;
        LetterCode code;
    };
    std::map<std::string, InputColumn, std::less<>> input_columns;
    bool solution = false;
    /// Set if the recurrence's tracebacks can be read as alignments.
    std::optional<AlignmentReader> alignment;
    /// Whether `alignment` has letters with scores, so that letters are printed too and not only operations.
    bool scored = false;
    /// Whether each x is aligned with y and with y's reverse complement. The strand of the better alignment is printed.
    bool both_strands = false;
    /// Whether each row of the first file is paired with each row of the second. JSON then lists the pairs.
    bool pairs = false;
    /// Whether problems may be left out. JSON then lists the problems that are kept.
    bool chosen = false;
    /// Which answers of a query are better, for --top and SAM.
    Best best = Best::least;
    /// Whether letters are amino acids, as with a matrix of proteins. SAM then compares amino acids; otherwise it
    /// compares bases.
    bool of_proteins = false;
};

}  // namespace vkalgo::cli
