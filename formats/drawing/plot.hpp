#pragma once

#include <string>
#include <utility>
#include <vector>

namespace vkalgo::formats {

/// A plot of several methods' numbers on an axis of powers of ten, for example milliseconds.
struct Plot {
    struct Series {
        std::string name;
        /// Pairs of x and a number above 0, with x ascending. With `categories`, x is an index into them.
        std::vector<std::pair<double, double>> points;
    };
    std::string title;
    std::string subtitle;
    std::string x_label;
    /// The unit after each power of ten, without a space.
    std::string unit = "ms";
    /// If empty, the x axis has powers of ten, and lines join the points of a series.
    std::vector<std::string> categories;
    std::vector<Series> series;
};

/// Returns an SVG document of 960 x 600. A series without points is omitted. The names are at the right, in the order
/// of the last points, each with a line to its series.
std::string plot_svg(const Plot& plot);

}  // namespace vkalgo::formats
