// Internal to algorithms/mesh/: conversion of coordinates from double to float.
#pragma once

#include <span>
#include <vector>

namespace vkalgo {

/// Returns coordinates (x, y, z per point) relative to the middle of all points, scaled by a power of two so that the
/// greatest has a size of 1/2 to 1. Coordinates below the smallest normal float become 0.
std::vector<float> floats_around_middle(std::span<const double> coordinates);

}  // namespace vkalgo
