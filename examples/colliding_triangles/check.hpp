#pragma once

#include <cstdint>
#include <vector>

/// The triangles that intersect a triangle of another body, found by brute force on the processor. `sure`: the
/// triangles that intersect even if all triangles are slightly smaller. `possible`: the triangles that intersect if all
/// triangles are slightly larger. If a triangle is only in `possible`, float arithmetic may give either answer.
struct Collisions {
    std::vector<bool> sure;
    std::vector<bool> possible;
};

Collisions collisions_by_brute_force(const std::vector<float>& positions, const std::vector<std::uint32_t>& triangles);

/// Returns whether `found` agrees with `right`. Prints the first triangle that is wrong.
bool collisions_are_right(std::uint32_t frame, const std::vector<bool>& found, const Collisions& right);
