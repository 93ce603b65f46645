#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo::formats {

/// Numbers at places of a picture: dark digits on a pale ground, some pixels between one and the next; those beside
/// their own place have a line to it, over which no number lies.
class NumberLabels {
public:
    /// Of a picture of so many pixels.
    NumberLabels(std::uint32_t width, std::uint32_t height) : width_(width), height_(height) {}

    /// Finds room for a number: over its place if what lies there is `wide` and `high` enough to be seen around the
    /// number, else beside it. False: there is none.
    bool add(std::uint32_t number, std::uint32_t x, std::uint32_t y, std::uint32_t wide, std::uint32_t high);

    /// Draws all that were added. `rgb`: 3 bytes per pixel, row by row.
    void draw(std::span<std::uint8_t> rgb) const;

private:
    struct Box {
        std::uint32_t left, top, right, bottom;
    };
    struct Label {
        std::uint32_t number, x, y;
        Box box;
    };
    /// Calls `take(x, y)` for each pixel from a label's place to the label.
    template <class Take>
    static void each_of_line(const Label& label, const Take& take);
    bool is_free(const Label& label) const;

    std::uint32_t width_, height_;
    std::vector<Label> labels_;
};

}  // namespace vkalgo::formats
