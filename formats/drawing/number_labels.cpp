#include "formats/drawing/number_labels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>

namespace vkalgo::formats {
namespace {

constexpr std::uint32_t kColumns = 5, kRows = 7;
/// Image pixels per pixel of a digit, and free pixels on every side of a number.
constexpr std::uint32_t kScale = 2, kFree = 2;
/// The least number of pixels between two numbers.
constexpr std::uint32_t kApart = 6;
/// Pixels from the left edge of a digit to that of the next digit.
constexpr std::uint32_t kDigitStep = (kColumns + 1) * kScale;
constexpr std::uint8_t kLabelInk = 20, kLabelGround = 255;

/// Rows from the top. In each row, bit 4 is the left column.
constexpr std::array<std::array<std::uint8_t, kRows>, 10> kDigits{{
    {0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110},
    {0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110},
    {0b01110, 0b10001, 0b00001, 0b00010, 0b00100, 0b01000, 0b11111},
    {0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110},
    {0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010},
    {0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110},
    {0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110},
    {0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000},
    {0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110},
    {0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100},
}};

/// Possible positions of a number relative to its point, as steps to the right and downwards, in heights of a label:
/// first the four corners, those on the right before those on the left, then above, then below.
constexpr std::array<std::array<int, 2>, 6> kBeside{{{2, -1}, {2, 1}, {-2, -1}, {-2, 1}, {0, -2}, {0, 2}}};

/// Calls `take(x, y)` for each pixel of a line.
template <class Take>
void each_pixel(double x, double y, double to_x, double to_y, const Take& take) {
    const double steps = std::max({std::abs(to_x - x), std::abs(to_y - y), 1.0});
    for (double step = 0; step <= steps; ++step) {
        take(static_cast<std::uint32_t>(std::lround(x + (to_x - x) * step / steps)),
             static_cast<std::uint32_t>(std::lround(y + (to_y - y) * step / steps)));
    }
}

/// An image to paint labels on.
class LabelCanvas {
public:
    LabelCanvas(std::span<std::uint8_t> rgb, std::uint32_t width) : rgb_(rgb), width_(width) {}

    void fill(std::size_t left, std::size_t top, std::size_t wide, std::size_t high, std::uint8_t shade) {
        for (std::size_t row = top; row < top + high; ++row) {
            std::fill_n(rgb_.begin() + static_cast<std::ptrdiff_t>(3 * (row * width_ + left)), 3 * wide, shade);
        }
    }

    void dot(std::uint32_t x, std::uint32_t y) { fill(x, y, 1, 1, kLabelInk); }

    void digit(char digit, std::size_t left, std::size_t top) {
        const auto& rows = kDigits.at(static_cast<std::size_t>(digit - '0'));
        for (std::size_t row = 0; row < kRows; ++row) {
            for (std::size_t column = 0; column < kColumns; ++column) {
                if ((rows.at(row) >> (kColumns - 1 - column) & 1) != 0) {
                    fill(left + column * kScale, top + row * kScale, kScale, kScale, kLabelInk);
                }
            }
        }
    }

private:
    std::span<std::uint8_t> rgb_;
    std::size_t width_;
};

}  // namespace

template <class Take>
void NumberLabels::each_of_line(const Label& label, const Take& take) {
    const auto& [number, x, y, box] = label;
    each_pixel(x, y, std::clamp(x, box.left, box.right - 1), std::clamp(y, box.top, box.bottom - 1), take);
}

bool NumberLabels::is_free(const Label& label) const {
    const auto meet = [](const Box& a, const Box& b) {
        return a.left < b.right + kApart && b.left < a.right + kApart && a.top < b.bottom + kApart &&
               b.top < a.bottom + kApart;
    };
    const auto covers = [](const Label& over, const Label& under) {
        bool found = false;
        each_of_line(under, [&, &box = over.box](std::uint32_t x, std::uint32_t y) {
            found = found || (box.left <= x && x < box.right && box.top <= y && y < box.bottom);
        });
        return found;
    };
    return std::none_of(labels_.begin(), labels_.end(), [&](const Label& other) {
        return meet(label.box, other.box) || covers(label, other) || covers(other, label);
    });
}

bool NumberLabels::add(std::uint32_t number, std::uint32_t x, std::uint32_t y, std::uint32_t wide, std::uint32_t high) {
    const auto digits = static_cast<std::uint32_t>(std::to_string(number).size());
    const std::uint32_t own_wide = digits * kDigitStep - kScale + 2 * kFree;
    const std::uint32_t own_high = kRows * kScale + 2 * kFree;
    // Adds the label with its middle `right` label heights to the right of the point and `down` label heights below it.
    // Returns false if it would be outside of the image there, or is not free (is_free()).
    const auto take = [&](int right, int down) {
        const std::int64_t left = std::int64_t{x} + right * std::int64_t{own_high} - own_wide / 2;
        const std::int64_t top = std::int64_t{y} + down * std::int64_t{own_high} - own_high / 2;
        if (left < 0 || top < 0 || left + own_wide > width_ || top + own_high > height_) {
            return false;
        }
        const Box box{static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(top),
                      static_cast<std::uint32_t>(left) + own_wide, static_cast<std::uint32_t>(top) + own_high};
        const bool free = is_free({number, x, y, box});
        if (free) {
            labels_.push_back({number, x, y, box});
        }
        return free;
    };
    if (wide >= 2 * own_wide && high >= 2 * own_high && take(0, 0)) {
        return true;
    }
    return std::any_of(kBeside.begin(), kBeside.end(), [&](const auto& at) { return take(at[0], at[1]); });
}

void NumberLabels::draw(std::span<std::uint8_t> rgb) const {
    LabelCanvas canvas(rgb, width_);
    for (const Label& label : labels_) {
        each_of_line(label, [&](std::uint32_t x, std::uint32_t y) { canvas.dot(x, y); });
    }
    for (const auto& [number, x, y, box] : labels_) {
        canvas.fill(box.left, box.top, box.right - box.left, box.bottom - box.top, kLabelGround);
        std::size_t left = box.left + kFree;
        for (const char digit : std::to_string(number)) {
            canvas.digit(digit, left, box.top + kFree);
            left += kDigitStep;
        }
    }
}

}  // namespace vkalgo::formats
