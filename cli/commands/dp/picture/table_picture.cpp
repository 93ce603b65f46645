#include "cli/commands/dp/picture/table_picture.hpp"

#include "cli/commands/dp/picture/legend.hpp"
#include "cli/commands/dp/picture/path_painter.hpp"
#include "cli/commands/dp/picture/plot_title.hpp"
#include "cli/commands/dp/picture/table_axes.hpp"
#include "cli/dp/inputs.hpp"
#include "cli/dp/solution_kind.hpp"
#include "formats/drawing/colours.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

using Kind = ShownCell::Kind;

/// The largest plot with values, in pixels.
constexpr std::int64_t kMaxWideWithValues = 1300, kMaxHighWithValues = 1000;
/// Height of a value's digits, and free width on both sides together, in pixels: first the least sizes, then the sizes
/// if there is enough room.
constexpr double kLeastValueHeight = 7, kAround = 7, kRoomyValueHeight = 9, kAroundRoomy = 16;

std::string value_text(const ShownCell& cell, bool whole) {
    constexpr double kExact = 1e15;
    switch (cell.kind) {
        case Kind::blank:
        case Kind::infeasible:
        case Kind::unbounded:  // The colour shows this kind
            return {};
        case Kind::not_a_number:
            return "nan";
        default:
            return whole && std::abs(cell.value) < kExact ? fmt::format("{:.0f}", cell.value)
                                                          : fmt::format("{:.3g}", cell.value);
    }
}

/// The sizes of the cells, and whether they show values.
class Layout {
public:
    Layout(const ShownTable& shown, std::int64_t rows, std::int64_t columns) : rows_(rows), columns_(columns) {
        for (const ShownCell& cell : shown.cells) {
            const std::string text = value_text(cell, shown.whole_numbers);
            widest_ = std::max(widest_, text_width(text, 1));
        }
    }

    /// Chooses sizes of cells that show values. Returns whether there is room for the values.
    bool with_values(PlotAxis& rows, PlotAxis& columns) const {
        const auto wide_for = [&](double height, double around) {
            return static_cast<std::int64_t>(std::ceil(widest_ * height + around));
        };
        const std::int64_t roomy = wide_for(kRoomyValueHeight, kAroundRoomy);
        const std::int64_t wanted = std::max<std::int64_t>(
            roomy * columns_ <= kMaxPlotWidth ? roomy : wide_for(kLeastValueHeight, kAround), 22);
        const std::int64_t high = std::max<std::int64_t>(20, std::min(wanted, kLargestCell));
        if (rows_ == 0 || columns_ == 0 || wanted * columns_ > kMaxWideWithValues ||
            high * rows_ > kMaxHighWithValues) {
            return false;
        }
        const std::int64_t room = std::min(kMaxPlotWidth / columns_, kMaxPlotHeight / rows_);
        const std::int64_t side = std::clamp(room, std::min(wanted, kLargestCell), kLargestCell);
        rows.shown = rows_;
        columns.shown = columns_;
        columns.cell = std::max(wanted, side);
        rows.cell = std::min(columns.cell, std::max(side, high));
        return true;
    }

private:
    std::int64_t rows_, columns_;
    /// The largest width of a value, relative to its height.
    double widest_ = 0;
};

PlotAxis axis_of(const TableScene& scene, std::size_t index) {
    const dp::RecurrenceHeader& header = scene.recurrence.header();
    PlotAxis axis;
    axis.is_rows = index == 0;
    axis.count = scene.solution.shape.size.extents()[index];
    axis.title = index == 0 ? "row i" : "column j";
    const auto input = axis_input(header, scene.instance, scene.solution.shape, index);
    if (!input) {
        return axis;
    }
    axis.title += ": " + input->name;
    if (scene.letters.reverse_strand && input->name == "y") {
        // Letters have the numbers of their positions in the file, as in the alignment's text.
        axis.title = kTurnedTitle;
        axis.descending = static_cast<std::int64_t>(scene.instance.inputs.at("y").count);
        axis.first = axis.descending + input->shift;
    }
    const std::string letters =
        letters_of(scene.instance.inputs.at(input->name), alphabet_of(header, input->name, scene.letters.scoring));
    for (std::int64_t k = 0; k < axis.count && !letters.empty(); ++k) {
        const std::int64_t element = k - input->shift;
        const bool has = element >= 0 && element < static_cast<std::int64_t>(letters.size());
        axis.letters += has ? letters[static_cast<std::size_t>(element)] : ' ';
    }
    return axis;
}

/// The share of white in a base cell without stripes.
constexpr double kPaler = 0.5;

