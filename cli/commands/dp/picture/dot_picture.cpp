#include "cli/commands/dp/picture/dot_picture.hpp"

#include "algorithms/alignment/complements.hpp"
#include "cli/commands/dp/picture/path_painter.hpp"
#include "cli/commands/dp/picture/plot_title.hpp"
#include "cli/dp/solution_kind.hpp"
#include "formats/drawing/colours.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr Colour kPaper{247, 247, 245}, kFrame{170, 170, 170};

/// Returns the name of a record, cut if it is long.
std::string short_name(const std::string& record) {
    constexpr std::size_t kLongest = 24;
    return record.size() <= kLongest ? record : record.substr(0, kLongest - 3) + "...";
}

/// Returns "HBA_HUMAN (x)", or "x" without a record.
std::string sequence_title(const AxisInput& input, const std::string& record) {
    return record.empty() ? input.name : fmt::format("{} ({})", short_name(record), input.name);
}

PlotAxis axis_of(const DotScene& scene, const AxisInput& input, const std::string& record, bool is_rows) {
    const dp::InputArray& array = scene.instance.inputs.at(input.name);
    PlotAxis axis;
    axis.is_rows = is_rows;
    axis.count = static_cast<std::int64_t>(array.count);
    axis.title = record.empty() ? input.name : short_name(record);
    axis.first = 1;
    if (scene.letters.reverse_strand && input.name == "y") {
        axis.title = record.empty() ? kTurnedTitle : short_name(record) + ", reverse complement";
        axis.first = axis.descending = axis.count;
    }
    axis.letters = letters_of(array, alphabet_of(scene.recurrence.header(), input.name, scene.letters.scoring));
    return axis;
}

std::string rule_text(DotRule rule) {
    if (rule.window == 1) {
        return "marked: equal letters";
    }
    return rule.at_least == rule.window
               ? fmt::format("marked: middles of {} equal letters", rule.window)
               : fmt::format("marked: middles of {} letters of which {} or more are equal", rule.window, rule.at_least);
}

/// The number of marks in each block.
struct Marks {
    /// The marks of x with the strand of y that was aligned.
    std::vector<std::uint32_t> aligned;
    /// The marks of x with the other strand of y. Empty if only one strand is drawn.
    std::vector<std::uint32_t> other;
};

Marks marks_of(const DotScene& scene, const DotPicture& picture) {
    const dp::InputArray& x = scene.instance.inputs.at(scene.x.name);
    const dp::InputArray& y = scene.instance.inputs.at(scene.y.name);
    const std::int64_t rows = picture.rows.shown, columns = picture.columns.shown;
    Marks marks{count_dots(x.data, y.data, picture.rule, rows, columns), {}};
    if (scene.letters.both_strands) {
        // The complement exists: either both strands were aligned, or the command has checked it.
        if (const auto turned = reverse_complement(y, scene.letters.scoring->alphabet())) {
            marks.other = count_dots(x.data, turned->data, picture.rule, rows, columns, true);
        }
    }
    return marks;
}

/// Paints the blocks. A block is darker the more marks it has, up to as many marks as its longest diagonal has letters.
/// A block with any mark is visible. Its colour is that of the strand with more marks in the block.
void paint_dots(DotPicture& picture, const Marks& marks, bool reverse_strand) {
    const PlotAxis &rows = picture.rows, &columns = picture.columns;
    const auto whole = static_cast<double>(
        std::max<std::int64_t>(1, std::min(rows.count / std::max<std::int64_t>(rows.shown, 1),
                                           columns.count / std::max<std::int64_t>(columns.shown, 1))));
    const std::int64_t gap_y = rows.cell >= kApartFrom ? 1 : 0, gap_x = columns.cell >= kApartFrom ? 1 : 0;
    for (std::int64_t i = 0; i < rows.shown; ++i) {
        for (std::int64_t j = 0; j < columns.shown; ++j) {
            const auto block = static_cast<std::size_t>(i * columns.shown + j);
            const std::uint32_t other = marks.other.empty() ? 0 : marks.other[block];
            const std::uint32_t count = std::max(marks.aligned[block], other);
            if (count != 0) {
                const double share = 0.45 + 0.55 * std::min(1.0, static_cast<double>(count) / whole);
                const bool is_other = other > marks.aligned[block];
                picture.canvas.fill(columns.start + j * columns.cell, rows.start + i * rows.cell, columns.cell - gap_x,
                                    rows.cell - gap_y,
                                    mixed(kPaper, is_other != reverse_strand ? kOtherStrand : kInk, share));
            }
        }
    }
    picture.canvas.frame(columns.start - 1, rows.start - 1, columns.pixels() + 2, rows.pixels() + 2, 1, kFrame);
}

