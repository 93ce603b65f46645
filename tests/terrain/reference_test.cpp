// Compares the references with simpler algorithms, on small grids.
#include "algorithms/terrain/flow_reference.hpp"
#include "tests/terrain/terrains.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

struct Neighbour {
    FlowCode code;
    /// -1: outside.
    int cell;
};

std::vector<Neighbour> neighbours(const Terrain& terrain, int cell) {
    const int width = static_cast<int>(terrain.grid.width), height = static_cast<int>(terrain.grid.height);
    std::vector<Neighbour> all;
    for (int code = 1; code <= 8; ++code) {
        const FlowStep step = flow_step(static_cast<FlowCode>(code));
        const int row = cell / width + step.rows, column = cell % width + step.columns;
        const bool inside = row >= 0 && row < height && column >= 0 && column < width &&
                            is_height(terrain.heights[static_cast<std::size_t>(row * width + column)]);
        all.push_back({static_cast<FlowCode>(code), inside ? row * width + column : -1});
    }
    return all;
}

/// Returns the filled surface. Lowers every cell to what its neighbours allow, until nothing changes.
std::vector<float> fill_by_trial(const Terrain& terrain) {
    std::vector<float> filled = terrain.heights;
    for (float& z : filled) {
        z = is_height(z) ? 1e30f : z;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t cell = 0; cell < filled.size(); ++cell) {
            if (!is_height(terrain.heights[cell])) {
                continue;
            }
            float least = 1e30f;
            for (const Neighbour& next : neighbours(terrain, static_cast<int>(cell))) {
                least = std::min(least, next.cell < 0 ? -1e30f : filled[static_cast<std::size_t>(next.cell)]);
            }
            const float level = std::max(least, effective_height(terrain.heights[cell]));
            changed = changed || level != filled[cell];
            filled[cell] = level;
        }
    }
    return filled;
}

/// Returns the steps from each cell without a direction to the nearest marked cell, through its own flat. A marked cell
/// has 1; a cell that reaches none has 2^20 or more.
std::vector<int> steps_by_trial(const Terrain& terrain, const std::vector<FlowCode>& codes,
                                const std::vector<bool>& marked) {
    std::vector<int> steps(codes.size(), 1 << 20);
    for (std::size_t turn = 0; turn <= codes.size(); ++turn) {
        for (std::size_t cell = 0; cell < codes.size(); ++cell) {
            if (codes[cell] != kFlowStays) {
                continue;
            }
            if (marked[cell]) {
                steps[cell] = 1;
            }
            for (const Neighbour& next : neighbours(terrain, static_cast<int>(cell))) {
                const auto there = static_cast<std::size_t>(std::max(next.cell, 0));
                if (next.cell >= 0 && codes[there] == kFlowStays && terrain.heights[there] == terrain.heights[cell]) {
                    steps[cell] = std::min(steps[cell], steps[there] + 1);
                }
            }
        }
    }
    return steps;
}

std::vector<FlowCode> flats_by_trial(const Terrain& terrain, const std::vector<FlowCode>& codes) {
    std::vector<bool> low(codes.size()), high(codes.size());
    const auto z = [&](int cell) { return terrain.heights[static_cast<std::size_t>(cell)]; };
    const auto flat = [&](int cell) { return codes[static_cast<std::size_t>(cell)] == kFlowStays; };
    for (int cell = 0; cell < static_cast<int>(codes.size()); ++cell) {
        for (const Neighbour& next : neighbours(terrain, cell)) {
            if (flat(cell) && next.cell >= 0) {
                low[static_cast<std::size_t>(cell)] =
                    low[static_cast<std::size_t>(cell)] || (!flat(next.cell) && z(next.cell) == z(cell));
                high[static_cast<std::size_t>(cell)] = high[static_cast<std::size_t>(cell)] || z(next.cell) > z(cell);
            }
        }
    }
    const std::vector<int> down = steps_by_trial(terrain, codes, low), up = steps_by_trial(terrain, codes, high);
    std::vector<FlowCode> routed = codes;
    for (int cell = 0; cell < static_cast<int>(codes.size()); ++cell) {
        const auto here = static_cast<std::size_t>(cell);
        if (!flat(cell) || down[here] == 1 << 20) {
            continue;
        }
        int best = 1 << 30;
        const auto around = neighbours(terrain, cell);
        for (const FlowCode code : kFlowNearFirst) {
            const int there = around[code - 1u].cell;
            if (there < 0 || z(there) != z(cell)) {
                continue;
            }
            const auto next = static_cast<std::size_t>(there);
            const int rank = !flat(there) ? -(1 << 30) : 2 * down[next] - (up[next] == 1 << 20 ? 0 : up[next]);
            if (rank < best) {
                best = rank;
                routed[here] = code;
            }
        }
    }
    return routed;
}

