#pragma once

#include "bench/cases/measurement.hpp"
#include "engine/runner.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vkalgo::bench {

/// A file of BenchSettings::files, and the rule for which of its voxels are inside.
struct VolumeFile {
    std::string path;
    /// Voxels above this value are inside. Not set: voxels that are not 0 are inside.
    std::optional<double> above;
};

/// Parses "FILE", or "FILE:X" for the voxels above X. If there is a file whose name is the whole text, takes that file.
VolumeFile volume_file_of(const std::string& text);

/// Times skeletons of a random porous body and of the volumes of `settings.files`: on one core by the rule of each
/// method, by scikit-image, and on the device by each method. The skeleton of the device is compared with that of one
/// core, bit for bit. The topology of the skeleton of one core is checked. If the skeleton of scikit-image keeps the
/// topology, it is compared with that of Lee's method on one core. `seen` is called after each row. A case that does
/// not fit the device becomes a skipped row. Errors: those of read_volume; of the device.
Result<std::vector<Measurement>> bench_thinning(Runner& runner, const BenchSettings& settings,
                                                const std::function<void()>& seen);
/// Returns the number of rows that bench_thinning() makes.
std::size_t thinning_rows(const BenchSettings& settings);

}  // namespace vkalgo::bench
