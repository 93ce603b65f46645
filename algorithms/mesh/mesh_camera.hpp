#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace vkalgo {

/// A view without perspective. A point p lies dot(right, p - middle) pixels to the right of the picture's middle and
/// dot(down, p - middle) pixels below it; of two points in one place that with the less dot(forward, p - middle) hides
/// the other.
struct MeshCamera {
    std::array<float, 3> middle{};
    std::array<float, 3> right{};
    std::array<float, 3> down{};
    std::array<float, 3> forward{};
};

/// Which axis of a mesh points upwards in its picture.
enum class MeshUp : std::uint8_t { x, y, z };

/// A view of all these points, x, y, z each, from the front, the right and above, with a margin around them: the same
/// length on the screen for equal lengths of one direction, whatever the size of the picture. From the front: against
/// the z axis, with y to the left if x points upwards; or along the y axis if z does. Points no further apart than 1e30
/// and, if they are not all in one place, no closer than 1e-30.
MeshCamera fit_camera(std::span<const float> points, MeshUp up, std::uint32_t width, std::uint32_t height);

}  // namespace vkalgo
