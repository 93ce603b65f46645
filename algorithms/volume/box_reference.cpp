#include "algorithms/volume/box_reference.hpp"

#include <algorithm>
#include <bit>

namespace vkalgo {

BoxMasses box_reference(const VolumeShape& shape, std::span<const std::uint8_t> inside, std::uint32_t side,
                        const std::array<std::uint32_t, 3>& offset) {
    BoxMasses found;
    if (shape.voxels() == 0) {
        return found;
    }
    const std::uint64_t thickness = shape.z == 1 ? 1 : side;
    const auto last = [](std::uint64_t n, std::uint64_t from, std::uint64_t each) { return (n - 1 + from) / each; };
    const std::uint64_t across = last(shape.x, offset[0], side) + 1, down = last(shape.y, offset[1], side) + 1;
    const std::uint64_t deep = last(shape.z, offset[2], thickness) + 1;
    std::vector<std::uint64_t> masses(across * down * deep);
    std::size_t voxel = 0;
    for (std::uint64_t z = 0; z < shape.z; ++z) {
        for (std::uint64_t y = 0; y < shape.y; ++y) {
            const std::uint64_t row = ((z + offset[2]) / thickness * down + (y + offset[1]) / side) * across;
            for (std::uint64_t x = 0; x < shape.x; ++x, ++voxel) {
                masses[row + (x + offset[0]) / side] += inside[voxel] != 0 ? 1U : 0U;
            }
        }
    }
    const auto is_whole = [](std::uint64_t box, std::uint64_t each, std::uint64_t from, std::uint64_t n) {
        return box * each >= from && (box + 1) * each - from <= n;
    };
    for (std::uint64_t box = 0; box < masses.size(); ++box) {
        const std::uint64_t mass = masses[box];
        found.count += mass != 0 ? 1U : 0U;
        if (is_whole(box % across, side, offset[0], shape.x) &&
            is_whole(box / across % down, side, offset[1], shape.y) &&
            is_whole(box / (across * down), thickness, offset[2], shape.z)) {
            found.mass += mass;
            const std::uint64_t square = mass * mass;
            found.square_low += square;
            found.square_high += found.square_low < square ? 1U : 0U;
        }
    }
    return found;
}

std::vector<std::uint8_t> inside_reference(const VolumeShape& shape, std::span<const std::byte> voxels,
                                           ElementType type, const VoxelSelection& selection) {
    std::vector<std::uint8_t> inside(shape.voxels());
    const std::size_t bytes = size_of(type);
    for (std::size_t voxel = 0; voxel < inside.size(); ++voxel) {
        inside[voxel] = selects(selection, type, voxels.data() + voxel * bytes) ? 1 : 0;
    }
    return inside;
}

std::vector<std::uint64_t> box_codes_reference(std::span<const std::uint32_t> coordinates, std::uint32_t axes,
                                               std::uint32_t levels) {
    std::vector<std::uint64_t> codes(coordinates.size() / axes);
    for (std::size_t point = 0; point < codes.size(); ++point) {
        for (std::uint32_t bit = 0; bit + 1 < levels; ++bit) {
            for (std::uint32_t axis = 0; axis < axes; ++axis) {
                codes[point] |= std::uint64_t{coordinates[point * axes + axis] >> bit & 1} << (bit * axes + axis);
            }
        }
    }
    std::sort(codes.begin(), codes.end());
    std::vector<std::uint64_t> counts(levels);
    for (std::size_t point = 0; point < codes.size(); ++point) {
        const std::uint64_t differ = point == 0 ? 0 : codes[point] ^ codes[point - 1];
        if (point != 0 && differ == 0) {
            continue;
        }
        const std::uint32_t sizes =
            point == 0 ? levels : (static_cast<std::uint32_t>(std::bit_width(differ)) - 1) / axes + 1;
        for (std::uint32_t level = 0; level < sizes; ++level) {
            ++counts[level];
        }
    }
    return counts;
}

}  // namespace vkalgo
