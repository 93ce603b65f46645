#include "cli/dp/alignment/scoring_options.hpp"

#include "cli/dp/alignment/matrix_file.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"
#include "support/phrases.hpp"

#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr std::int64_t kMatch = DefaultScores::kMatch, kMismatch = DefaultScores::kMismatch;
constexpr std::int64_t kMatrixOpen = DefaultScores::kMatrixOpen, kMatrixExtend = DefaultScores::kMatrixExtend;

void declare_score(Options& options, const char* name, std::optional<std::int64_t>& target, std::string help) {
    options.value(name, "INTEGER", std::move(help), [&target](const std::string& text) -> Result<void> {
        const auto score = parse_integer(text);
        if (!score) {
            return score_error(text, score.error());
        }
        target = *score;
        return {};
    });
}

}  // namespace

Error score_error(const std::string& text, Error error) {
    const auto number = parse_number(text);
    if (number && std::trunc(*number) != *number) {
        error.message = fmt::format(
            "'{}' has a fraction, but scores must be whole numbers; multiply all scores by the same number, as in "
            "--match "
            "4 --mismatch -6 --open 10 --extend 1",
            text);
    }
    return error;
}

void ScoringOptions::declare(Options& options, const std::string& problem) {
    options.group(fmt::format("Scores of {} (a gap of k letters costs --open + k * --extend)", problem));
    declare_score(options, "--match", match_, fmt::format("score of two equal letters (default {})", kMatch));
    declare_score(options, "--mismatch", mismatch_,
                  fmt::format("score of two different letters (default {})", kMismatch));
    options.text("--matrix", matrix_, "FILE|NAME",
                 fmt::format("the scores of all pairs of letters, in place of --match and --mismatch: a file in NCBI's "
                             "format, or {}; the "
                             "default costs of gaps are then --open {} and --extend {}",
                             builtin_score_matrix_names(), kMatrixOpen, kMatrixExtend));
    std::vector<std::string> names;
    for (const BuiltinMatrix& each : builtin_score_matrices()) {
        names.emplace_back(each.name);
    }
    options.suggest(names);
    options.flag("--reverse-complement", both_strands_,
                 "align x with the reverse complement of y too, and give the better of the two alignments; if this is "
                 "the alignment with the reverse complement, positions in y descend");
}

Result<Scoring> ScoringOptions::scoring() const {
    if (matrix_) {
        if (match_ || mismatch_) {
            return bad_usage("--matrix already gives the scores of all letters; leave out --match and --mismatch");
        }
        VKALGO_TRY(ScoreMatrix matrix, read_score_matrix(*matrix_));
        return Scoring::of(std::move(matrix));
    }
    const std::int64_t match = match_.value_or(kMatch);
    const std::int64_t mismatch = mismatch_.value_or(kMismatch);
    for (const auto& [option, score] : {std::pair("--match", match), std::pair("--mismatch", mismatch)}) {
        if (score > kMaxScore || score < -kMaxScore) {
            return bad_usage(fmt::format("{} {} is out of range; give -{} to {}", option, score, kMaxScore, kMaxScore));
        }
    }
    if (mismatch >= match) {
        return bad_usage(
            fmt::format("--mismatch {0} is not below --match {1}, so letters that "
                        "differ would score at least as high as equal letters; give a --mismatch below {1}",
                        mismatch, match));
    }
    return Scoring::matching(static_cast<std::int32_t>(match), static_cast<std::int32_t>(mismatch), both_strands_);
}

void ScoringOptions::set_gap_costs(std::map<std::string, dp::Number, std::less<>>& params) const {
    if (matrix_) {
        params.try_emplace("open", kMatrixOpen);
        params.try_emplace("extend", kMatrixExtend);
    }
}

void ScoringOptions::describe(Json& parameters) const {
    if (matrix_) {
        parameters["matrix"] = *matrix_;
    } else {
        parameters["match"] = match_.value_or(kMatch);
        parameters["mismatch"] = mismatch_.value_or(kMismatch);
    }
    parameters["reverse_complement"] = both_strands_;
}

std::string ScoringOptions::text() const {
    return fmt::format("{}{}{}", match_ ? fmt::format(" --match {}", *match_) : "",
                       mismatch_ ? fmt::format(" --mismatch {}", *mismatch_) : "",
                       matrix_ ? " --matrix " + shell_word(*matrix_) : "");
}

}  // namespace vkalgo::cli
