#pragma once

#include "algorithms/terrain/drainage_call.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"
#include "formats/rasters/dem.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>

namespace vkalgo::cli {

/// The output files of the command `drainage`, and the options that name them.
struct DrainageOutputs {
    /// The codes in which directions are written and read: "esri" or "grass".
    std::string codes = "esri";
    std::optional<std::string> directions, accumulation, network, watersheds, filled, streams, picture;

    void declare(Options& options);
    /// Checks the paths. Errors: invalid_argument: an output that cannot be written in its format, that is one of the
    /// files in `read`, or that is another output too.
    Result<void> check(const Session& session, std::span<const std::string> read) const;
    bool want_network() const { return network || streams || picture; }
    /// Adds the files to the answer. `has_heights`: the DEM holds heights, not given directions. Calls `warn` if a
    /// format cannot store a part of the DEM's georeference, or if the coordinates of --streams cannot be converted.
    /// Errors: those of the encoders.
    Result<void> write(const Dem& dem, const Drainage& drained, bool has_heights,
                       const std::function<void(const std::string&)>& warn, Answer& answer) const;
};

}  // namespace vkalgo::cli
