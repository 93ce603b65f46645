#pragma once

#include "../../engine/call.hpp"
#include "../../engine/runner.hpp"
#include "../dp/batch.hpp"
#include "score_matrix.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo {

/// Which parts of two sequences are aligned.
enum class AlignMode : std::uint8_t {
    /// All of the query with all of the target (Needleman-Wunsch).
    global,
    /// All of the query with any part of the target. The letters of the target before and after that part cost nothing.
    semiglobal,
    /// Any part of the query with any part of the target (Smith-Waterman). The score is at least 0.
    local,
};

/// How much of an alignment is computed. Fewer details take less time and memory.
enum class AlignDetail : std::uint8_t {
    /// The score alone.
    score,
    /// The score and the position where the alignment ends.
    end,
    /// The whole alignment. The device stores 12 bytes for each pair of a query letter and a target letter.
    alignment,
};

/// The scores of letters and gaps.
struct AlignScores {
    /// The scores of all pairs of letters. Upper and lower case are equal unless the matrix has a lower-case letter. A
    /// letter that the matrix lacks scores as the matrix's X; in a matrix of nucleotides without X, it scores as the
    /// matrix's N. If a matrix of nucleotides has only one of U and T, these are one letter. Nullopt: `match` and
    /// `mismatch` are used.
    std::optional<ScoreMatrix> matrix = {};
    /// Without a matrix, letters are any bytes. `match` is the score of two equal letters, `mismatch` the score of two
    /// different letters. Both are from -kMaxScore to kMaxScore, and mismatch is less than match.
    std::int32_t match = 2;
    std::int32_t mismatch = -3;
    /// A gap of k letters costs gap_open + k * gap_extend. Both numbers are from 0 to kMaxScore; a gap_open of 0 makes
    /// the costs linear. Nullopt: 5 and 2 without a matrix, 11 and 1 with a matrix, as in blastp.
    std::optional<std::int32_t> gap_open = {};
    std::optional<std::int32_t> gap_extend = {};
    /// Whether upper and lower case are one letter. Used only without a matrix.
    bool ignore_case = false;
};

/// Options of align(), besides the sequences.
struct AlignOptions {
    AlignMode mode = AlignMode::global;
    AlignScores scores = {};
    AlignDetail detail = AlignDetail::alignment;
    /// With AlignMode::semiglobal: whether the alignment must begin at the start of both sequences. It may still end
    /// anywhere in the target.
    bool anchored = false;
    /// Whether to align the query with the target's reverse complement too, and return the better alignment. If both
    /// are equally good, the alignment with the target itself is returned. The target must be DNA or RNA.
    bool reverse_complement = false;
    /// The name of a method: one of dp::single_methods() for two sequences, one of dp::batch_methods() for many pairs.
    /// Empty: the planner chooses.
    std::string method = {};
    CallOptions call = {};
};

/// The best alignment of a query with a target. If several alignments have the best score, a fixed rule chooses one of
/// them: the one that ends first in the query; if several end there, the one that ends first in the target. From that
/// end backwards, the rule prefers a pair of letters, then a query letter in a gap, and last a target letter in a gap.
/// A local alignment is as short as possible. Every method and device finds the same alignment.
struct Alignment {
    std::int64_t score = 0;
    /// Letters [query_begin, query_end) are aligned with [target_begin, target_end), counted from 0 in the caller's
    /// sequences. -1: unknown. With AlignDetail::end only the end is known.
    std::int64_t query_begin = -1;
    std::int64_t query_end = -1;
    std::int64_t target_begin = -1;
    std::int64_t target_end = -1;
    /// Whether the query is aligned with the reverse complement of the target's letters [target_begin, target_end). In
    /// that case AlignDetail::end gives target_begin, and target_end is unknown.
    bool reverse = false;
    /// With AlignDetail::alignment: for example "3=1X2I", columns in the order of the query. = is a pair of equal
    /// letters, X a pair of different letters, I a query letter without a target letter, D a target letter without a
    /// query letter. Empty if nothing is aligned.
    std::string cigar;
    /// The number of all columns, of = columns, and of X columns.
    std::int64_t columns = 0;
    std::int64_t matches = 0;
    std::int64_t mismatches = 0;
    /// The number of gaps, and the number of I and D columns in them.
    std::int64_t gaps = 0;
    std::int64_t gap_columns = 0;

    /// Returns the share of = columns among all columns, in percent; 0 without columns.
    double identity() const;
};

/// The results of a call besides the alignments.
struct AlignReport {
    /// The name of the method that ran.
    std::string method;
    /// The planner's summary of the method.
    std::string plan_summary;
    /// Times and bytes. With reverse_complement, the times are the sums of all runs.
    CallReport call;
    /// Warnings, one sentence each: letters that the matrix lacks, characters that look like gaps or line numbers, or
    /// letters that differ only by case.
    std::vector<std::string> notices;
};

/// The alignment of two sequences.
struct AlignResult : Alignment {
    AlignReport report;
};

/// The alignments of many pairs, in the order of the pairs.
struct AlignBatchResult {
    std::vector<Alignment> alignments;
    AlignReport report;
};

/// Views of a query and its target.
struct SequencePair {
    std::string_view query;
    std::string_view target;
};

/// Aligns two sequences of letters with affine gaps (Gotoh). This call does everything that the device needs. The
/// result is exact. Either sequence may be empty.
///
///     VKALGO_TRY(auto blosum, vkalgo::builtin_score_matrix("BLOSUM62"));
///     VKALGO_TRY(auto aligned, vkalgo::align(runner, query, target, {.scores = {.matrix = blosum}}));
///     // aligned.score, aligned.cigar, aligned.identity()
///
/// Errors; `where` names the field:
///   "match", "mismatch", "gap_open", "gap_extend"
///                    invalid_argument: out of range, or a mismatch that is not below match
///   "matrix"         invalid_argument: as check_score_matrix() reports
///   "anchored"       invalid_argument: a mode other than semiglobal
///   "query", "target"
///                    invalid_argument: a letter that the matrix does not accept (the message gives the letter and its
///                    position, counted from 1); with reverse_complement, also a letter of the target that has no
///                    complement
///   "scores"         overflow: scores of sequences of this length may not fit 32 bits
///   "method", "memory_limit", "solution", "size"
///                    as dp::solve() reports
/// cancelled; those of the runner.
Result<AlignResult> align(Runner& runner, std::string_view query, std::string_view target,
                          const AlignOptions& options = {});

/// Aligns each query with its target: many pairs at once, with the kernels of dp::solve_batch(). Scores of local
/// alignments (AlignDetail::score) are fastest. Errors: as for two sequences, but for pair P, counted from 0, `where`
/// is "query P" or "target P" if a letter is wrong, and "problem P" if the pair is too large.
Result<AlignBatchResult> align(Runner& runner, std::span<const SequencePair> pairs, const AlignOptions& options = {});

/// Aligns sequences that are packed one after another, as dp::ArrayList makes them. For the queries and for the
/// targets, pair p takes the array with the index chosen[p]. If `chosen` is empty, pair p takes array p, or the only
/// array if there is just one. Errors: as above, but if a letter is wrong, P is the index of its array. Further errors:
/// invalid_argument, "queries" or "targets": elements that are not u8, offsets that do not ascend or exceed the data,
/// numbers of queries and targets that differ, an index in `chosen` that does not exist.
Result<AlignBatchResult> align(Runner& runner, const dp::BatchInput& queries, const dp::BatchInput& targets,
                               const AlignOptions& options = {});

}  // namespace vkalgo
