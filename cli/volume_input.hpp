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

/// The input of commands that read volumes: a VOLUME file, or a random body with --n. It also says which voxels are
/// inside.
struct VolumeInput {
    std::vector<std::string> inputs;
    InputOptions options;
    std::optional<std::uint64_t> random, seed;
    std::optional<ExactNumber> threshold, label;

    /// `help` says what the file can be; `more_formats` are names that --format accepts besides those of volumes.
    void declare(Options& to, const std::string& help, std::vector<std::string> more_formats = {});

    /// Checks the options. Errors: invalid_argument: both a file and a random body, or neither of them; options of a
    /// file without a file, or of a random body without a random body; --threshold together with --label. The
    /// message for a command without an input is "nothing to " and then `doing`, for example "thin".
    Result<void> check(const std::string& doing) const;

    /// Returns the shape of a random body, to plan with before it is generated; nullopt for a file.
    std::optional<VolumeShape> random_shape() const;
    /// Reads or generates the volume. Errors: those of read_volume; too_large: a random body needs more than half of
    /// the host's memory.
    Result<Volume> read(Session& session) const;

    /// Returns "a random body", or the name of the file.
    std::string name() const { return random ? "a random body" : inputs.front(); }
    VoxelSelection selection() const;
    /// Warns if no voxel is inside.
    void warn_of_nothing(Session& session, std::uint64_t inside) const;
    /// Adds to the parameters: n and seed of a random body, or the file as input; threshold or label if it is given.
    void describe(Answer& answer) const;
};

}  // namespace vkalgo::cli
