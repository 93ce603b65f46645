#pragma once

#include <cstdint>
#include <limits>

namespace vkalgo {

/// Which rounds of a plan are recorded. The device ends the rounds itself: rounds recorded after the last one needed
/// dispatch nothing. How many are needed depends on the terrain, and the bound of a plan is far above it. So record
/// some, look at the word that the algorithm names, and record more if it is still 0. They continue where the rounds
/// before ended.
struct RoundRange {
    /// 0: the work begins anew. Otherwise the number of rounds recorded before, with the same scratch.
    std::uint32_t first = 0;
    /// The number of rounds, at most. Never more than the plan has are recorded.
    std::uint32_t count = 64;
    /// Whether the results are written after these rounds. Scratch and results then contain nothing to continue from.
    bool last = true;
};

}  // namespace vkalgo
