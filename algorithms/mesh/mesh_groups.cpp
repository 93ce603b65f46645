#include "algorithms/mesh/mesh_groups.hpp"

#include <algorithm>
#include <numeric>
#include <string>

namespace vkalgo {

Result<MeshGroups> mesh_groups(std::span<const MeshPair> pairs, std::uint64_t triangles, std::uint64_t split) {
    // A forest. Each triangle points to a triangle whose index is not greater than its own; the first triangle of each
    // group points to itself.
    std::vector<std::uint32_t> towards(triangles);
    std::iota(towards.begin(), towards.end(), 0U);
    const auto first_of = [&](std::uint32_t triangle) {
        while (towards[triangle] != triangle) {
            towards[triangle] = towards[towards[triangle]];
            triangle = towards[triangle];
        }
        return triangle;
    };
    MeshGroups groups;
    groups.group_of.resize(triangles);
    for (const MeshPair& pair : pairs) {
        const std::uint64_t second = pair.second + split;
        if (std::max<std::uint64_t>(pair.first, second) >= triangles) {
            return Error{ErrorCode::invalid_argument,
                         "a pair has the triangles " + std::to_string(pair.first) + " and " + std::to_string(second) +
                             ", but there are " + std::to_string(triangles) +
                             "; triangles count from 0, through both meshes if there are two",
                         "pairs"};
        }
        const std::uint32_t one = first_of(pair.first), other = first_of(static_cast<std::uint32_t>(second));
        towards[std::max(one, other)] = std::min(one, other);
        groups.group_of[pair.first] = groups.group_of[second] = 1;
    }
    for (std::uint32_t triangle = 0; triangle < triangles; ++triangle) {
        if (groups.group_of[triangle] == 0) {
            continue;
        }
        const std::uint32_t first = first_of(triangle);
        if (first == triangle) {
            groups.sizes.push_back(0);
            groups.group_of[triangle] = static_cast<std::uint32_t>(groups.sizes.size());
        }
        groups.group_of[triangle] = groups.group_of[first];
        ++groups.sizes[groups.group_of[triangle] - 1];
    }
    return groups;
}

}  // namespace vkalgo
