// Internal to cli/volume/: from where a picture of a volume looks at it, and what is behind the skeleton.
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
/// From one to another, by a part from 0 to 1.
Rgb mix(const Rgb& from, const Rgb& to, double part);

/// Indices of a voxel along x, y and z.
using At = std::array<std::uint32_t, 3>;

/// `visit(at)` for each voxel of a bit volume that is set.
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

/// Indices from low to high of an axis.
struct Extent {
    std::uint32_t low = std::numeric_limits<std::uint32_t>::max(), high = 0;

    void include(std::uint32_t at) {
        low = std::min(low, at);
        high = std::max(high, at);
    }
    std::uint32_t size() const { return high - low + 1; }
    /// A little more on both sides, if the axis is so long; all of it if there is nothing.
    Extent widened(std::uint32_t axis) const {
        if (low > high) {
            return {0, axis - 1};
        }
        const std::uint32_t rim = 2 + size() / 24;
        return {low - std::min(low, rim), static_cast<std::uint32_t>(std::min<std::uint64_t>(std::uint64_t{high} + rim,
                                                                                             std::uint64_t{axis} - 1))};
    }
};

/// Where a volume is seen from, and what of it.
struct View {
    /// across and down the picture, and towards the eye
    std::size_t across = 0, along = 1, depth = 2;
    bool upwards = false;
    /// greater indices are nearer
    bool rising = false;
    Extent wide, high;
    /// of a voxel
    double pixels_across = 1, pixels_along = 1;
    std::uint32_t width = 1, height = 1;

    /// Of the middle of a voxel, by its indices across and along.
    std::array<double, 2> pixel(std::uint32_t i, std::uint32_t j) const {
        const double y = (j - high.low + 0.5) * pixels_along;
        return {(i - wide.low + 0.5) * pixels_across, upwards ? height - y : y};
    }
};

/// Along the shortest side. What grows to the head or to the front of a body is seen upwards, so is the last axis of
/// volumes that say nothing; images keep their rows downwards.
View view_of(const Volume& volume, std::span<const std::uint32_t> selected, const std::array<double, 3>& spacing);

/// What lines of sight meet, a cell for each or for some: how light it is from 0 to 1, and below 0 where nothing is
/// selected.
class Body {
public:
    Body(const Volume& volume, std::span<const std::uint32_t> selected, bool labels, const View& view);

    /// At a point of voxels across and along from the first that is seen, between the middles of cells.
    Rgb colour(double i, double j) const;

private:
    Rgb shade(std::uint32_t x, std::uint32_t y) const;

    std::uint32_t step_across_, step_along_, across_, along_;
    std::vector<double> light_;
};

}  // namespace vkalgo::cli
