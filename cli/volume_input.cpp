#include "cli/volume_input.hpp"

#include "cli/command.hpp"
#include "cli/operands.hpp"
#include "cli/random_volume.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"

#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
void VolumeInput::declare(Options& to, const std::string& help, std::vector<std::string> more_formats) {
    const auto exact = [](std::optional<ExactNumber>& target) {
        return [&target](const std::string& text) -> Result<void> {
            VKALGO_TRY(target, parse_exact(text));
            return {};
        };
    };
    to.inputs(inputs, help, 1, "VOLUME");
    options.declare(to, {.volumes = true, .more_formats = std::move(more_formats)});
    to.size("--n", random, "a random porous body in a cube with this number of voxels per side, in place of a file", 1,
            2048);
    to.whole("--seed", seed, "seed of the random body (default 1)");
    to.value("--threshold", "X", "voxels greater than this are inside (default: voxels that are not 0)",
             exact(threshold));
    to.value("--label", "L", "voxels equal to this are inside", exact(label));
}

Result<void> VolumeInput::check(const std::string& doing) const {
    if (inputs.empty() == !random.has_value()) {
        return bad_usage(inputs.empty() ? "nothing to " + doing + ", or --n for a random body"
                                        : "--n makes a random body, but a VOLUME is given; leave out one of them");
    }
    if (seed && !random) {
        return bad_usage("--seed is for a random body; give --n, or leave out --seed");
    }
    if (random && options.given()) {
        return bad_usage("--format, --volume and --input-limit are for files, but the body is random; leave them out");
    }
    if (threshold && label) {
        return bad_usage("--threshold and --label each say what is inside; give only one of them");
    }
    return {};
}

std::optional<VolumeShape> VolumeInput::random_shape() const {
    const auto side = static_cast<std::uint32_t>(random.value_or(0));
    return random ? std::optional(VolumeShape{side, side, side}) : std::nullopt;
}

Result<Volume> VolumeInput::read(Session& session) const {
    if (!random) {
        return read_volume(inputs.front(), options.settings(session));
    }
    const auto side = static_cast<std::uint32_t>(*random);
    // The body is generated, and then copied; both take memory.
    VKALGO_CHECK(check_host_memory(2 * *random * *random * *random, "--n"));
    const std::vector<std::uint8_t> voxels = random_volume(side, seed.value_or(1));
    Volume volume;
    volume.size = {side, side, side};
    volume.voxels.resize(voxels.size());
    std::memcpy(volume.voxels.data(), voxels.data(), voxels.size());
    return volume;
}

VoxelSelection VolumeInput::selection() const {
    return threshold ? VoxelSelection{VoxelRule::above, *threshold}
           : label   ? VoxelSelection{VoxelRule::equal, *label}
                     : VoxelSelection{};
}

void VolumeInput::warn_of_nothing(Session& session, std::uint64_t inside) const {
    if (inside != 0) {
        return;
    }
    const std::string rule = threshold ? "is greater than --threshold" : label ? "equals --label" : "differs from 0";
    session.reporter().warn(
        fmt::format("{}: no voxel {}, so nothing is inside", random ? name() : input_name(inputs.front()), rule));
}

void VolumeInput::describe(Answer& answer) const {
    if (random) {
        answer.parameters["n"] = *random;
        answer.parameters["seed"] = seed.value_or(1);
    } else {
        answer.parameters["input"] = inputs.front();
    }
    if (threshold) {
        answer.parameters["threshold"] = json_of(*threshold);
    }
    if (label) {
        answer.parameters["label"] = json_of(*label);
    }
}

}  // namespace vkalgo::cli
