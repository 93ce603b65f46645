#pragma once

#include "algorithms/dp/instance/random_instance.hpp"
#include "algorithms/dp/recurrence.hpp"
#include "algorithms/dp/solve.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/reader.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vkalgo {
class Scoring;
}

/// What `vkalgo dp` solves: the recurrence, and the instance on which it runs.
namespace vkalgo::cli {

/// Returns the built-in recurrence of that name. If the recurrence takes scores, leave_out_scores() was applied to it.
/// Errors: invalid_argument, with the nearest name.
Result<dp::Recurrence> builtin_recurrence(const std::string& name);

/// Reads a user's recurrence. If the recurrence takes scores, applies leave_out_scores() to it. Its modules are
/// compiled when needed, or taken from the cache in the user's folder. Errors: those of reading the file, of its header
/// and of find_solution_kind(), with its lines.
Result<dp::Recurrence> recurrence_from_file(const std::string& path);

/// Returns the recurrence that --check or --list names: a built-in problem if there is one with this name, else a file.
Result<dp::Recurrence> named_recurrence(const std::string& name_or_path);

/// Returns whether the header's size expressions (rows, columns, extents, lengths, answer, bound) or the ranges of its
/// params use this name.
bool uses_name(const dp::RecurrenceHeader& header, std::string_view name);

/// Returns whether an instance read from files also needs this size, n or m.
bool files_need(const dp::RecurrenceHeader& header, std::string_view size);

/// What the command line says about the instance.
struct InstanceRequest {
    std::optional<std::uint64_t> n, m;
    std::uint64_t seed = 1;
    /// The INPUTs.
    std::vector<std::string> files;
    /// --input NAME=FILE.
    std::map<std::string, std::string> inputs;
    std::map<std::string, dp::Number, std::less<>> params;
    /// For alignments: encodes x and y, and makes the input `score`.
    Scoring* scoring = nullptr;

    bool has_files() const { return !files.empty() || !inputs.empty(); }
    /// Returns whether the given params, at least one, define the whole instance: the recurrence has no inputs, needs
    /// neither n nor m, and has defaults for all other params.
    bool params_suffice(const dp::RecurrenceHeader& header) const;
    /// Returns the options for random inputs. m is n if it is not given.
    dp::GeneratorOptions generator() const;
};

/// Takes the NAME=FILE of --input options. Errors: invalid_argument: another form, or a name given twice.
Result<void> take_named_files(const std::vector<std::string>& texts, InstanceRequest& request);

/// An instance before it has all its data. It was read from files, or it is outlined and its inputs are still to be
/// drawn.
struct Draft {
    /// Inputs that are still to be drawn have a count and no data.
    dp::Instance instance;
    bool drawn = true;
};

/// Reads the files with `reader`, or outlines the random instance. Errors: invalid_argument: a file is missing, too
/// many or too few files, --n with files, sizes and input options that nothing uses; too_large: a size is 2^61 or more,
/// or random inputs exceed half of the memory of the host.
Result<Draft> draft_instance(const dp::Recurrence& recurrence, const InstanceRequest& request, InputReader& reader);

/// Returns the shape of a draft's table. Data that does not exist yet is not read. Errors: those of dp::shape_of; those
/// of dp::check_instance if the data exists.
Result<dp::Shape> draft_shape(const dp::Recurrence& recurrence, const Draft& draft, const dp::StageFunction& stage);

/// Draws the inputs that the draft of this request lacks.
Result<dp::Instance> draw_instance(const dp::Recurrence& recurrence, const InstanceRequest& request, Draft draft);

}  // namespace vkalgo::cli
