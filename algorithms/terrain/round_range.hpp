#pragma once

#include <cstdint>
#include <limits>

namespace vkalgo {

/// Which rounds of a plan are recorded. The device ends the rounds itself: rounds that are recorded after the last
/// needed round have empty dispatches. The number of needed rounds depends on the terrain, and is usually far below the
/// number that a plan gives. So record some rounds, read the word that the algorithm names, and record more rounds if
/// the word is still 0. The later rounds continue where the earlier rounds ended.
struct RoundRange {
    /// 0: the work begins anew. Otherwise the number of rounds recorded before, with the same scratch.
    std::uint32_t first = 0;
    /// The largest number of rounds to record. No more rounds are recorded than the plan has.
    std::uint32_t count = 64;
    /// Whether the results are written after these rounds. If so, later rounds cannot continue from the scratch and the
    /// results.
    bool last = true;
};

}  // namespace vkalgo
