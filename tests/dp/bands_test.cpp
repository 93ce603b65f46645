// How several devices share the rows of a table: in bands, which they compute in turn. Only the arithmetic is tested,
// by a simulation that goes step by step.
#include "algorithms/dp/method/bands.hpp"

#include "algorithms/dp/method/testing.hpp"

#include <ostream>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::dp {
namespace {

Bands bands_of(std::uint32_t devices, std::uint32_t device, std::int64_t groups, std::int64_t per_band,
               std::int64_t tiles, std::int64_t steps) {
    Bands bands;
    bands.share = {devices, device};
    bands.groups = groups;
    bands.groups_per_band = per_band;
    bands.tiles = tiles;
    bands.steps_per_slot = steps;
    return bands;
}

/// Simulated devices, of which one runs a slot at a time. A device is ready once the borders that its next slot needs
/// have arrived. Among the ready devices, a random one is next. Each device records which group's bottom row lies in
/// its memory.
class SimulatedDevices {
public:
    explicit SimulatedDevices(std::vector<Bands> devices) : devices_(std::move(devices)) {
        const Bands& any = devices_.front();
        done_.resize(static_cast<std::size_t>(any.groups), 0);
        rows_.assign(devices_.size(), std::vector<std::int64_t>(static_cast<std::size_t>(any.tiles), -1));
        left_ = rows_;
        ended_.resize(devices_.size(), 0);
    }

    void run(std::uint64_t seed) {
        std::mt19937_64 random(seed);
        std::uint64_t all = 0;
        for (const Bands& device : devices_) {
            all += device.slots();
        }
        for (std::uint64_t turn = 0; turn < all; ++turn) {
            std::vector<std::size_t> ready;
            for (std::size_t d = 0; d < devices_.size(); ++d) {
                if (ended_[d] < devices_[d].slots() && is_ready(d)) {
                    ready.push_back(d);
                }
            }
            ASSERT_FALSE(ready.empty()) << "every device waits for another";
            ASSERT_NO_FATAL_FAILURE(run_slot(ready[random() % ready.size()]));
        }
        for (const std::int64_t tiles : done_) {
            ASSERT_EQ(tiles, devices_.front().tiles);
        }
    }

private:
    bool is_ready(std::size_t d) const {
        for (const BandBorder& border : devices_[d].arriving(ended_[d])) {
            if (ended_[border.device] <= border.slot) {
                return false;
            }
        }
        return true;
    }

    void run_slot(std::size_t d) {
        const Bands& bands = devices_[d];
        const std::uint64_t slot = ended_[d];
        for (const BandBorder& border : bands.arriving(slot)) {
            for (std::int64_t t = border.tiles.first; t < border.tiles.end; ++t) {
                rows_[d][static_cast<std::size_t>(t)] = left_[border.device][static_cast<std::size_t>(t)];
            }
        }
        // Runs the slot as one dispatch, group after group. In single steps the slot must have the same number of
        // tiles.
        const BandPart part = bands.part_of_slot(slot);
        std::int64_t by_steps = 0;
        for (std::int64_t step = 0; step < part.steps; ++step) {
            const auto first = static_cast<std::int64_t>(slot) * bands.steps_per_slot;
            const BandPart one = bands.part(first + step, 1);
            for (std::int64_t k = 0; k < one.groups; ++k) {
                by_steps += tiles_of(bands, one, k).empty() ? 0 : 1;
            }
        }
        std::int64_t at_once = 0;
        for (std::int64_t k = 0; k < part.groups; ++k) {
            const TileRange range = tiles_of(bands, part, k);
            ASSERT_FALSE(range.empty()) << "a workgroup without work";
            at_once += range.end - range.first;
            for (std::int64_t t = range.first; t < range.end; ++t) {
                ASSERT_NO_FATAL_FAILURE(compute(d, group_of(bands, part, k), t));
            }
        }
        ASSERT_EQ(by_steps, at_once);
        for (const TileRange& range : bands.leaving(slot)) {
            for (std::int64_t t = range.first; t < range.end; ++t) {
                left_[d][static_cast<std::size_t>(t)] = rows_[d][static_cast<std::size_t>(t)];
            }
        }
        ++ended_[d];
    }

    /// Returns the index of a group as the kernels compute it.
    static std::int64_t group_of(const Bands& bands, const BandPart& part, std::int64_t k) {
        const std::int64_t number = part.first_group + k;
        return bands.number_of(part.band) * bands.groups_per_band +
               number / bands.groups_per_band * bands.groups_per_band * bands.share.devices +
               number % bands.groups_per_band;
    }
    static TileRange tiles_of(const Bands& bands, const BandPart& part, std::int64_t k) {
        const std::int64_t number = part.first_group + k;
        const std::int64_t step =
            part.first_step - number % bands.groups_per_band - number / bands.groups_per_band * bands.period();
        return {std::max<std::int64_t>(0, step), std::min(bands.tiles, step + part.steps)};
    }

