#pragma once

#include "cli/formats.hpp"
#include "formats/drawing/canvas.hpp"

#include <cstdint>
#include <string>

/// A side of a plot: its labels, and the pixels that they take.
namespace vkalgo::cli {

/// Heights of the capitals of titles and of labels, the picture's margin, and the space between neighbouring items, in
/// pixels.
inline constexpr double kTitleHeight = 11, kLabelHeight = 8;
inline constexpr std::int64_t kMargin = 14, kSpace = 6;

/// The largest width and height of a plot whose cells show no values, and the largest side of a cell, in pixels.
inline constexpr std::int64_t kMaxPlotWidth = 900, kMaxPlotHeight = 700, kLargestCell = 44;
/// Cells of at least this many pixels have gaps between them.
inline constexpr std::int64_t kApartFrom = 7;

/// The rows or the columns of a plot. The labels of rows are on the left, those of columns above.
struct PlotAxis {
    bool is_rows = false;
    /// "i", or the name of an input.
    std::string title;
    /// The number of indices of the table along this axis. Ticks count these indices.
    std::int64_t count = 0;
    /// The number of blocks of indices that are drawn along this axis, and the pixels of each.
    std::int64_t shown = 0, cell = 1;
    /// The position in pixels at which the plot begins.
    std::int64_t start = 0;
    /// `first` is the number that belongs to index 0. `descending` is the number of letters of a reversed sequence,
    /// whose numbers descend to 1. If `descending` is 0, every index has a number, and the numbers ascend.
    std::int64_t first = 0, descending = 0;
    /// One letter per index, blank if an index has no letter. Empty: the axis has no letters.
    std::string letters;

    std::int64_t pixels() const { return shown * cell; }
    /// Returns the position in pixels of the middle of an index. `index` need not be whole: index - 0.5 and index + 0.5
    /// give the two ends of an index.
    double centre(double index) const {
        return static_cast<double>(start) +
               (index + 0.5) * static_cast<double>(pixels()) / static_cast<double>(count > 0 ? count : 1);
    }
    /// Return the least and the greatest number that the axis can show.
    std::int64_t least() const { return descending > 0 ? 1 : first; }
    std::int64_t most() const { return descending > 0 ? descending : first + count - 1; }
    /// Returns the index that has this number.
    std::int64_t index_of(std::int64_t number) const { return descending > 0 ? first - number : number - first; }
    /// Returns whether there is room for the letters: each block has one index and is wide enough.
    bool has_letters() const;
    /// Returns whether every index shows its number.
    bool numbers_all() const;
    /// Returns the pixels that letters, numbers and title take beside the plot.
    std::int64_t depth() const;
    /// Returns the pixels that a column's last label, or the title, takes beyond the picture's margin.
    std::int64_t overhang() const;
    /// Draws the labels. `edge` is the position in pixels of the plot's side beside which the labels stand.
    void draw(Canvas& canvas, std::int64_t edge) const;

private:
    double label_depth() const;
    double letter_height() const;
};

/// Chooses blocks and their pixels. Cells are square if the numbers of rows and columns allow it. If a side would be
/// shorter than 160 pixels, its blocks get more whole pixels each, as many as fit into 160 pixels, but at most
/// kLargestCell.
void fit(PlotAxis& rows, PlotAxis& columns);

}  // namespace vkalgo::cli
