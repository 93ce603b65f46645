#pragma once

#include <vkalgo/engine/runner.hpp>
#include <vkalgo/histogram/histogram_plan.hpp>

#include "cli/bench/measurement.hpp"
#include "cli/random.hpp"

#include <functional>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// One histogram to time.
struct HistogramCase {
    std::string name;
    HistogramElement type = HistogramElement::u16;
    std::uint64_t count = 0;
    Distribution distribution = Distribution::uniform;
    HistogramMethod method = HistogramMethod::automatic;
    std::optional<Comparison> comparison;
    std::optional<double> target_ms;  ///< GPU time on an NVIDIA H200
};

std::vector<HistogramCase> histogram_cases(Scale scale);

/// All cases, in order, each drawn, timed and compared with the CPU reference; `seen` is called after each. What does not
/// fit the device is a skipped row. Errors: of the device only.
Result<std::vector<Measurement>> bench_histogram(
    Runner& runner, const BenchSettings& settings,
    const std::function<void(std::size_t done, std::size_t all)>& seen = {});

}  // namespace vkalgo::cli
