#pragma once

#include "algorithms/histogram/histogram_2d_call.hpp"
#include "algorithms/histogram/histogram_call.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/commands/histogram/fractions.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

/// The outputs of the command `histogram`: its group of options, text, JSON, files and the plot.
namespace vkalgo::cli {

class HistogramOutput {
public:
    void declare(Options& options);

    /// Checks the options before anything is read. `read` has the files that will be read. Errors: invalid_argument:
    /// outputs that exclude each other, cannot be written, replace a file that is read, or do not go with --edges.
    Result<void> check(const Session& session, std::span<const std::string> read, bool has_edges) const;
    /// Refuses options that histograms of points do not have.
    Result<void> check_points() const;
    /// Refuses options that sums of f32 do not have.
    Result<void> check_sums() const;
    /// Refuses bins whose density is infinite or 0 whatever is counted. Errors: those of rule_of and check_widths.
    Result<void> check_bins(const HistogramOptions& options) const;
    /// Does the same for points.
    Result<void> check_bins(const AxisBins& x, const AxisBins& y) const;
    /// Refuses counts that do not fit --counters 32.
    Result<void> check_counters(std::span<const std::uint64_t> counts) const;

    bool plots() const { return plot_.has_value(); }
    bool has_density() const { return density_; }

    /// Describes the result in the answer. `what` names what was counted, for the title of the plot.
    void describe(const Session& session, const HistogramResult& result, const std::string& what, Answer& answer) const;
    void describe(const Session& session, const Histogram2dResult& result, Answer& answer) const;

private:
    FractionOptions fractions_;
    std::optional<std::string> output_, counters_, plot_;
    bool density_ = false;
};

}  // namespace vkalgo::cli
