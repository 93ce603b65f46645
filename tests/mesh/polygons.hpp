#pragma once

#include "tests/support/random.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// Polygons on grids of whole numbers, so that areas and sides are exact.
namespace vkalgo::test {

using GridPoint = std::array<std::int64_t, 2>;
using Polygon = std::vector<GridPoint>;

/// Twice the area that a, b and c span; positive for a turn to the left.
inline std::int64_t twice_area(const GridPoint& a, const GridPoint& b, const GridPoint& c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
std::int64_t twice_area(const Polygon& polygon);

/// Does p lie on the segment from a to b, its ends included?
bool lies_on(const GridPoint& p, const GridPoint& a, const GridPoint& b);

/// How often a polygon winds around a point that lies on none of its edges.
int winding(const Polygon& polygon, const GridPoint& p);

/// Do no two edges share a point but for the corner between them?
bool is_simple(const Polygon& polygon);

/// How polygons are made up; all turn left.
enum class Shape {
    /// around a middle that sees all of it
    star,
    /// arms that wind around each other
    spiral,
    /// a back with teeth of random length and width
    comb,
    /// the outline of cells that hang together, with a corner at every grid point: most corners lie on a line; places
    /// where cells touch in a corner are visited twice
    cells,
    /// the same with its holes, each connected by an edge there and back
    pierced,
    /// few points of a small grid in an order that does not cross
    knot,
};
inline constexpr Shape kShapes[] = {Shape::star, Shape::spiral, Shape::comb, Shape::cells, Shape::pierced, Shape::knot};

/// A polygon of that shape and about that many corners.
Polygon polygon_of(Shape shape, std::size_t corners, SplitMix64& random);

}  // namespace vkalgo::test
