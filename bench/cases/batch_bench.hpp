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

/// What the cases' sizes and runs follow from.
struct BatchSetup {
    /// Pairs of `edit` and their length; those of the other cases follow from them.
    std::uint32_t pairs = 0, length = 0;
    /// Time only the case of this name; empty: all.
    std::string only = {};
    /// Method in place of the fastest; empty: the fastest.
    std::string method = {};
    /// Times one core, edlib and parasail too.
    bool peers = true;
    /// Returns the recurrence of this name. Empty: the built-in one.
    std::function<Result<dp::Recurrence>(const std::string& problem)> recurrence = {};
    /// See dp::BatchOptions::knobs.
    const dp::TestKnobs* knobs = nullptr;
};

/// Returns the sizes of that scale.
BatchSetup batch_setup(Scale scale);

/// Times many alignments at once: on the device with the inputs there, and as whole calls (`wall_ms` of a row), on one
/// core, by edlib and by parasail. See BenchFamily::run.
Result<std::vector<Measurement>> bench_batches(Runner& runner, const BenchSettings& settings, const BatchSetup& setup,
                                               const std::function<void(std::size_t done, std::size_t all)>& seen = {});

}  // namespace vkalgo::bench
