#include "cli/commands/intersect/random_mesh.hpp"

#include "formats/random_array.hpp"

#include <cmath>

namespace vkalgo::cli {

Mesh random_mesh(std::uint64_t triangles, std::uint64_t seed) {
    SplitMix64 random(seed);
    const auto real = [&] { return static_cast<float>(random.next() >> 40) * 0x1p-24F; };
    const float size = triangles == 0 ? 0.0F : static_cast<float>(1.5 / std::cbrt(static_cast<double>(triangles)));
    std::vector<float> positions;
    positions.reserve(9 * triangles);
    Mesh mesh;
    mesh.triangles.reserve(3 * triangles);
    for (std::uint64_t triangle = 0; triangle < triangles; ++triangle) {
        const float middle[3] = {real(), real(), real()};
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
            for (const float along : middle) {
                positions.push_back(along + size * (real() - 0.5F));
            }
            mesh.triangles.push_back(static_cast<std::uint32_t>(3 * triangle) + corner);
        }
    }
    mesh.positions = std::move(positions);
    mesh.faces = triangles;
    return mesh;
}

}  // namespace vkalgo::cli
