#include "cli/commands/dp/alignment_job.hpp"

#include "algorithms/alignment/strands.hpp"
#include "cli/advice.hpp"
#include "cli/command.hpp"
#include "cli/commands/dp/run_batch.hpp"
#include "cli/dp/describe.hpp"
#include "cli/dp/report.hpp"
#include "support/bad_usage.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace vkalgo::cli {
void AlignmentJob::declare(Options& options, const dp::RecurrenceHeader& header) {
    if (takes_scores(header)) {
        options_.declare(options, header.problem);
    }
}

Result<void> AlignmentJob::take(const dp::Recurrence& recurrence, InstanceRequest& request) {
    if (!takes_scores(recurrence.header())) {
        return {};
    }
    if (request.inputs.contains("score")) {
        return options_.given() ? bad_usage(
                                      "--input score=FILE gives the scores itself; leave it out, or leave out "
                                      "--match, --mismatch, --matrix and --reverse-complement")
                                : Result<void>();
    }
    if (request.params.contains("alphabet")) {
        return bad_usage(
            "--alphabet needs --input score=FILE; leave --alphabet out, so that it follows from the letters");
    }
    VKALGO_TRY(scoring_, options_.scoring());
    options_.set_gap_costs(request.params);
    request.scoring = &*scoring_;
    return {};
}

Result<Draft> AlignmentJob::draft(const Session& session, const dp::Recurrence& recurrence,
                                  const InstanceRequest& request, InputReader& reader) const {
    VKALGO_TRY(Draft draft, draft_instance(recurrence, request, reader));
    warn(session);
    return draft;
}

Result<dp::Solution> AlignmentJob::solve(const SolveTable& solve, const dp::Recurrence& recurrence,
                                         dp::Instance& instance) {
    if (!options_.both_strands() || !scoring_) {
        return solve(recurrence, instance);
    }
    VKALGO_TRY(Strands strands, solve_strands(solve, recurrence, instance, scoring_->alphabet()));
    reverse_strand_ = strands.reverse_strand;
    return std::move(strands.solution);
}

Result<Answer> AlignmentJob::run_batch(Session& session, const dp::Recurrence& recurrence, BatchJob& job) {
    // If an INPUT has the name of `score`, it means --input score=FILE.
    const auto score = std::find_if(job.instance.files.begin(), job.instance.files.end(), [](const std::string& file) {
        return std::filesystem::path(file).filename().string().starts_with("score.");
    });
    if (takes_scores(recurrence.header()) && score != job.instance.files.end() &&
        job.instance.inputs.emplace("score", *score).second) {
        job.instance.files.erase(score);
    }
    VKALGO_CHECK(take(recurrence, job.instance));
    if (scoring_) {
        job.made["score"] = scoring_->scores();
        job.both_strands = options_.both_strands();
        describe(job.parameters);
    }
    for (const dp::ParamDeclaration& param : recurrence.header().params) {
        if (scoring_ && param.name == "alphabet") {  // The alphabet follows from the letters
            continue;
        }
        const auto given = job.instance.params.find(param.name);
        if (given != job.instance.params.end() || param.fallback) {
            job.parameters[param.name] =
                number_json(given != job.instance.params.end() ? given->second : *param.fallback, param.type);
        }
    }
    VKALGO_TRY(Answer answer, cli::run_batch(session, job));
    warn(session);
    return answer;
}

void AlignmentJob::warn(const Session& session) const {
    for (const std::string& notice : scoring_ ? scoring_->notices("x", "y") : std::vector<std::string>{}) {
        session.reporter().warn(with_options(notice));
    }
}

void AlignmentJob::describe(Json& parameters) const {
    if (scoring_) {
        options_.describe(parameters);
    }
}

}  // namespace vkalgo::cli
