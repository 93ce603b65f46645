#pragma once

// Internal to vkalgo's own tests.

#include <cstdint>

namespace vkalgo::dp {

/// Makes a method run in a way that it would not choose on this device, so that every path is tested on every machine.
struct TestKnobs {
    enum class Schedule : std::uint8_t {
        /// the method's choice
        chosen,
        /// one dispatch per diagonal of tiles
        diagonals,
        /// workgroups that wait on each other; refused where the profile does not allow it
        waiting,
    };

    /// width of the lane exchange, through shared memory where it is not a subgroup's; 0: the method's choice
    std::uint32_t lanes = 0;
    Schedule schedule = Schedule::chosen;
};

}  // namespace vkalgo::dp
