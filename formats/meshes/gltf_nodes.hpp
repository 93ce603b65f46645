#pragma once

#include "engine/result.hpp"
#include "formats/meshes/gltf_document.hpp"

#include <array>
#include <cstdint>
#include <vector>

/// Which meshes the scene of a glTF file shows, and where.
namespace vkalgo::formats {

/// An affine map, in f64.
struct GltfPlace {
    /// three rows of four
    std::array<std::array<double, 4>, 3> rows{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

    bool is_identity() const { return rows == GltfPlace{}.rows; }
    void move(const double (&from)[3], double (&to)[3]) const;
    /// First `inner`, then this.
    GltfPlace of(const GltfPlace& inner) const;
};

struct GltfShown {
    std::uint64_t mesh = 0;
    GltfPlace place;
};

/// Those of the default scene, or the first one, in the order of its nodes, each before its children; of a file without
/// scenes those of all nodes; without nodes all meshes. What a skin moves is shown as it is without its skin, and so
/// without the place of its node. Errors: invalid_argument: a node that two others have, or that has itself; too_large.
Result<std::vector<GltfShown>> shown_meshes(GltfDocument& document);

}  // namespace vkalgo::formats