/// Marks a base cell. A large cell gets stripes over its colour; a small cell gets a paler colour.
void stripe(Canvas& canvas, std::int64_t left, std::int64_t top, std::int64_t wide, std::int64_t high) {
    constexpr std::int64_t kApart = 6, kWide = 2;
    const bool is_small = std::max(wide, high) < kApartFrom;
    for (std::int64_t y = top; y < top + high; ++y) {
        for (std::int64_t x = left; x < left + wide; ++x) {
            if (is_small || (x + y) % kApart < kWide) {
                const Colour colour = canvas.at(x, y);
                const bool is_light = !is_small && lightness(colour) > 0.5;
                canvas.fill(x, y, 1, 1, mixed(colour, is_light ? kInk : kGround, is_small ? kPaler : 0.3));
            }
        }
    }
}

class Painter {
public:
    Painter(const TableScene& scene, TablePicture& picture) : scene_(scene), picture_(picture) {}

    Colour colour_of(const ShownCell& cell) const {
        const ShownTable& shown = picture_.shown;
        switch (cell.kind) {
            case Kind::blank:
                return kGround;
            case Kind::infeasible:
                return kInfeasible;
            case Kind::unbounded:
                return kUnbounded;
            case Kind::not_a_number:
                return kNotANumber;
            default:
                return map_colour(
                    *shown.most > *shown.least ? (cell.value - *shown.least) / (*shown.most - *shown.least) : 0);
        }
    }

    void cells() {
        const PlotAxis &rows = picture_.rows, &columns = picture_.columns;
        const std::int64_t gap_y = rows.cell >= kApartFrom ? 1 : 0, gap_x = columns.cell >= kApartFrom ? 1 : 0;
        for (std::int64_t i = 0; i < rows.shown; ++i) {
            for (std::int64_t j = 0; j < columns.shown; ++j) {
                const ShownCell& cell = picture_.shown.at(i, j);
                const std::int64_t left = columns.start + j * columns.cell, top = rows.start + i * rows.cell;
                picture_.canvas.fill(left, top, columns.cell - gap_x, rows.cell - gap_y, colour_of(cell));
                if (cell.base) {
                    stripe(picture_.canvas, left, top, columns.cell - gap_x, rows.cell - gap_y);
                }
            }
        }
    }

    void values() {
        if (!picture_.has_values) {
            return;
        }
        const PlotAxis &rows = picture_.rows, &columns = picture_.columns;
        double widest = 0.1;
        for (const ShownCell& cell : picture_.shown.cells) {
            widest = std::max(widest, text_width(value_text(cell, picture_.shown.whole_numbers), 1));
        }
        const double height = std::min(
            {(static_cast<double>(columns.cell) * 5 / 6 - 4) / widest, static_cast<double>(rows.cell) * 0.3, 12.0});
        for (std::int64_t i = 0; i < rows.shown; ++i) {
            for (std::int64_t j = 0; j < columns.shown; ++j) {
                const ShownCell& cell = picture_.shown.at(i, j);
                picture_.canvas.text(value_text(cell, picture_.shown.whole_numbers),
                                     {columns.centre(static_cast<double>(j)), rows.centre(static_cast<double>(i))},
                                     {.height = height,
                                      .align = Canvas::Align::middle,
                                      .colour = lightness(colour_of(cell)) < 0.45 ? kGround : kInk});
            }
        }
    }

    Legend legend() const {
        Legend legend;
        const ShownTable& shown = picture_.shown;
        legend.least = shown.least;
        legend.most = shown.most;
        legend.whole_numbers = shown.whole_numbers;
        const bool least_is_sought = scene_.recurrence.header().goal != dp::Goal::maximum;
        if (shown.has(Kind::infeasible)) {
            legend.add(least_is_sought ? "inf: infeasible" : "-inf: infeasible", kInfeasible);
        }
        if (shown.has(Kind::unbounded)) {
            legend.add(least_is_sought ? "-inf" : "inf", kUnbounded);
        }
        if (shown.has(Kind::not_a_number)) {
            legend.add("no number", kNotANumber);
        }
        if (shown.has_base()) {
            const bool is_small = std::max(picture_.rows.cell, picture_.columns.cell) < kApartFrom;
            legend.entries.push_back(
                {is_small ? "base: paler" : "base",
                 [is_small](Canvas& canvas, std::int64_t left, std::int64_t top, std::int64_t wide, std::int64_t high) {
                     const Colour colour = map_colour(0.25);
                     canvas.fill(left, top, wide, high, colour);
                     if (is_small) {
                         canvas.fill(left + wide / 2, top, wide - wide / 2, high, mixed(colour, kGround, kPaler));
                     } else {
                         stripe(canvas, left, top, wide, high);
                     }
                 }});
        }
        if (!solution_cells(scene_.recurrence.header(), scene_.solution).empty()) {
            legend.entries.push_back({"solution", [](Canvas& canvas, std::int64_t left, std::int64_t top,
                                                     std::int64_t wide, std::int64_t high) {
                                          const double y = static_cast<double>(top) + static_cast<double>(high) / 2;
                                          const Point ends[] = {{static_cast<double>(left) + 1, y},
                                                                {static_cast<double>(left + wide) - 1, y}};
                                          canvas.line(ends, 3, kPath);
                                      }});
        }
        return legend;
    }

private:
    const TableScene& scene_;
    TablePicture& picture_;
};

