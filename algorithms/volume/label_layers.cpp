#include "algorithms/volume/label_layers.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <unordered_set>

namespace vkalgo {

namespace {

/// Half of the 26 neighbours. So each pair of neighbours is visited once, from one of its voxels.
constexpr std::array<std::array<int, 3>, 13> kAhead{{{1, 0, 0},
                                                     {-1, 1, 0},
                                                     {0, 1, 0},
                                                     {1, 1, 0},
                                                     {-1, -1, 1},
                                                     {0, -1, 1},
                                                     {1, -1, 1},
                                                     {-1, 0, 1},
                                                     {0, 0, 1},
                                                     {1, 0, 1},
                                                     {-1, 1, 1},
                                                     {0, 1, 1},
                                                     {1, 1, 1}}};

/// Returns each pair of different labels that touch, once, with the smaller label in the high 32 bits. Label 0 is left
/// out.
std::vector<std::uint64_t> touching(const VolumeShape& shape, std::span<const std::uint32_t> labels) {
    std::unordered_set<std::uint64_t> pairs;
    std::uint64_t last = 0;
    std::size_t at = 0;
    for (std::uint32_t z = 0; z < shape.z; ++z) {
        for (std::uint32_t y = 0; y < shape.y; ++y) {
            for (std::uint32_t x = 0; x < shape.x; ++x, ++at) {
                const std::uint32_t label = labels[at];
                if (label == 0) {
                    continue;
                }
                for (const auto& [dx, dy, dz] : kAhead) {
                    const std::int64_t nx = std::int64_t{x} + dx, ny = std::int64_t{y} + dy, nz = std::int64_t{z} + dz;
                    if (nx < 0 || ny < 0 || nx >= shape.x || ny >= shape.y || nz >= shape.z) {
                        continue;
                    }
                    const std::uint32_t other = labels[static_cast<std::size_t>((nz * shape.y + ny) * shape.x + nx)];
                    if (other == 0 || other == label) {
                        continue;
                    }
                    const std::uint64_t pair = std::uint64_t{std::min(label, other)} << 32 | std::max(label, other);
                    if (pair != last) {
                        pairs.insert(pair);
                        last = pair;
                    }
                }
            }
        }
    }
    return {pairs.begin(), pairs.end()};
}

}  // namespace

LabelLayers label_layers(const VolumeShape& shape, std::span<const std::uint32_t> labels) {
    std::vector<std::uint32_t> all(labels.begin(), labels.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> smaller;
    for (const std::uint64_t pair : touching(shape, labels)) {
        smaller[static_cast<std::uint32_t>(pair)].push_back(static_cast<std::uint32_t>(pair >> 32));
    }
    LabelLayers found;
    for (const std::uint32_t label : all) {
        if (label == 0) {
            continue;
        }
        std::vector<std::uint32_t> taken;
        for (const std::uint32_t other : smaller[label]) {
            taken.push_back(found.layer_of.at(other));
        }
        std::sort(taken.begin(), taken.end());
        std::uint32_t layer = 0;
        for (const std::uint32_t one : taken) {
            layer += one == layer ? 1 : 0;
        }
        found.layer_of[label] = layer;
        found.layers = std::max(found.layers, layer + 1);
    }
    return found;
}

}  // namespace vkalgo
