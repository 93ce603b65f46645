#include "algorithms/dp/method/team.hpp"

#include "algorithms/dp/method/testing.hpp"

#include <algorithm>
#include <bit>

namespace vkalgo::dp {
namespace {

/// Number of invocations that a processor must have at once to hide the latency of memory.
constexpr std::int64_t kPerProcessor = 2048;
/// Number of lanes to which a team is enlarged if it would have fewer, unless a cell has fewer terms. This many
/// neighbouring lanes together read a whole segment of memory. Fewer lanes would leave most of the segment unused.
constexpr std::int64_t kLeastLanes = 8;

}  // namespace

std::int64_t ceiling_power(std::int64_t value) {
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(value)));
}

TeamShape choose_team(const TeamTask& task, const DeviceProfile& profile, const TestKnobs* knobs) {
    TeamShape team;
    std::int64_t most = 1;  // A power of two
    while (2 * most <= std::min(task.workgroup, profile.max_workgroup_invocations)) {
        most *= 2;
    }
    const std::int64_t processors = profile.processors != 0 ? profile.processors : 16;
    const std::int64_t there = task.invocations != 0 ? task.invocations : processors * kPerProcessor;
    const std::int64_t terms = ceiling_power(std::max<std::int64_t>(task.terms, 1));
    std::int64_t lanes = 1;
    while (2 * lanes <= there / std::max<std::int64_t>(task.cells, 1)) {
        lanes *= 2;
    }
    lanes = std::min({std::max(lanes, kLeastLanes), terms, most});
    if (knobs != nullptr && knobs->lanes != 0) {
        lanes = std::min<std::int64_t>(ceiling_power(knobs->lanes), most);
    }
    // A workgroup has whole subgroups. If there is only one workgroup, it has only as many invocations as the cells
    // need.
    const std::int64_t subgroup = std::max<std::uint32_t>(profile.subgroup_size, 1);
    std::int64_t workgroup = most;
    while (task.invocations != 0 && workgroup / 2 >= std::max(subgroup, lanes) && workgroup / 2 >= task.cells * lanes) {
        workgroup /= 2;
    }
    team.workgroup = static_cast<std::uint32_t>(workgroup);
    team.lanes = static_cast<std::uint32_t>(lanes);
    if (profile.full_subgroups(team.workgroup)) {
        team.near = static_cast<std::uint32_t>(std::min(lanes, subgroup));
        team.required_subgroup_size = profile.required_subgroup_size();
    }
    return team;
}

void add_team_constants(std::vector<SpecializationConstant>& constants, std::uint32_t first, const TeamShape& team) {
    constants.push_back({first, team.lanes});
    constants.push_back({first + 1, team.near});
}

}  // namespace vkalgo::dp
