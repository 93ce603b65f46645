#pragma once

#include "algorithms/histogram/histogram_plan.hpp"
#include "bench/cases/measurement.hpp"
#include "cli/formats.hpp"
#include "engine/runner.hpp"
#include "formats/random_array.hpp"

#include <functional>
#include <string>
#include <vector>

namespace vkalgo::bench {

/// One histogram to time.
struct HistogramCase {
    std::string name;
    ElementType type = ElementType::u16;
    std::uint64_t count = 0;
    formats::Distribution distribution = formats::Distribution::uniform;
    std::string method = "auto";
    std::optional<Comparison> comparison;
    /// The target of the GPU time on an NVIDIA H200.
    std::optional<double> target_ms;
};

std::vector<HistogramCase> histogram_cases(Scale scale);

/// Draws and times all cases in order, and compares their counts with the CPU reference. `seen` is called after each
/// case. A case that does not fit the device becomes a skipped row. Errors: only those of the device.
Result<std::vector<Measurement>> bench_histogram(
    Runner& runner, const BenchSettings& settings,
    const std::function<void(std::size_t done, std::size_t all)>& seen = {});

}  // namespace vkalgo::bench
