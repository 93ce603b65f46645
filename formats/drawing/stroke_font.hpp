#pragma once

#include <cstddef>
#include <vector>

/// Letters as pen strokes, for images of different sizes: one table serves them all.
namespace vkalgo::formats {

/// A point in pixels or in a letter's own units.
struct Point {
    double x = 0, y = 0;
};

/// One letter: strokes of straight pieces. Units: capitals have the height kCapitalHeight, from 0 at their tops down to
/// the baseline; x begins at 0.
struct Glyph {
    std::vector<std::vector<Point>> strokes;
    /// Distance to the start of the next letter.
    double advance = 0;
};

/// The height of a capital; descenders below the baseline reach kDeepest.
inline constexpr double kCapitalHeight = 12, kDeepest = 16;

/// Returns the strokes of a printable ASCII letter, or a box for any other byte.
const Glyph& glyph_of(char letter);

}  // namespace vkalgo::formats
