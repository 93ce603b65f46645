#include "algorithms/alignment/align_parts.hpp"
#include "algorithms/alignment/complements.hpp"
#include "algorithms/alignment/strands.hpp"
#include "algorithms/host_threads.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

namespace vkalgo {
namespace {

Error bad_sequences(const char* side, const std::string& what) {
    return Error{ErrorCode::invalid_argument, std::string(side) + ": " + what, side};
}

/// A range [first, end) of items that one thread processes. of() divides `count` items among `threads` threads.
struct Share {
    std::size_t first = 0, end = 0;

    static Share of(std::uint64_t thread, std::uint64_t threads, std::size_t count) {
        const std::size_t each = (count + threads - 1) / threads;
        const std::size_t first = std::min<std::size_t>(thread * each, count);
        return {first, std::min(first + each, count)};
    }
};

/// The sequences of one side: their letters (indices after encode()), and the range of each sequence.
class Sequences {
public:
    /// Makes the sequences of one side, which view the letters of `input`. `side` is the name of the side in messages.
    /// Errors: invalid_argument: elements that are not letters, offsets that do not ascend or exceed the data, an index
    /// in `chosen` that does not exist.
    static Result<Sequences> of(const dp::BatchInput& input, const char* side) {
        if (input.type != ElementType::u8) {
            return bad_sequences(side, "the elements are not u8; give letters as bytes");
        }
        const auto& offsets = input.offsets;
        if (!std::is_sorted(offsets.begin(), offsets.end()) ||
            (!offsets.empty() && offsets.back() > input.data.size())) {
            return bad_sequences(side,
                                 "the offsets do not ascend, or an offset exceeds the number of letters; correct them");
        }
        const auto is_missing = [&](std::uint32_t k) { return k >= input.arrays(); };
        const auto missing = std::find_if(input.chosen.begin(), input.chosen.end(), is_missing);
        if (missing != input.chosen.end()) {
            return bad_sequences(side, "`chosen` names sequence " + std::to_string(*missing) +
                                           ", but sequences count from 0, and their number is " +
                                           std::to_string(input.arrays()));
        }
        Sequences sequences;
        const std::uint64_t first = offsets.empty() ? 0 : offsets.front();
        for (const std::uint64_t offset : offsets) {
            sequences.offsets_.push_back(offset - first);
        }
        if (!offsets.empty()) {
            sequences.given_ = input.data.subspan(first, offsets.back() - first);
        }
        sequences.chosen_ = input.chosen;
        return sequences;
    }

    /// Returns the number of pairs for which this side has sequences. Nullopt: the side has only one sequence, which
    /// serves any number of pairs.
    std::optional<std::size_t> pairs() const {
        if (chosen_.empty() && view().arrays() == 1) {
            return std::nullopt;
        }
        return chosen_.empty() ? view().arrays() : chosen_.size();
    }
    /// Returns the sequences as an input of a batch. Call it after encode(), which makes the indices.
    dp::BatchInput view() const { return {ElementType::u8, indices_, offsets_, chosen_}; }
    std::int64_t letters_of(std::size_t pair) const {
        return static_cast<std::int64_t>(view().length(view().array_of(pair)));
    }

    void see(Scoring& scoring, Scoring::Side side) const { scoring.see(given_, side); }

    /// Replaces letters by indices. Errors: those of Scoring::encode(), about a sequence that is called by `name` and
    /// the index of its array, for example "query 5".
    Result<void> encode(Scoring& scoring, const char* name) {
        indices_.resize(given_.size());
        const std::uint64_t threads = host_threads(given_.size());
        std::vector<std::uint8_t> knows(threads);
        on_host_threads(threads, [&](std::uint64_t thread) {
            const Share share = Share::of(thread, threads, given_.size());
            knows[thread] = static_cast<std::uint8_t>(scoring.encode_known(
                given_.subspan(share.first, share.end - share.first), indices_.data() + share.first));
        });
        if (std::count(knows.begin(), knows.end(), 0) == 0) {
            return {};
        }
        std::copy(given_.begin(), given_.end(), indices_.begin());
        for (std::size_t k = 0; k + 1 < offsets_.size(); ++k) {
            const auto one = std::span(indices_).subspan(offsets_[k], offsets_[k + 1] - offsets_[k]);
            if (auto done = scoring.encode(one, name); !done) {
                return in_sequence(done.error(), name, k);
            }
        }
        return {};
    }

