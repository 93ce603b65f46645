#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vkalgo::formats {

/// A histogram to draw: counts.size() bins of even width that divide [low, high].
struct HistogramPlot {
    std::string title;
    std::string value_label = "value";
    double low = 0;
    double high = 1;
    std::span<const std::uint64_t> counts;
    /// the count axis runs over powers of ten; empty bins stay empty
    bool logarithmic = false;
};

/// Text as it stands in an SVG document: & < > and quotes written out, control characters left out.
std::string svg_text(std::string_view text);

/// An SVG document of 960 x 540 with axes, ticks and title. Of more bins than the plot has columns, each column shows
/// the largest count among its bins, so that a lone peak stays visible.
std::string histogram_svg(const HistogramPlot& plot);

}  // namespace vkalgo::formats
