#include "cli/formats/png.hpp"
#include "cli/volume/skeleton.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace vkalgo::cli {
namespace {

/// What a line of sight meets.
struct Sight {
    double greatest = -std::numeric_limits<double>::infinity();
    std::uint32_t selected = 0;
    std::uint32_t skeleton = 0;
};

/// The two axes of the picture: those that are not the shortest one.
std::array<std::size_t, 2> axes_of(const Volume& volume, const std::array<double, 3>& spacing) {
    std::size_t shortest = 2;
    for (std::size_t axis = 0; axis < 2; ++axis) {
        if (volume.size.at(axis) * spacing.at(axis) < volume.size.at(shortest) * spacing.at(shortest)) {
            shortest = axis;
        }
    }
    return {shortest == 0 ? std::size_t{1} : std::size_t{0}, shortest == 2 ? std::size_t{1} : std::size_t{2}};
}

}  // namespace

Result<Bytes> skeleton_picture(const Volume& volume, std::span<const std::uint32_t> selected,
                               std::span<const std::uint32_t> skeleton, const std::array<double, 3>& spacing) {
    constexpr std::uint32_t kMostPixels = 4096;
    const VolumeShape shape = shape_of(volume);
    const auto axes = axes_of(volume, spacing);
    // A volume shows its z axis upwards, an image its rows downwards.
    const bool upwards = axes[1] == 2;
    const std::uint32_t sides[] = {volume.size.at(axes[0]), volume.size.at(axes[1])};
    const std::uint32_t step = (std::max(sides[0], sides[1]) + kMostPixels - 1) / kMostPixels;
    const std::uint32_t width = (sides[0] + step - 1) / step, height = (sides[1] + step - 1) / step;
    std::vector<Sight> sights(std::size_t{width} * height);
    double least = std::numeric_limits<double>::infinity(), greatest = -least;
    std::uint32_t most = 1;
    std::size_t voxel = 0;
    for (std::uint32_t z = 0; z < shape.z; ++z) {
        for (std::uint32_t y = 0; y < shape.y; ++y) {
            for (std::uint32_t x = 0; x < shape.x; ++x, ++voxel) {
                const std::uint32_t at[] = {x, y, z};
                const std::size_t word = (std::size_t{z} * shape.y + y) * shape.row_words() + x / 32;
                Sight& sight = sights[at[axes[1]] / step * std::size_t{width} + at[axes[0]] / step];
                const double value = voxel_value(volume, voxel);
                if (std::isfinite(value)) {
                    sight.greatest = std::max(sight.greatest, value);
                }
                if ((selected[word] >> x % 32 & 1u) != 0 && std::isfinite(value)) {
                    least = std::min(least, value);
                    greatest = std::max(greatest, value);
                    most = std::max(most, ++sight.selected);
                }
                sight.skeleton += skeleton[word] >> x % 32 & 1u;
            }
        }
    }
    std::vector<std::uint8_t> samples(std::size_t{width} * height * 3, 0);
    for (std::uint32_t y = 0; y < height; ++y) {
        for (std::uint32_t x = 0; x < width; ++x) {
            const Sight& sight = sights[std::size_t{y} * width + x];
            std::uint8_t* const pixel = &samples[(std::size_t{upwards ? height - 1 - y : y} * width + x) * 3];
            double grey = 0;
            if (sight.selected != 0 && greatest > least) {
                grey = 60 + 130 * std::clamp((sight.greatest - least) / (greatest - least), 0.0, 1.0);
            } else if (sight.selected != 0) {
                grey = 60 + 130 * std::sqrt(sight.selected / static_cast<double>(most));
            }
            pixel[0] = pixel[1] = pixel[2] = static_cast<std::uint8_t>(grey);
            if (sight.skeleton != 0) {
                pixel[0] = 255;
                pixel[1] = static_cast<std::uint8_t>(std::min(90 + 30 * sight.skeleton, 230u));
                pixel[2] = 20;
            }
        }
    }
    return encode_png(width, height, 3, samples);
}

}  // namespace vkalgo::cli
