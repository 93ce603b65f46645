#pragma once

// Internal to methods whose invocations share the terms of a cell: shaders/dp/team.glsl.

#include "../../../engine/device_profile.hpp"
#include "../../../engine/kernel.hpp"

#include <cstdint>
#include <vector>

namespace vkalgo::dp {

struct TestKnobs;

/// The size of a team, which is a group of invocations that share the terms of a cell, and the size of its workgroup.
struct TeamShape {
    /// Invocations of a workgroup. All numbers of this struct except 0 are powers of two.
    std::uint32_t workgroup = 1;
    /// Invocations of a team.
    std::uint32_t lanes = 1;
    /// Invocations of a team that are guaranteed to lie within one subgroup.
    std::uint32_t near = 1;
    /// Subgroup size that the kernel requires. 0: the driver's choice.
    std::uint32_t required_subgroup_size = 0;
};

/// What determines a team's size.
struct TeamTask {
    /// Cells that are computed at the same time.
    std::int64_t cells = 0;
    /// Approximate terms of a cell.
    std::int64_t terms = 0;
    /// Maximum invocations of a workgroup.
    std::uint32_t workgroup = 256;
    /// Invocations available for all cells. 0: the number that the device runs at once.
    std::int64_t invocations = 0;
};

/// Returns teams that are large enough to keep the invocations busy. A team has at most as many lanes as a cell has
/// terms, rounded up to a power of two.
TeamShape choose_team(const TeamTask& task, const DeviceProfile& profile, const TestKnobs* knobs);

/// Adds the two specialization constants of teams, with the ids `first` and first + 1.
void add_team_constants(std::vector<SpecializationConstant>& constants, std::uint32_t first, const TeamShape& team);

/// Returns the least power of two that is at least `value`.
std::int64_t ceiling_power(std::int64_t value);

}  // namespace vkalgo::dp