/// The least cell size, in pixels, at which the traceback is drawn over the cells. For smaller cells the traceback is a
/// band under the cells.
constexpr std::int64_t kTracedOver = 8;

/// Paints the traceback. If the table has one index more than letters, an index lies between two letters, otherwise on
/// a letter.
void paint_traceback(DotPicture& picture, const DotScene& scene) {
    std::vector<Point> points;
    for (const dp::Cell& cell : solution_cells(scene.recurrence.header(), scene.solution)) {
        points.push_back({picture.columns.centre(static_cast<double>(cell.j) - (scene.y.between ? 0.5 : 0)),
                          picture.rows.centre(static_cast<double>(cell.i) - (scene.x.between ? 0.5 : 0))});
    }
    if (points.empty()) {
        return;
    }
    if (std::min(picture.rows.cell, picture.columns.cell) >= kTracedOver) {
        paint_line(picture.canvas, std::move(points), 3);
    } else {
        constexpr double kBand = 5;
        picture.canvas.line(points, kBand, mixed(kPaper, kPath, 0.45));
    }
}

}  // namespace

DotPicture draw_dots(const DotScene& scene) {
    DotPicture picture{Canvas(1, 1, kGround),
                       axis_of(scene, scene.x, scene.x_record, true),
                       axis_of(scene, scene.y, scene.y_record, false),
                       {}};
    PlotAxis &rows = picture.rows, &columns = picture.columns;
    fit(rows, columns);
    const auto& x = scene.instance.inputs.at(scene.x.name).data;
    const auto& y = scene.instance.inputs.at(scene.y.name).data;
    picture.rule = dot_rule(x, y, scene.window, scene.at_least, static_cast<std::uint64_t>(rows.shown * columns.shown));
    const std::string blocks =
        rows.shown < rows.count || columns.shown < columns.count
            ? fmt::format(
                  "; a pixel is {:.1f} x {:.1f} letters, darker with more marks",
                  static_cast<double>(rows.count) / static_cast<double>(std::max<std::int64_t>(rows.shown, 1)),
                  static_cast<double>(columns.count) / static_cast<double>(std::max<std::int64_t>(columns.shown, 1)))
            : "";
    PlotTitle title{{fmt::format("{} and {}: {} x {} letters", sequence_title(scene.x, scene.x_record),
                                 sequence_title(scene.y, scene.y_record), rows.count, columns.count),
                     rule_text(picture.rule) + blocks}};
    if (scene.letters.both_strands) {
        title.lines.emplace_back("black: y as given; blue: its reverse complement");
    }
    columns.start = kMargin + rows.depth();
    rows.start = kMargin + title.height() + columns.depth();
    picture.canvas = Canvas(columns.start + std::max(columns.pixels() + columns.overhang(), title.width()) + kMargin,
                            rows.start + rows.pixels() + kMargin, kGround);
    title.draw(picture.canvas, columns.start);
    picture.canvas.fill(columns.start, rows.start, columns.pixels(), rows.pixels(), kPaper);
    const bool over = std::min(rows.cell, columns.cell) >= kTracedOver;
    if (scene.with_path && !over) {
        paint_traceback(picture, scene);
    }
    paint_dots(picture, marks_of(scene, picture), scene.letters.reverse_strand);
    if (scene.with_path && over) {
        paint_traceback(picture, scene);
    }
    rows.draw(picture.canvas, columns.start);
    columns.draw(picture.canvas, rows.start);
    return picture;
}

}  // namespace vkalgo::cli
