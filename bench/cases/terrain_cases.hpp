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

namespace vkalgo::cli {

/// One core's drainage of a DEM, every cell counting itself.
struct DrainedByOneCore {
    std::vector<float> filled;
    std::vector<FlowCode> codes;
    std::vector<std::uint32_t> sums;
    /// milliseconds of each run
    std::vector<double> fill_ms, directions_ms, accumulation_ms;

    /// Of whole runs.
    std::vector<double> all_ms() const;
};

/// By the references of algorithms/terrain, as often as host_times() runs it. Directions with PitRule::carve: those of
/// the surface, of the filled one, and the ways out. Errors: those of flow_row_weights and accumulation_reference.
Result<DrainedByOneCore> drain_by_one_core(const Dem& dem, PitRule pits, int repeat);

/// Drainage of random hills and of the DEMs of `settings.files`, pits filled: filling, directions and accumulation by
/// one core and by the device, accumulation by each method, the whole of it, and GRASS's r.watershed where it is.
/// `seen` is called after each row. What does not fit the device, or takes it hours, is a skipped row. Errors: those of
/// read_dem; of the device.
Result<std::vector<Measurement>> bench_terrain(Runner& runner, const BenchSettings& settings,
                                               const std::function<void(std::size_t done, std::size_t all)>& seen = {});

}  // namespace vkalgo::cli
