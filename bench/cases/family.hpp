#pragma once

#include "bench/cases/measurement.hpp"
#include "engine/result.hpp"
#include "engine/runner.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

/// What `vkalgo bench` times. Each file cli/bench/families/NAME.cpp defines `const BenchFamily& bench_family_NAME()`;
/// CMake collects them into bench_families(), so that a new family touches no list.
namespace vkalgo::cli {

/// A drawing of a family's rows.
struct BenchFigure {
    /// of the file: "figure-5.1-binomial-time.svg"
    std::string name;
    /// an SVG document
    std::string svg;
};

/// An option that names files of the user's to be timed besides.
struct BenchFiles {
    /// "--mesh"
    const char* option = "";
    const char* help = "";
};

struct BenchFamily {
    /// "dp"; Measurement::family of its rows
    const char* name = "";
    /// what is timed, for help: "recurrences"
    const char* about = "";
    /// Draws, times and checks every case of the settings' scale, in order; `seen` is called after each unless it is
    /// empty. What does not fit the device is a skipped row. Errors: of the device and of the settings' files only.
    /// Never null.
    Result<std::vector<Measurement>> (*run)(Runner& runner, const BenchSettings& settings,
                                            const std::function<void(std::size_t done, std::size_t all)>& seen) =
        nullptr;
    /// timed runs where nobody says how many
    int repeat = 7;
    /// `vkalgo bench` without a family leaves it out
    bool only_by_name = false;
    /// takes BenchSettings::sizes
    bool takes_sizes = false;
    /// takes BenchSettings::files by this option; null: it takes none
    const BenchFiles* files = nullptr;
    /// Null: it has none.
    std::vector<BenchFigure> (*figures)(const std::vector<Measurement>& rows, const DeviceProfile& profile) = nullptr;
};

/// All of them, by name. CMake generates it.
std::span<const BenchFamily* const> bench_families();

}  // namespace vkalgo::cli
