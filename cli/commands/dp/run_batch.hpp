#pragma once

#include "cli/batch/batch.hpp"

namespace vkalgo::cli {

/// Runs a batch. Errors: those of reading, solving and writing; none leaves any output.
Result<Answer> run_batch(Session& session, const BatchJob& job);

}  // namespace vkalgo::cli
