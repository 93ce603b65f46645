#pragma once

#include "algorithms/histogram/histogram_2d_call.hpp"
#include "cli/answer.hpp"
#include "engine/result.hpp"
#include "formats/writer.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// How a histogram of points is shown: as text, JSON and files.
namespace vkalgo::cli {

/// An edge as JSON; an infinite one as text.
Json edge_json(const ExactNumber& edge);
/// All edges of an axis.
Json edges_json(const AxisBins& axis);

/// Errors: invalid_argument: the first bin of an axis whose width, or one divided by it, is 0 or infinite.
Result<void> check_widths(const AxisBins& x, const AxisBins& y);

/// Returns each count divided by the widths of its bin and by the sum of all, as numpy.histogram2d does; NaN for each
/// bin if no point has one.
std::vector<double> densities(const Histogram2dResult& counted);

/// Puts counts, or sums of weights, into the answer. `density` is empty, or has one for each bin. `brief`: the text is
/// one line "x_bin y_bin count" for each bin that holds a point.
void describe_points(const Histogram2dResult& counted, std::span<const double> density, bool brief, Answer& answer);

/// Returns the histogram as an output: an array of x bins times y bins, of counters(), sums or densities; JSON; or rows
/// (x_bin,y_bin,x_low,x_high,y_low,y_high,count), with a density or a sum in place of the count. `counted` and
/// `density` outlive it.
OutputTable points_table(const Histogram2dResult& counted, std::span<const double> density, bool wide);

/// Where the result differs from what the processor finds; empty: nowhere. The spans are those of histogram_2d().
Result<std::string> points_difference(const Histogram2dResult& counted, std::span<const std::byte> x,
                                      std::span<const std::byte> y, const Histogram2dCallOptions& call);

/// What a call is going to do, line by line.
std::vector<std::string> plan_text(const Histogram2dCallPlan& call);

}  // namespace vkalgo::cli
