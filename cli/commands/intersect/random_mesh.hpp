#pragma once

#include "cli/formats.hpp"
#include "formats/meshes/mesh.hpp"

#include <cstdint>

namespace vkalgo::cli {

/// Returns `triangles` triangles. Each has three vertices of its own. The vertices of a triangle lie in a cube of side
/// 1.5 / cbrt(triangles), whose centre is random in a cube of side 1. So a triangle meets only a few others. The same
/// seed gives the same mesh everywhere.
Mesh random_mesh(std::uint64_t triangles, std::uint64_t seed);

}  // namespace vkalgo::cli
