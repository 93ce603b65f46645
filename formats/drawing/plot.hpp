#pragma once

#include <string>
#include <utility>
#include <vector>

namespace vkalgo::formats {

/// Numbers of several methods, on an axis of powers of ten: milliseconds, say.
struct Plot {
    struct Series {
        std::string name;
        /// x and a number above 0, x ascending; beside `categories`, x is an index into them
        std::vector<std::pair<double, double>> points;
    };
    std::string title;
    std::string subtitle;
    std::string x_label;
    /// behind each power of ten, without a space
    std::string unit = "ms";
    /// None: x runs over powers of ten, and lines join the points of a series.
    std::vector<std::string> categories;
    std::vector<Series> series;
};

/// An SVG document of 960 x 600. A series without points is left out. Names stand at the right, in the order of the
/// last points, each with a line to its own.
std::string plot_svg(const Plot& plot);

}  // namespace vkalgo::formats
