// Compares filling, directions and flats on the device with the references.
#include "algorithms/terrain/terrain_tuning.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/terrain/terrains.hpp"

#include <bit>
#include <cmath>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

/// Sizes around tiles of 8, 32 and 64, primes, single rows, columns and cells.
constexpr std::pair<std::uint32_t, std::uint32_t> kSurfaceSizes[] = {
    {1, 1}, {1, 130}, {131, 1}, {2, 3}, {7, 9}, {8, 8}, {31, 33}, {63, 64}, {65, 63}, {127, 5}, {129, 65}, {97, 101}};

class TerrainSurfaces : public DeviceTest {
protected:
    static TerrainTuning small_tiles() {
        TerrainTuning tuning = terrain_tuning(context().profile());
        tuning.threads = 32;
        tuning.side = 8;
        tuning.iterations = 2;
        tuning.groups = 3;
        return tuning;
    }

    /// Runs all rounds that a surface needs, `chunk` of them per submission.
    template <class Algorithm, class Arguments>
    static void run_all(const Algorithm& algorithm, const TerrainGrid& grid, Arguments arguments, std::uint32_t chunk) {
        bool done = false;
        for (std::uint32_t first = 0; !done; first += chunk) {
            arguments.rounds = {first, chunk, false};
            ASSERT_OK(runner().run([&](Recorder& recorder) { return algorithm.record(recorder, grid, arguments); }));
            done = read_back<std::uint32_t>(runner(), arguments.scratch.slice(0, 4))[0] != 0;
            ASSERT_LT(first, grid.cells() + 2 + chunk);
        }
        arguments.rounds = {1, 0, true};
        ASSERT_OK(runner().run([&](Recorder& recorder) { return algorithm.record(recorder, grid, arguments); }));
    }

    static std::vector<std::uint32_t> bits(const std::vector<float>& values) {
        std::vector<std::uint32_t> all;
        for (const float value : values) {
            all.push_back(std::bit_cast<std::uint32_t>(value));
        }
        return all;
    }

    static void fill_and_compare(const Terrain& terrain, const TerrainTuning& tuning, std::uint32_t chunk) {
        const DepressionFill fill = take(create_tuned_fill(context(), tuning));
        const GuardedBuffer heights(runner(), terrain.heights);
        const GuardedBuffer filled(runner(), terrain.heights.size() * 4);
        const GuardedBuffer scratch(runner(),
                                    take(tuned_fill_scratch(terrain.grid, context().profile(), tuning)).bytes);
        run_all(fill, terrain.grid, FillArguments{heights.view(), filled.view(), scratch.view()}, chunk);
        EXPECT_EQ(filled.values<std::uint32_t>(terrain.heights.size()),
                  bits(fill_reference(terrain.heights, terrain.grid)));
        heights.expect_intact();
        filled.expect_intact();
        scratch.expect_intact();
    }

    static void direct_and_compare(const Terrain& terrain, const FlowOptions& options, const TerrainTuning& tuning,
                                   std::uint32_t chunk, const std::vector<FlowWeights>& weights = {}) {
        const FlowDirections flow = take(create_tuned_flow(context(), options, tuning));
        const GuardedBuffer heights(runner(), terrain.heights);
        const GuardedBuffer codes(runner(), flow_codes_bytes(terrain.heights.size()));
        const GuardedBuffer rows(runner(), weights);
        const GuardedBuffer scratch(runner(),
                                    take(tuned_flow_scratch(terrain.grid, options, context().profile(), tuning)).bytes);
        const FlowArguments arguments{heights.view(), codes.view(), weights.empty() ? BufferView{} : rows.view(),
                                      options.resolve_flats ? scratch.view() : BufferView{}};
        if (options.resolve_flats) {
            run_all(flow, terrain.grid, arguments, chunk);
        } else {
            ASSERT_OK(runner().run([&](Recorder& recorder) { return flow.record(recorder, terrain.grid, arguments); }));
        }
        std::vector<FlowCode> expected =
            directions_reference(terrain.heights, terrain.grid, options.resolve_flats, weights);
        EXPECT_TRUE(flows_end(expected, terrain.grid));
        expected.resize(flow_codes_bytes(expected.size()), kFlowNoData);
        EXPECT_EQ(codes.values<FlowCode>(expected.size()), expected);
        codes.expect_intact();
        scratch.expect_intact();
    }

    template <class Each>
    static void for_terrains(const Each& each) {
        for (const auto& [width, height] : kSurfaceSizes) {
            for (const Relief relief : kReliefs) {
                for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                    const Terrain terrain = make_terrain(width, height, relief, seed, seed == 1 ? 0 : 25);
                    SCOPED_TRACE(words(terrain, relief) + ", seed " + std::to_string(seed));
                    each(terrain, seed);
                    if (HasFailure()) {
                        return;
                    }
                }
            }
        }
    }
};

}  // namespace

TEST_F(TerrainSurfaces, AreFilledAsPriorityFloodFillsThem) {
    for_terrains([](const Terrain& terrain, std::uint64_t seed) {
        fill_and_compare(terrain, seed == 1 ? terrain_tuning(context().profile()) : small_tiles(), seed == 2 ? 7 : 64);
    });
}

