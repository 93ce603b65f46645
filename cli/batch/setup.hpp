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

/// Fills in `setup`, except its data: `common` and `second`. Errors: those of set_alignment() and best_of();
/// invalid_argument: the format of the output cannot hold the results, or --best has no use.
Result<void> prepare(const Session& session, const BatchJob& job, const std::vector<BatchFile>& files,
                     BatchSetup& setup);

/// Returns how much is read at once for `solvers` solvers. It is enough to fill a device. With several solvers it is
/// also so little that no solver works alone for long at the end. `bytes` is the size of the first file; 0: unknown.
BlockSize block_size(std::size_t solvers, std::uint64_t bytes);

}  // namespace vkalgo::cli
