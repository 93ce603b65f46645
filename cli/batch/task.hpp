#pragma once

#include "cli/batch/batch.hpp"
#include "cli/batch/chooser.hpp"
#include "cli/batch/feed.hpp"
#include "cli/batch/solved.hpp"
#include "engine/call.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// How a batch is divided: into tasks, each of which one device solves by itself.
namespace vkalgo::cli {

/// What does not change while a batch runs and is shared by all threads and processes.
struct BatchSetup {
    const BatchJob* job = nullptr;
    OutputFormat output_format;
    /// Inputs that all problems share.
    std::map<std::string, dp::InputArray, std::less<>> common;
    /// For pairs: the whole second file.
    std::shared_ptr<const Rows> second;
    bool verify = false;
    /// --memory, per device; 0: no limit.
    std::uint64_t memory = 0;
    /// --repeat; 0: no timed runs.
    std::uint64_t repeat = 0;
};

/// A position in the output; see Formatter.
struct Slot;

/// A part of a batch.
struct Task {
    enum class Kind : std::uint8_t {
        /// Solve and format. If problems are chosen and are not pairs, format only the chosen ones.
        solve,
        /// Solve pairs and return those that may be printed in `kept`.
        choose,
        /// Solve the pairs in `kept` again, with their solutions, and format them.
        solve_kept,
    } kind = Kind::solve;
    /// Counts all tasks.
    std::uint64_t number = 0;
    /// One per file, except the second file of pairs.
    RowSet rows;
    /// The task uses rows [row, row + count) of them.
    std::size_t row = 0, count = 0;
    /// For pairs: the task uses rows [column, column + columns) of the second file.
    std::size_t column = 0, columns = 0;
    /// The number of its first problem, from 0; for `solve_kept`, among the problems that are printed.
    std::uint64_t first = 0;
    /// By rows of `rows` and of the second file.
    std::vector<KeptProblem> kept;
    /// For `choose`: whether it is the last task of these rows.
    bool ends_rows = false;
    /// For `solve` and `solve_kept`: the position of the output.
    std::shared_ptr<Slot> slot;
    /// The bytes of input that it represents, for a progress bar.
    double weight = 0;
};

/// What one device did.
struct DeviceShare {
    /// The rank of its process, if there are several, and its host.
    int rank = 0;
    std::string host;
    /// Its title: "device 0 (NAME)".
    std::string device;
    std::uint64_t tasks = 0, problems = 0;
    double cells = 0;
    /// One per timed run.
    std::vector<double> gpu_milliseconds;
    /// The time in which it had a task.
    double busy_milliseconds = 0;
    double upload_milliseconds = 0, download_milliseconds = 0;
    std::uint64_t device_bytes = 0, scratch_bytes = 0;
    /// Those of its last task.
    std::uint64_t last_task = 0;
    std::string method, plan_summary;
    /// For --verify: the number of problems compared, and the first that differed. Problems that were kept and solved
    /// once more for their solutions are counted apart.
    std::uint64_t compared = 0, kept = 0, compared_kept = 0, differs_at = 0;
    std::string difference;
    /// Not sent to other processes.
    std::vector<SpanTime> spans;

    /// Adds what another thread did on the same device. Both threads have the same busy time already.
    void add(const DeviceShare& other);
};

}  // namespace vkalgo::cli
