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

/// How a batch is shared out: into tasks, each of which one device solves by itself.
namespace vkalgo::cli {

/// What does not change while a batch runs, and is the same for all that work on it.
struct BatchSetup {
    const BatchJob* job = nullptr;
    OutputFormat output_format;
    /// inputs of all problems
    std::map<std::string, dp::InputArray, std::less<>> common;
    /// of pairs: the second file, whole
    std::shared_ptr<const Rows> second;
    bool verify = false;
    /// --memory, of each device; 0: no limit
    std::uint64_t memory = 0;
    /// --repeat; 0: no timed runs
    std::uint64_t repeat = 0;
};

/// Where an output belongs; see Formatter.
struct Slot;

/// A part of a batch.
struct Task {
    enum class Kind : std::uint8_t {
        /// Solve and format; where problems are chosen and are no pairs, only those.
        solve,
        /// solve pairs and give back those that may be told, in `kept`
        choose,
        /// solve the pairs in `kept` once more, with their solutions, and tell them
        solve_kept,
    } kind = Kind::solve;
    /// counts all tasks
    std::uint64_t number = 0;
    /// of each file, but for the second file of pairs
    RowSet rows;
    /// of those, [row, row + count)
    std::size_t row = 0, count = 0;
    /// of pairs: the second file's [column, column + columns)
    std::size_t column = 0, columns = 0;
    /// the number of its first problem, from 0; of `solve_kept`, among those that are told
    std::uint64_t first = 0;
    /// by rows of `rows` and of the second file
    std::vector<KeptProblem> kept;
    /// choose: nothing more comes of these rows
    bool ends_rows = false;
    /// solve, solve_kept: where the output goes
    std::shared_ptr<Slot> slot;
    /// bytes of the input that it stands for, for a progress bar
    double weight = 0;
};

/// What one device did.
struct DeviceShare {
    /// of the process, where there are several, and its host
    int rank = 0;
    std::string host;
    /// as it is called: "device 0 (NAME)"
    std::string device;
    std::uint64_t tasks = 0, problems = 0;
    double cells = 0;
    /// of each timed run
    std::vector<double> gpu_milliseconds;
    /// in which it had a task
    double busy_milliseconds = 0;
    double upload_milliseconds = 0, download_milliseconds = 0;
    std::uint64_t device_bytes = 0, scratch_bytes = 0;
    /// of its last task
    std::uint64_t last_task = 0;
    std::string method, plan_summary;
    /// --verify: how many problems, and the first that differed
    std::uint64_t compared = 0, differs_at = 0;
    std::string difference;
    /// not sent to other processes
    std::vector<SpanTime> spans;

    /// Adds what another thread did on the same device; the time with a task is that of both already.
    void add(const DeviceShare& other);
};

}  // namespace vkalgo::cli
