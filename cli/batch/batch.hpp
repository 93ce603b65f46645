#pragma once

#include "algorithms/dp/batch.hpp"
#include "cli/answer.hpp"
#include "cli/batch/rows.hpp"
#include "cli/command.hpp"
#include "cli/dp/job.hpp"
#include "cli/dp/threshold.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// `vkalgo dp --batch FILE`: many problems of one recurrence, read, solved and told block by block.
namespace vkalgo::cli {

/// Which answers are better.
enum class Best : std::uint8_t { least, greatest };

/// The options of a batch.
struct BatchRequest {
    /// --batch; empty: none of this is wanted
    std::vector<std::string> files;
    bool all_pairs = false;
    std::optional<std::uint64_t> top;
    std::optional<ExactNumber> at_most, at_least;
    std::optional<std::string> best;
    /// "yes" or "no"; none: where mpirun or srun started several processes
    std::optional<std::string> mpi;

    void declare(Options& options);
    /// Those beyond the limits are left out. Errors: those of Threshold::check().
    Result<void> take(const Threshold& threshold);
    /// Errors: invalid_argument: options that need others, or --batch.
    Result<void> check() const;
    bool given() const { return !files.empty(); }
    /// Is each row of the first file put beside each of the second?
    bool pairs() const { return all_pairs || top.has_value(); }
    /// Are some of the pairs left out?
    bool chooses() const { return top || at_most || at_least; }
};

/// What runs a batch; solve_batch() but for tests.
using SolveBatch = std::function<Result<dp::BatchSolution>(const dp::Batch&, const dp::BatchOptions&)>;

/// Everything that a run needs.
struct BatchJob {
    const dp::Recurrence* recurrence = nullptr;
    BatchRequest request;
    /// INPUTs, --input, params, --n and --m
    InstanceRequest instance;
    /// inputs that other options made: of all problems. With InstanceRequest::scoring, `score` is made for each block.
    std::map<std::string, dp::InputArray, std::less<>> made = {};
    /// what letters of inputs stand for, where other options say it
    std::map<std::string, std::string, std::less<>> alphabets = {};
    InputSettings input;
    std::string method;
    bool solution = false;
    /// each x with y and with its reverse complement, the better one told; with InstanceRequest::scoring
    bool both_strands = false;
    std::optional<std::string> output;
    std::optional<double> timeout;
    /// for "parameters"
    Json parameters = Json::object();

    /// none: by the number of devices
    std::optional<BlockSize> block = {};
    /// empty: on the session's devices
    SolveBatch solve = {};
    /// that call `solve` at the same time, if it is given
    std::size_t solvers = 1;
    /// of each device; none: by the number of processors
    std::optional<std::size_t> threads = {};
};

/// What --method takes: the methods of batches, or of single runs.
std::vector<std::string> run_methods(bool of_batches);
/// Names that methods had in the release before, with those that they have now.
std::map<std::string, std::string> former_methods();

/// What the answers of a recurrence aim at, by --best, its goal, reduction, answer or cells. Errors: invalid_argument:
/// its file does not say.
Result<Best> best_of(const dp::RecurrenceHeader& header, const std::optional<std::string>& asked);

}  // namespace vkalgo::cli
