#include "cli/commands/dp/picture/path_painter.hpp"

#include "formats/drawing/colours.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

namespace vkalgo::cli {
namespace {

/// The least size of a cell, in pixels, at which a pale frame is drawn inside its red frame.
constexpr double kRoomy = 30;

/// Draws a line between the middles of two cells, without the parts inside these cells.
void connect(Canvas& canvas, Point from, Point to, double half_wide, double half_high) {
    const double x = to.x - from.x, y = to.y - from.y;
    const double inside = std::min(x == 0 ? 1 : half_wide / std::abs(x), y == 0 ? 1 : half_high / std::abs(y));
    if (inside >= 0.49) {
        return;  // The cells touch
    }
    const Point ends[] = {{from.x + x * inside, from.y + y * inside}, {to.x - x * inside, to.y - y * inside}};
    canvas.line(ends, 1.6, kPath);
}

}  // namespace

void paint_line(Canvas& canvas, std::vector<Point> points, double wide) {
    const auto same = [](Point a, Point b) { return std::abs(a.x - b.x) < 0.5 && std::abs(a.y - b.y) < 0.5; };
    points.erase(std::unique(points.begin(), points.end(), same), points.end());
    canvas.line(points, wide + std::min(2.0, wide), kGround);
    canvas.line(points, wide, kPath);
}

void paint_path(Canvas& canvas, const PlotAxis& rows, const PlotAxis& columns, std::span<const dp::Cell> cells,
                bool traceback, bool framed) {
    if (cells.empty()) {
        return;
    }
    std::vector<Point> points;
    points.reserve(cells.size());
    for (const dp::Cell& cell : cells) {
        points.push_back({columns.centre(static_cast<double>(cell.j)), rows.centre(static_cast<double>(cell.i))});
    }
    const double side = static_cast<double>(std::min(rows.cell, columns.cell));
    if (!framed && traceback) {
        paint_line(canvas, std::move(points), std::clamp(side * 0.3, 1.6, 4.0));
        return;
    }
    if (!framed) {
        const double dot = std::clamp(side * 0.6, 3.0, 8.0);
        for (const Point& point : points) {
            canvas.line(std::span(&point, 1), dot + 1.5, kGround);
            canvas.line(std::span(&point, 1), dot, kPath);
        }
        return;
    }
    for (std::size_t k = 1; k < points.size() && traceback; ++k) {
        connect(canvas, points[k - 1], points[k], static_cast<double>(columns.cell) / 2,
                static_cast<double>(rows.cell) / 2);
    }
    for (const dp::Cell& cell : cells) {
        const std::int64_t left = columns.start + cell.j * columns.cell, top = rows.start + cell.i * rows.cell;
        canvas.frame(left - 1, top - 1, columns.cell + 1, rows.cell + 1, 3, kPath);
        if (side >= kRoomy) {
            canvas.frame(left + 2, top + 2, columns.cell - 5, rows.cell - 5, 1, kGround);
        }
    }
}

}  // namespace vkalgo::cli
