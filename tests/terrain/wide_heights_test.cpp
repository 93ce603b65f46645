// Heights that f32 cannot represent, and slopes that f32 cannot distinguish. The directions must be those of f64.
#include "algorithms/terrain/drainage_call.hpp"
#include "algorithms/terrain/ranked_heights.hpp"
#include "tests/terrain/terrains.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct WideTerrain {
    TerrainGrid grid;
    std::vector<double> heights;
};

struct Kind {
    const char* name;
    std::function<double(SplitMix64&)> height;
    bool f32_holds = false;
};

std::vector<Kind> kinds() {
    const auto any_sign = [](SplitMix64& random, double z) { return random.below(2) == 0 ? z : -z; };
    return {
        {"whole numbers above 2^24", [](SplitMix64& random) { return 2e9 + random.below(40); }},
        {"whole numbers of 53 bits", [](SplitMix64& random) { return 0x1p53 - random.below(300); }},
        {"a billionth on a million", [](SplitMix64& random) { return 1e6 + random.below(100) * 1e-9; }},
        {"subnormal", [=](SplitMix64& random) { return any_sign(random, random.below(9) * 5e-324); }},
        {"around the least normal",
         [=](SplitMix64& random) { return any_sign(random, 0x1p-1022 + random.below(200) * 5e-324); }},
        {"of any size",
         [=](SplitMix64& random) {
             return any_sign(
                 random, std::ldexp(1.0 + random.below(1000) / 1000.0, static_cast<int>(random.below(1199)) - 1074));
         }},
        {"of 53 bits",
         [=](SplitMix64& random) { return any_sign(random, static_cast<double>(random.next() >> 11) * 0x1p-53); }},
        // Drops whose ratio is near the square root of 2 (Pell's numbers), so that slopes are equal in f32.
        {"tied in f32",
         [](SplitMix64& random) {
             constexpr double kDrops[] = {0, 5741, 8119, 13860, 19601, 33461, 47321};
             return 50000.0 - kDrops[random.below(7)];
         },
         true},
    };
}

WideTerrain make_wide(const Kind& kind, std::uint32_t width, std::uint32_t height, std::uint64_t seed,
                      std::uint32_t holes) {
    SplitMix64 random(seed * 7919 + width);
    WideTerrain terrain{{width, height}, {}};
    for (std::uint64_t cell = 0; cell < terrain.grid.cells(); ++cell) {
        const double z = kind.height(random);
        terrain.heights.push_back(holes != 0 && random.below(holes) == 0 ? kNone : z);
    }
    // One height that f32 cannot represent, whatever the random numbers are.
    terrain.heights[0] = kind.f32_holds ? terrain.heights[0] : 0.1;
    return terrain;
}

/// Returns steepest descent in its simplest form, for cells that have a lower neighbour; 0 for others.
std::vector<FlowCode> steepest(const WideTerrain& terrain) {
    const auto width = static_cast<int>(terrain.grid.width), height = static_cast<int>(terrain.grid.height);
    const double distances[] = {terrain.grid.dx,
                                std::sqrt(terrain.grid.dx * terrain.grid.dx + terrain.grid.dy * terrain.grid.dy),
                                terrain.grid.dy};
    std::vector<FlowCode> codes(terrain.heights.size(), 0);
    for (int row = 0; row < height; ++row) {
        for (int column = 0; column < width; ++column) {
            const double own = terrain.heights[static_cast<std::size_t>(row * width + column)];
            double best = -1;
            for (FlowCode code = 1; code <= 8; ++code) {
                const int y = row + flow_step(code).rows, x = column + flow_step(code).columns;
                if (y < 0 || x < 0 || y >= height || x >= width) {
                    continue;
                }
                const double there = terrain.heights[static_cast<std::size_t>(y * width + x)];
                const double slope = (own - there) / distances[y == row ? 0 : x == column ? 2 : 1];
                if (there < own && slope > best) {
                    best = slope;
                    codes[static_cast<std::size_t>(row * width + column)] = code;
                }
            }
        }
    }
    return codes;
}

