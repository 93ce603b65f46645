#pragma once

#include "algorithms/dp/solve.hpp"
#include "cli/commands/dp/picture/plot_axis.hpp"
#include "cli/formats.hpp"
#include "formats/drawing/canvas.hpp"

#include <span>
#include <vector>

namespace vkalgo::cli {

/// Paints the solution_cells() of a solution on a plot of its table. With `framed` (for large cells), paints frames
/// around the cells, and lines between cells of a traceback that do not touch. Without `framed`, paints a line through
/// the cells of a traceback, or a dot per split.
void paint_path(Canvas& canvas, const PlotAxis& rows, const PlotAxis& columns, std::span<const dp::Cell> cells,
                bool traceback, bool framed);

/// Paints a red line with pale edges through points. Neighbouring points less than half a pixel apart count once. The
/// red line is `wide` pixels wide.
void paint_line(Canvas& canvas, std::vector<Point> points, double wide);

}  // namespace vkalgo::cli
