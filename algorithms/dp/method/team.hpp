#pragma once

// Internal to methods whose invocations share the terms of a cell: shaders/dp/team.glsl.

#include "../../../engine/device_profile.hpp"
#include "../../../engine/kernel.hpp"

#include <cstdint>
#include <vector>

namespace vkalgo::dp {

struct TestKnobs;

/// Invocations that share the terms of a cell.
struct TeamShape {
    /// of the kernel; a power of two, as all of them
    std::uint32_t workgroup = 1;
    /// of a team
    std::uint32_t lanes = 1;
    /// of a team, that lie within one subgroup for certain
    std::uint32_t near = 1;
    /// for the kernel; 0: the driver's
    std::uint32_t required_subgroup_size = 0;
};

/// What a team's size follows from.
struct TeamTask {
    std::int64_t cells = 0;
    /// of a cell, about
    std::int64_t terms = 0;
    /// at most
    std::uint32_t workgroup = 256;
    /// that are there for all cells; 0: as many as the device runs at once
    std::int64_t invocations = 0;
};

/// Teams as large as keep the invocations busy, and no larger than a cell has terms.
TeamShape choose_team(const TeamTask& task, const DeviceProfile& profile, const TestKnobs* knobs);

/// The two specialization constants from `first` on.
void add_team_constants(std::vector<SpecializationConstant>& constants, std::uint32_t first, const TeamShape& team);

/// The least power of two that is not below `value`.
std::int64_t ceiling_power(std::int64_t value);

}  // namespace vkalgo::dp
