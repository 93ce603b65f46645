#pragma once

#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/recurrence.hpp"
#include "bench/cases/measurement.hpp"
#include "engine/result.hpp"
#include "engine/runner.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace vkalgo::bench {

/// The settings that determine the sizes of the cases and how they run.
struct BatchSetup {
    /// The number of pairs of case "edit", and the length of the first sequence of each pair. The sizes of the other
    /// cases follow from these two.
    std::uint32_t pairs = 0, length = 0;
    /// The name of the only case to time. Empty: all cases are timed.
    std::string only = {};
    /// The method to use. Empty: the fastest method.
    std::string method = {};
    /// Whether one core, edlib and parasail are timed too.
    bool peers = true;
    /// Returns the recurrence of this name. Empty: the built-in recurrences are used.
    std::function<Result<dp::Recurrence>(const std::string& problem)> recurrence = {};
    /// See dp::BatchOptions::knobs.
    const dp::TestKnobs* knobs = nullptr;
};

/// Returns the setup for the sizes of that scale.
BatchSetup batch_setup(Scale scale);

/// Times many alignments at once on the device: the kernels, with the inputs in device memory (`gpu_ms` of a row), and
/// whole calls (`wall_ms`). Also times the same alignments on one core, by edlib and by parasail. See BenchFamily::run.
Result<std::vector<Measurement>> bench_batches(Runner& runner, const BenchSettings& settings, const BatchSetup& setup,
                                               const std::function<void(std::size_t done, std::size_t all)>& seen = {});

}  // namespace vkalgo::bench
