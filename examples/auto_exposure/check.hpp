#pragma once

#include "renderer.hpp"

#include <cstdint>

/// Repeats every frame's metering on the processor, from the scene that the frame metered: the histogram, which may
/// differ only in pixels near an edge of a bin, and the exposure with its adaptation from frame to frame, which may
/// differ by rounding. Prints the differences. The renderer must have finished, with keep_metering.
bool metering_is_right(const Renderer& renderer, std::uint32_t frames);
