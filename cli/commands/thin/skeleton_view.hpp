// Internal to `vkalgo thin`: the direction from which a picture shows a volume, and the body behind the skeleton.
#pragma once

#include "cli/commands/thin/skeleton.hpp"
#include "cli/formats.hpp"
#include "formats/volumes/volume.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace vkalgo::cli {

/// Red, green and blue, from 0 to 255.
using Rgb = std::array<double, 3>;
/// Interpolates between two colours; `part` is from 0 to 1.
Rgb mix(const Rgb& from, const Rgb& to, double part);

/// Indices of a voxel along x, y and z.
using At = std::array<std::uint32_t, 3>;

/// Calls `visit(at)` for each voxel of a bit volume that is set.
template <class Visit>
void each_voxel(const VolumeShape& shape, std::span<const std::uint32_t> bits, const Visit& visit) {
    for (std::size_t word = 0; word < bits.size(); ++word) {
        const std::size_t row = word / shape.row_words();
        for (std::uint32_t left = bits[word]; left != 0; left &= left - 1) {
            const auto bit = static_cast<std::size_t>(std::countr_zero(left));
            visit(At{static_cast<std::uint32_t>(word % shape.row_words() * 32 + bit),
                     static_cast<std::uint32_t>(row % shape.y), static_cast<std::uint32_t>(row / shape.y)});
        }
    }
}

/// A range of indices along an axis; both ends are included.
struct Extent {
    std::uint32_t low = std::numeric_limits<std::uint32_t>::max(), high = 0;

    void include(std::uint32_t at) {
        low = std::min(low, at);
        high = std::max(high, at);
    }
    std::uint32_t size() const { return high - low + 1; }
    /// Returns the range with a margin on both sides, cut at the ends of the axis. If the range is empty, returns the
    /// whole axis.
    Extent widened(std::uint32_t axis) const {
        if (low > high) {
            return {0, axis - 1};
        }
        const std::uint32_t rim = 2 + size() / 24;
        return {low - std::min(low, rim), static_cast<std::uint32_t>(std::min<std::uint64_t>(std::uint64_t{high} + rim,
                                                                                             std::uint64_t{axis} - 1))};
    }
};

/// The direction from which a volume is seen, and the part of it that is seen.
struct View {
    /// The axes of the volume that run across the picture, down the picture (or up, if `upwards`), and along the lines
    /// of sight.
    std::size_t across = 0, along = 1, depth = 2;
    bool upwards = false;
    /// Whether greater indices along `depth` are nearer.
    bool rising = false;
    Extent wide, high;
    /// The sides of a voxel in the picture, in pixels.
    double pixels_across = 1, pixels_along = 1;
    std::uint32_t width = 1, height = 1;

    /// Returns the pixel of the centre of a voxel, given its indices across and along.
    std::array<double, 2> pixel(std::uint32_t i, std::uint32_t j) const {
        const double y = (j - high.low + 0.5) * pixels_along;
        return {(i - wide.low + 0.5) * pixels_across, upwards ? height - y : y};
    }
};

/// Returns a view along the shortest side. An axis that grows towards the head or the front of a body is drawn upwards.
/// If a volume does not give directions, z is drawn upwards and y downwards. Images keep their rows downwards.
View view_of(const Volume& volume, std::span<const std::uint32_t> selected, const std::array<double, 3>& spacing);

/// What lines of sight meet. A cell stands for one line of sight or for several. Its light is from 0 to 1; it is below
/// 0 where nothing is selected.
class Body {
public:
    Body(const Volume& volume, std::span<const std::uint32_t> selected, bool labels, const View& view);

    /// Returns the colour at a point, interpolated between the centres of cells. The point is given in voxels, across
    /// and along, from the first voxel that is seen.
    Rgb colour(double i, double j) const;

private:
    Rgb shade(std::uint32_t x, std::uint32_t y) const;

    std::uint32_t step_across_, step_along_, across_, along_;
    std::vector<double> light_;
};

}  // namespace vkalgo::cli
