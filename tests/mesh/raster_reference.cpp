#include "tests/mesh/raster_reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

std::array<double, 3> channels(std::uint32_t colour) {
    return {static_cast<double>(colour & 255), static_cast<double>(colour >> 8 & 255),
            static_cast<double>(colour >> 16 & 255)};
}

/// Returns a triangle's colour under a light of 90/256 to 256/256, by the angle between its normal and the view.
std::array<double, 3> lit(const RasterScene& scene, std::uint32_t triangle) {
    std::array<RasterPoint, 3> t{};
    for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            t.at(k).at(axis) = scene.mesh.positions[3 * scene.mesh.triangles[3 * std::size_t{triangle} + k] + axis];
        }
    }
    RasterPoint u{}, v{}, normal{};
    for (std::size_t k = 0; k < 3; ++k) {
        u.at(k) = t[1].at(k) - t[0].at(k);
        v.at(k) = t[2].at(k) - t[0].at(k);
    }
    double along = 0, size = 0, view = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        normal.at(k) = u.at((k + 1) % 3) * v.at((k + 2) % 3) - u.at((k + 2) % 3) * v.at((k + 1) % 3);
        along += normal.at(k) * scene.camera.forward.at(k);
        size += normal.at(k) * normal.at(k);
        view += double{scene.camera.forward.at(k)} * scene.camera.forward.at(k);
    }
    const double facing = size == 0 ? 1 : std::abs(along) / std::sqrt(size * view);
    std::array<double, 3> colour = channels(scene.colours[triangle]);
    for (double& channel : colour) {
        channel *= (90 + 166 * facing) / 256;
    }
    return colour;
}

}  // namespace

RasterCover cover_of(const std::array<RasterPoint, 3>& t, double x, double y) {
    const auto twice = [](const RasterPoint& a, const RasterPoint& b, double cx, double cy) {
        return (b[0] - a[0]) * (cy - a[1]) - (b[1] - a[1]) * (cx - a[0]);
    };
    const double whole = twice(t[0], t[1], t[2][0], t[2][1]);
    if (whole == 0) {
        return {};
    }
    RasterCover found{std::numeric_limits<double>::infinity(), 0};
    for (std::size_t k = 0; k < 3; ++k) {
        const RasterPoint &a = t.at((k + 1) % 3), &b = t.at((k + 2) % 3);
        const double part = twice(a, b, x, y) / whole;
        found.inside = std::min(found.inside, part * std::abs(whole) / std::hypot(b[0] - a[0], b[1] - a[1]));
        found.depth += part * t.at(k)[2];
    }
    return found;
}

void expect_nearest_triangles(const RasterScene& scene, const std::vector<std::uint32_t>& shown, double slack) {
    const std::size_t samples = std::size_t{scene.columns()} * scene.rows();
    std::vector<std::array<RasterPoint, 3>> seen(scene.triangles());
    double most = 0;
    for (std::uint32_t t = 0; t < scene.triangles(); ++t) {
        seen[t] = {scene.seen(t, 0), scene.seen(t, 1), scene.seen(t, 2)};
        for (const RasterPoint& corner : seen[t]) {
            most = std::max(most, std::abs(corner[2]));
        }
    }
    std::size_t drawn = 0;
    for (const bool marked : {false, true}) {
        for (std::size_t at = 0; at < samples; ++at) {
            const double x = static_cast<double>(at % scene.columns()) + 0.5;
            const double y = static_cast<double>(at / scene.columns()) + 0.5;
            const std::uint32_t found = shown[at + (marked ? samples : 0)];
            double sure = std::numeric_limits<double>::infinity(), possible = sure;
            for (std::uint32_t t = 0; t < scene.triangles(); ++t) {
                if (marked && !scene.is_marked(t)) {
                    continue;
                }
                const RasterCover here = cover_of(seen[t], x, y);
                // The depth is clamped to that of the corners, since near the border rounded corners may give any
                // slope.
                const double low = std::min({seen[t][0][2], seen[t][1][2], seen[t][2][2]});
                const double high = std::max({seen[t][0][2], seen[t][1][2], seen[t][2][2]});
                const double depth = std::clamp(here.depth, low, high);
                const double error = 1e-5 * most + (here.inside < 8 * slack ? high - low : 0.02 * (high - low));
                if (here.inside > slack) {
                    sure = std::min(sure, depth + error);
                }
                const RasterPoint middle = {(seen[t][0][0] + seen[t][1][0] + seen[t][2][0]) / 3,
                                            (seen[t][0][1] + seen[t][1][1] + seen[t][2][1]) / 3, 0};
                const bool in_middle = scene.is_marked(t) && std::abs(middle[0] - x) <= 0.5 + slack &&
                                       std::abs(middle[1] - y) <= 0.5 + slack;
                if (t == found) {
                    ASSERT_TRUE(here.inside > -slack || in_middle) << "sample " << x << ", " << y << ", triangle " << t;
                    possible = in_middle ? low - error : depth - error;
                }
            }
            if (found == kNoTriangle) {
                ASSERT_EQ(sure, std::numeric_limits<double>::infinity()) << "sample " << x << ", " << y;
            } else {
                ASSERT_LE(possible, sure) << "sample " << x << ", " << y << ", triangle " << found;
                ++drawn;
            }
        }
    }
    EXPECT_GT(drawn, 0U);
}

void expect_colours(const RasterScene& scene, const std::vector<std::uint32_t>& shown,
                    const std::vector<std::uint32_t>& picture) {
    const std::size_t layer = shown.size() / 2;
    for (std::size_t pixel = 0; pixel < picture.size(); ++pixel) {
        std::array<double, 3> mean{};
        for (std::uint32_t k = 0; k < scene.params.samples * scene.params.samples; ++k) {
            const std::size_t row = pixel / scene.params.width * scene.params.samples + k / scene.params.samples;
            const std::size_t column = pixel % scene.params.width * scene.params.samples + k % scene.params.samples;
            const std::size_t at = row * scene.columns() + column;
            std::array<double, 3> colour = shown[at] == kNoTriangle ? std::array{1.0, 2.0, 3.0} : lit(scene, shown[at]);
            if (const std::uint32_t behind = shown[layer + at]; behind != kNoTriangle && behind != shown[at]) {
                for (std::size_t c = 0; c < 3; ++c) {
                    colour.at(c) = (5 * colour.at(c) + 3 * lit(scene, behind).at(c)) / 8;
                }
            }
            for (std::size_t c = 0; c < 3; ++c) {
                mean.at(c) += colour.at(c) / (scene.params.samples * scene.params.samples);
            }
        }
        EXPECT_EQ(picture[pixel] >> 24, 255U);
        for (std::size_t c = 0; c < 3; ++c) {
            ASSERT_NEAR(channels(picture[pixel]).at(c), mean.at(c), 3) << "pixel " << pixel << ", channel " << c;
        }
    }
}

}  // namespace vkalgo::test
