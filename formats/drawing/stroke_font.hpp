#pragma once

#include <cstddef>
#include <vector>

/// Letters as pens draw them, for pictures whose sizes differ: one table serves them all.
namespace vkalgo::formats {

/// A place, in pixels or in a letter's own units.
struct Point {
    double x = 0, y = 0;
};

/// One letter: strokes of straight pieces. Units: capitals are kCapitalHeight high, from 0 at their tops down to the
/// baseline; x begins at 0.
struct Glyph {
    std::vector<std::vector<Point>> strokes;
    /// to where the next letter begins
    double advance = 0;
};

/// Of a capital; what hangs below the baseline goes to kDeepest.
inline constexpr double kCapitalHeight = 12, kDeepest = 16;

/// The strokes of a printable ASCII letter; a box for any other byte.
const Glyph& glyph_of(char letter);

}  // namespace vkalgo::formats
