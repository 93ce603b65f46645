#pragma once

#include "../../../engine/result.hpp"
#include "../../../engine/scratch.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo::dp {

struct TestKnobs;

/// Host-visible bytes for the status of the submissions that a device has under way.
inline constexpr std::uint64_t kBandStatusBytes = 256;

/// Which of the devices that share a table one is.
struct Share {
    /// at least 1
    std::uint32_t devices = 1;
    /// from 0
    std::uint32_t device = 0;
};

/// Tiles [first, end) of a strip.
struct TileRange {
    std::int64_t first = 0, end = 0;
    /// Whether there is none.
    bool empty() const { return first >= end; }
};

/// What a dispatch computes: groups of strips counted from the device's own band `band`, and steps counted from the one
/// with which that band begins. See Bands.
struct BandPart {
    /// of the device, from 0
    std::int64_t band = 0;
    std::int64_t first_group = 0, groups = 0;
    std::int64_t first_step = 0, steps = 0;
};

/// One dispatch, and the slot that it belongs to.
struct BandDispatch {
    BandPart part;
    std::uint64_t slot = 0;
};

/// A border row's tiles that one submission needs, and the submission of another device after which they are there.
struct BandBorder {
    TileRange tiles;
    std::uint32_t device = 0;
    std::uint64_t slot = 0;
};

/// How the rows of a local recurrence's table are cut into bands that devices take in turn: band b is device b modulo
/// the number of devices. A band has `groups_per_band` groups of strips, which a device runs beside each other, one
/// workgroup for each. A strip is as wide as the table and computed tile by tile: group g of a band takes its tile t in
/// step t + g, one step later than the group above takes the tile above, so that in every step all groups of a band
/// have one tile each and none waits for long. `steps_per_slot` steps are one submission, a slot. The bottom row of a
/// band's last group goes to the next device, as many tiles as a slot has made of it, and this device's next band
/// begins when the first group of the one before has come to the end of its strip: from then on a slot is about both.
/// In tables so narrow that its border could not have come round by then, it begins later.
///   With D devices, the last one ends about (D - 1) * (groups_per_band - 1 + steps_per_slot) steps later than it would
/// alone on its bands.
/// Pure arithmetic; all devices that share a table have the same cut.
struct Bands {
    Share share;
    /// of strips, in the whole table
    std::int64_t groups = 0;
    std::int64_t groups_per_band = 1;
    /// of a strip
    std::int64_t tiles = 0;
    std::int64_t steps_per_slot = 1;
    /// Where in a device's scratch memory the border row between bands lies, and its bytes: of a tile, and in it of
    /// the first tile's begin and the last one's end.
    ScratchLayout::Part border;
    std::uint64_t tile_bytes = 0, border_begin = 0, border_end = 0;
    /// The answer is the sum of what the devices have; else the device of the last band has it.
    bool adds_answers = false;

    /// Of the whole table.
    std::int64_t bands() const { return (groups + groups_per_band - 1) / groups_per_band; }
    /// Of this device.
    std::int64_t own_bands() const { return bands_of(share.device); }
    /// Steps from a band of a device to its next. No more than two are under way then, and no slot waits for itself.
    std::int64_t period() const;
    /// Number in the table of this device's band `own`.
    std::int64_t number_of(std::int64_t own) const { return own * share.devices + share.device; }
    /// Groups of band `number` of the table: all but the last one have groups_per_band.
    std::int64_t groups_of(std::int64_t number) const;
    /// Steps of this device.
    std::int64_t steps() const;
    /// Submissions of this device.
    std::uint64_t slots() const;
    /// The same cut as the first device sees it: what is predicted and chosen by it is the same on all.
    Bands of_first() const;
    /// Whether this device has the last band.
    bool has_last() const { return bands() > 0 && (bands() - 1) % share.devices == share.device; }

    /// What steps [first, first + count) compute, in one dispatch: the groups that have a tile there.
    BandPart part(std::int64_t first, std::int64_t count) const;
    /// What a plan's steps [first, end) dispatch: step 0 begins the run, each other one is a slot, which is dispatched
    /// at once where workgroups wait for each other, else step by step.
    std::vector<BandDispatch> dispatches(std::uint64_t first, std::uint64_t end, bool workgroups_wait) const;
    /// The steps of a slot.
    BandPart part_of_slot(std::uint64_t slot) const;
    /// What must have come from other devices before a slot.
    std::vector<BandBorder> arriving(std::uint64_t slot) const;
    /// Tiles of the border row that a slot leaves for the next device.
    std::vector<TileRange> leaving(std::uint64_t slot) const;
    /// Bytes of a border row's tiles, as an offset in `border` and a number.
    ScratchLayout::Part bytes_of(TileRange tiles) const;
    /// Whether the other device's plan cuts the table the same way.
    bool fits(const Bands& other) const;
    /// "2 bands of 122 strips" for reports.
    std::string text() const;

private:
    std::int64_t bands_of(std::uint32_t device) const;
    std::uint64_t first_step_of(std::uint64_t slot) const { return slot * static_cast<std::uint64_t>(steps_per_slot); }
};

/// What a method knows when it asks for a cut.
struct BandNeeds {
    Share share;
    std::int64_t groups = 0, tiles = 0;
    /// groups that a device runs beside each other
    std::int64_t at_once = 1;
    /// in one submission, for drivers that end long ones
    std::int64_t most_steps = 1;
};

/// As few bands as keep all devices busy, all of the same size but the last. The border's fields are left to the
/// method.
Bands cut_bands(const BandNeeds& needs, const TestKnobs& knobs);

}  // namespace vkalgo::dp
