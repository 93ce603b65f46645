#pragma once

#include "algorithms/dp/solve.hpp"
#include "cli/commands/dp/picture/plot_axis.hpp"
#include "cli/formats.hpp"
#include "formats/drawing/canvas.hpp"

#include <span>
#include <vector>

namespace vkalgo::cli {

/// The solution_cells() on a plot of its table: frames where cells are large, with lines between those of a traceback
/// that do not touch (`framed`), else a line through the cells of a traceback, or a dot for each split.
void paint_path(Canvas& canvas, const PlotAxis& rows, const PlotAxis& columns, std::span<const dp::Cell> cells,
                bool traceback, bool framed);

/// A red line with pale sides through points, those on one pixel once.
void paint_line(Canvas& canvas, std::vector<Point> points, double wide);

}  // namespace vkalgo::cli