std::vector<std::uint64_t> bits(const std::vector<double>& values) {
    std::vector<std::uint64_t> all(values.size());
    std::transform(values.begin(), values.end(), all.begin(), [](double z) { return std::bit_cast<std::uint64_t>(z); });
    return all;
}

class WideHeights : public DeviceTest {
protected:
    template <class Each>
    static void for_terrains(const Each& each) {
        for (const Kind& kind : kinds()) {
            for (const auto& [dx, dy] : {std::pair{1.0, 1.0}, {30.0, 30.0}, {0.1, 0.3}, {92.0, 75.0}}) {
                for (const std::uint32_t holes : {0U, 30U}) {
                    WideTerrain terrain = make_wide(kind, 41, 37, static_cast<std::uint64_t>(dx) + holes, holes);
                    terrain.grid.dx = dx;
                    terrain.grid.dy = dy;
                    SCOPED_TRACE(std::string(kind.name) + ", cells of " + std::to_string(dx) + " x " +
                                 std::to_string(dy));
                    each(terrain, kind);
                    if (HasFailure()) {
                        return;
                    }
                }
            }
        }
    }
};

}  // namespace

TEST_F(WideHeights, GiveTheDirectionsOfF64) {
    for_terrains([](const WideTerrain& terrain, const Kind& kind) {
        const Drainage found = take(drain_wide(runner(), terrain.grid, terrain.heights, {.pits = PitRule::keep}));
        EXPECT_EQ(found.ranked, !kind.f32_holds);
        const std::vector<FlowCode> right = steepest(terrain);
        for (std::size_t cell = 0; cell < right.size(); ++cell) {
            if (right[cell] != 0) {
                ASSERT_EQ(found.codes[cell], right[cell]) << cell;
            }
        }
        EXPECT_EQ(found.codes, directions_reference(terrain.heights, terrain.grid, true));
    });
}

TEST_F(WideHeights, AreFilledAndCarvedAsTheProcessorDoes) {
    for_terrains([](const WideTerrain& terrain, const Kind&) {
        const Drainage filled = take(drain_wide(runner(), terrain.grid, terrain.heights));
        const std::vector<double> level = fill_reference(terrain.heights, terrain.grid);
        EXPECT_TRUE(filled.filled.empty());
        EXPECT_EQ(bits(filled.wide_filled), bits(level));
        const std::vector<FlowCode> ways = directions_reference(level, terrain.grid, true);
        EXPECT_EQ(filled.codes, ways);
        const Drainage carved = take(drain_wide(runner(), terrain.grid, terrain.heights, {.pits = PitRule::carve}));
        EXPECT_EQ(carved.codes,
                  carve_reference(directions_reference(terrain.heights, terrain.grid, true), ways, terrain.grid));
        EXPECT_TRUE(carved.wide_filled.empty());
    });
}

TEST_F(WideHeights, AreDrainedInPartsAsInOnePart) {
    for (const Kind& kind : kinds()) {
        const WideTerrain terrain = make_wide(kind, 60, 48, 3, 40);
        SCOPED_TRACE(kind.name);
        const std::vector<double> widths(48, 30.5);
        for (const PitRule pits : {PitRule::fill, PitRule::carve, PitRule::keep}) {
            DrainageOptions options{.pits = pits, .watersheds = true};
            if (pits == PitRule::keep) {
                options.row_dx = widths;
            }
            const Drainage whole = take(drain_wide(runner(), terrain.grid, terrain.heights, options));
            EXPECT_EQ(whole.parts, 1U);
            options.ranked = whole.ranked;
            const DrainagePlan all = take(plan_drainage(terrain.grid, options, context().profile()));
            EXPECT_EQ(whole.report.device_bytes, all.device_bytes());
            options.call.memory_limit = all.device_bytes() / 3;
            const DrainagePlan plan = take(plan_drainage(terrain.grid, options, context().profile()));
            EXPECT_GT(plan.parts, 1U);
            context().reset_peak_memory();
            const std::uint64_t before = context().memory_in_use();
            const Drainage parts = take(drain_wide(runner(), terrain.grid, terrain.heights, options));
            EXPECT_LE(context().peak_memory() - before, plan.device_bytes());
            EXPECT_EQ(parts.parts, plan.parts);
            EXPECT_EQ(parts.report.device_bytes, plan.device_bytes());
            EXPECT_EQ(bits(parts.wide_filled), bits(whole.wide_filled));
            EXPECT_EQ(parts.codes, whole.codes);
            EXPECT_EQ(parts.sums, whole.sums);
            EXPECT_EQ(parts.labels, whole.labels);
        }
    }
}

