#pragma once

#include "../../../engine/result.hpp"
#include "../../../engine/scratch.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo::dp {

struct TestKnobs;

/// Bytes of host-visible memory for the statuses of all submissions of a device that are in flight.
inline constexpr std::uint64_t kBandStatusBytes = 256;

/// One of the devices that share a table.
struct Share {
    /// Number of devices, at least 1.
    std::uint32_t devices = 1;
    /// Index of this device, from 0.
    std::uint32_t device = 0;
};

/// Tiles [first, end) of a strip.
struct TileRange {
    std::int64_t first = 0, end = 0;
    /// Returns whether the range has no tiles.
    bool empty() const { return first >= end; }
};

/// What a dispatch computes: a range of groups of strips and a range of steps. Groups are counted from the first group
/// of the device's own band `band`, steps from the first step of that band. See Bands.
struct BandPart {
    /// Index of the band among the device's own, from 0.
    std::int64_t band = 0;
    std::int64_t first_group = 0, groups = 0;
    std::int64_t first_step = 0, steps = 0;
};

/// A dispatch and its slot.
struct BandDispatch {
    BandPart part;
    std::uint64_t slot = 0;
};

/// The tiles of a border row that one submission needs, and the submission of another device that produces them.
struct BandBorder {
    TileRange tiles;
    std::uint32_t device = 0;
    std::uint64_t slot = 0;
};

/// How the rows of a local recurrence's table are divided into bands that devices take in turn: band b belongs to
/// device b modulo the number of devices. A band has `groups_per_band` groups of strips. A device runs them side by
/// side, one workgroup per group. A strip is as wide as the table and is computed tile by tile: group g of a band
/// computes its tile t in step t + g, one step after the group above computes the tile above. So each group of a band
/// computes at most one tile per step, and no group waits for long. `steps_per_slot` steps are one submission, a slot.
/// After a slot, the next device gets the border tiles that the slot has computed: tiles of the bottom row of the
/// band's last group. The device's next band usually begins when the first group of its previous band has reached the
/// end of its strip. From then on a slot works on both bands. In a narrow table the border above the next band cannot
/// have arrived by then, so the next band begins later (see period()).
///   With D devices, the last device ends about (D - 1) * (groups_per_band - 1 + steps_per_slot) steps later than if it
/// never waited for a border.
///   Pure arithmetic. All devices that share a table have the same division.
struct Bands {
    Share share;
    /// Number of groups of strips in the whole table.
    std::int64_t groups = 0;
    std::int64_t groups_per_band = 1;
    /// Number of tiles of a strip.
    std::int64_t tiles = 0;
    std::int64_t steps_per_slot = 1;
    /// Where the border row between bands lies in a device's scratch memory; the bytes that each tile has in this row;
    /// and the offsets in the row at which the first tile begins and the last tile ends.
    ScratchLayout::Part border;
    std::uint64_t tile_bytes = 0, border_begin = 0, border_end = 0;
    /// Whether the answer is the sum of the devices' values. If false, the device of the last band has the answer.
    bool adds_answers = false;

    /// Returns the number of bands of the whole table.
    std::int64_t bands() const { return (groups + groups_per_band - 1) / groups_per_band; }
    /// Returns the number of bands of this device.
    std::int64_t own_bands() const { return bands_of(share.device); }
    /// Returns the number of steps between the beginnings of consecutive bands of a device. It is so large that at most
    /// two bands are in progress at once, and that border tiles arrive before the slot that reads them begins.
    std::int64_t period() const;
    /// Returns the index, among all bands of the table, of this device's band `own`.
    std::int64_t number_of(std::int64_t own) const { return own * share.devices + share.device; }
    /// Returns the number of groups of band `number` of the table. Each band except the last has groups_per_band
    /// groups.
    std::int64_t groups_of(std::int64_t number) const;
    /// Returns the number of steps in which this device computes all its bands.
    std::int64_t steps() const;
    /// Returns the number of submissions of this device.
    std::uint64_t slots() const;
    /// Returns the same division as the first device sees it. Predictions and choices made from that view are equal on
    /// all devices.
    Bands of_first() const;
    /// Returns whether this device has the last band.
    bool has_last() const { return bands() > 0 && (bands() - 1) % share.devices == share.device; }

    /// Returns what steps [first, first + count) compute in one dispatch: the groups that have a tile in these steps.
    /// Step 0 is the first step of this device.
    BandPart part(std::int64_t first, std::int64_t count) const;
    /// Returns the dispatches of steps [first, end) of a MethodPlan, whose step 0 begins the run and whose other steps
    /// are slots. A slot is one dispatch if workgroups wait for each other. Otherwise it is one dispatch per step, that
    /// is, per diagonal of tiles.
    std::vector<BandDispatch> dispatches(std::uint64_t first, std::uint64_t end, bool workgroups_wait) const;
    /// Returns what the steps of a slot compute, as part() does.
    BandPart part_of_slot(std::uint64_t slot) const;
    /// Returns the border tiles that must have arrived from other devices before a slot begins.
    std::vector<BandBorder> arriving(std::uint64_t slot) const;
    /// Returns the tiles of the border row that a slot leaves for the next device.
    std::vector<TileRange> leaving(std::uint64_t slot) const;
    /// Returns the bytes of a border row's tiles, as an offset in `border` and a size.
    ScratchLayout::Part bytes_of(TileRange tiles) const;
    /// Returns whether the other device's plan divides the table in the same way.
    bool fits(const Bands& other) const;
    /// Returns text for reports that begins, for example, with "2 bands of 122 workgroups".
    std::string text() const;

private:
    std::int64_t bands_of(std::uint32_t device) const;
    std::uint64_t first_step_of(std::uint64_t slot) const { return slot * static_cast<std::uint64_t>(steps_per_slot); }
};

/// The facts that a method passes to cut_bands.
struct BandNeeds {
    Share share;
    /// Groups of strips in the whole table, and tiles of a strip.
    std::int64_t groups = 0, tiles = 0;
    /// Number of groups that a device runs side by side.
    std::int64_t at_once = 1;
    /// Maximum steps in one submission, since some drivers end long submissions.
    std::int64_t most_steps = 1;
};

/// Divides a table into bands of equal size; the last band may be smaller. A band has at most needs.at_once groups. The
/// devices take as few rounds as possible; in a round each device computes at most one band. The method sets the
/// border's fields.
Bands cut_bands(const BandNeeds& needs, const TestKnobs& knobs);

}  // namespace vkalgo::dp
