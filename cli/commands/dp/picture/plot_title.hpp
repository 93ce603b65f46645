#pragma once

#include "cli/formats.hpp"
#include "formats/drawing/canvas.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// The title of a picture in a few lines. The first line is large, the others subdued.
struct PlotTitle {
    std::vector<std::string> lines;

    std::int64_t width() const;
    /// Returns the height, with the free space below.
    std::int64_t height() const;
    /// Draws the title at the picture's top, from `left` on.
    void draw(Canvas& canvas, std::int64_t left) const;
};

}  // namespace vkalgo::cli