    /// Returns the reverse complements of targets that are already indices. Errors: those of reverse_complement(),
    /// about a sequence that is called by the index of its array, for example "target 5".
    Result<Sequences> reverse(const std::string& alphabet) const {
        Sequences other = *this;
        if (reverse_complements(indices_, offsets_, alphabet, other.indices_)) {
            return other;
        }
        for (std::size_t k = 0; k + 1 < offsets_.size(); ++k) {
            const auto one = std::span(indices_).subspan(offsets_[k], offsets_[k + 1] - offsets_[k]);
            const auto failed = reverse_complement(dp::InputArray::of(ElementType::u8, one), alphabet);
            if (!failed) {
                return in_sequence(failed.error(), "target", k);
            }
        }
        return other;
    }

private:
    static Error in_sequence(Error error, const char* name, std::size_t k) {
        error.where = std::string(name) + " " + std::to_string(k);
        error.message = error.where + ": " + with_fields(std::move(error.message));
        return error;
    }

    std::span<const std::byte> given_;
    std::vector<std::byte> indices_;
    std::vector<std::uint64_t> offsets_;
    std::span<const std::uint32_t> chosen_;
};

/// Both sides of all pairs.
struct Pairs {
    Sequences queries, targets;
    std::size_t count = 0;

    static Result<Pairs> of(const dp::BatchInput& queries, const dp::BatchInput& targets) {
        Pairs pairs;
        VKALGO_TRY(pairs.queries, Sequences::of(queries, "queries"));
        VKALGO_TRY(pairs.targets, Sequences::of(targets, "targets"));
        const auto left = pairs.queries.pairs();
        const auto right = pairs.targets.pairs();
        if (left && right && *left != *right) {
            return bad_sequences("targets", "the number of targets is " + std::to_string(*right) +
                                                ", but the number of queries is " + std::to_string(*left) +
                                                "; give one target per query, or one for all");
        }
        pairs.count = left ? *left : right.value_or(1);
        return pairs;
    }
};

/// A solver for the batch of pairs. It adds up the times of all its runs in `report`.
class PairSolver {
public:
    PairSolver(Runner& runner, const dp::Recurrence& recurrence, const AlignOptions& options, int runs)
        : solver_(runner, recurrence), options_(options), runs_(runs) {}

    Result<dp::BatchSolution> operator()(const dp::Batch& batch, bool tracebacks) {
        dp::BatchOptions asked;
        asked.method = options_.method;
        asked.solution = tracebacks;
        asked.cells = tracebacks || options_.detail != AlignDetail::score;
        asked.call = part_of(options_.call, run_++, runs_);
        VKALGO_TRY(dp::BatchSolution solution, solver_.solve(batch, asked));
        if (run_ == 1) {
            report.call = solution.call;
        } else {
            add_times(report.call, solution.call);
        }
        report.method = solution.method;
        report.plan_summary = solution.plan_summary;
        return solution;
    }

