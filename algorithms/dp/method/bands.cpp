#include "algorithms/dp/method/bands.hpp"

#include "algorithms/counted.hpp"
#include "algorithms/dp/method/method.hpp"
#include "algorithms/dp/method/testing.hpp"

#include <algorithm>
#include <cstdint>

namespace vkalgo::dp {
namespace {

/// The cost of a slot in addition to the cost of its steps, counted in steps. At the beginning and the end of a slot
/// some lanes are idle, and each slot is a submission of its own.
constexpr std::int64_t kStepsPerSlotMore = 2;
/// The greatest number of steps per slot that best_steps() tries, so that it ends soon.
constexpr std::int64_t kMaxTried = 4096;

std::int64_t divided(std::int64_t count, std::int64_t by) {
    return (count + by - 1) / by;
}

/// Returns the cost, in steps, of the division into slots: the steps by which the last device begins later than the
/// first, and the steps and the slots of one device. The last device begins later because a border must first pass the
/// end of a slot on each earlier device. In narrow tables longer slots also mean more steps (see Bands::period()).
std::int64_t cost_of(const Bands& bands) {
    const std::int64_t each = bands.steps_per_slot;
    const std::int64_t late = (bands.share.devices - 1) * divided(bands.groups_per_band - 1 + each, each) * each;
    return late + bands.steps() + divided(bands.steps(), each) * kStepsPerSlotMore;
}

/// Returns the number of steps per slot with the least cost. It is at most `most`, at most the number of tiles of a
/// strip and at most kMaxTried. With long slots there are fewer slots; with short slots the next device begins earlier.
std::int64_t best_steps(Bands bands, std::int64_t most) {
    bands = bands.of_first();
    std::int64_t best = 1, least = INT64_MAX;
    for (std::int64_t each = 1; each <= std::min({most, bands.tiles, kMaxTried}); ++each) {
        bands.steps_per_slot = each;
        if (const std::int64_t cost = cost_of(bands); cost < least) {
            best = each;
            least = cost;
        }
    }
    return best;
}

}  // namespace

Bands cut_bands(const BandNeeds& needs, const TestKnobs& knobs) {
    Bands bands;
    bands.share = needs.share;
    bands.groups = needs.groups;
    bands.tiles = needs.tiles;
    const std::int64_t devices = needs.share.devices;
    const std::int64_t rounds = std::max<std::int64_t>(1, divided(needs.groups, devices * needs.at_once));
    bands.groups_per_band = knobs.band_groups != 0 ? std::int64_t{knobs.band_groups}
                                                   : std::max<std::int64_t>(1, divided(needs.groups, devices * rounds));
    const std::int64_t most = std::max<std::int64_t>(1, needs.most_steps);
    bands.steps_per_slot =
        knobs.band_steps != 0 ? std::min<std::int64_t>(knobs.band_steps, most) : best_steps(bands, most);
    return bands;
}

std::int64_t Bands::bands_of(std::uint32_t device) const {
    return bands() <= device ? 0 : (bands() - 1 - device) / share.devices + 1;
}

std::int64_t Bands::groups_of(std::int64_t number) const {
    return std::min(groups_per_band, groups - number * groups_per_band);
}

std::int64_t Bands::period() const {
    // In some step a device reads a tile of the border above its band. groups_per_band - 1 steps later it computes the
    // tile below, which belongs to the band's own border. The next device gets that tile at the end of the slot, up to
    // steps_per_slot - 1 steps later. After all devices have done so, one after another, the border has come back to
    // this device, where the next band reads it. The border must arrive before the slot that reads it begins. This slot
    // begins up to steps_per_slot - 1 steps before the read. So `round` steps between two bands suffice. `all` steps
    // suffice too: by then the last slot of the previous band has ended. The period is at least `tiles`, since only
    // then the first group is free again, and at least groups_per_band, so that at most two bands are in progress at
    // once.
    const std::int64_t round = steps_per_slot + share.devices * (groups_per_band + steps_per_slot - 2);
    const std::int64_t all = tiles + groups_per_band - 1 + steps_per_slot;
    return std::max({tiles, groups_per_band, std::min(round, all)});
}

std::int64_t Bands::steps() const {
    const std::int64_t own = own_bands();
    return own == 0 ? 0 : (own - 1) * period() + groups_of(number_of(own - 1)) - 1 + tiles;
}

std::uint64_t Bands::slots() const {
    return static_cast<std::uint64_t>(divided(steps(), steps_per_slot));
}

Bands Bands::of_first() const {
    Bands first = *this;
    first.share.device = 0;
    return first;
}

BandPart Bands::part(std::int64_t first, std::int64_t count) const {
    const std::int64_t end = std::min(first + count, steps());
    BandPart part;
    // `part.band` becomes the first band that has not ended before step `first`; `last` is the last band that begins
    // before step `end`.
    const auto ended = [&](std::int64_t own) {
        return own * period() + groups_of(number_of(own)) - 1 + tiles <= first;
    };
    part.band = std::min(own_bands() - 1, std::max<std::int64_t>(0, first / period() - 1));
    while (part.band + 1 < own_bands() && ended(part.band)) {
        ++part.band;
    }
    const std::int64_t last = std::min(own_bands() - 1, (end - 1) / period());
    part.first_step = first - part.band * period();
    part.steps = end - first;
    part.first_group = std::max<std::int64_t>(0, part.first_step - tiles + 1);
    const std::int64_t of_last = std::min(groups_of(number_of(last)), end - last * period());
    part.groups = (last - part.band) * groups_per_band + of_last - part.first_group;
    return part;
}

std::vector<BandDispatch> Bands::dispatches(std::uint64_t first, std::uint64_t end, bool workgroups_wait) const {
    std::vector<BandDispatch> made;
    for (std::uint64_t slot = std::max<std::uint64_t>(first, 1) - 1; slot + 1 < end; ++slot) {
        const auto begin = static_cast<std::int64_t>(first_step_of(slot));
        const std::int64_t at_once = workgroups_wait ? steps_per_slot : 1;
        for (std::int64_t step = begin; step < std::min(begin + steps_per_slot, steps()); step += at_once) {
            made.push_back({part(step, at_once), slot});
        }
    }
    return made;
}

BandPart Bands::part_of_slot(std::uint64_t slot) const {
    return part(static_cast<std::int64_t>(first_step_of(slot)), steps_per_slot);
}

std::vector<BandBorder> Bands::arriving(std::uint64_t slot) const {
    std::vector<BandBorder> borders;
    const auto first = static_cast<std::int64_t>(first_step_of(slot));
    for (std::int64_t own = std::max<std::int64_t>(0, first / period() - 1);
         own < own_bands() && own * period() < first + steps_per_slot; ++own) {
        const std::int64_t begin = first - own * period();
        const TileRange range{std::max<std::int64_t>(0, begin), std::min(tiles, begin + steps_per_slot)};
        const std::int64_t above = number_of(own) - 1;
        if (range.empty() || above < 0) {
            continue;
        }
        const std::int64_t made = range.end - 1 + groups_per_band - 1 + above / share.devices * period();
        borders.push_back({range, static_cast<std::uint32_t>(above % share.devices),
                           static_cast<std::uint64_t>(made / steps_per_slot)});
    }
    return borders;
}

std::vector<TileRange> Bands::leaving(std::uint64_t slot) const {
    std::vector<TileRange> ranges;
    const auto first = static_cast<std::int64_t>(first_step_of(slot));
    for (std::int64_t own = std::max<std::int64_t>(0, first / period() - 2);
         own < own_bands() && own * period() < first + steps_per_slot; ++own) {
        const std::int64_t begin = first - own * period() - (groups_per_band - 1);
        const TileRange range{std::max<std::int64_t>(0, begin), std::min(tiles, begin + steps_per_slot)};
        if (!range.empty() && number_of(own) + 1 < bands()) {
            ranges.push_back(range);
        }
    }
    return ranges;
}

ScratchLayout::Part Bands::bytes_of(TileRange range) const {
    const std::uint64_t begin = border_begin + static_cast<std::uint64_t>(range.first) * tile_bytes;
    const std::uint64_t end = border_begin + static_cast<std::uint64_t>(range.end) * tile_bytes;
    return {begin, std::min(end, border_end) - begin};
}

bool Bands::fits(const Bands& other) const {
    return groups == other.groups && groups_per_band == other.groups_per_band && tiles == other.tiles &&
           steps_per_slot == other.steps_per_slot && tile_bytes == other.tile_bytes &&
           border_begin == other.border_begin && border_end == other.border_end &&
           share.devices == other.share.devices && adds_answers == other.adds_answers;
}

std::string Bands::text() const {
    const auto counts = [](std::int64_t count, const std::string& noun) {
        return counted(static_cast<std::uint64_t>(count), noun);
    };
    return counts(bands(), "band") + " of " + counts(groups_per_band, "workgroup") + ", which " +
           std::to_string(share.devices) + " devices take in turn; each submission computes up to " +
           counts(steps_per_slot, "tile") + " (of " + std::to_string(tiles) + ") of a strip";
}

}  // namespace vkalgo::dp