PlotTitle title_of(const TableScene& scene, const ShownTable& shown) {
    const dp::RecurrenceHeader& header = scene.recurrence.header();
    const dp::TableSize size = scene.solution.shape.size;
    std::string first = fmt::format("{}: {} x {} cells", header.problem, size.rows, size.columns);
    if (scene.solution.answer) {
        first += fmt::format(
            ", {} {}", header.label,
            is_float(header.value_type())
                ? tick_text(std::visit([](auto v) { return static_cast<double>(v); }, *scene.solution.answer))
                : to_text(*scene.solution.answer, header.value_type()));
    } else if (scene.solution.status != dp::AnswerStatus::ok) {
        first += fmt::format(", {}", dp::to_string(scene.solution.status));
    }
    std::string second;
    if (!header.fields.empty() && !header.value) {
        second = fmt::format("field {}", header.fields.front().name);
    }
    if (size.empty()) {
        second = "the table has no cells";
    }
    if (shown.is_smaller() && !shown.cells.empty()) {
        const auto cells = [](std::int64_t all, std::int64_t blocks) {
            return all % blocks == 0 ? fmt::format("{}", all / blocks)
                                     : fmt::format("{:.1f}", static_cast<double>(all) / static_cast<double>(blocks));
        };
        second += fmt::format("{}shown: {} of each {} x {} cells", second.empty() ? "" : "; ",
                              header.value ? "one" : "the mean", cells(size.rows, shown.rows),
                              cells(size.columns, shown.columns));
    }
    return second.empty() ? PlotTitle{{first}} : PlotTitle{{first, second}};
}

}  // namespace

Result<TablePicture> draw_table(const TableScene& scene) {
    TablePicture picture{Canvas(1, 1, kGround), axis_of(scene, 0), axis_of(scene, 1), {}};
    const std::int64_t all_rows = picture.rows.count, all_columns = picture.columns.count;
    constexpr std::int64_t kMaxWithValues = 64;
    if (std::max(all_rows, all_columns) <= kMaxWithValues) {
        VKALGO_TRY(picture.shown,
                   shrink(scene.recurrence, scene.instance, scene.solution, scene.last_stage, all_rows, all_columns));
        picture.has_values = Layout(picture.shown, all_rows, all_columns).with_values(picture.rows, picture.columns);
    }
    if (!picture.has_values) {
        fit(picture.rows, picture.columns);
        VKALGO_TRY(picture.shown, shrink(scene.recurrence, scene.instance, scene.solution, scene.last_stage,
                                         picture.rows.shown, picture.columns.shown));
    }
    Painter painter(scene, picture);
    const PlotTitle title = title_of(scene, picture.shown);
    const Legend legend = painter.legend();
    picture.columns.start = kMargin + picture.rows.depth();
    picture.rows.start = kMargin + title.height() + picture.columns.depth();
    const std::int64_t right = picture.columns.start + picture.columns.pixels();
    const std::int64_t beside =
        right + std::max(picture.columns.overhang(), legend.empty() ? 0 : 2 * kMargin + legend.width());
    const std::int64_t bottom = picture.rows.start + std::max(picture.rows.pixels(), legend.least_height());
    picture.canvas =
        Canvas(std::max(beside, picture.columns.start + title.width()) + kMargin, bottom + kMargin, kGround);
    title.draw(picture.canvas, picture.columns.start);
    painter.cells();
    picture.rows.draw(picture.canvas, picture.columns.start);
    picture.columns.draw(picture.canvas, picture.rows.start);
    paint_path(picture.canvas, picture.rows, picture.columns, solution_cells(scene.recurrence.header(), scene.solution),
               scene.solution.path_end.has_value(), picture.has_values);
    painter.values();
    legend.draw(picture.canvas, right + 2 * kMargin, picture.rows.start, bottom - picture.rows.start);
    return picture;
}

}  // namespace vkalgo::cli
