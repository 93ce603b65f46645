// Internal to algorithms/terrain/: the slides' methods with atomics (shaders/terrain/scatter_water.comp).
#pragma once

#include "accumulation_method.hpp"

#include <vector>

namespace vkalgo {

std::vector<KernelInfo> scatter_water_kernels();
/// Records the rounds. In a round an invocation takes a block of plan.method->block x plan.method->block cells.
void record_scatter_water(const AccumulationRecording& recording);

}  // namespace vkalgo
