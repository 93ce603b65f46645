#pragma once

#include "algorithms/exact_number.hpp"
#include "algorithms/volume/volume_bits.hpp"
#include "cli/answer.hpp"
#include "cli/formats.hpp"
#include "cli/input_options.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"
#include "formats/volumes/volume.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// What commands of volumes have in common: a VOLUME or --n for a random body, and which of its voxels are inside.
struct VolumeInput {
    std::vector<std::string> inputs;
    InputOptions options;
    std::optional<std::uint64_t> random, seed;
    std::optional<ExactNumber> threshold, label;

    /// `help`: what the file can be; `more_formats`: what --format takes besides those of volumes.
    void declare(Options& to, const std::string& help, std::vector<std::string> more_formats = {});

    /// Errors: invalid_argument: neither or both of a file and a random body, options that are of the other one,
    /// --threshold together with --label. `doing`: "nothing to DOING" where there is no input.
    Result<void> check(const std::string& doing) const;

    /// Of a random body, to plan by before it is drawn; of a file nothing.
    std::optional<VolumeShape> random_shape() const;
    /// Errors: those of read_volume; too_large: a random body of more than half of the host's memory.
    Result<Volume> read(Session& session) const;

    /// "a random body", or the file's.
    std::string name() const { return random ? "a random body" : inputs.front(); }
    VoxelSelection selection() const;
    /// Warns where no voxel is inside.
    void warn_of_nothing(Session& session, std::uint64_t inside) const;
    /// Parameters n and seed, or input; threshold; label.
    void describe(Answer& answer) const;
};

}  // namespace vkalgo::cli
