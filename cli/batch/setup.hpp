#pragma once

#include "cli/batch/rows.hpp"
#include "cli/batch/task.hpp"
#include "cli/command.hpp"
#include "engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// What is to be known about a --batch file to tell of its rows.
struct BatchFile {
    bool has_names = false;
    /// in the order of its columns
    std::vector<std::string> inputs;
};

BatchFile file_of(const RowReader& reader);

/// Fills in all but the data. Errors: invalid_argument: answers that --best must be given for; what SAM cannot say.
Result<void> prepare(const Session& session, const BatchJob& job, const std::vector<BatchFile>& files,
                     BatchSetup& setup);

/// How much is read at once for so many solvers: as much as fills a device, and where there are several, so little that
/// each has its share of `bytes` (0: not known) to the end.
BlockSize block_size(std::size_t solvers, std::uint64_t bytes);

}  // namespace vkalgo::cli
