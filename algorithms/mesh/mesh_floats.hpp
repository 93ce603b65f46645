// Internal to algorithms/mesh/: conversion of coordinates from double to float.
#pragma once

#include <span>
#include <vector>

namespace vkalgo {

/// Returns coordinates (x, y, z per point) relative to the middle of the points' bounding box, scaled by a power of two
/// so that the greatest magnitude is 1/2 to 1 unless all points coincide. Coordinates whose magnitude is below the
/// smallest normal float become 0.
std::vector<float> floats_around_middle(std::span<const double> coordinates);

}  // namespace vkalgo
