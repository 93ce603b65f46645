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

/// The properties of a --batch file that printing its rows needs.
struct BatchFile {
    /// The file's name in messages.
    std::string name;
    bool has_names = false;
    /// The names of the file's inputs, in the order of its columns.
    std::vector<std::string> inputs;
};

BatchFile file_of(const RowReader& reader);

/// Fills in everything except the data. Errors: invalid_argument: --best is missing; SAM cannot hold the output.
Result<void> prepare(const Session& session, const BatchJob& job, const std::vector<BatchFile>& files,
                     BatchSetup& setup);

/// Returns how much is read at once for `solvers` solvers. It is enough to fill a device. With several solvers it is
/// also so little that each solver has its share of `bytes` (0: unknown) until the end.
BlockSize block_size(std::size_t solvers, std::uint64_t bytes);

}  // namespace vkalgo::cli
