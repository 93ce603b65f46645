#pragma once

#include "cli/formats.hpp"
#include "formats/drawing/canvas.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// The meaning of a picture's colours, from top to bottom.
namespace vkalgo::cli {

struct Legend {
    /// A patch of a colour, and what it means.
    struct Entry {
        std::string text;
        /// Paints the patch.
        std::function<void(Canvas&, std::int64_t left, std::int64_t top, std::int64_t wide, std::int64_t high)> patch;
    };
    /// The values at the ends of the colour bar. If not set, the legend has no bar.
    std::optional<double> least, most;
    bool whole_numbers = true;
    std::vector<Entry> entries;

    /// Adds an entry of a plain colour.
    void add(std::string text, Colour colour);
    bool empty() const { return !least && entries.empty(); }
    std::int64_t width() const;
    /// Returns the least height in pixels.
    std::int64_t least_height() const;
    /// Draws the legend: the bar, and the entries below it. The bar takes the pixels of `height` that the entries
    /// leave, but at least 120 and at most kLongestBar.
    void draw(Canvas& canvas, std::int64_t left, std::int64_t top, std::int64_t height) const;

    static constexpr std::int64_t kBarWidth = 18, kLongestBar = 360;

private:
    std::vector<double> labels(double pixels) const;
};

}  // namespace vkalgo::cli
