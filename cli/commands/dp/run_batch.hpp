#pragma once

#include "cli/batch/batch.hpp"

namespace vkalgo::cli {

/// Errors: those of reading, solving and writing; each leaves no output.
Result<Answer> run_batch(Session& session, const BatchJob& job);

}  // namespace vkalgo::cli
