#pragma once

// Internal to vkalgo's own tests.

#include <cstdint>
#include <optional>

namespace vkalgo::dp {

/// Settings that make a method run in a way that it would not choose on this device, so that every path is tested on
/// every machine.
struct TestKnobs {
    enum class Schedule : std::uint8_t {
        /// The method's choice.
        chosen,
        /// One dispatch per diagonal of tiles.
        diagonals,
        /// Workgroups that wait for each other. Refused if the profile does not allow it.
        waiting,
    };

    /// Teams that share a cell's terms: lanes of a team. Methods `tile`, `bit-parallel` and `team`: lanes of a strip;
    /// they exchange values through shared memory if this number is not the subgroup size. Method `packed-f16`: lanes
    /// per pair of problems. Method `scan`: invocations of a workgroup. 0: the method's choice.
    std::uint32_t lanes = 0;
    Schedule schedule = Schedule::chosen;
    /// Groups of strips (`bit-parallel`: strips) per dispatch of the waiting schedule. Method `scan`: workgroups that
    /// share a row. Method `packed-f16` of batches: maximum workgroups of a dispatch. 0: the method's choice.
    std::uint32_t groups_per_dispatch = 0;
    /// Traceback over tiles: blocks per side of a region that is computed again, and blocks per side of a window. 0:
    /// the method's choice.
    std::uint32_t region_blocks = 0, window_blocks = 0;
    /// Method `rows`: rows per dispatch, a power of two up to 64. `row-all` and `scan`: rows per dispatch; 1 selects
    /// the form with many workgroups. `chain` with a `reduce`: cells per dispatch. 0: the method's choice.
    std::uint32_t rows = 0;
    /// Method `segments`: cells along the side of a block, 32 or 64. 0: the method's choice.
    std::uint32_t side = 0;
    /// Method `rows`: invocations of a workgroup, columns of an invocation, and rows in shared memory, 1 or 2. Method
    /// `packed-f16` of batches: invocations of a workgroup. If `workgroup` is 0, the method chooses all three.
    std::uint32_t workgroup = 0, columns = 0, buffers = 1;
    /// Method `bit-parallel`: words per lane. 0: the method's choice.
    std::uint32_t words = 0;
    /// Methods `tile`, and `team` and `packed-f16` of batches: rows per lane. 0: the method's choice.
    std::uint32_t registers = 0;
    /// Method `bit-parallel`: number of subgroups that look up matches, if the lanes that compute are one subgroup.
    /// Empty: the method's choice.
    std::optional<std::uint32_t> helpers;
    /// A table that devices share: groups of strips per band, blocks per tile, steps per submission. 0: the method's
    /// choice.
    std::uint32_t band_groups = 0, band_tile_blocks = 0, band_steps = 0;
    /// If a table has more cells than this number, it is divided into buffers that have this number of cells each (the
    /// last one may have fewer). A power of two of at least 4. 0: each buffer holds as many cells as the device allows.
    std::uint32_t part_cells = 0;
};

}  // namespace vkalgo::dp
