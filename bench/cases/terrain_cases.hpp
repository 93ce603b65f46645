#pragma once

#include "algorithms/terrain/drainage_call.hpp"
#include "bench/cases/measurement.hpp"
#include "cli/formats.hpp"
#include "engine/runner.hpp"
#include "formats/rasters/dem.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace vkalgo::bench {

/// The drainage of a DEM by one core. Every cell has weight 1.
struct DrainedByOneCore {
    std::vector<float> filled;
    std::vector<FlowCode> codes;
    std::vector<std::uint32_t> sums;
    /// Milliseconds of each run.
    std::vector<double> fill_ms, directions_ms, accumulation_ms;

    /// Returns the milliseconds of whole runs.
    std::vector<double> all_ms() const;
};

/// Computes the drainage by the references of algorithms/terrain, in up to `repeat` runs that host_times() times. With
/// PitRule::carve, the time of the directions includes the directions of the surface, those of the filled surface, and
/// the carving of ways out of the pits. Errors: those of flow_row_weights and accumulation_reference.
Result<DrainedByOneCore> drain_by_one_core(const formats::Dem& dem, PitRule pits, int repeat);

/// Times the drainage of random hills and of the DEMs of `settings.files`, with pits filled. Times the fill, the
/// directions and the accumulation on one core and on the device. Also times the accumulation by each method, all steps
/// together, and GRASS's r.watershed if it is installed. `seen` is called after each row. A case that does not fit the
/// device, or would take hours, becomes a skipped row. Errors: those of read_dem; of the device.
Result<std::vector<Measurement>> bench_terrain(Runner& runner, const BenchSettings& settings,
                                               const std::function<void(std::size_t done, std::size_t all)>& seen = {});

}  // namespace vkalgo::bench
