#pragma once

#include "bench/cases/measurement.hpp"
#include "engine/result.hpp"
#include "engine/runner.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

/// The families that `vkalgo bench` times. Each file bench/families/NAME.cpp defines `const BenchFamily&
/// bench_family_NAME()`; CMake collects them into bench_families(), so that a new family changes no list.
namespace vkalgo::bench {

/// A drawing of a family's rows.
struct BenchFigure {
    /// File name: "figure-5.1-binomial-time.svg".
    std::string name;
    /// An SVG document.
    std::string svg;
};

/// An option that names files of the user, which are timed as further inputs.
struct BenchFiles {
    /// The option's name: "--mesh".
    const char* option = "";
    const char* help = "";
};

struct BenchFamily {
    /// The name of the family, which is Measurement::family of its rows: "dp".
    const char* name = "";
    /// What is timed, for the help text: "recurrences".
    const char* about = "";
    /// Draws, times and checks every case of the settings' scale, in order. If `seen` is not empty, it is called after
    /// each case or each row, with the number of cases or rows that are done and the number of all. A case that does
    /// not fit the device becomes a skipped row. Errors: only those of the device and of the settings' files. This
    /// pointer is never null.
    Result<std::vector<Measurement>> (*run)(Runner& runner, const BenchSettings& settings,
                                            const std::function<void(std::size_t done, std::size_t all)>& seen) =
        nullptr;
    /// Default number of timed runs.
    int repeat = 7;
    /// Whether `vkalgo bench` runs this family only if it is named.
    bool only_by_name = false;
    /// Whether the family uses BenchSettings::sizes.
    bool takes_sizes = false;
    /// Option that fills BenchSettings::files; null if the family takes no files.
    const BenchFiles* files = nullptr;
    /// Draws the family's figures from its rows. Null if the family has no figures.
    std::vector<BenchFigure> (*figures)(const std::vector<Measurement>& rows, const DeviceProfile& profile) = nullptr;
};

/// Returns all families, sorted by name. CMake generates it.
std::span<const BenchFamily* const> bench_families();

}  // namespace vkalgo::bench
