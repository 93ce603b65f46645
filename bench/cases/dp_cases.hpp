#pragma once

#include "algorithms/dp/instance/random_instance.hpp"
#include "algorithms/dp/solve.hpp"
#include "bench/cases/measurement.hpp"
#include "engine/runner.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace vkalgo::bench {

/// One case to time: a built-in problem, its size and a method.
struct DpCase {
    std::string name;
    std::string problem;
    std::string method;
    std::int64_t n = 0, m = 0;
    dp::Keep keep;
    std::map<std::string, dp::Number, std::less<>> params;
    std::optional<Comparison> comparison;
    /// The target of the GPU time on an NVIDIA H200.
    std::optional<double> target_ms;
};

std::vector<DpCase> dp_cases(Scale scale);
/// Returns the cases of the settings' scale that `only` selects, in order.
std::vector<DpCase> dp_cases(const BenchSettings& settings);

/// Draws the case's instance and times it. Compares the answer, and the table and the solution if they are kept, with
/// the CPU interpreter of the recurrence or with another method, unless that method is predicted to take more than five
/// seconds. A case that a planner refuses, because memory or a feature is missing, becomes a skipped row. Errors: only
/// those of the device.
Result<Measurement> measure(Runner& runner, const DpCase& timed, const BenchSettings& settings);

/// Times the cases of the settings, in order. `seen` is called after each case.
Result<std::vector<Measurement>> bench_dp(Runner& runner, const BenchSettings& settings,
                                          const std::function<void(std::size_t done, std::size_t all)>& seen = {});

/// Draws the instance that measure() runs.
Result<dp::Instance> draw_case(const DpCase& timed, std::uint64_t seed);

}  // namespace vkalgo::bench