template <class Each>
void for_small_terrains(const Each& each) {
    for (const Relief relief : kReliefs) {
        for (const std::uint32_t holes : {0u, 12u}) {
            for (std::uint64_t seed = 1; seed <= 12; ++seed) {
                for (const auto& [width, height] :
                     {std::pair{1u, 1u}, {1u, 9u}, {9u, 1u}, {2u, 2u}, {3u, 3u}, {4u, 7u}, {11u, 13u}}) {
                    const Terrain terrain = make_terrain(width, height, relief, seed, holes);
                    SCOPED_TRACE(words(terrain, relief) + ", seed " + std::to_string(seed));
                    each(terrain);
                    if (::testing::Test::HasFailure()) {
                        return;
                    }
                }
            }
        }
    }
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](float x, float y) {
        return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
    });
}

}  // namespace

TEST(TerrainCodes, ConvertToThoseOfOtherProgramsAndBack) {
    const int esri[] = {0, 1, 2, 4, 8, 16, 32, 64, 128};
    const int grass[] = {0, 8, 7, 6, 5, 4, 3, 2, 1};
    for (FlowCode code = 0; code <= 8; ++code) {
        EXPECT_EQ(flow_to_esri(code), esri[code]);
        EXPECT_EQ(flow_to_grass(code), grass[code]);
        EXPECT_EQ(flow_from_esri(esri[code]), code);
        EXPECT_EQ(flow_from_grass(grass[code]), code);
        EXPECT_EQ(flow_from_grass(-grass[code]), code);
    }
    EXPECT_EQ(flow_to_esri(kFlowNoData), 255);
    EXPECT_EQ(flow_to_grass(kFlowNoData), -128);
    for (const int unknown : {3, 255, 256, -1, 127}) {
        EXPECT_EQ(flow_from_esri(unknown), kFlowNoData);
    }
    EXPECT_EQ(flow_from_grass(9), kFlowNoData);
    EXPECT_EQ(flow_from_grass(-9), kFlowNoData);
}

TEST(TerrainGrids, RefuseInvalidSizes) {
    EXPECT_OK(check_grid({0, 0, 1, 1}));
    EXPECT_OK(check_grid({1u << 20, 2047, 0.5, 30}));
    EXPECT_ERROR(check_grid({1u << 20, 2048, 1, 1}), ErrorCode::too_large);
    for (const double bad : {0.0, -1.0, std::nan(""), 1e300, 1e-300}) {
        EXPECT_ERROR(check_grid({3, 3, bad, 1}), ErrorCode::invalid_argument);
        EXPECT_ERROR(check_grid({3, 3, 1, bad}), ErrorCode::invalid_argument);
        EXPECT_ERROR(flow_row_weights(std::vector<double>{1, bad}, 1), ErrorCode::invalid_argument);
    }
}

TEST(TerrainReference, FillsAsTrialDoes) {
    for_small_terrains([](const Terrain& terrain) {
        EXPECT_TRUE(same_bits(fill_reference(terrain.heights, terrain.grid), fill_by_trial(terrain)));
    });
}

