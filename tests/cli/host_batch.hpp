#pragma once

#include "cli/batch/batch.hpp"
#include "cli/commands/dp/run_batch.hpp"
#include "tests/cli/batch_on_host.hpp"
#include "tests/cli/process.hpp"

#include <string>
#include <utility>
#include <vector>

namespace vkalgo::cli::test {

/// A batch of edit distances that are computed on the host.
class HostBatch {
public:
    explicit HostBatch(std::vector<std::string> files) {
        job.recurrence = &recurrence_;
        job.request.files = std::move(files);
        job.solve = edit_on_host;
        job.block = BlockSize{3, 1000};
        job.parameters["problem"] = "edit-distance";
    }

    /// Runs the batch into `output` and returns its content.
    Result<std::string> run(const std::string& output) {
        job.output = output;
        Session session(globals, reporter_);
        VKALGO_TRY(Answer answer, run_batch(session, job));
        VKALGO_CHECK(answer.files.at(0).deliver());
        result = answer.result;
        return content_of(output);
    }
    /// Runs the batch with --json and without an output file. Not after run(output).
    Result<Json> run() {
        globals.json = true;
        Session session(globals, reporter_);
        VKALGO_TRY(const Answer answer, run_batch(session, job));
        return answer.result;
    }

    BatchJob job;
    Globals globals;
    Json result;

private:
    dp::Recurrence recurrence_ = *builtin_recurrence("edit-distance");
    Reporter reporter_{{.quiet = true}};
};

}  // namespace vkalgo::cli::test
