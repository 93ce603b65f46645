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

/// What the command `histogram` makes of the counts: its group of options, text, JSON, files and the plot.
namespace vkalgo::cli {

class HistogramOutput {
public:
    void declare(Options& options);

    /// Before anything is read. `read`: the files that will be. Errors: invalid_argument: outputs that do not go
    /// together, with what is read, or with bins between --edges.
    Result<void> check(const Session& session, std::span<const std::string> read, bool has_edges) const;
    /// Refuses what histograms of points do not have.
    Result<void> check_points() const;
    /// Refuses what sums of f32 have no use for.
    Result<void> check_sums() const;
    /// Refuses bins in which --density is infinite or 0 whatever is counted. Errors: those of rule_of.
    Result<void> check_bins(const HistogramOptions& options) const;
    /// Refuses the same of points.
    Result<void> check_bins(const AxisBins& x, const AxisBins& y) const;
    /// Refuses counts that do not fit --counters 32.
    Result<void> check_counters(std::span<const std::uint64_t> counts) const;

    bool plots() const { return plot_.has_value(); }
    bool has_density() const { return density_; }

    /// `what` was counted, for the title of the plot.
    void describe(const Session& session, const HistogramResult& result, const std::string& what, Answer& answer) const;
    void describe(const Session& session, const Histogram2dResult& result, Answer& answer) const;

private:
    FractionOptions fractions_;
    std::optional<std::string> output_, counters_, plot_;
    bool density_ = false;
};

}  // namespace vkalgo::cli