TEST(TerrainReference, RoutesFlatsAsTrialDoes) {
    for_small_terrains([](const Terrain& terrain) {
        const auto codes = directions_reference(terrain.heights, terrain.grid, false);
        EXPECT_EQ(directions_reference(terrain.heights, terrain.grid, true), flats_by_trial(terrain, codes));
    });
}

TEST(TerrainReference, LetsEveryCellOfAFilledSurfaceReachTheOutside) {
    for_small_terrains([](const Terrain& terrain) {
        const auto filled = fill_reference(terrain.heights, terrain.grid);
        const auto codes = directions_reference(filled, terrain.grid, true);
        EXPECT_TRUE(flows_end(codes, terrain.grid));
        const auto sums = take(accumulation_reference(codes, terrain.grid, true));
        EXPECT_EQ(accumulation_by_rounds(codes, terrain.grid), sums);
        std::uint64_t out = 0;
        for (std::size_t cell = 0; cell < codes.size(); ++cell) {
            EXPECT_EQ(is_height(terrain.heights[cell]), codes[cell] != kFlowNoData);
            EXPECT_NE(codes[cell], kFlowStays);
            out +=
                codes[cell] != kFlowNoData && flow_target(codes, terrain.grid, cell) == codes.size() ? sums[cell] : 0;
        }
        EXPECT_EQ(out, cells_with_data(terrain.heights));
    });
}

TEST(TerrainReference, AccumulatesAsFollowingEachCellsWaterDoes) {
    for_small_terrains([](const Terrain& terrain) {
        const auto codes = directions_reference(terrain.heights, terrain.grid, true);
        const auto weights = random_words(codes.size(), 5, 1000);
        std::vector<std::uint32_t> expected(codes.size());
        for (std::uint64_t start = 0; start < codes.size(); ++start) {
            if (codes[start] > 8) {
                continue;
            }
            for (std::uint64_t cell = start; cell < codes.size(); cell = flow_target(codes, terrain.grid, cell)) {
                expected[cell] += weights[start];
            }
        }
        EXPECT_EQ(take(accumulation_reference(codes, terrain.grid, true, weights)), expected);
    });
}

TEST(TerrainReference, StopsAfterIterationsAsTheSlidesDo) {
    for_small_terrains([](const Terrain& terrain) {
        const auto codes = directions_reference(terrain.heights, terrain.grid, true);
        const auto weights = random_words(codes.size(), 6, 1000);
        // The water that moves, and the water that has arrived.
        std::vector<std::uint32_t> moving = weights, sums(codes.size());
        for (std::size_t cell = 0; cell < codes.size(); ++cell) {
            moving[cell] = codes[cell] > 8 ? 0 : weights[cell];
        }
        for (std::uint32_t turn = 0; turn < 6; ++turn) {
            EXPECT_EQ(take(accumulation_reference(codes, terrain.grid, false, weights, turn)), sums);
            std::vector<std::uint32_t> arriving(codes.size());
            for (std::uint64_t cell = 0; cell < codes.size(); ++cell) {
                if (const auto there = flow_target(codes, terrain.grid, cell); there < codes.size()) {
                    arriving[there] += moving[cell];
                    sums[there] += moving[cell];
                }
            }
            moving = std::move(arriving);
        }
    });
}

TEST(TerrainReference, LabelsWatershedsAsFollowingEachCellsWaterDoes) {
    for_small_terrains([](const Terrain& terrain) {
        const auto codes = directions_reference(terrain.heights, terrain.grid, true);
        auto outlets = random_words(codes.size(), 8, 10);
        for (const bool given : {false, true}) {
            std::vector<std::uint32_t> expected(codes.size());
            for (std::uint64_t start = 0; start < codes.size(); ++start) {
                std::uint64_t cell = start;
                while (flow_target(codes, terrain.grid, cell) < codes.size() && (!given || outlets[cell] == 0)) {
                    cell = flow_target(codes, terrain.grid, cell);
                }
                const auto label = given ? outlets[cell] : static_cast<std::uint32_t>(cell + 1);
                expected[start] = codes[start] > 8 ? 0 : label;
            }
            EXPECT_EQ(watersheds_reference(codes, terrain.grid, given ? outlets : std::vector<std::uint32_t>{}),
                      expected);
        }
    });
}

