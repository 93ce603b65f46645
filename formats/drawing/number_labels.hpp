#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo::formats {

/// Numbers at points of an image: dark digits on a white ground, with at least 6 pixels between two numbers. A number
/// beside its point has a line to the point, and no other number covers this line.
class NumberLabels {
public:
    /// Creates the labels of an image of width x height pixels, without any number.
    NumberLabels(std::uint32_t width, std::uint32_t height) : width_(width), height_(height) {}

    /// Adds a number at its point if that position is free, and if the object there (`wide` x `high` pixels) is large
    /// enough to stay visible around the number. Otherwise adds the number beside the point. Returns false if no
    /// position inside the image is free.
    bool add(std::uint32_t number, std::uint32_t x, std::uint32_t y, std::uint32_t wide, std::uint32_t high);

    /// Draws all numbers that were added. `rgb`: 3 bytes per pixel, row by row.
    void draw(std::span<std::uint8_t> rgb) const;

private:
    struct Box {
        std::uint32_t left, top, right, bottom;
    };
    struct Label {
        std::uint32_t number, x, y;
        Box box;
    };
    /// Calls `take(x, y)` for each pixel of the line from a label's point to the label.
    template <class Take>
    static void each_of_line(const Label& label, const Take& take);
    bool is_free(const Label& label) const;

    std::uint32_t width_, height_;
    std::vector<Label> labels_;
};

}  // namespace vkalgo::formats
