#pragma once

#include "cli/formats.hpp"
#include "formats/drawing/canvas.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// What a picture is of, in a line or two: the first one large, the others quiet.
struct PlotTitle {
    std::vector<std::string> lines;

    std::int64_t width() const;
    /// With what is free below.
    std::int64_t height() const;
    /// At the picture's top, from `left` on.
    void draw(Canvas& canvas, std::int64_t left) const;
};

}  // namespace vkalgo::cli
