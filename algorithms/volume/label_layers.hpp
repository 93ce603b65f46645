// Internal to algorithms/volume/: labels laid out so that none touches another.
#pragma once

#include "volume_bits.hpp"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace vkalgo {

/// In which layer each label lies: labels of one layer share no corner anywhere.
struct LabelLayers {
    /// of each label but 0
    std::unordered_map<std::uint32_t, std::uint32_t> layer_of;
    std::uint32_t layers = 0;
};

/// The least layer that no neighbour has, labels in ascending order.
LabelLayers label_layers(const VolumeShape& shape, std::span<const std::uint32_t> labels);

}  // namespace vkalgo
