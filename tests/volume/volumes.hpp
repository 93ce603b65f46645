// Voxels for tests, and their bits by the simplest means.
#pragma once

#include "algorithms/half.hpp"
#include "algorithms/volume/volume_bits.hpp"
#include "tests/support/random.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace vkalgo::test {

/// Returns voxels of `type`, few of them not 0 if `sparse`: numbers around 0, and the limits of the type; floats
/// include NaN, infinities and both zeros. Padded to the end of the last word.
inline std::vector<std::byte> random_voxels(const VolumeShape& shape, ElementType type, std::uint64_t seed,
                                            bool sparse = false) {
    SplitMix64 random(seed);
    std::vector<std::byte> bytes((shape.voxels() * size_of(type) + 3) / 4 * 4);
    with_type(type, [&](auto zero) {
        using T = decltype(zero);
        for (std::uint64_t voxel = 0; voxel < shape.voxels(); ++voxel) {
            T value{};
            const std::uint32_t draw = random.below(sparse ? 200 : 20);
            if constexpr (std::is_integral_v<T>) {
                value = draw == 0   ? std::numeric_limits<T>::max()
                        : draw == 1 ? std::numeric_limits<T>::min()
                        : draw == 2 ? static_cast<T>(random.next())
                        : draw < 12 ? static_cast<T>(random.below(7))
                                    : T{};
                if (std::is_signed_v<T> && draw == 3) {
                    value = static_cast<T>(-1 - static_cast<int>(random.below(5)));
                }
            } else {
                const double number = draw == 0   ? std::numeric_limits<double>::quiet_NaN()
                                      : draw == 1 ? std::numeric_limits<double>::infinity()
                                      : draw == 2 ? -std::numeric_limits<double>::infinity()
                                      : draw == 3 ? -0.0
                                      : draw < 12 ? static_cast<double>(random.below(14)) / 2 - 2
                                                  : 0.0;
                value = static_cast<T>(number);
            }
            std::memcpy(bytes.data() + voxel * sizeof(T), &value, sizeof(T));
        }
    });
    return bytes;
}

/// Returns whether the rule selects the voxel. Compares doubles, which is correct for whole numbers up to 2^53.
inline bool inside_by_doubles(const std::byte* voxel, ElementType type, const VoxelSelection& selection) {
    return with_type(type, [&](auto zero) {
        decltype(zero) value{};
        std::memcpy(&value, voxel, sizeof(value));
        const auto number = static_cast<double>(value);
        const double wanted = selection.value.real();
        return selection.rule == VoxelRule::nonzero ? !std::isnan(number) && number != 0
               : selection.rule == VoxelRule::above ? number > wanted
                                                    : number == wanted;
    });
}

/// Returns the bit volume, computed voxel by voxel.
template <class Inside>
std::vector<std::uint32_t> bits_where(const VolumeShape& shape, const Inside& inside) {
    std::vector<std::uint32_t> bits(shape.words());
    for (std::uint32_t z = 0; z < shape.z; ++z) {
        for (std::uint32_t y = 0; y < shape.y; ++y) {
            for (std::uint32_t x = 0; x < shape.x; ++x) {
                if (inside(x, y, z)) {
                    bits[(std::size_t{z} * shape.y + y) * shape.row_words() + x / 32] |= 1U << x % 32;
                }
            }
        }
    }
    return bits;
}

inline std::vector<std::uint32_t> packed(const VolumeShape& shape, ElementType type,
                                         const std::vector<std::byte>& voxels, const VoxelSelection& selection) {
    return bits_where(shape, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        const std::size_t voxel = (std::size_t{z} * shape.y + y) * shape.x + x;
        return inside_by_doubles(voxels.data() + voxel * size_of(type), type, selection);
    });
}

}  // namespace vkalgo::test
