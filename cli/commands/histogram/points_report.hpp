#pragma once

#include "algorithms/histogram/histogram_2d_call.hpp"
#include "cli/answer.hpp"
#include "engine/result.hpp"
#include "formats/writer.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// The output of a histogram of points: text, JSON and files.
namespace vkalgo::cli {

/// Returns an edge as JSON; an infinite edge becomes a string.
Json edge_json(const ExactNumber& edge);
/// Returns all edges of an axis.
Json edges_json(const AxisBins& axis);

/// Checks the widths of the bins. Errors: invalid_argument: a bin of an axis whose width w, or whose 1 / w, is
/// infinite; the message names the first such bin.
Result<void> check_widths(const AxisBins& x, const AxisBins& y);

/// Returns each count divided by the two widths of its bin and by the sum of all counts, as numpy.histogram2d does. All
/// are NaN if no point has a bin.
std::vector<double> densities(const Histogram2dResult& counted);

/// Adds counts, or sums of weights, to the answer. `density` is empty, or has one number per bin. `brief`: the text is
/// one line "x_bin y_bin count" for each bin that holds a point, with the density instead of the count if there is one;
/// with weights, one line "x_bin y_bin sum" for every bin.
void describe_points(const Histogram2dResult& counted, std::span<const double> density, bool brief, Answer& answer);

/// Returns the histogram as an output: an array of x bins times y bins, of counters(), sums or densities; JSON; or rows
/// (x_bin,y_bin,x_low,x_high,y_low,y_high,count), with a density or a sum instead of the count. `counted` and `density`
/// must outlive the output.
OutputTable points_table(const Histogram2dResult& counted, std::span<const double> density, bool wide);

/// Describes where the result differs from the CPU's; empty if it does not differ. The spans are those of
/// histogram_2d().
Result<std::string> points_difference(const Histogram2dResult& counted, std::span<const std::byte> x,
                                      std::span<const std::byte> y, const Histogram2dCallOptions& call);

/// Returns a description of the call's plan in lines.
std::vector<std::string> plan_text(const Histogram2dCallPlan& call);

}  // namespace vkalgo::cli
