#pragma once

#include "cli/bench/measurement.hpp"
#include "engine/result.hpp"
#include "engine/runner.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

/// What `vkalgo bench` times. Each file cli/bench/families/NAME.cpp defines `const BenchFamily& bench_family_NAME()`;
/// CMake collects them into bench_families(), so that a new family touches no list.
namespace vkalgo::cli {

struct BenchFamily {
    /// "dp"; Measurement::family of its rows
    const char* name = "";
    /// what is timed, for help: "recurrences"
    const char* about = "";
    /// Draws, times and checks every case of the settings' scale, in order; `seen` is called after each unless it is
    /// empty. What does not fit the device is a skipped row. Errors: of the device only. Never null.
    Result<std::vector<Measurement>> (*run)(Runner& runner, const BenchSettings& settings,
                                            const std::function<void(std::size_t done, std::size_t all)>& seen) =
        nullptr;
};

/// All of them, by name. CMake generates it.
std::span<const BenchFamily* const> bench_families();

}  // namespace vkalgo::cli
