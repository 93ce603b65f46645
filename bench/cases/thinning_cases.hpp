#pragma once

#include "bench/cases/measurement.hpp"
#include "engine/runner.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// A file of BenchSettings::files, and which of its voxels are inside.
struct VolumeFile {
    std::string path;
    /// those above it; without: those that are not 0
    std::optional<double> above;
};

/// "FILE", or "FILE:X" for its voxels above X, unless there is a file of that whole name.
VolumeFile volume_file_of(const std::string& text);

/// Skeletons of a random porous body, and of the volumes of `settings.files`: one core by the rule of each method,
/// scikit-image, and the device by each method. What the device makes is compared with one core bit for bit, what one
/// core makes by its topology, and scikit-image's with Lee's method on one core where it keeps the topology. `seen` is
/// called after each row. What does not fit the device is a skipped row. Errors: those of read_volume; of the device.
Result<std::vector<Measurement>> bench_thinning(Runner& runner, const BenchSettings& settings,
                                                const std::function<void()>& seen);
/// Rows of bench_thinning.
std::size_t thinning_rows(const BenchSettings& settings);

}  // namespace vkalgo::cli
