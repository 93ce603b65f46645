#pragma once

#include "cli/formats.hpp"
#include "formats/meshes/mesh.hpp"

#include <cstdint>

namespace vkalgo::cli {

/// So many triangles, three vertices each, all over a cube of side 1 and of such a size that a few of them meet. The
/// same seed gives the same mesh everywhere.
Mesh random_mesh(std::uint64_t triangles, std::uint64_t seed);

}  // namespace vkalgo::cli