    void compute(std::size_t d, std::int64_t group, std::int64_t tile) {
        ASSERT_LT(group, devices_[d].groups);
        ASSERT_EQ(done_[static_cast<std::size_t>(group)], tile) << "group " << group;
        ASSERT_EQ(rows_[d][static_cast<std::size_t>(tile)], group - 1) << "the row above tile " << tile;
        rows_[d][static_cast<std::size_t>(tile)] = group;
        ++done_[static_cast<std::size_t>(group)];
    }

    std::vector<Bands> devices_;
    /// Number of finished tiles of each group.
    std::vector<std::int64_t> done_;
    /// For each device and each tile of the border row, the group whose bottom row lies there: `rows_` in the device's
    /// memory, `left_` in the rows that the device has sent.
    std::vector<std::vector<std::int64_t>> rows_, left_;
    std::vector<std::uint64_t> ended_;
};

TEST(Bands, ComputeEveryTileOnceAfterTheTilesThatItNeeds) {
    std::mt19937_64 random(5);
    const auto below = [&](std::int64_t count) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(count));
    };
    for (int turn = 0; turn < 3000; ++turn) {
        const auto devices = static_cast<std::uint32_t>(1 + below(4));
        const std::int64_t groups = 1 + below(turn % 3 == 0 ? 40 : 9);
        const std::int64_t per_band = 1 + below(turn % 2 == 0 ? 3 : 10);
        const std::int64_t tiles = 1 + below(turn % 5 == 0 ? 60 : 12);
        const std::int64_t steps = 1 + below(8);
        std::vector<Bands> parts;
        for (std::uint32_t d = 0; d < devices; ++d) {
            parts.push_back(bands_of(devices, d, groups, per_band, tiles, steps));
        }
        ASSERT_NO_FATAL_FAILURE(SimulatedDevices(parts).run(random()))
            << devices << " devices, " << groups << " groups, " << per_band << " per band, " << tiles << " tiles, "
            << steps << " steps per slot";
    }
}

TEST(Bands, AreAsFewAsPossibleWithAllDevicesBusy) {
    const TestKnobs none;
    const auto cut = [&](std::uint32_t devices, std::int64_t groups, std::int64_t at_once) {
        return cut_bands({.share = {devices, 0}, .groups = groups, .tiles = 400, .at_once = at_once, .most_steps = 99},
                         none);
    };
    EXPECT_EQ(cut(2, 488, 132).groups_per_band, 122);
    EXPECT_EQ(cut(2, 488, 132).bands(), 4);
    EXPECT_EQ(cut(2, 488, 528).bands(), 2);
    EXPECT_EQ(cut(3, 2, 8).bands(), 2) << "one device has nothing to do";
    const std::int64_t steps = cut(2, 488, 132).steps_per_slot;
    EXPECT_GE(steps, 16);
    EXPECT_LE(steps, 64);
    EXPECT_LE((steps - 121 % steps) % steps, 3) << "the second device begins right behind a slot";
    const TestKnobs forced{.band_groups = 5, .band_steps = 1000};
    const Bands bands =
        cut_bands({.share = {2, 1}, .groups = 12, .tiles = 400, .at_once = 4, .most_steps = 99}, forced);
    EXPECT_EQ(bands.bands(), 3);
    EXPECT_EQ(bands.own_bands(), 1);
    EXPECT_FALSE(bands.has_last());
    EXPECT_EQ(bands.steps_per_slot, 99);
}

// With slots of 99 steps, a device would begin each of its bands 399 steps after the one before.
TEST(Bands, HaveShorterSlotsIfTheNextBandWouldOtherwiseBeginLate) {
    const Bands bands =
        cut_bands({.share = {2, 0}, .groups = 4000, .tiles = 200, .at_once = 100, .most_steps = 399}, TestKnobs{});
    EXPECT_EQ(bands.groups_per_band, 100);
    EXPECT_LE(bands.steps_per_slot, 20);
    EXPECT_LT(bands.period(), 250);
}

TEST(Bands, SayWhichBytesOfTheBorderRowATileHas) {
    Bands bands = bands_of(2, 0, 4, 1, 3, 1);
    bands.tile_bytes = 100;
    bands.border_begin = 8;
    bands.border_end = 250;
    EXPECT_EQ(bands.bytes_of({0, 1}).offset, 8U);
    EXPECT_EQ(bands.bytes_of({0, 1}).size, 100U);
    EXPECT_EQ(bands.bytes_of({1, 3}).offset, 108U);
    EXPECT_EQ(bands.bytes_of({1, 3}).size, 142U);
}

}  // namespace
}  // namespace vkalgo::dp
