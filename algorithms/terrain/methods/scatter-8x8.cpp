// The method with atomics of the course slides on CUDA, with 8 x 8 cells per invocation.
#include "algorithms/terrain/scatter_water.hpp"

namespace vkalgo {

const AccumulationMethod& accumulation_method_scatter_8x8();
const AccumulationMethod& accumulation_method_scatter_8x8() {
    static const AccumulationMethod method{
        "scatter-8x8",
        "every cell passes its water on by atomics, step by step; 8 x 8 cells per invocation",
        0,
        8,
        true,
        plan_moving_water,
        scatter_water_kernels,
        record_scatter_water};
    return method;
}

}  // namespace vkalgo
