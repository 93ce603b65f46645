#pragma once

#include "cli/formats.hpp"
#include "formats/drawing/canvas.hpp"

#include <cstdint>
#include <string>

/// A side of a plot: what stands along it, and how many pixels that takes.
namespace vkalgo::cli {

/// Capitals of these heights, and pixels between what stands beside each other.
inline constexpr double kTitleHeight = 11, kLabelHeight = 8;
inline constexpr std::int64_t kMargin = 14, kSpace = 6;

/// Pixels of a plot without values, and of a cell.
inline constexpr std::int64_t kMaxPlotWidth = 900, kMaxPlotHeight = 700, kLargestCell = 44;
/// Cells as large as that lie apart.
inline constexpr std::int64_t kApartFrom = 7;

/// The rows of a plot, or its columns. Rows have what belongs to them on the left, columns above.
struct PlotAxis {
    bool is_rows = false;
    /// "i", or the name of an input
    std::string title;
    /// of the table: what ticks count
    std::int64_t count = 0;
    /// blocks, and pixels of each
    std::int64_t shown = 0, cell = 1;
    /// where the plot begins
    std::int64_t start = 0;
    /// the number of index 0, and how many letters have numbers from 1 on that descend, if they were turned around;
    /// 0: every index has a number, and they ascend
    std::int64_t first = 0, descending = 0;
    /// stand at each index, a blank where an index has none; empty: there are no letters
    std::string letters;

    std::int64_t pixels() const { return shown * cell; }
    /// The middle of an index in pixels; half an index further lies its end.
    double centre(double index) const {
        return static_cast<double>(start) +
               (index + 0.5) * static_cast<double>(pixels()) / static_cast<double>(count > 0 ? count : 1);
    }
    /// The least number and the greatest one.
    std::int64_t least() const { return descending > 0 ? 1 : first; }
    std::int64_t most() const { return descending > 0 ? descending : first + count - 1; }
    /// The index that has a number.
    std::int64_t index_of(std::int64_t number) const { return descending > 0 ? first - number : number - first; }
    /// There is room for its letters: at most as many as blocks, and none too narrow.
    bool has_letters() const;
    /// Every index has its number.
    bool numbers_all() const;
    /// Pixels that letters, numbers and title take beside the plot.
    std::int64_t depth() const;
    /// Paints them; `edge` is where the plot begins across the axis.
    void draw(Canvas& canvas, std::int64_t edge) const;

private:
    double label_depth() const;
    double letter_height() const;
};

/// Chooses blocks and their pixels: cells are square where their numbers allow it, and a plot is no flatter than 160
/// pixels unless its cells are as large as they may be.
void fit(PlotAxis& rows, PlotAxis& columns);

}  // namespace vkalgo::cli
