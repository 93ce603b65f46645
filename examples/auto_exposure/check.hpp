#pragma once

#include "renderer.hpp"

#include <cstdint>

/// Does every frame's metering over again on the processor, from the scene that the frame metered: the histogram, which
/// must agree but for pixels at an edge, and the exposure with its adaptation from frame to frame, which may differ by
/// rounding. Prints what differs. The renderer must have finished, and kept its metering.
bool metering_is_right(const Renderer& renderer, std::uint32_t frames);
