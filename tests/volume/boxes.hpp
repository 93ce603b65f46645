// Boxes counted by an independent pyramid.
#pragma once

#include "tests/volume/volumes.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace vkalgo::test {

/// Counts the boxes of side 1, 2, 4, ... that contain a voxel that is inside, up to the first side that covers the
/// whole volume. Each level of a pyramid is the maximum of eight voxels of the level below.
inline std::vector<std::uint64_t> pyramid_counts(VolumeShape shape, std::vector<std::uint8_t> inside) {
    std::vector<std::uint64_t> counts;
    while (true) {
        counts.push_back(static_cast<std::uint64_t>(std::count(inside.begin(), inside.end(), std::uint8_t{1})));
        if (shape.x <= 1 && shape.y <= 1 && shape.z <= 1) {
            return counts;
        }
        const VolumeShape half{(shape.x + 1) / 2, (shape.y + 1) / 2, (shape.z + 1) / 2};
        std::vector<std::uint8_t> above(half.voxels());
        for (std::uint32_t z = 0; z < shape.z; ++z) {
            for (std::uint32_t y = 0; y < shape.y; ++y) {
                for (std::uint32_t x = 0; x < shape.x; ++x) {
                    above[(std::size_t{z / 2} * half.y + y / 2) * half.x + x / 2] |=
                        inside[(std::size_t{z} * shape.y + y) * shape.x + x];
                }
            }
        }
        shape = half;
        inside = std::move(above);
    }
}

/// Returns random voxels: 1 (inside) with a probability of 1 / one_in, else 0.
inline std::vector<std::uint8_t> random_inside(const VolumeShape& shape, std::uint64_t seed, std::uint32_t one_in) {
    SplitMix64 random(seed);
    std::vector<std::uint8_t> inside(shape.voxels());
    for (std::uint8_t& voxel : inside) {
        voxel = random.below(one_in) == 0 ? 1 : 0;
    }
    return inside;
}

inline std::vector<std::uint32_t> bits_of(const VolumeShape& shape, const std::vector<std::uint8_t>& inside) {
    return bits_where(shape, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        return inside[(std::size_t{z} * shape.y + y) * shape.x + x] != 0;
    });
}

/// Pads the voxels to the end of the last word.
inline std::vector<std::uint8_t> whole_words(std::vector<std::uint8_t> voxels) {
    voxels.resize((voxels.size() + 3) / 4 * 4);
    return voxels;
}

/// Returns Menger's sponge with 3^level voxels per side.
inline std::vector<std::uint8_t> menger_sponge(std::uint32_t level, std::uint32_t& side) {
    side = 1;
    for (std::uint32_t k = 0; k < level; ++k) {
        side *= 3;
    }
    std::vector<std::uint8_t> inside(std::size_t{side} * side * side);
    std::size_t voxel = 0;
    for (std::uint32_t z = 0; z < side; ++z) {
        for (std::uint32_t y = 0; y < side; ++y) {
            for (std::uint32_t x = 0; x < side; ++x, ++voxel) {
                bool there = true;
                for (std::uint32_t cell = 1; cell < side; cell *= 3) {
                    there = there &&
                            (x / cell % 3 == 1 ? 1 : 0) + (y / cell % 3 == 1 ? 1 : 0) + (z / cell % 3 == 1 ? 1 : 0) < 2;
                }
                inside[voxel] = there ? 1 : 0;
            }
        }
    }
    return inside;
}

}  // namespace vkalgo::test
