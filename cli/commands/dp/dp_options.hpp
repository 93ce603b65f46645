#pragma once

#include "algorithms/dp/recurrence.hpp"
#include "algorithms/dp/solve.hpp"
#include "cli/batch/batch.hpp"
#include "cli/command.hpp"
#include "cli/commands/dp/alignment_job.hpp"
#include "cli/commands/dp/picture/picture_options.hpp"
#include "cli/commands/dp/table_options.hpp"
#include "cli/dp/describe.hpp"
#include "cli/dp/job.hpp"
#include "cli/dp/threshold.hpp"
#include "cli/input_options.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// The options of `vkalgo dp`, and the rules for which of them exclude each other. The class of the command derives
/// from this class.
class DpOptions {
protected:
    /// Declares all options, those for the params of the recurrence too. Errors: those of declare_params().
    Result<void> declare(Options& options);
    /// Refuses options that --list and --check do not take, because these two solve nothing. With --check, INPUTs,
    /// sizes, params and --pattern are allowed.
    Result<void> refuse_besides(const Globals& globals) const;
    /// Refuses options that --new does not take.
    Result<void> refuse_beside_new(const Globals& globals) const;
    /// Refuses options of a run together with --dots-only, which solves nothing.
    Result<void> refuse_beside_dots(const Globals& globals) const;
    /// Returns whether an option is given that only runs take.
    bool solves(const Globals& globals) const;
    /// Returns whether --input, --n, --m or one of the InputOptions is given.
    bool has_sizes_or_names() const;
    /// Takes --seed. Errors: invalid_argument: --seed is given, but no input is random.
    Result<void> take_seed();
    /// Returns the files that are read: INPUTs, `file`, and those of --input, --resume and --matrix.
    std::vector<std::string> input_paths(const std::optional<std::string>& file) const;
    /// Checks that outputs replace neither inputs nor each other.
    Result<void> check_outputs() const;
    /// Returns the stages of --pattern, or the recurrence's own.
    dp::StageFunction chosen_stage(const dp::RecurrenceHeader& header) const;
    /// Returns what the run must keep: the table for --table, --show and --picture; the solution for --solution,
    /// --output, --show and, without --to-stage, --picture. Errors: invalid_argument: the recurrence has no solution
    /// for --solution or --output.
    Result<dp::Keep> wanted() const;
    /// Returns what describe() prints, and how.
    Shown shown(const Session& session) const;
    /// Returns what the options chose, for "parameters" in the JSON: the recurrence, --pattern, --method and the
    /// scores.
    Json parameters() const;

    std::optional<std::string> problem_, file_, pattern_, method_, recover_, check_, graph_, output_, new_,
        write_inputs_;
    std::optional<double> timeout_;
    std::vector<std::string> named_files_;
    std::optional<std::uint64_t> seed_;
    InstanceRequest request_;
    BatchRequest batch_;
    InputOptions input_options_;
    TableOptions table_;
    Threshold threshold_;
    AlignmentJob alignment_;
    PictureOptions pictures_;
    bool solution_ = false, show_ = false, list_ = false;
    std::optional<dp::Recurrence> recurrence_;

private:
    /// Reads the recurrence before the command line is parsed, since its params are options too, and declares these
    /// options. Errors: those of reading the recurrence and of declare_param_options(); invalid_argument: both
    /// --problem and --recurrence are given.
    Result<void> declare_params(Options& options);
};

}  // namespace vkalgo::cli
