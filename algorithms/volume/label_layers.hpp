// Internal to algorithms/volume/: labels arranged in layers so that no two labels of a layer touch.
#pragma once

#include "volume_bits.hpp"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace vkalgo {

/// The layer of each label. Two labels of one layer touch nowhere, not even at a corner.
struct LabelLayers {
    /// The layer of each label except 0. Layers count from 0.
    std::unordered_map<std::uint32_t, std::uint32_t> layer_of;
    std::uint32_t layers = 0;
};

/// Assigns to each label, in ascending order, the least layer that no touching label has yet.
LabelLayers label_layers(const VolumeShape& shape, std::span<const std::uint32_t> labels);

}  // namespace vkalgo
