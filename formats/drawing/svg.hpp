#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vkalgo::formats {

/// A histogram to draw: counts.size() bins of equal width that divide [low, high].
struct HistogramPlot {
    std::string title;
    std::string value_label = "value";
    double low = 0;
    double high = 1;
    std::span<const std::uint64_t> counts;
    /// Whether the axis of counts is logarithmic, with powers of ten. Empty bins stay empty.
    bool logarithmic = false;
};

/// Returns text for an SVG document: & < > and double quotes are escaped, and bytes below 0x20 become blanks.
std::string svg_text(std::string_view text);

/// Returns an SVG document of 960 x 540 with axes, ticks and title. If there are more than 840 bins, 840 columns are
/// drawn, and each column shows the largest count among its bins, so that a single peak stays visible.
std::string histogram_svg(const HistogramPlot& plot);

}  // namespace vkalgo::formats
