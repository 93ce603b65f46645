#pragma once

#include <cstdint>
#include <vector>

/// Which triangles go through one of another body, as brute force finds on the processor: those of pairs that intersect
/// even if all triangles are a little smaller do for sure, those of pairs that intersect if they are a little larger
/// perhaps. Between the two, floats may say either.
struct Collisions {
    std::vector<bool> sure;
    std::vector<bool> possible;
};

Collisions collisions_by_brute_force(const std::vector<float>& positions, const std::vector<std::uint32_t>& triangles);

/// Whether these are the collisions that there are. Prints the first triangle that is wrong.
bool collisions_are_right(std::uint32_t frame, const std::vector<bool>& found, const Collisions& right);
