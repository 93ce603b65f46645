#pragma once

#include "tests/support/random.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// Polygons on grids of integers, so that areas and sides are exact.
namespace vkalgo::test {

using GridPoint = std::array<std::int64_t, 2>;
using Polygon = std::vector<GridPoint>;

/// Returns twice the area of the triangle a, b, c; positive if it turns left.
inline std::int64_t twice_area(const GridPoint& a, const GridPoint& b, const GridPoint& c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
std::int64_t twice_area(const Polygon& polygon);

/// Returns whether p is on the segment from a to b, its ends included.
bool lies_on(const GridPoint& p, const GridPoint& a, const GridPoint& b);

/// Returns how often a polygon winds around a point that is not on its edges.
int winding(const Polygon& polygon, const GridPoint& p);

/// Returns whether no two edges share a point except the corner between them.
bool is_simple(const Polygon& polygon);

/// Shapes of polygons; all turn left.
enum class Shape {
    /// Around a centre that sees all of it.
    star,
    /// A strip that winds outwards around its beginning.
    spiral,
    /// A back with teeth of random length and width.
    comb,
    /// The outline of connected cells, with a corner at every grid point of the outline. Most corners are on a straight
    /// line. A point where two cells touch in a corner is visited twice.
    cells,
    /// As `cells`, but with holes. Edges that are passed in both directions connect each hole to the outline.
    pierced,
    /// Few points of a small grid in an order without crossings.
    knot,
};
inline constexpr Shape kShapes[] = {Shape::star, Shape::spiral, Shape::comb, Shape::cells, Shape::pierced, Shape::knot};

/// Returns a polygon of that shape with about `corners` corners.
Polygon polygon_of(Shape shape, std::size_t corners, SplitMix64& random);

}  // namespace vkalgo::test
