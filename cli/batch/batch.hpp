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
#include <utility>
#include <vector>

/// `vkalgo dp --batch FILE`: many problems of one recurrence, read, solved and printed block by block.
namespace vkalgo::cli {

/// Which answers are better.
enum class Best : std::uint8_t { least, greatest };

/// The options of a batch.
struct BatchRequest {
    /// The files of --batch; empty if the run is not a batch.
    std::vector<std::string> files;
    bool all_pairs = false;
    std::optional<std::uint64_t> top;
    std::optional<ExactNumber> at_most, at_least;
    std::optional<std::string> best;
    /// "yes" or "no". If not set: yes if mpirun or srun started several processes.
    std::optional<std::string> mpi;

    void declare(Options& options);
    /// Takes the limits of answers from `threshold`. Problems whose answers are beyond the limits are left out of the
    /// output. Errors: those of Threshold::check().
    Result<void> take(const Threshold& threshold);
    /// Checks the options. Errors: invalid_argument: an option lacks another option that it needs; --all-pairs or --top
    /// without exactly two --batch files.
    Result<void> check() const;
    /// Refuses options that only single problems have. `others` has such options, each with whether it is given.
    /// `drawing` has the names of the given options about the table and about pictures.
    Result<void> check_beside(const std::vector<std::pair<bool, const char*>>& others,
                              const std::vector<std::string>& drawing) const;
    bool given() const { return !files.empty(); }
    /// Returns whether each row of the first file is paired with each row of the second.
    bool pairs() const { return all_pairs || top.has_value(); }
    /// Returns whether problems may be left out of the output.
    bool chooses() const { return top || at_most || at_least; }
};

/// A function that solves a batch: BatchSolver::solve() of a device, or a replacement in tests.
using SolveBatch = std::function<Result<dp::BatchSolution>(const dp::Batch&, const dp::BatchOptions&)>;

/// Everything that run_batch() needs, except the session.
struct BatchJob {
    const dp::Recurrence* recurrence = nullptr;
    BatchRequest request;
    /// INPUTs, --input, params, --n and --m.
    InstanceRequest instance;
    /// Inputs that other options made, shared by all problems. With InstanceRequest::scoring, each block replaces
    /// `score` by the scores of its own alphabet.
    std::map<std::string, dp::InputArray, std::less<>> made = {};
    /// The letters that the indices in an input stand for, by the input's name, if other options define them.
    std::map<std::string, std::string, std::less<>> alphabets = {};
    InputSettings input;
    std::string method;
    bool solution = false;
    /// Whether each x is aligned with y and with y's reverse complement. The better alignment is printed. Needs
    /// InstanceRequest::scoring.
    bool both_strands = false;
    std::optional<std::string> output;
    std::optional<double> timeout;
    /// For "parameters" in the answer.
    Json parameters = Json::object();

    /// How much of the first file is read at once. `block.records` is also the largest number of pairs per task. If not
    /// set, the block follows from the number of solvers and the size of the first file.
    std::optional<BlockSize> block = {};
    /// The function that solves. If empty, the session's devices solve.
    SolveBatch solve = {};
    /// The number of threads that call `solve` at the same time, if `solve` is given.
    std::size_t solvers = 1;
    /// The number of threads per device. If not set, it follows from the numbers of CPU cores and of devices. With
    /// `solve`, --verify or --repeat, it is 1.
    std::optional<std::size_t> threads = {};
};

/// Returns the values of --method: the methods of batches or of single runs.
std::vector<std::string> run_methods(bool of_batches);
/// Returns the names that methods had in the previous release, with their present names.
std::map<std::string, std::string> former_methods();

/// Returns which answers of a recurrence are better. The first of these that says so decides: --best, the goal of the
/// recurrence, its reduction, its answer (min or max), its bit-parallel cells, takes_scores(). Errors:
/// invalid_argument: none of them says so.
Result<Best> best_of(const dp::RecurrenceHeader& header, const std::optional<std::string>& asked);

}  // namespace vkalgo::cli
