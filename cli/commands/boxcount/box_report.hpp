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

/// What `vkalgo boxcount` makes of counts.
namespace vkalgo::cli {

/// The sides of boxes, and their counts, as numbers.
std::vector<double> box_sizes(const BoxCounts& counts);
std::vector<double> box_numbers(const BoxCounts& counts);

/// The line through the counts of the sizes from `low` to `high`; none where they are too few.
std::optional<BoxFit> fit_of(const BoxCounts& counts, double low, double high);

/// Returns a row per size: size, count, slope (to the next size), and mean_count, grids, mean_mass, variance,
/// lacunarity if they were asked for. A value that is not known is empty. `counts` outlives it.
OutputTable boxes_table(const BoxCounts& counts, bool grids, bool lacunarity);

/// Counts against sizes on axes of powers of ten, and the line.
std::string boxes_plot(const BoxCounts& counts, const std::optional<BoxFit>& fit, double low, double high,
                       const std::string& title);

/// Counts again, box by box on the processor, of every grid.
Verification verify_boxes(const BoxCounts& counts, ElementType type, std::span<const std::byte> voxels,
                          const BoxCountCallOptions& options);
/// The same of points.
Verification verify_point_boxes(const BoxCounts& counts, const PointGrid& points);

}  // namespace vkalgo::cli
