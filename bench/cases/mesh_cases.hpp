#pragma once

#include "bench/cases/measurement.hpp"
#include "engine/runner.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace vkalgo::bench {

/// Times the search for pairs of triangles that intersect, in the meshes of `settings.files` and in random triangles:
/// on one core by every pair and by a sweep, on the device by each method, and by CGAL if it is installed. `seen` is
/// called after each row. A case that does not fit the device, or would take hours, becomes a skipped row. Errors:
/// those of read_mesh; of the device.
Result<std::vector<Measurement>> bench_mesh(Runner& runner, const BenchSettings& settings,
                                            const std::function<void(std::size_t done, std::size_t all)>& seen = {});

}  // namespace vkalgo::bench
