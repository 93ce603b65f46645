#include "scene.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace {

constexpr float kTurn = 6.2831853F;

/// Returns one channel of a hue, 0 to 1. Hues from 0 to 1 are red, yellow, green, cyan, blue, magenta, red. `shift`
/// chooses the channel: 0 for red, 2/3 for green, 1/3 for blue.
float of_hue(float hue, float shift) {
    const float sector = std::fmod(hue + shift, 1.0F) * 6.0F;
    return std::clamp(std::abs(sector - 3.0F) - 1.0F, 0.0F, 1.0F);
}

vec4 sum(const vec4& a, const vec4& b, float factor) {
    return {a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z, 0};
}

vec4 cross(const vec4& a, const vec4& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, 0};
}

vec4 unit(const vec4& a) {
    return sum({}, a, 1.0F / std::sqrt(a.x * a.x + a.y * a.y + a.z * a.z));
}

vec4 knot(float turn) {
    return {std::sin(turn) + 2 * std::sin(2 * turn), std::cos(turn) - 2 * std::cos(2 * turn),
            -1.5F * std::sin(3 * turn), 0};
}

}  // namespace

std::vector<Particle> make_particles(std::uint32_t count) {
    std::mt19937 bits(2024);
    const auto random = [&bits] { return static_cast<float>(bits() >> 8U) * 0x1p-24F; };
    const float radius = std::clamp(1.6F / std::cbrt(static_cast<float>(count)), 0.01F, 0.4F);
    std::vector<Particle> particles(count);
    for (std::uint32_t k = 0; k < count; k += 2) {
        const float along = random();
        const vec4 scatter{random() - 0.5F, random() - 0.5F, random() - 0.5F, 0};
        vec4 ball = sum(knot(kTurn * along), scatter, 0.9F);
        const vec4 colour{of_hue(along, 0), of_hue(along, 2.0F / 3), of_hue(along, 1.0F / 3), 0};
        const float bright = 0.5F + 0.5F * random();
        ball.w = 2.0F * radius;
        particles[k] = {ball, {0.5F * colour.x, 0.5F * colour.y, 0.5F * colour.z, 0.25F}};
        if (k + 1 < count) {
            ball.w = radius;
            particles[k + 1] = {ball,
                                {bright * (0.1F + 0.9F * colour.x), bright * (0.1F + 0.9F * colour.y),
                                 bright * (0.1F + 0.9F * colour.z), 0.85F}};
        }
    }
    return particles;
}

Camera camera_at(std::uint32_t frame, std::uint32_t frames, std::uint32_t width, std::uint32_t height,
                 std::uint32_t particles) {
    const float angle = kTurn * static_cast<float>(frame) / static_cast<float>(frames);
    const float distance = 5.5F + 2.5F * std::cos(angle);
    const vec4 eye{distance * std::sin(angle), 1.2F * std::sin(2 * angle), distance * std::cos(angle), 0};
    Camera camera{};
    camera.eye = eye;
    camera.forward = unit(sum({}, eye, -1));
    camera.right = unit(cross(camera.forward, {0, 1, 0, 0}));
    camera.up = cross(camera.right, camera.forward);
    camera.focal = 1.0F * static_cast<float>(std::min(width, height));
    camera.width = width;
    camera.height = height;
    camera.particles = particles;
    return camera;
}
