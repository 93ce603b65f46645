#pragma once

#include "cli/commands/dp/picture/dot_plot.hpp"
#include "cli/commands/dp/picture/table_axes.hpp"
#include "cli/commands/dp/picture/table_picture.hpp"

#include <cstdint>
#include <string>

/// `vkalgo dp --dotplot`: where the two sequences of a table match.
namespace vkalgo::cli {

/// What is drawn: the inputs along rows and columns.
struct DotScene {
    const dp::Recurrence& recurrence;
    const dp::Instance& instance;
    const dp::Solution& solution;
    AxisInput x, y;
    /// The values of --window and --match-at-least; 0 if not given.
    std::uint64_t window = 0, at_least = 0;
    bool with_path = false;
    /// How the letters of an alignment are printed.
    ScoredLetters letters = {};
    /// The names of the records of both sequences; empty: none.
    std::string x_record = {}, y_record = {};
};

/// A picture, the rule that it was drawn by, and the positions of its letters.
struct DotPicture {
    Canvas canvas;
    PlotAxis rows, columns;
    DotRule rule;
};

DotPicture draw_dots(const DotScene& scene);

}  // namespace vkalgo::cli