    AlignReport report;

private:
    dp::BatchSolver solver_;
    const AlignOptions& options_;
    int runs_, run_ = 0;
};

/// The least number of pairs that is worth a thread.
constexpr std::uint64_t kPairsPerThread = 4096;

/// Writes the results of the pairs in `share` to `alignments`, which has an element for each pair of the batch.
Result<void> take_answers(const dp::BatchSolution& solved, std::span<const std::uint8_t> reverse_strand,
                          const Sequences& targets, AlignDetail detail, const AlignmentReader& reader,
                          const Share& share, std::span<Alignment> alignments) {
    const auto answers = solved.answers_as<std::int32_t>();
    AlignmentRuns runs;
    for (std::size_t p = share.first; p < share.end; ++p) {
        Alignment& alignment = alignments[p];
        alignment.score = answers[p];
        alignment.reverse = reverse_strand[p] != 0;
        const dp::Cell answer = solved.cells[p].cell();
        if (detail == AlignDetail::end) {
            set_end(alignment, answer, targets.letters_of(p));
        } else if (detail == AlignDetail::alignment) {
            const dp::Cell end = solved.paths.end(p).value_or(answer);
            VKALGO_CHECK(reader.read_traceback(solved.paths, p, answer, end, false, runs));
            set_runs(alignment, runs, targets.letters_of(p));
        }
    }
    return {};
}

}  // namespace

Result<AlignBatchResult> align(Runner& runner, const dp::BatchInput& queries, const dp::BatchInput& targets,
                               const AlignOptions& options) {
    VKALGO_TRY(AlignSetup setup, AlignSetup::of(options));
    VKALGO_TRY(Pairs pairs, Pairs::of(queries, targets));
    Scoring& scoring = setup.scoring;
    pairs.queries.see(scoring, Scoring::Side::x);
    pairs.targets.see(scoring, Scoring::Side::y);
    VKALGO_CHECK(pairs.queries.encode(scoring, "query"));
    VKALGO_CHECK(pairs.targets.encode(scoring, "target"));
    AlignBatchResult result;
    if (pairs.count == 0) {
        result.report.notices = setup.notices();
        return result;
    }
    const dp::InputArray scores = scoring.scores();
    const std::array<std::uint64_t, 2> all_scores{0, scores.count};
    dp::Batch batch{.count = pairs.count, .inputs = {{"x", pairs.queries.view()}, {"y", pairs.targets.view()}}};
    batch.inputs["score"] = {ElementType::i32, scores.data, all_scores};
    batch.params = setup.params;
    batch.params["alphabet"] = std::uint64_t{scoring.alphabet().size()};

    const bool tracebacks = options.detail == AlignDetail::alignment;
    PairSolver solver(runner, setup.recurrence, options, !options.reverse_complement ? 1 : tracebacks ? 3 : 2);
    std::vector<std::uint8_t> reverse_strand(pairs.count);
    dp::BatchSolution solved;
    if (options.reverse_complement) {
        VKALGO_TRY(const Sequences reverse, pairs.targets.reverse(scoring.alphabet()));
        reverse_strand.clear();
        VKALGO_TRY(solved, solve_strands(std::ref(solver), batch, reverse.view(), tracebacks, reverse_strand));
    } else {
        VKALGO_TRY(solved, solver(batch, tracebacks));
    }

    result.alignments.resize(pairs.count);
    const std::uint64_t threads = host_threads(pairs.count, kPairsPerThread);
    std::vector<Result<void>> done(threads);
    const AlignmentReader reader(setup.recurrence.header(), setup.params);
    on_host_threads(threads, [&](std::uint64_t thread) {
        done[thread] = take_answers(solved, reverse_strand, pairs.targets, options.detail, reader,
                                    Share::of(thread, threads, pairs.count), result.alignments);
    });
    for (const Result<void>& each : done) {
        VKALGO_CHECK(each);
    }
    result.report = std::move(solver.report);
    result.report.notices = setup.notices();
    return result;
}

Result<AlignBatchResult> align(Runner& runner, std::span<const SequencePair> pairs, const AlignOptions& options) {
    dp::ArrayList queries, targets;
    for (const SequencePair& pair : pairs) {
        queries.add(pair.query);
        targets.add(pair.target);
    }
    return align(runner, queries.view(), targets.view(), options);
}

}  // namespace vkalgo
