#pragma once

#include "algorithms/volume/box_count_call.hpp"
#include "algorithms/volume/box_fit.hpp"
#include "cli/answer.hpp"
#include "cli/formats.hpp"
#include "formats/bytes.hpp"
#include "formats/writer.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// The results of `vkalgo boxcount`, made from counts.
namespace vkalgo::cli {

/// Return the sides of the boxes, and the number of boxes of each side, as f64.
std::vector<double> box_sizes(const BoxCounts& counts);
std::vector<double> box_numbers(const BoxCounts& counts);

/// Returns the line fitted to the counts of the sizes from `low` to `high`; nullopt if fewer than two different sizes
/// have a count above 0.
std::optional<BoxFit> fit_of(const BoxCounts& counts, double low, double high);

/// Returns a row per size. Its fields are size, count and slope (to the next size), and, if they were asked for,
/// mean_count, grids, mean_mass, variance and lacunarity. A value that is not known is empty. `counts` must outlive the
/// result.
OutputTable boxes_table(const BoxCounts& counts, bool grids, bool lacunarity);

/// Plots counts against sizes on logarithmic axes, with the fitted line.
std::string boxes_plot(const BoxCounts& counts, const std::optional<BoxFit>& fit, double low, double high,
                       const std::string& title);

/// Counts the boxes of every grid again, one grid after another on the CPU, and compares the counts, their means and
/// the lacunarities.
Verification verify_boxes(const BoxCounts& counts, ElementType type, std::span<const std::byte> voxels,
                          const BoxCountCallOptions& options);
/// Counts the boxes of points again on the CPU, and compares the counts.
Verification verify_point_boxes(const BoxCounts& counts, const PointGrid& points);

}  // namespace vkalgo::cli
