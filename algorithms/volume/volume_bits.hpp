#pragma once

#include <cstdint>

namespace vkalgo {

/// Sizes of a volume of voxels, x fastest. An image has z = 1.
struct VolumeShape {
    std::uint32_t x = 0, y = 0, z = 0;

    /// x * y * z
    constexpr std::uint64_t voxels() const { return std::uint64_t{x} * y * z; }
    /// 32-bit words of a row of a bit volume
    constexpr std::uint64_t row_words() const { return (std::uint64_t{x} + 31) / 32; }
    /// 32-bit words of a bit volume: bit x % 32 of word (z * shape.y + y) * row_words() + x / 32 is a voxel's, and
    /// bits behind a row's last voxel are 0.
    constexpr std::uint64_t words() const { return row_words() * y * z; }

    constexpr bool operator==(const VolumeShape&) const = default;
};

}  // namespace vkalgo
