#pragma once

#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/commands/histogram/bins.hpp"
#include "cli/commands/histogram/groups.hpp"
#include "cli/commands/histogram/output.hpp"
#include "cli/input_options.hpp"
#include "cli/random_input.hpp"
#include "engine/result.hpp"

#include <optional>
#include <string>
#include <vector>

/// The command `histogram` for points with two coordinates.
namespace vkalgo::cli {

/// The options of the command. Options that do not apply to points are not given.
struct PointSettings {
    const InputOptions& input;
    const RandomInput& random;
    const BinOptions& bins;
    const HistogramOutput& output;
    /// One file, or no file for random points.
    const std::vector<std::string>& inputs;
    const std::optional<std::string>& type;
    const std::string& method;
};

/// Reads the points and counts them; `groups` reads the weights. Errors: those of the reader and of histogram_2d();
/// invalid_argument (an input without two coordinates per point).
Result<Answer> count_points(Session& session, const PointSettings& settings, GroupOptions& groups);

}  // namespace vkalgo::cli
