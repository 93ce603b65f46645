#pragma once

#include <cstdint>
#include <limits>

namespace vkalgo {

/// Which rounds of a plan are recorded. Rounds end on the device: those recorded after the last one needed dispatch
/// nothing. How many that is depends on the terrain, and a plan's bound is far above it, so record some, look at the
/// word that the algorithm names, and record more if it is still 0; what was recorded before goes on where it ended.
struct RoundRange {
    /// 0: the work begins anew; else the number of rounds recorded before, in the same scratch
    std::uint32_t first = 0;
    /// at most; no more than the plan has are recorded
    std::uint32_t count = 64;
    /// Whether the results are written after these rounds. Scratch and results then hold nothing to go on from.
    bool last = true;
};

}  // namespace vkalgo
