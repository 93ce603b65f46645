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
    /// All of the query with any part of the target: what the target has before and after that part costs nothing.
    semiglobal,
    /// Any part of the query with any part of the target (Smith-Waterman). The score is at least 0.
    local,
};

/// How much of an alignment is found. Less takes less time and memory.
enum class AlignDetail : std::uint8_t {
    /// The score alone.
    score,
    /// The score and where the alignment ends.
    end,
    /// All of it. The device keeps 12 bytes for each pair of a letter of the query and one of the target.
    alignment,
};

/// What letters and gaps score.
struct AlignScores {
    /// The scores of all pairs of letters. Upper and lower case are alike unless it has both. A letter that it lacks
    /// scores as its X, or as N in a matrix of nucleotides, where U and T are one letter. None: `match` and `mismatch`.
    std::optional<ScoreMatrix> matrix = {};
    /// Without a matrix, letters are any bytes: what two equal ones score, and two others. Each from -kMaxScore to
    /// kMaxScore, mismatch less than match.
    std::int32_t match = 2;
    std::int32_t mismatch = -3;
    /// A gap of k letters costs gap_open + k * gap_extend, each from 0 to kMaxScore; gap_open 0 makes costs linear.
    /// None: 5 and 2, with a matrix 11 and 1 as in blastp.
    std::optional<std::int32_t> gap_open = {};
    std::optional<std::int32_t> gap_extend = {};
    /// Without a matrix: upper and lower case are one letter.
    bool ignore_case = false;
};

/// What align() is asked for, beyond the sequences.
struct AlignOptions {
    AlignMode mode = AlignMode::global;
    AlignScores scores = {};
    AlignDetail detail = AlignDetail::alignment;
    /// With AlignMode::semiglobal: the alignment begins where both sequences begin, and is free at the target's end.
    bool anchored = false;
    /// Aligns the query with the target's reverse complement too, and takes the better one, of equally good ones the
    /// target itself. For DNA and RNA.
    bool reverse_complement = false;
    /// One of dp::methods() for two sequences, one of dp::batch_methods() for many, by name; empty: the planner's
    /// choice.
    std::string method = {};
    CallOptions call = {};
};

/// The best alignment of a query with a target. Of equally good ones it is the one that ends first, in the query before
/// the target; from its end backwards it pairs letters before it puts one of the query in a gap, and that before one of
/// the target. A local one is as short as it can be. Every method and device finds the same one.
struct Alignment {
    std::int64_t score = 0;
    /// Letters [query_begin, query_end) are aligned with [target_begin, target_end), counted from 0 in the sequences as
    /// they were given. -1: not known; with AlignDetail::end only the end is.
    std::int64_t query_begin = -1;
    std::int64_t query_end = -1;
    std::int64_t target_begin = -1;
    std::int64_t target_end = -1;
    /// The query is aligned with the target's reverse complement: with that of [target_begin, target_end). The known
    /// end of AlignDetail::end is target_begin then.
    bool reverse = false;
    /// With AlignDetail::alignment: "3=1X2I", columns in the order of the query. = are equal letters, X others, I
    /// letters of the query alone, D letters of the target alone. Empty where nothing is aligned.
    std::string cigar;
    /// Columns of all kinds; those of =, and those of X.
    std::int64_t columns = 0;
    std::int64_t matches = 0;
    std::int64_t mismatches = 0;
    /// Gaps, and the columns of I and D in them.
    std::int64_t gaps = 0;
    std::int64_t gap_columns = 0;

    /// Equal letters per column in percent; 0 without columns.
    double identity() const;
};

/// What a call tells beside alignments.
struct AlignReport {
    /// that ran, by name
    std::string method;
    /// what the planner says of it
    std::string plan_summary;
    /// Times and bytes; with reverse_complement the sums of all runs' times.
    CallReport call;
    /// What is worth a warning, each in a sentence: letters that the matrix lacks, letters that look like gaps, or that
    /// differ by case alone.
    std::vector<std::string> notices;
};

/// The alignment of two sequences.
struct AlignResult : Alignment {
    AlignReport report;
};

/// The alignments of many pairs, in their order.
struct AlignBatchResult {
    std::vector<Alignment> alignments;
    AlignReport report;
};

/// Two sequences, as views: a query and its target.
struct SequencePair {
    std::string_view query;
    std::string_view target;
};

/// Aligns two sequences of letters: the whole call, exact, with affine gaps (Gotoh). Either may be empty.
///
///     VKALGO_TRY(auto blosum, vkalgo::builtin_score_matrix("BLOSUM62"));
///     VKALGO_TRY(auto aligned, vkalgo::align(runner, query, target, {.scores = {.matrix = blosum}}));
///     // aligned.score, aligned.cigar, aligned.identity()
///
/// Errors, with the field that they are about in `where`:
///   "match", "mismatch", "gap_open", "gap_extend"
///                    invalid_argument: beyond its range, or a mismatch that is as good as a match
///   "matrix"         invalid_argument: what check_score_matrix() says
///   "anchored"       invalid_argument: another mode than semiglobal
///   "query", "target"
///                    invalid_argument: a letter that the matrix does not take (names letter and place, from 1); with
///                    reverse_complement a letter of the target without a complement
///   "scores"         overflow: scores of sequences as long as these may not fit 32 bits
///   "method", "memory_limit", "solution", "size"
///                    as dp::solve() says
/// cancelled; those of the runner.
Result<AlignResult> align(Runner& runner, std::string_view query, std::string_view target,
                          const AlignOptions& options = {});

/// Aligns each query with its target: many pairs at once, by the kernels of dp::solve_batch(). Scores of local
/// alignments are fastest, with AlignDetail::score. Errors: as for two sequences, but that `where` is "query P" or
/// "target P" for a letter and "problem P" for a pair that is too large, counted from 0.
Result<AlignBatchResult> align(Runner& runner, std::span<const SequencePair> pairs, const AlignOptions& options = {});

/// The same for sequences that are packed one after another, as dp::ArrayList makes them. Pair p is what `queries` and
/// `targets` have for problem p: array p, the only array, or the one that `chosen` names. Errors: also
/// invalid_argument, "queries" or "targets": elements that are not u8, offsets that do not ascend or go beyond the
/// data, another number of sequences than the other side has, a chosen one that is not there.
Result<AlignBatchResult> align(Runner& runner, const dp::BatchInput& queries, const dp::BatchInput& targets,
                               const AlignOptions& options = {});

}  // namespace vkalgo
