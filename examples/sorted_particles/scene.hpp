#pragma once

#include "particles.h"

#include <array>
#include <cstdint>
#include <vector>

/// Linear colour behind all particles.
inline constexpr std::array<float, 3> kBackground{0.006F, 0.008F, 0.016F};

/// A trefoil knot of coloured balls. Particles 2k and 2k + 1 are a wide faint halo and its bright core at one place, so
/// that their depths are equal: the halo is drawn first, as a stable sort leaves it.
std::vector<Particle> make_particles(std::uint32_t count);

/// The camera flies once around the knot in `frames` frames, and through its outskirts.
Camera camera_at(std::uint32_t frame, std::uint32_t frames, std::uint32_t width, std::uint32_t height,
                 std::uint32_t particles);
