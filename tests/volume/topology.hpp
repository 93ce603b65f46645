#pragma once

#include "algorithms/volume/volume_bits.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

namespace vkalgo::test {

/// A volume with one byte per voxel, x fastest.
struct Solid {
    VolumeShape shape;
    std::vector<std::uint8_t> set;

    explicit Solid(const VolumeShape& of, std::uint8_t value = 0) : shape(of), set(of.voxels(), value) {}
    std::uint8_t& at(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        return set[(std::size_t{z} * shape.y + y) * shape.x + x];
    }
    /// Returns the voxel; 0 outside.
    std::uint8_t value(int x, int y, int z) const {
        const bool inside = x >= 0 && y >= 0 && z >= 0 && x < static_cast<int>(shape.x) &&
                            y < static_cast<int>(shape.y) && z < static_cast<int>(shape.z);
        return inside ? set[(static_cast<std::size_t>(z) * shape.y + static_cast<std::size_t>(y)) * shape.x +
                            static_cast<std::size_t>(x)]
                      : std::uint8_t{0};
    }
    std::uint64_t count() const {
        return static_cast<std::uint64_t>(std::count(set.begin(), set.end(), std::uint8_t{1}));
    }
    bool operator==(const Solid&) const = default;

    std::vector<std::uint32_t> bits() const {
        std::vector<std::uint32_t> words(shape.words(), 0);
        for (std::size_t voxel = 0; voxel < set.size(); ++voxel) {
            words[voxel / shape.x * shape.row_words() + voxel % shape.x / 32] |= std::uint32_t{set[voxel]}
                                                                                 << voxel % shape.x % 32;
        }
        return words;
    }
    static Solid of(const VolumeShape& shape, const std::vector<std::uint32_t>& words) {
        Solid solid(shape);
        for (std::size_t voxel = 0; voxel < solid.set.size(); ++voxel) {
            solid.set[voxel] =
                words[voxel / shape.x * shape.row_words() + voxel % shape.x / 32] >> voxel % shape.x % 32 & 1u;
        }
        return solid;
    }
};

/// Returns the distance from a voxel to the nearest voxel that is not set, by testing all voxels. Voxels beyond the
/// border are not set.
inline double radius_of(const Solid& solid, int x, int y, int z, const std::array<float, 3>& spacing) {
    double least = std::numeric_limits<double>::max();
    // An image has no layers above and below.
    const int rim = solid.shape.z == 1 ? 0 : 1;
    for (int k = -rim; k < int(solid.shape.z) + rim; ++k) {
        for (int j = -1; j <= int(solid.shape.y); ++j) {
            for (int i = -1; i <= int(solid.shape.x); ++i) {
                if (solid.value(i, j, k) == 0) {
                    least = std::min(least, std::hypot((i - x) * double(spacing[0]), (j - y) * double(spacing[1]),
                                                       (k - z) * double(spacing[2])));
                }
            }
        }
    }
    return least;
}

/// What thinning must preserve.
struct Topology {
    std::uint64_t objects = 0;   // 26-connected
    std::uint64_t cavities = 0;  // 6-connected components of the background, except the outer one
    std::int64_t euler = 0;      // Euler characteristic of the union of the voxels, as closed cubes

