#pragma once

#include "cli/formats.hpp"
#include "formats/meshes/mesh.hpp"

#include <cstdint>

namespace vkalgo::cli {

/// Returns `triangles` triangles. Each has three vertices of its own. The triangles are spread over a cube of side 1,
/// and their size is such that a few of them meet. The same seed gives the same mesh everywhere.
Mesh random_mesh(std::uint64_t triangles, std::uint64_t seed);

}  // namespace vkalgo::cli