TEST(TerrainReference, CarvesPathsThatEndAndKeepsTheOtherDirections) {
    for_small_terrains([](const Terrain& terrain) {
        const auto codes = directions_reference(terrain.heights, terrain.grid, true);
        const auto ways = directions_reference(fill_reference(terrain.heights, terrain.grid), terrain.grid, true);
        const auto carved = carve_reference(codes, ways, terrain.grid);
        EXPECT_TRUE(flows_end(carved, terrain.grid));
        EXPECT_EQ(std::count(carved.begin(), carved.end(), kFlowStays), 0);
        // A cell is on a carved path if the flow over the filled surface from some pit passes it.
        std::vector<FlowCode> expected = codes;
        for (std::uint64_t cell = 0; cell < codes.size(); ++cell) {
            for (std::uint64_t at = codes[cell] == kFlowStays ? cell : codes.size(); at < codes.size();
                 at = flow_target(ways, terrain.grid, at)) {
                expected[at] = ways[at];
            }
        }
        EXPECT_EQ(carved, expected);
    });
}

/// Returns the order of a cell by recursion over the cells that drain into it.
std::uint32_t order_by_recursion(const Terrain& terrain, const std::vector<FlowCode>& codes, std::uint64_t cell) {
    std::vector<std::uint32_t> above;
    for (std::uint64_t other = 0; other < codes.size(); ++other) {
        if (codes[other] <= 8 && flow_target(codes, terrain.grid, other) == cell) {
            above.push_back(order_by_recursion(terrain, codes, other));
        }
    }
    std::sort(above.rbegin(), above.rend());
    return above.empty() ? 1 : above[0] + (above.size() > 1 && above[1] == above[0] ? 1u : 0u);
}

TEST(TerrainReference, OrdersStreamsAsARecursionDoes) {
    for_small_terrains([](const Terrain& terrain) {
        const auto codes = directions_reference(terrain.heights, terrain.grid, true);
        const auto orders = streams_reference(codes, terrain.grid);
        for (std::uint64_t cell = 0; cell < codes.size(); ++cell) {
            EXPECT_EQ(orders[cell], codes[cell] > 8 ? 0 : order_by_recursion(terrain, codes, cell));
        }
    });
}

TEST(TerrainReference, RefusesCirclesAndSumsThatDoNotFit) {
    const TerrainGrid pair{2, 1, 1, 1};
    EXPECT_FALSE(flows_end(std::vector<FlowCode>{1, 5}, pair));
    EXPECT_ERROR(accumulation_reference(std::vector<FlowCode>{1, 5}, pair, true), ErrorCode::invalid_argument);
    const std::vector<std::uint32_t> weights{0xFFFFFFFF, 1};
    EXPECT_ERROR(accumulation_reference(std::vector<FlowCode>{1, 1}, pair, true, weights), ErrorCode::overflow);
}

TEST(TerrainReference, DrainsTheSlidesHeights) {
    EXPECT_EQ(directions_reference(kSlideHeights, kSlideGrid, true),
              (std::vector<FlowCode>{5, 5, 5, 7, 6, 6, 7, 5, 5}));
    EXPECT_EQ(directions_reference(kSlideFoundHeights, kSlideGrid, true), kSlideCodes);
    EXPECT_EQ(take(accumulation_reference(kSlideCodes, kSlideGrid, false)), kSlideSums.back());
}

}  // namespace vkalgo::test
