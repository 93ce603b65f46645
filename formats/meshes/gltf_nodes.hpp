#pragma once

#include "engine/result.hpp"
#include "formats/meshes/gltf_document.hpp"

#include <array>
#include <cstdint>
#include <vector>

/// The meshes that the scene of a glTF file shows, and their positions.
namespace vkalgo::formats {

/// An affine map in f64.
struct GltfTransform {
    /// The map as three rows of four numbers.
    std::array<std::array<double, 4>, 3> rows{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

    bool is_identity() const { return rows == GltfTransform{}.rows; }
    void move(const double (&from)[3], double (&to)[3]) const;
    /// Returns the map that applies first `inner`, then this one.
    GltfTransform of(const GltfTransform& inner) const;
};

struct GltfShown {
    std::uint64_t mesh = 0;
    GltfTransform transform;
};

/// Returns the meshes of the default scene or, without a default scene, of the first scene. Without scenes, returns
/// those of all nodes; without scenes and nodes, all meshes. The meshes are in the order of the nodes, each node before
/// its children. A mesh with a skin is shown without the skin, and without the map of its node. Errors:
/// invalid_argument: a node that is below two nodes or below itself; too_large.
Result<std::vector<GltfShown>> shown_meshes(GltfDocument& document);

}  // namespace vkalgo::formats
