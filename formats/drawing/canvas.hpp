#pragma once

#include "formats/drawing/stroke_font.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace vkalgo::formats {

/// Red, green and blue, 0 to 255, as in a PNG.
struct Colour {
    std::uint8_t red = 0, green = 0, blue = 0;
    bool operator==(const Colour&) const = default;
};

/// Returns a mixture of two colours: `share` of `other`, 0 to 1, and the rest of `colour`.
Colour mixed(Colour colour, Colour other, double share);

/// Returns how light a colour looks, 0 to 1.
double lightness(Colour colour);

/// An image to paint on. Pixel (0, 0) is at the upper left. Lines and letters have smooth edges. Only what lies inside
/// the image is painted.
class Canvas {
public:
    Canvas(std::int64_t width, std::int64_t height, Colour ground);

    std::int64_t width() const { return width_; }
    std::int64_t height() const { return height_; }
    /// Returns the pixels, 3 bytes each, row by row.
    std::span<const std::uint8_t> rgb() const { return rgb_; }
    Colour at(std::int64_t x, std::int64_t y) const;

    void fill(std::int64_t left, std::int64_t top, std::int64_t wide, std::int64_t high, Colour colour);
    /// Paints a frame of `thick` pixels inside the rectangle.
    void frame(std::int64_t left, std::int64_t top, std::int64_t wide, std::int64_t high, std::int64_t thick,
               Colour colour);
    /// Paints a line through the points with round ends, `wide` pixels thick. Pixel (x, y) has its centre at (x + 0.5,
    /// y + 0.5).
    void line(std::span<const Point> points, double wide, Colour colour);

    /// The part of a text that lies at the given point: its beginning, its middle or its end, along the direction of
    /// the text.
    enum class Align : std::uint8_t { begin, middle, end };
    /// The look of a text: the height of its capitals in pixels, and `upwards` for text that is read from bottom to
    /// top.
    struct Look {
        double height = 10;
        Align align = Align::begin;
        bool upwards = false;
        Colour colour{};
        bool bold = false;
    };
    /// Paints a text at the point. Across the text's direction, the middle of its capitals is at the point.
    void text(std::string_view text, Point at, const Look& look);

private:
    void blend(std::int64_t x, std::int64_t y, Colour colour, double share);

    std::int64_t width_, height_;
    std::vector<std::uint8_t> rgb_;
};

/// Returns the length in pixels of a text whose capitals have this height.
double text_width(std::string_view text, double height);

}  // namespace vkalgo::formats
