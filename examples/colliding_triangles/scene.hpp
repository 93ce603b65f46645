#pragma once

#include "bodies.h"

#include <array>
#include <cstdint>
#include <vector>

/// The room in which bodies fly about, from 0 to this number along each axis.
inline constexpr std::array<float, 3> kRoom{1.6F, 0.9F, 0.9F};

/// Red, green, blue.
using Colour = std::array<std::uint8_t, 3>;
inline constexpr Colour kSky{18, 21, 30};
inline constexpr Colour kCollision{255, 106, 20};

/// A tetrahedron that flies straight on, turns evenly and is reflected at the walls.
struct Body {
    std::array<float, 3> position;
    std::array<float, 3> speed;
    /// A vector of length 1.
    std::array<float, 3> axis;
    /// The angle around the axis at the start, in radians, and its change in radians per second.
    float turned;
    float turn;
    float size;
    Colour colour;
};

std::vector<Body> make_bodies(std::uint32_t count);

/// Returns the poses of bodies after `seconds`.
std::vector<Pose> poses_at(const std::vector<Body>& bodies, float seconds);

/// Returns the vertices of each triangle; body k has vertices and triangles 4k to 4k + 3.
std::vector<std::uint32_t> make_triangles(std::uint32_t bodies);
