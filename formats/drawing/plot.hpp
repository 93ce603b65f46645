#pragma once

#include <string>
#include <utility>
#include <vector>

namespace vkalgo::formats {

/// A plot of several methods' numbers on an axis of powers of ten, for example milliseconds.
struct Plot {
    struct Series {
        std::string name;
        /// Pairs of x and y: x ascends, and y is above 0. Without `categories`, x is above 0 too; with them, x is an
        /// index into them, from 0.
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

/// Returns an SVG document of 960 x 600. A series without points is omitted. The names are at the right, from top to
/// bottom in the order of the last points of the series. A line leads from each name to the last point.
std::string plot_svg(const Plot& plot);

}  // namespace vkalgo::formats