TEST_F(TerrainSurfaces, CountStepsThroughTheCornersOfTiles) {
    // A level channel in higher ground that zigzags between two rows of tiles, with its only outlet at one end. It
    // passes from tile to tile only through their corners, alternately to an earlier and to a later tile.
    constexpr std::uint32_t kSide = 40;
    constexpr std::uint32_t kRows[] = {11, 11, 11, 11, 11, 10, 9, 8, 7, 6, 5, 4, 4, 5, 6, 7};
    for (const bool upside_down : {false, true}) {
        for (const bool from_the_east : {false, true}) {
            SCOPED_TRACE(std::string(upside_down ? "upside down" : "upright") +
                         (from_the_east ? ", from the east" : ""));
            Terrain terrain = make_terrain(kSide, kSide, Relief::rough, 3);
            for (float& z : terrain.heights) {
                z = 20000 + std::abs(z);
            }
            for (std::uint32_t step = 0; step + 1 < kSide; ++step) {
                const std::uint32_t far = step % 16, rise = step < 16 || far > 3 ? kRows[far] : 8 + far;
                const std::uint32_t row = upside_down ? kSide - 1 - rise : rise;
                terrain.heights[row * kSide + (from_the_east ? kSide - 1 - step : step)] = 1;
            }
            direct_and_compare(terrain, {}, small_tiles(), 64);
        }
    }
}

TEST_F(TerrainSurfaces, GetTheDirectionsOfTheReferenceWithTheirPits) {
    for_terrains([](const Terrain& terrain, std::uint64_t seed) {
        direct_and_compare(terrain, {.resolve_flats = false}, terrain_tuning(context().profile()), 1);
        direct_and_compare(terrain, {}, seed == 1 ? terrain_tuning(context().profile()) : small_tiles(),
                           seed == 2 ? 7 : 64);
    });
}

TEST_F(TerrainSurfaces, GetTheDirectionsOfTheReferenceAfterFilling) {
    for_terrains([](Terrain terrain, std::uint64_t seed) {
        terrain.heights = fill_reference(terrain.heights, terrain.grid);
        direct_and_compare(terrain, {}, seed == 1 ? terrain_tuning(context().profile()) : small_tiles(), 64);
    });
}

TEST_F(TerrainSurfaces, UseTheSizesOfRectangularAndGeographicCells) {
    Terrain terrain = make_terrain(65, 63, Relief::rough, 4, 30);
    for (const auto& [dx, dy] : {std::pair{1.0, 3.0}, {30.0, 1.5}, {0.1, 0.1}, {1.0, 100000.0}}) {
        terrain.grid.dx = dx;
        terrain.grid.dy = dy;
        direct_and_compare(terrain, {}, small_tiles(), 64);
    }
    std::vector<double> widths;
    for (std::uint32_t row = 0; row < terrain.grid.height; ++row) {
        widths.push_back(std::cos((row + 0.5) / 63 * 1.5));
    }
    direct_and_compare(terrain, {}, small_tiles(), 64, take(flow_row_weights(widths, 1)));
}

TEST_F(TerrainSurfaces, TreatSpecialHeightsAsDocumented) {
    Terrain terrain{{4, 4, 1, 1}, std::vector<float>(16, 5.0f)};
    const float tiny = std::ldexp(1.0f, -81);
    terrain.heights = {5, 5, 5, 5, 5, -0.0f, tiny, 5, 5, -tiny, std::ldexp(1.0f, -79), 5, 5, 5, std::ldexp(1.0f, 126),
                       5};
    fill_and_compare(terrain, small_tiles(), 64);
    direct_and_compare(terrain, {}, small_tiles(), 64);
    terrain.heights.assign(16, std::numeric_limits<float>::denorm_min());
    fill_and_compare(terrain, small_tiles(), 64);
    direct_and_compare(terrain, {}, small_tiles(), 64);
    terrain.heights.assign(16, std::nanf(""));
    fill_and_compare(terrain, small_tiles(), 64);
    direct_and_compare(terrain, {}, small_tiles(), 64);
}

TEST_F(TerrainSurfaces, AreRightIfOneTileTakesManyRounds) {
    TerrainTuning tuning = small_tiles();
    tuning.side = 32;
    tuning.iterations = 1;
    const Terrain terrain = make_spiral(32);
    fill_and_compare(terrain, tuning, 64);
    direct_and_compare(terrain, {}, tuning, 64);
}

TEST_F(TerrainSurfaces, WithoutCellsRecordNothing) {
    const DepressionFill fill = take(DepressionFill::create(context()));
    const FlowDirections flow = take(FlowDirections::create(context()));
    for (const TerrainGrid& grid : {TerrainGrid{0, 5}, TerrainGrid{5, 0}}) {
        EXPECT_EQ(take(DepressionFill::scratch(grid, context().profile())).bytes, 0u);
        EXPECT_EQ(take(FlowDirections::scratch(grid, {}, context().profile())).bytes, 0u);
        ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
            VKALGO_CHECK(fill.record(recorder, grid, {}));
            VKALGO_CHECK(flow.record(recorder, grid, {}));
            EXPECT_EQ(recorder.dispatches(), 0u);
            return {};
        }));
    }
}

}  // namespace vkalgo::test
