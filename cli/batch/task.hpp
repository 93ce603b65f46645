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

/// How a batch is divided into tasks. Each task is solved by one device.
namespace vkalgo::cli {

/// The data that stays the same while a batch runs. All threads share it, and each process has a copy.
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
        /// Solve and format the problems. If problems are chosen and are not pairs, only the chosen problems are
        /// formatted.
        solve,
        /// Solve pairs, and return in `kept` the pairs that may be printed.
        choose,
        /// Solve the pairs in `kept` again, with their solutions, and format them.
        solve_kept,
    } kind = Kind::solve;
    /// The number of the task among all tasks, from 0.
    std::uint64_t number = 0;
    /// One per file, except the second file of pairs.
    RowSet rows;
    /// The task uses rows [row, row + count) of `rows`.
    std::size_t row = 0, count = 0;
    /// For pairs: the task uses rows [column, column + columns) of the second file.
    std::size_t column = 0, columns = 0;
    /// The number of the task's first problem, from 0. For `solve_kept` it is the number among the problems that are
    /// printed.
    std::uint64_t first = 0;
    /// The problems that are kept, named by rows of `rows` and of the second file.
    std::vector<KeptProblem> kept;
    /// For `choose`: whether it is the last task of these rows.
    bool ends_rows = false;
    /// For `solve` and `solve_kept`: the position in the output.
    std::shared_ptr<Slot> slot;
    /// The bytes of input that the task stands for in the progress bar.
    double weight = 0;
};

/// What one device did.
struct DeviceShare {
    /// The rank and the host of the device's process. If there is only one process, they are 0 and empty.
    int rank = 0;
    std::string host;
    /// The device's title: "device 0 (NAME)".
    std::string device;
    std::uint64_t tasks = 0, problems = 0;
    double cells = 0;
    /// Sums over the device's tasks, one per timed run. Without timed runs, one sum.
    std::vector<double> gpu_milliseconds;
    /// The time in which the device had a task.
    double busy_milliseconds = 0;
    double upload_milliseconds = 0, download_milliseconds = 0;
    std::uint64_t device_bytes = 0, scratch_bytes = 0;
    /// The number of the device's last task.
    std::uint64_t last_task = 0;
    std::string method, plan_summary;
    /// For --verify: the number of problems compared, and the first problem that differed. Problems that were kept and
    /// solved once more for their solutions are counted separately.
    std::uint64_t compared = 0, kept = 0, compared_kept = 0, differs_at = 0;
    std::string difference;
    /// Not sent to the first process.
    std::vector<SpanTime> spans;

    /// Adds what another thread did on the same device. Does not add the busy time, which is that of the device and so
    /// the same for both threads.
    void add(const DeviceShare& other);
};

}  // namespace vkalgo::cli
