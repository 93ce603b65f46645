#pragma once

#include "cli/batch/batch.hpp"

namespace vkalgo::cli {

/// Runs a batch. Errors: those of reading, solving and writing; after an error no output is left.
Result<Answer> run_batch(Session& session, const BatchJob& job);

}  // namespace vkalgo::cli
