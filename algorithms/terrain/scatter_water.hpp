// Internal to algorithms/terrain/: the document's methods with atomics (shaders/terrain/scatter_water.comp).
#pragma once

#include "accumulation_method.hpp"

#include <vector>

namespace vkalgo {

std::vector<KernelInfo> scatter_water_kernels();
/// An invocation per block of plan.method->block cells in each direction.
void record_scatter_water(const AccumulationRecording& recording);

}  // namespace vkalgo