TEST_F(WideHeights, OfF32MayBeTiny) {
    // The tiny heights are multiples of 2^-130, which FlowDirections treats as 0.
    Terrain terrain = make_terrain(40, 30, Relief::hills, 2, 30);
    Terrain tiny = terrain;
    for (float& z : tiny.heights) {
        z = is_height(z) ? z * 0x1p-130F : z;
    }
    const Drainage right = take(drain(runner(), terrain.grid, terrain.heights));
    const Drainage found = take(drain(runner(), tiny.grid, tiny.heights));
    EXPECT_FALSE(right.ranked);
    EXPECT_TRUE(found.ranked);
    EXPECT_EQ(found.codes, right.codes);
    EXPECT_TRUE(found.wide_filled.empty());
    for (std::size_t cell = 0; cell < terrain.heights.size(); ++cell) {
        if (is_height(terrain.heights[cell])) {
            ASSERT_EQ(found.filled[cell], right.filled[cell] * 0x1p-130F);
        }
    }
}

TEST(RankedHeights, StandForHeightsInTheirOrder) {
    SplitMix64 random(1);
    for (const Kind& kind : kinds()) {
        WideTerrain terrain = make_wide(kind, 200, 100, 1, 10);
        terrain.heights[7] = -0.0;
        terrain.heights[8] = 0x1p126;
        const RankedHeights ranked = rank_heights(terrain.heights);
        EXPECT_TRUE(std::is_sorted(ranked.values.begin(), ranked.values.end()));
        EXPECT_EQ(std::adjacent_find(ranked.values.begin(), ranked.values.end()), ranked.values.end());
        for (std::size_t cell = 0; cell < terrain.heights.size(); ++cell) {
            const double z = terrain.heights[cell];
            ASSERT_EQ(is_height(ranked.ranks[cell]), is_height(z));
            const std::size_t other = random.below(static_cast<std::uint32_t>(terrain.heights.size()));
            if (is_height(z)) {
                ASSERT_EQ(ranked.value(ranked.ranks[cell]), z);
                ASSERT_EQ(ranked.ranks[cell] < ranked.ranks[other],
                          z < terrain.heights[other] && is_height(terrain.heights[other]));
            }
        }
    }
    EXPECT_TRUE(rank_heights({}).values.empty());
    EXPECT_TRUE(rank_heights(std::vector<double>(3, kNone)).values.empty());
}

TEST(RankedHeights, AreNeededIfF32DoesNotRepresentAHeight) {
    for (const double held : {0.0, -0.0, 1.5, 16777216.0, -16777218.0, 0x1p-80, 0x1p125, kNone, 1e300, 0x1p126}) {
        EXPECT_TRUE(f32_holds(std::vector<double>{1, held})) << held;
    }
    for (const double lost : {0.1, 16777217.0, -16777217.0, 0x1p-81, 5e-324, 1 + 0x1p-52}) {
        EXPECT_FALSE(f32_holds(std::vector<double>{1, lost})) << lost;
    }
    EXPECT_TRUE(f32_holds(std::vector<float>{0.1F, -0.0F, std::nanf("")}));
    EXPECT_FALSE(f32_holds(std::vector<float>{0x1p-81F}));
}

}  // namespace vkalgo::test
