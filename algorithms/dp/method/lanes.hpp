#pragma once

// Internal to methods whose lanes pass values to their neighbours: shaders/common/lanes.glsl.

#include "../../../engine/device_profile.hpp"

#include <algorithm>
#include <cstdint>

namespace vkalgo::dp {

/// The lanes of a team, and whether they exchange values through shared memory instead of within a subgroup.
struct TeamLanes {
    std::uint32_t count = 32;
    bool shared = true;
};

/// Returns the lanes of a team: a full subgroup of 8 to 64 invocations that can shuffle. Otherwise 32 invocations, or
/// 64 if such a subgroup is larger than 64, which exchange values through shared memory. `forced`, unless 0, is the
/// number of lanes.
inline TeamLanes choose_team_lanes(const DeviceProfile& profile, std::uint32_t forced) {
    const bool shuffles = profile.subgroup_shuffle_relative && profile.subgroup_size >= 8 &&
                          profile.full_subgroups(profile.subgroup_size);
    const std::uint32_t usual = shuffles ? std::min(profile.subgroup_size, 64U) : 32U;
    TeamLanes lanes;
    lanes.count = forced != 0 ? forced : usual;
    lanes.shared = !shuffles || lanes.count != profile.subgroup_size;
    return lanes;
}

/// Returns how many teams a workgroup has: `most`, halved until the device allows the workgroup; 1 if lanes exchange
/// values through shared memory, which needs barriers of the whole workgroup.
inline std::uint32_t choose_teams(const DeviceProfile& profile, const TeamLanes& lanes, std::uint32_t most) {
    std::uint32_t teams = lanes.shared ? 1 : most;
    while (teams > 1 &&
           (lanes.count * teams > profile.max_workgroup_invocations || !profile.full_subgroups(lanes.count * teams))) {
        teams /= 2;
    }
    return teams;
}

}  // namespace vkalgo::dp
