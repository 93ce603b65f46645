// The method with atomics of the course slides on CUDA, with one cell per invocation.
#include "algorithms/terrain/scatter_water.hpp"

namespace vkalgo {

const AccumulationMethod& accumulation_method_scatter();
const AccumulationMethod& accumulation_method_scatter() {
    static const AccumulationMethod method{
        "scatter",
        "every cell passes its water on by atomics, step by step; one cell per invocation",
        0,
        1,
        true,
        plan_moving_water,
        scatter_water_kernels,
        record_scatter_water};
    return method;
}

}  // namespace vkalgo
