#pragma once

#include "formats/drawing/stroke_font.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace vkalgo::formats {

/// Red, green, blue, 0 to 255, as a PNG has them.
struct Colour {
    std::uint8_t red = 0, green = 0, blue = 0;
    bool operator==(const Colour&) const = default;
};

/// `share` of `other` in a colour, 0 to 1.
Colour mixed(Colour colour, Colour other, double share);

/// How light a colour looks, 0 to 1.
double lightness(Colour colour);

/// A picture that is painted: pixels from the upper left, lines and letters with smooth edges. What lies beyond it is
/// not painted.
class Canvas {
public:
    Canvas(std::int64_t width, std::int64_t height, Colour ground);

    std::int64_t width() const { return width_; }
    std::int64_t height() const { return height_; }
    /// 3 bytes per pixel, row by row
    std::span<const std::uint8_t> rgb() const { return rgb_; }
    Colour at(std::int64_t x, std::int64_t y) const;

    void fill(std::int64_t left, std::int64_t top, std::int64_t wide, std::int64_t high, Colour colour);
    /// A frame of that many pixels inside the rectangle.
    void frame(std::int64_t left, std::int64_t top, std::int64_t wide, std::int64_t high, std::int64_t thick,
               Colour colour);
    /// A line through the points with round ends, `wide` pixels; pixel (x, y) has its centre at (x + 0.5, y + 0.5).
    void line(std::span<const Point> points, double wide, Colour colour);

    /// Where a text lies beside its point, along its own direction.
    enum class Align : std::uint8_t { begin, middle, end };
    /// How a text looks: capitals of so many pixels; read from below upwards.
    struct Look {
        double height = 10;
        Align align = Align::begin;
        bool upwards = false;
        Colour colour{};
        bool bold = false;
    };
    /// The text's capitals are centred on the point, across its direction.
    void text(std::string_view text, Point at, const Look& look);

private:
    void blend(std::int64_t x, std::int64_t y, Colour colour, double share);

    std::int64_t width_, height_;
    std::vector<std::uint8_t> rgb_;
};

/// Pixels along a text whose capitals have so many.
double text_width(std::string_view text, double height);

}  // namespace vkalgo::formats
