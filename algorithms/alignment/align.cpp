#include "algorithms/alignment/align.hpp"

#include "algorithms/alignment/align_parts.hpp"
#include "algorithms/alignment/complements.hpp"
#include "algorithms/alignment/strands.hpp"
#include "algorithms/dp/solve.hpp"

#include <utility>

namespace vkalgo {
namespace {

Error bad_option(std::string message, const char* field) {
    return Error{ErrorCode::invalid_argument, std::move(message), field};
}

Result<void> check_score(std::int64_t score, std::int64_t least, const char* field) {
    if (score >= least && score <= kMaxScore) {
        return {};
    }
    return bad_option(std::string(field) + " is " + std::to_string(score) + "; give " + std::to_string(least) + " to " +
                          std::to_string(kMaxScore),
                      field);
}

Result<Scoring> scoring_of(const AlignOptions& options) {
    const AlignScores& scores = options.scores;
    if (scores.matrix) {
        VKALGO_CHECK(check_score_matrix(*scores.matrix));
        return Scoring::of(*scores.matrix);
    }
    VKALGO_CHECK(check_score(scores.match, -kMaxScore, "match"));
    VKALGO_CHECK(check_score(scores.mismatch, -kMaxScore, "mismatch"));
    if (scores.mismatch >= scores.match) {
        return bad_option(
            "mismatch is " + std::to_string(scores.mismatch) + " and match is " + std::to_string(scores.match) +
                ", so different letters score at least as high as equal ones; give a mismatch below match",
            "mismatch");
    }
    return Scoring::matching(scores.match, scores.mismatch, options.reverse_complement, scores.ignore_case);
}

const char* problem_of(AlignMode mode) {
    switch (mode) {
        case AlignMode::semiglobal:
            return "align-semiglobal";
        case AlignMode::local:
            return "align-local";
        case AlignMode::global:
            break;
    }
    return "align-global";
}

/// Returns the error of dp::solve() with the names that align() uses: "scores" in `where` instead of "bound", and the
/// message as with_fields() changes it.
Error named(Error error) {
    error.where = error.where == "bound" ? "scores" : error.where;
    error.message = with_fields(std::move(error.message));
    return error;
}

/// Returns the query and the target as indices, with all inputs of the recurrence. `reverses`: the target must have a
/// reverse complement. Errors: those of Scoring::encode(); if `reverses` is set, invalid_argument, "target": a letter
/// that has no complement.
Result<dp::Instance> instance_of(std::string_view query, std::string_view target, bool reverses, AlignSetup& setup) {
    dp::Instance instance{{"x", query}, {"y", target}};
    auto& x = instance.inputs["x"];
    auto& y = instance.inputs["y"];
    setup.scoring.see(x.data, Scoring::Side::x);
    setup.scoring.see(y.data, Scoring::Side::y);
    VKALGO_CHECK(setup.scoring.encode(x.data, "query"));
    VKALGO_CHECK(setup.scoring.encode(y.data, "target"));
    if (reverses) {
        if (const auto reverse = reverse_complement(y, setup.scoring.alphabet()); !reverse) {
            return Error{reverse.error().code, reverse.error().message, "target"};
        }
    }
    instance.params = setup.params;
    setup.scoring.complete(instance);
    return instance;
}

}  // namespace

std::string with_fields(std::string text) {
    constexpr std::pair<std::string_view, std::string_view> kFields[] = {
        {"<matrix>", "matrix"}, {"<ignore-case>", "ignore_case"}, {"<reverse-complement>", "reverse_complement"}};
    for (const auto& [option, field] : kFields) {
        if (const std::size_t at = text.rfind(option); at != std::string::npos) {
            text.replace(at, option.size(), field);
        }
    }
    return text;
}

double Alignment::identity() const {
    return identity_percent(matches, columns);
}

Result<AlignSetup> AlignSetup::of(const AlignOptions& options) {
    const AlignScores& scores = options.scores;
    VKALGO_TRY(Scoring scoring, scoring_of(options));
    const std::int64_t open =
        scores.gap_open.value_or(scores.matrix ? DefaultScores::kMatrixOpen : DefaultScores::kOpen);
    const std::int64_t extend =
        scores.gap_extend.value_or(scores.matrix ? DefaultScores::kMatrixExtend : DefaultScores::kExtend);
    VKALGO_CHECK(check_score(open, 0, "gap_open"));
    VKALGO_CHECK(check_score(extend, 0, "gap_extend"));
    dp::Params params{{"open", open}, {"extend", extend}};
    if (options.anchored && options.mode != AlignMode::semiglobal) {
        return bad_option("anchored needs the mode semiglobal; give this mode, or leave anchored out", "anchored");
    }
    if (options.anchored) {
        params["anchored"] = std::uint64_t{1};
    }
    VKALGO_TRY(dp::Recurrence recurrence, dp::Recurrence::builtin(problem_of(options.mode)));
    return AlignSetup{std::move(recurrence), std::move(params), std::move(scoring)};
}

std::vector<std::string> AlignSetup::notices() const {
    std::vector<std::string> notices = scoring.notices();
    for (std::string& notice : notices) {
        notice = with_fields(std::move(notice));
    }
    return notices;
}

CallOptions part_of(const CallOptions& call, int run, int runs) {
    CallOptions part = call;
    if (call.progress && runs > 1) {
        part.progress = [&call, run, runs](double fraction) { call.progress((run + fraction) / runs); };
    }
    return part;
}

void set_end(Alignment& alignment, dp::Cell answer, std::int64_t target_letters) {
    alignment.query_end = answer.i;
    (alignment.reverse ? alignment.target_begin : alignment.target_end) =
        alignment.reverse ? target_letters - answer.j : answer.j;
}

void set_runs(Alignment& alignment, const AlignmentRuns& runs, std::int64_t target_letters) {
    set_end(alignment, runs.end, target_letters);
    alignment.query_begin = runs.begin.i;
    (alignment.reverse ? alignment.target_end : alignment.target_begin) =
        alignment.reverse ? target_letters - runs.begin.j : runs.begin.j;
    append_runs(runs.runs, alignment.cigar);
    const ColumnCounts counts = count_columns(runs.runs);
    alignment.columns = counts.columns;
    alignment.matches = counts.matches;
    alignment.mismatches = counts.mismatches;
    alignment.gaps = counts.gaps;
    alignment.gap_columns = counts.gap_columns;
}

Result<AlignResult> align(Runner& runner, std::string_view query, std::string_view target,
                          const AlignOptions& options) {
    VKALGO_TRY(AlignSetup setup, AlignSetup::of(options));
    auto instance = instance_of(query, target, options.reverse_complement, setup);
    if (!instance) {
        return named(instance.error());
    }
    dp::SolveOptions asked;
    asked.method = options.method;
    asked.keep.solution = options.detail == AlignDetail::alignment;
    int run = 0;
    const SolveTable solve = [&](const dp::Recurrence& recurrence, const dp::Instance& one) {
        asked.call = part_of(options.call, run++, options.reverse_complement ? 2 : 1);
        return dp::solve(runner, recurrence, one, asked);
    };
    const auto solve_all = [&]() -> Result<Strands> {
        if (options.reverse_complement) {
            return solve_strands(solve, setup.recurrence, *instance, setup.scoring.alphabet());
        }
        VKALGO_TRY(dp::Solution solution, solve(setup.recurrence, *instance));
        return Strands{std::move(solution), false};
    };
    const auto solved = solve_all();
    if (!solved) {
        return named(solved.error());
    }
    const dp::Solution& solution = solved->solution;
    AlignResult result;
    result.score = solution.answer_as<std::int64_t>().value_or(0);
    result.reverse = solved->reverse_strand;
    const auto letters = static_cast<std::int64_t>(target.size());
    if (options.detail == AlignDetail::end) {
        set_end(result, solution.shape.answer, letters);
    } else if (options.detail == AlignDetail::alignment) {
        AlignmentRuns runs;
        const AlignmentReader reader(setup.recurrence.header(), setup.params);
        const dp::Cell answer = solution.shape.answer;
        VKALGO_CHECK(reader.read(solution.path, answer, solution.path_end.value_or(answer), false, runs));
        set_runs(result, runs, letters);
    }
    result.report = {solution.method, solution.plan_summary, solution.call, setup.notices()};
    return result;
}

}  // namespace vkalgo