    bool operator==(const Topology&) const = default;
    friend std::ostream& operator<<(std::ostream& out, const Topology& it) {
        return out << it.objects << " objects, " << it.cavities << " cavities, Euler number " << it.euler;
    }
};

namespace detail {

inline std::uint64_t components(const VolumeShape& shape, const std::vector<std::uint8_t>& set, std::uint8_t value,
                                bool corners) {
    std::vector<std::uint8_t> seen(set.size(), 0);
    std::vector<std::array<int, 3>> open;
    std::uint64_t found = 0;
    const int sizes[] = {static_cast<int>(shape.x), static_cast<int>(shape.y), static_cast<int>(shape.z)};
    const auto index_of = [&](int x, int y, int z) {
        return (static_cast<std::size_t>(z) * shape.y + static_cast<std::size_t>(y)) * shape.x +
               static_cast<std::size_t>(x);
    };
    const auto visit = [&](int x, int y, int z) {
        if (x < 0 || y < 0 || z < 0 || x >= sizes[0] || y >= sizes[1] || z >= sizes[2] ||
            set[index_of(x, y, z)] != value || seen[index_of(x, y, z)] != 0) {
            return false;
        }
        seen[index_of(x, y, z)] = 1;
        open.push_back({x, y, z});
        return true;
    };
    for (int z = 0; z < sizes[2]; ++z) {
        for (int y = 0; y < sizes[1]; ++y) {
            for (int x = 0; x < sizes[0]; ++x) {
                found += visit(x, y, z) ? 1u : 0u;
                while (!open.empty()) {
                    const auto from = open.back();
                    open.pop_back();
                    for (int k = 0; k < 27; ++k) {
                        const int dx = k % 3 - 1, dy = k / 3 % 3 - 1, dz = k / 9 - 1;
                        if (corners || dx * dx + dy * dy + dz * dz == 1) {
                            visit(from[0] + dx, from[1] + dy, from[2] + dz);
                        }
                    }
                }
            }
        }
    }
    return found;
}

}  // namespace detail

/// Computes the topology by labelling and by counting cells, without rules about neighbourhoods.
inline Topology topology_of(const Solid& solid) {
    const VolumeShape& shape = solid.shape;
    Topology topology;
    topology.objects = detail::components(shape, solid.set, 1, true);
    Solid rimmed({shape.x + 2, shape.y + 2, shape.z + 2});
    for (std::uint32_t z = 0; z < shape.z; ++z) {
        for (std::uint32_t y = 0; y < shape.y; ++y) {
            for (std::uint32_t x = 0; x < shape.x; ++x) {
                rimmed.at(x + 1, y + 1, z + 1) = solid.set[(std::size_t{z} * shape.y + y) * shape.x + x];
            }
        }
    }
    topology.cavities = detail::components(rimmed.shape, rimmed.set, 0, false) - 1;
    // Vertices, edges, faces and cubes of a complex. A cell at lattice position (x, y, z) / 2 belongs to the complex if
    // a voxel that it bounds is set.
    const int sizes[] = {2 * static_cast<int>(shape.x), 2 * static_cast<int>(shape.y), 2 * static_cast<int>(shape.z)};
    for (int z = 0; z <= sizes[2]; ++z) {
        for (int y = 0; y <= sizes[1]; ++y) {
            for (int x = 0; x <= sizes[0]; ++x) {
                bool there = false;
                const auto low = [](int at) { return at % 2 == 0 ? at / 2 - 1 : at / 2; };
                for (int k = low(z); k <= z / 2; ++k) {
                    for (int j = low(y); j <= y / 2; ++j) {
                        for (int i = low(x); i <= x / 2; ++i) {
                            there = there || solid.value(i, j, k) != 0;
                        }
                    }
                }
                if (there) {
                    topology.euler += (x % 2 + y % 2 + z % 2) % 2 == 0 ? 1 : -1;
                }
            }
        }
    }
    return topology;
}

/// Returns random voxels in cubes of side `grain`: all voxels of a cube are set, with a probability of `percent` in
/// 100, or none.
inline Solid random_solid(const VolumeShape& shape, std::uint64_t seed, std::uint32_t percent,
                          std::uint32_t grain = 1) {
    SplitMix64 random(seed);
    Solid blocks({(shape.x + grain - 1) / grain, (shape.y + grain - 1) / grain, (shape.z + grain - 1) / grain});
    for (std::uint8_t& block : blocks.set) {
        block = random.below(100) < percent ? 1 : 0;
    }
    Solid solid(shape);
    for (std::uint32_t z = 0; z < shape.z; ++z) {
        for (std::uint32_t y = 0; y < shape.y; ++y) {
            for (std::uint32_t x = 0; x < shape.x; ++x) {
                solid.at(x, y, z) = blocks.at(x / grain, y / grain, z / grain);
            }
        }
    }
    return solid;
}

}  // namespace vkalgo::test
