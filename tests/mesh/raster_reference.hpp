#pragma once

#include "tests/mesh/raster_scene.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

/// What samples show and which colours pixels have, computed in doubles.
namespace vkalgo::test {

/// How a triangle covers a sample: the distance of the sample's centre to the triangle's borders, in samples and
/// positive inside, and the depth at the centre.
struct RasterCover {
    double inside = -std::numeric_limits<double>::infinity();
    double depth = 0;
};

RasterCover cover_of(const std::array<RasterPoint, 3>& t, double x, double y);

/// Expects that every sample shows a triangle that may be nearest there, or none if no triangle certainly covers it.
/// `slack`: tolerance of a position, in samples. The tolerance of a depth follows from the triangle's slope.
void expect_nearest_triangles(const RasterScene& scene, const std::vector<std::uint32_t>& shown, double slack);

/// Expects that each pixel of the picture has the mean colour of its samples, which show the triangles of `shown`.
void expect_colours(const RasterScene& scene, const std::vector<std::uint32_t>& shown,
                    const std::vector<std::uint32_t>& picture);

}  // namespace vkalgo::test
