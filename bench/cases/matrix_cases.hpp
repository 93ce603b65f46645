#pragma once

#include "bench/cases/measurement.hpp"
#include "engine/result.hpp"
#include "engine/runner.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace vkalgo::bench {

/// Times square products on the device by every method, on one core, by numpy and by cuBLAS. Also times an element-wise
/// sum on the device and on one core. See BenchFamily::run.
Result<std::vector<Measurement>> bench_matrix(Runner& runner, const BenchSettings& settings,
                                              const std::function<void(std::size_t, std::size_t)>& seen);

}  // namespace vkalgo::bench
