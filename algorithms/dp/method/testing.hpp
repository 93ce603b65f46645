#pragma once

// Internal to vkalgo's own tests.

#include <cstdint>
#include <optional>

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

    /// of a team that shares a cell's terms; of tiles the width of the lane exchange, through shared memory where it is
    /// not a subgroup's; 0: the method's choice
    std::uint32_t lanes = 0;
    Schedule schedule = Schedule::chosen;
    /// of strips (of `bit-parallel`, strips), per dispatch of the waiting schedule; of method `packed-f16` of batches:
    /// workgroups at once; 0: the method's choice
    std::uint32_t groups_per_dispatch = 0;
    /// of a traceback over tiles: blocks per side of a region that is computed again, and of a window; 0: the method's
    /// choice
    std::uint32_t region_blocks = 0, window_blocks = 0;
    /// of method `rows`: rows per dispatch, a power of two up to 64; of `row-all`: the same, 1 for the form that has
    /// many workgroups; of `chain`: cells per dispatch; 0: the method's choice
    std::uint32_t rows = 0;
    /// of method `segments`: cells along the side of a block, 32 or 64; 0: the method's choice
    std::uint32_t side = 0;
    /// of method `rows`: invocations of a workgroup, columns of each, and rows in shared memory, 1 or 2; workgroup 0:
    /// the method's choice of all three; of method `packed-f16` of batches: invocations of a workgroup
    std::uint32_t workgroup = 0, columns = 0, buffers = 1;
    /// of method `bit-parallel`: words per lane; 0: the method's choice
    std::uint32_t words = 0;
    /// of tiles and of methods `team` and `packed-f16` of batches: rows per lane; 0: the method's choice
    std::uint32_t registers = 0;
    /// of method `bit-parallel`: subgroups that look matches up, where lanes are a subgroup's; else the method's choice
    std::optional<std::uint32_t> helpers;
    /// of a table that devices share: groups of strips of a band, blocks of a tile, steps of a submission; 0: the
    /// method's choice
    std::uint32_t band_groups = 0, band_tile_blocks = 0, band_steps = 0;
    /// a table with more cells lies in buffers of so many, a power of two of at least 4; 0: of as many as they hold
    std::uint32_t part_cells = 0;
};

}  // namespace vkalgo::dp
