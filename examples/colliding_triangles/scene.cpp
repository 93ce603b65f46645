#include "scene.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>

namespace {

/// Maps a position on a line to a position between 0 and `room`, as if walls at 0 and `room` reflected the motion.
float reflected(float position, float room) {
    const float there = std::fmod(std::abs(position), 2 * room);
    return there < room ? there : 2 * room - there;
}

/// Returns one channel of a pale colour: grey with some hue. `shift` is the hue, 0 to 1, at which the channel is
/// brightest.
std::uint8_t channel(float hue, float shift) {
    return static_cast<std::uint8_t>(150 + 40 * std::cos(6.2831853F * (hue - shift)));
}

}  // namespace

std::vector<Body> make_bodies(std::uint32_t count) {
    std::mt19937 bits(7);
    const auto random = [&bits] { return static_cast<float>(bits() >> 8U) * 0x1p-24F; };
    const float size = std::clamp(0.38F / std::cbrt(static_cast<float>(count)), 0.004F, 0.2F);
    std::vector<Body> bodies(count);
    for (Body& body : bodies) {
        float length = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            body.position.at(k) = kRoom.at(k) * random();
            body.speed.at(k) = 0.3F * (2 * random() - 1);
            body.axis.at(k) = 2 * random() - 1;
            length += body.axis.at(k) * body.axis.at(k);
        }
        for (float& along : body.axis) {
            along /= std::sqrt(length);
        }
        body.turned = 6.2831853F * random();
        body.turn = 3 * (2 * random() - 1);
        body.size = size * (0.6F + 0.8F * random());
        const float hue = 0.4F + 0.35F * random();
        body.colour = {channel(hue, 0), channel(hue, 1 / 3.0F), channel(hue, 2 / 3.0F)};
    }
    return bodies;
}

std::vector<Pose> poses_at(const std::vector<Body>& bodies, float seconds) {
    std::vector<Pose> poses;
    poses.reserve(bodies.size());
    for (const Body& body : bodies) {
        std::array<float, 3> at{};
        for (std::size_t k = 0; k < 3; ++k) {
            at.at(k) = reflected(body.position.at(k) + seconds * body.speed.at(k), kRoom.at(k));
        }
        const float angle = 0.5F * (body.turned + body.turn * seconds);
        const float sine = std::sin(angle);
        poses.push_back({{at[0], at[1], at[2], body.size},
                         {sine * body.axis[0], sine * body.axis[1], sine * body.axis[2], std::cos(angle)}});
    }
    return poses;
}

std::vector<std::uint32_t> make_triangles(std::uint32_t bodies) {
    std::vector<std::uint32_t> triangles;
    for (std::uint32_t body = 0; body < bodies; ++body) {
        for (const std::uint32_t corner : {0U, 1U, 2U, 0U, 3U, 1U, 0U, 2U, 3U, 1U, 3U, 2U}) {
            triangles.push_back(BODIES_CORNERS * body + corner);
        }
    }
    return triangles;
}
