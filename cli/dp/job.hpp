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

/// What `vkalgo dp` is asked to solve: the recurrence, and the instance it is run on.
namespace vkalgo::cli {

/// The built-in of that name; see leave_out_scores(). Errors: invalid_argument, with the nearest name.
Result<dp::Recurrence> builtin_recurrence(const std::string& name);

/// The same of a user's file, whose modules are compiled on demand or taken from the cache of the user's folder.
/// Errors: those of reading it, of its header and of find_solution_kind(), at its own lines.
Result<dp::Recurrence> recurrence_from_file(const std::string& path);

/// What --check names: a built-in problem, else a file.
Result<dp::Recurrence> named_recurrence(const std::string& name_or_path);

/// Do the header's size expressions (rows, columns, lengths, answer, bound) use this name?
bool uses_name(const dp::RecurrenceHeader& header, std::string_view name);

/// Does an instance read from files need this size, n or m, besides?
bool files_need(const dp::RecurrenceHeader& header, std::string_view size);

/// What the command line says about the instance.
struct InstanceRequest {
    std::optional<std::uint64_t> n, m;
    std::uint64_t seed = 1;
    /// INPUTs
    std::vector<std::string> files;
    /// --input NAME=FILE
    std::map<std::string, std::string> inputs;
    std::map<std::string, dp::Number, std::less<>> params;
    /// of alignments: encodes x and y, and makes the input `score`
    Scoring* scoring = nullptr;

    bool has_files() const { return !files.empty() || !inputs.empty(); }
    /// What random inputs are drawn by; m is n where it is not given.
    dp::GeneratorOptions generator() const;
};

/// Takes the NAME=FILE of --input options. Errors: invalid_argument: another text, or a name twice.
Result<void> take_named_files(const std::vector<std::string>& texts, InstanceRequest& request);

/// An instance before its data: read from files already, or outlined and still to be drawn.
struct Draft {
    /// inputs that are still to be drawn have their count and no data
    dp::Instance instance;
    bool drawn = true;
};

/// Reads the files with `reader`, or outlines the random instance. Errors: invalid_argument: a file is missing, one too
/// many or one too few, --n where files are given, sizes and input options that nothing uses.
Result<Draft> draft_instance(const dp::Recurrence& recurrence, const InstanceRequest& request, InputReader& reader);

/// What the table of a draft will be, with nothing read from data that is not there yet. Errors: those of dp::shape_of,
/// and of dp::check_instance where the data is there.
Result<dp::Shape> draft_shape(const dp::Recurrence& recurrence, const Draft& draft, const dp::StageFunction& stage);

/// Draws what the draft of this request leaves open.
Result<dp::Instance> draw_instance(const dp::Recurrence& recurrence, const InstanceRequest& request, Draft draft);

}  // namespace vkalgo::cli
