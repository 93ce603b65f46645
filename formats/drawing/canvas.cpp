#include "formats/drawing/canvas.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace vkalgo::formats {
namespace {

double distance(Point at, Point from, Point to) {
    const double along_x = to.x - from.x, along_y = to.y - from.y;
    const double length = along_x * along_x + along_y * along_y;
    const double t =
        length == 0 ? 0 : std::clamp(((at.x - from.x) * along_x + (at.y - from.y) * along_y) / length, 0.0, 1.0);
    return std::hypot(at.x - from.x - t * along_x, at.y - from.y - t * along_y);
}

std::uint8_t mixed(std::uint8_t from, std::uint8_t to, double share) {
    return static_cast<std::uint8_t>(std::lround(from + (to - from) * share));
}

/// The coverage of pixels by a line of straight pieces. Each pixel keeps the largest coverage by one of the pieces, so
/// that a pixel at a joint of two pieces is painted once.
class Coverage {
public:
    Coverage(std::span<const Point> points, double wide, std::int64_t width, std::int64_t height) {
        double left = points.front().x, right = left, top = points.front().y, bottom = top;
        for (const Point& point : points) {
            left = std::min(left, point.x);
            right = std::max(right, point.x);
            top = std::min(top, point.y);
            bottom = std::max(bottom, point.y);
        }
        const auto within = [](double value, std::int64_t most) {
            return std::clamp(static_cast<std::int64_t>(std::floor(value)), std::int64_t{0}, most);
        };
        reach_ = wide / 2 + 0.5;
        left_ = within(left - reach_, width);
        right_ = within(right + reach_ + 1, width);
        top_ = within(top - reach_, height);
        bottom_ = within(bottom + reach_ + 1, height);
        shares_.resize(static_cast<std::size_t>((right_ - left_) * (bottom_ - top_)));
    }

    void add(Point from, Point to) {
        const auto low = [&](double a, double b, std::int64_t least) {
            return std::max(least, static_cast<std::int64_t>(std::floor(std::min(a, b) - reach_)));
        };
        const auto high = [&](double a, double b, std::int64_t most) {
            return std::min(most, static_cast<std::int64_t>(std::floor(std::max(a, b) + reach_)) + 1);
        };
        const std::int64_t right = high(from.x, to.x, right_), bottom = high(from.y, to.y, bottom_);
        for (std::int64_t y = low(from.y, to.y, top_); y < bottom; ++y) {
            for (std::int64_t x = low(from.x, to.x, left_); x < right; ++x) {
                const Point centre{static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5};
                auto& share = shares_[static_cast<std::size_t>((y - top_) * (right_ - left_) + x - left_)];
                share = std::max(share, std::clamp(reach_ - distance(centre, from, to), 0.0, 1.0));
            }
        }
    }

    template <class Take>
    void each(const Take& take) const {
        std::size_t at = 0;
        for (std::int64_t y = top_; y < bottom_; ++y) {
            for (std::int64_t x = left_; x < right_; ++x, ++at) {
                if (shares_[at] > 0) {
                    take(x, y, shares_[at]);
                }
            }
        }
    }

private:
    double reach_;
    std::int64_t left_, right_, top_, bottom_;
    std::vector<double> shares_;
};

}  // namespace

Colour mixed(Colour colour, Colour other, double share) {
    return {mixed(colour.red, other.red, share), mixed(colour.green, other.green, share),
            mixed(colour.blue, other.blue, share)};
}

double lightness(Colour colour) {
    return (0.2126 * colour.red + 0.7152 * colour.green + 0.0722 * colour.blue) / 255;
}

Canvas::Canvas(std::int64_t width, std::int64_t height, Colour ground)
    : width_(width), height_(height), rgb_(static_cast<std::size_t>(3 * width * height)) {
    fill(0, 0, width, height, ground);
}

Colour Canvas::at(std::int64_t x, std::int64_t y) const {
    const std::uint8_t* pixel = rgb_.data() + 3 * (y * width_ + x);
    return {pixel[0], pixel[1], pixel[2]};
}

void Canvas::fill(std::int64_t left, std::int64_t top, std::int64_t wide, std::int64_t high, Colour colour) {
    const std::int64_t right = std::min(left + wide, width_), bottom = std::min(top + high, height_);
    for (std::int64_t y = std::max<std::int64_t>(top, 0); y < bottom; ++y) {
        for (std::int64_t x = std::max<std::int64_t>(left, 0); x < right; ++x) {
            std::uint8_t* pixel = rgb_.data() + 3 * (y * width_ + x);
            pixel[0] = colour.red;
            pixel[1] = colour.green;
            pixel[2] = colour.blue;
        }
    }
}

void Canvas::frame(std::int64_t left, std::int64_t top, std::int64_t wide, std::int64_t high, std::int64_t thick,
                   Colour colour) {
    fill(left, top, wide, thick, colour);
    fill(left, top + high - thick, wide, thick, colour);
    fill(left, top, thick, high, colour);
    fill(left + wide - thick, top, thick, high, colour);
}

void Canvas::blend(std::int64_t x, std::int64_t y, Colour colour, double share) {
    fill(x, y, 1, 1, mixed(at(x, y), colour, share));
}

void Canvas::line(std::span<const Point> points, double wide, Colour colour) {
    if (points.empty()) {
        return;
    }
    Coverage coverage(points, wide, width_, height_);
    coverage.add(points.front(), points.front());
    for (std::size_t k = 1; k < points.size(); ++k) {
        coverage.add(points[k - 1], points[k]);
    }
    coverage.each([&](std::int64_t x, std::int64_t y, double share) { blend(x, y, colour, share); });
}

void Canvas::text(std::string_view text, Point at, const Look& look) {
    const double unit = look.height / kCapitalHeight;
    const double wide = text_width(text, look.height);
    double along = look.align == Align::begin ? 0 : look.align == Align::middle ? -wide / 2 : -wide;
    const double thick = std::max(look.height * (look.bold ? 0.17 : 0.12), look.bold ? 1.5 : 1.1);
    std::vector<Point> moved;
    for (const char letter : text) {
        const Glyph& glyph = glyph_of(letter);
        for (const std::vector<Point>& stroke : glyph.strokes) {
            moved.clear();
            for (const Point& point : stroke) {
                const double x = along + point.x * unit, y = point.y * unit - look.height / 2;
                moved.push_back(look.upwards ? Point{at.x + y, at.y - x} : Point{at.x + x, at.y + y});
            }
            line(moved, thick, look.colour);
        }
        along += glyph.advance * unit;
    }
}

double text_width(std::string_view text, double height) {
    constexpr double kApart = 4;  // Between two letters; none after the last letter
    double units = -kApart;
    for (const char letter : text) {
        units += glyph_of(letter).advance;
    }
    return text.empty() ? 0 : units * height / kCapitalHeight;
}

}  // namespace vkalgo::formats
