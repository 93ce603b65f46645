#pragma once

#include "bench/cases/measurement.hpp"
#include "engine/runner.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vkalgo::bench {

/// A file of BenchSettings::files, and which of its voxels are inside.
struct VolumeFile {
    std::string path;
    /// Voxels above this value are inside. Not set: voxels that are not 0 are inside.
    std::optional<double> above;
};

/// Parses "FILE", or "FILE:X" for the voxels above X. If a file has the whole text as its name, that file is taken.
VolumeFile volume_file_of(const std::string& text);

/// Times skeletons of a random porous body and of the volumes of `settings.files`: one core by the rule of each method,
/// scikit-image, and the device by each method. The device's skeleton is compared with one core's bit for bit; one
/// core's is checked by its topology; scikit-image's is compared with Lee's method on one core if it keeps the
/// topology. `seen` is called after each row. A case that does not fit the device becomes a skipped row. Errors: those
/// of read_volume; of the device.
Result<std::vector<Measurement>> bench_thinning(Runner& runner, const BenchSettings& settings,
                                                const std::function<void()>& seen);
/// Returns the number of rows that bench_thinning() makes.
std::size_t thinning_rows(const BenchSettings& settings);

}  // namespace vkalgo::bench
