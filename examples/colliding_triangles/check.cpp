#include "check.hpp"

#include "bodies.h"
#include <vkalgo/algorithms/mesh/mesh_intersection_reference.hpp>

#include <cstddef>
#include <cstdio>

namespace {

/// Returns which triangles intersect a triangle of another body, after scaling each triangle around its own centre.
std::vector<bool> in_pairs(const std::vector<float>& positions, const std::vector<std::uint32_t>& triangles,
                           double scale) {
    std::vector<double> own;
    std::vector<std::uint32_t> corners;
    for (std::size_t first = 0; first < triangles.size(); first += 3) {
        for (std::size_t corner = first; corner < first + 3; ++corner) {
            corners.push_back(static_cast<std::uint32_t>(corner));
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const auto at = [&](std::size_t k) { return double{positions[3 * triangles[k] + axis]}; };
                const double middle = (at(first) + at(first + 1) + at(first + 2)) / 3;
                own.push_back(middle + scale * (at(corner) - middle));
            }
        }
    }
    std::vector<bool> found(triangles.size() / 3);
    for (const auto& [one, other] :
         vkalgo::mesh_intersection_reference({.positions_f64 = own, .triangles = corners}, true)) {
        if (one / BODIES_CORNERS != other / BODIES_CORNERS) {
            found[one] = found[other] = true;
        }
    }
    return found;
}

}  // namespace

Collisions collisions_by_brute_force(const std::vector<float>& positions, const std::vector<std::uint32_t>& triangles) {
    constexpr double kSlack = 1e-4;
    return {in_pairs(positions, triangles, 1 - kSlack), in_pairs(positions, triangles, 1 + kSlack)};
}

bool collisions_are_right(std::uint32_t frame, const std::vector<bool>& found, const Collisions& right) {
    for (std::size_t triangle = 0; triangle < found.size(); ++triangle) {
        if (found[triangle] ? !right.possible[triangle] : right.sure[triangle]) {
            std::fprintf(stderr, "frame %u: triangle %zu %s according to the device, but not by brute force\n", frame,
                         triangle, found[triangle] ? "collides" : "is free");
            return false;
        }
    }
    return true;
}
