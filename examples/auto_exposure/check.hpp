#pragma once

#include "renderer.hpp"

#include <cstdint>

/// Repeats every frame's metering on the processor, from the scene that the frame metered. The histogram may differ
/// only in pixels near an edge of a bin. The exposure, with its adaptation from frame to frame, may differ by rounding.
/// Prints other differences, and returns whether there are none. Call it after Renderer::finish(), with keep_metering.
bool metering_is_right(const Renderer& renderer, std::uint32_t frames);
