#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace vkalgo {

/// A view without perspective. A point p lies dot(right, p - middle) pixels to the right of the middle of the picture
/// and dot(down, p - middle) pixels below it. Of two points at one position of the picture, the one with the lesser
/// dot(forward, p - middle) hides the other.
struct MeshCamera {
    std::array<float, 3> middle{};
    std::array<float, 3> right{};
    std::array<float, 3> down{};
    std::array<float, 3> forward{};
};

/// The axis of a mesh that points upwards in its picture.
enum class MeshUp : std::uint8_t { x, y, z };

/// Returns a view of all the points (x, y, z each) from the front, the right and above, with a margin around them. The
/// scale is the same to the right and downwards, whatever the picture's width and height are. If x or y points upwards,
/// the view from the front looks against the z axis; if x points upwards, y points to the left. If z points upwards,
/// the view from the front looks along the y axis. The largest distance of two points must be at most 1e30 and, unless
/// all points coincide, at least 1e-30.
MeshCamera fit_camera(std::span<const float> points, MeshUp up, std::uint32_t width, std::uint32_t height);

}  // namespace vkalgo
