// The easy calls: the examples of the course slides on CUDA (docs/terrain.md), all steps together, errors, progress.
#include "algorithms/terrain/drainage_call.hpp"

#include "algorithms/terrain/ranked_heights.hpp"
#include "tests/terrain/terrains.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <stop_token>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

using Sums = std::vector<std::uint32_t>;
using Marks = std::vector<std::uint8_t>;
constexpr const char* kMethods[] = {"auto", "scatter", "scatter-8x8", "gather", "tiled"};
/// Methods whose rounds are the slides' iterations; "auto" takes one of them if iterations are limited.
constexpr const char* kStepwise[] = {"auto", "scatter", "scatter-8x8", "gather"};

class Draining : public DeviceTest {
protected:
    static void drain_and_compare(const Terrain& terrain, const DrainageOptions& options) {
        const Drainage drainage = take(drain(runner(), terrain.grid, terrain.heights, options));
        std::vector<float> surface = terrain.heights;
        if (options.pits == PitRule::fill) {
            surface = fill_reference(terrain.heights, terrain.grid);
            EXPECT_TRUE(std::equal(
                surface.begin(), surface.end(), drainage.filled.begin(), drainage.filled.end(),
                [](float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }));
        } else {
            EXPECT_TRUE(drainage.filled.empty());
        }
        std::vector<FlowWeights> rows;
        if (!options.row_dx.empty()) {
            rows = take(flow_row_weights(options.row_dx, terrain.grid.dy));
        }
        std::vector<FlowCode> codes = directions_reference(surface, terrain.grid, options.resolve_flats, rows);
        if (options.pits == PitRule::carve) {
            const auto filled = fill_reference(terrain.heights, terrain.grid);
            codes = carve_reference(codes, directions_reference(filled, terrain.grid, true, rows), terrain.grid);
        }
        EXPECT_EQ(drainage.codes, codes);
        EXPECT_EQ(drainage.sums,
                  take(accumulation_reference(drainage.codes, terrain.grid, options.include_self, options.weights)));
        EXPECT_EQ(drainage.report.gpu_milliseconds.size(), static_cast<std::size_t>(options.call.repeat));
    }
};

}  // namespace

TEST_F(Draining, TestAOfTheSlidesAccumulatesTheDirectionsThatTheyGive) {
    for (const char* method : kMethods) {
        const Drainage drainage =
            take(accumulate_flow(runner(), kSlideGrid, kSlideCodes, {.threshold = 2, .method = method}));
        EXPECT_EQ(drainage.sums, kSlideSums.back()) << method;
        EXPECT_EQ(drainage.network, (Marks{1, 0, 0, 0, 1, 0, 0, 0, 0})) << method;
        EXPECT_EQ(drainage.codes, kSlideCodes);
        EXPECT_EQ(take(accumulate_flow(runner(), kSlideGrid, kSlideCodes, {.include_self = true, .method = method}))
                      .sums.front(),
                  9u);
    }
    for (const char* method : kStepwise) {
        for (std::uint32_t turn = 0; turn < 10; ++turn) {
            const Drainage drainage = take(accumulate_flow(runner(), kSlideGrid, kSlideCodes,
                                                           {.threshold = 2, .iterations = turn, .method = method}));
            EXPECT_EQ(drainage.sums, kSlideSums[std::min(turn, 3u)]) << method << " after " << turn;
            EXPECT_EQ(drainage.accumulation_rounds, std::min(turn, 3u)) << method << " after " << turn;
            if (turn >= 2) {
                EXPECT_EQ(drainage.network, (Marks{1, 0, 0, 0, 1, 0, 0, 0, 0})) << method << " after " << turn;
            }
        }
    }
}

TEST_F(Draining, TestBOfTheSlidesFindsTheSteepestDirectionsOfTheirHeights) {
    for (const PitRule pits : {PitRule::fill, PitRule::carve, PitRule::keep}) {
        const Drainage drainage = take(drain(runner(), kSlideGrid, kSlideHeights, {.pits = pits, .threshold = 2}));
        EXPECT_EQ(drainage.codes, (std::vector<FlowCode>{5, 5, 5, 7, 6, 6, 7, 5, 5}));
        EXPECT_EQ(drainage.sums, (Sums{8, 2, 0, 3, 0, 0, 2, 1, 0}));
        EXPECT_EQ(drainage.network, (Marks{1, 0, 0, 1, 0, 0, 0, 0, 0}));
    }
    const Sums after[] = {{3, 2, 0, 1, 0, 0, 1, 1, 0}, {6, 2, 0, 2, 0, 0, 2, 1, 0}, {7, 2, 0, 3, 0, 0, 2, 1, 0}};
    for (std::uint32_t turn = 1; turn <= 3; ++turn) {
        EXPECT_EQ(take(drain(runner(), kSlideGrid, kSlideHeights, {.iterations = turn})).sums, after[turn - 1]);
    }
}

TEST_F(Draining, TestCOfTheSlidesFindsTheirDirectionsFromFittingHeights) {
    for (const char* method : kMethods) {
        const Drainage drainage = take(drain(runner(), kSlideGrid, kSlideFoundHeights, {.method = method}));
        EXPECT_EQ(drainage.codes, kSlideCodes);
        EXPECT_EQ(drainage.sums, kSlideSums.back());
    }
    for (const char* method : kStepwise) {
        for (std::uint32_t turn = 1; turn <= 3; ++turn) {
            const Drainage drainage =
                take(drain(runner(), kSlideGrid, kSlideFoundHeights, {.iterations = turn, .method = method}));
            EXPECT_EQ(drainage.sums, kSlideSums[turn]) << method << " after " << turn;
        }
    }
}

TEST_F(Draining, EqualsTheReferenceFromEndToEnd) {
    for (const Relief relief : kReliefs) {
        const Terrain terrain = make_terrain(131, 97, relief, 5, 60);
        SCOPED_TRACE(words(terrain, relief));
        const Sums weights = random_words(terrain.heights.size(), 3, 50);
        std::vector<double> widths(97);
        for (std::size_t row = 0; row < widths.size(); ++row) {
            widths[row] = 30 * std::cos(0.01 * static_cast<double>(row));
        }
        drain_and_compare(terrain, {.include_self = true});
        drain_and_compare(terrain, {.pits = PitRule::keep, .method = "gather"});
        drain_and_compare(terrain, {.pits = PitRule::carve, .row_dx = widths, .weights = weights});
        drain_and_compare(terrain, {.pits = PitRule::keep, .resolve_flats = false, .method = "scatter"});
        drain_and_compare(terrain, {.row_dx = widths, .weights = weights, .call = {.repeat = 2, .warm_up = true}});
    }
}

TEST_F(Draining, SumsRealWeightsExactly) {
    for (const Relief relief : kReliefs) {
        const Terrain terrain = make_terrain(131, 97, relief, 6, 60);
        SCOPED_TRACE(words(terrain, relief));
        // The numbers are multiples of 2^-20 below 16, so a double represents every sum of them, in any order.
        SplitMix64 random(6);
        std::vector<double> rain(terrain.heights.size());
        for (double& amount : rain) {
            amount = std::ldexp(static_cast<double>(random.below(1 << 24)), -20);
        }
        for (const char* method : kMethods) {
            const Drainage drainage = take(drain(runner(), terrain.grid, terrain.heights,
                                                 {.real_weights = rain, .threshold = 40.5, .method = method}));
            EXPECT_TRUE(drainage.sums.empty());
            std::vector<double> expected(rain.size());
            for (const std::uint64_t cell : downstream_order(drainage.codes, terrain.grid)) {
                if (const auto there = flow_target(drainage.codes, terrain.grid, cell); there < expected.size()) {
                    expected[there] += expected[cell] + rain[cell];
                }
            }
            EXPECT_EQ(drainage.real_sums, expected) << method;
            Marks marked(expected.size());
            std::transform(expected.begin(), expected.end(), marked.begin(),
                           [](double sum) { return sum > 40.5 ? 1 : 0; });
            EXPECT_EQ(drainage.network, marked) << method;
        }
    }
}

TEST_F(Draining, SumsRealWeightsOfAllSizesTheSameByEveryMethod) {
    const Terrain terrain = make_terrain(90, 70, Relief::hills, 7);
    SplitMix64 random(7);
    std::vector<double> rain(terrain.heights.size());
    for (double& amount : rain) {
        amount = std::ldexp(static_cast<double>(random.below(1 << 24)), -static_cast<int>(random.below(80)));
    }
    std::vector<double> first;
    for (const char* method : kMethods) {
        const Drainage drainage = take(drain(runner(), terrain.grid, terrain.heights,
                                             {.include_self = true, .real_weights = rain, .method = method}));
        first = first.empty() ? drainage.real_sums : first;
        EXPECT_EQ(drainage.real_sums, first) << method;
    }
    // Sums the amounts as doubles, which are rounded at each addition.
    const auto codes = take(drain(runner(), terrain.grid, terrain.heights)).codes;
    std::vector<double> about(rain.begin(), rain.end());
    for (const std::uint64_t cell : downstream_order(codes, terrain.grid)) {
        if (const auto there = flow_target(codes, terrain.grid, cell); there < about.size()) {
            about[there] += about[cell];
        }
    }
    const double total = std::accumulate(rain.begin(), rain.end(), 0.0);
    for (std::size_t cell = 0; cell < rain.size(); ++cell) {
        ASSERT_NEAR(first[cell], about[cell], 1e-12 * total) << cell;
    }
}

TEST_F(Draining, DrainsAllWaterFromPits) {
    const Terrain terrain = make_terrain(200, 150, Relief::hills, 8, 500);
    for (const PitRule pits : {PitRule::fill, PitRule::carve}) {
        const Drainage drainage =
            take(drain(runner(), terrain.grid, terrain.heights, {.pits = pits, .include_self = true}));
        std::uint64_t out = 0;
        for (std::size_t cell = 0; cell < drainage.codes.size(); ++cell) {
            EXPECT_NE(drainage.codes[cell], kFlowStays);
            const bool leaves = drainage.codes[cell] != kFlowNoData &&
                                flow_target(drainage.codes, terrain.grid, cell) == drainage.codes.size();
            out += leaves ? drainage.sums[cell] : 0;
        }
        EXPECT_EQ(out, cells_with_data(terrain.heights));
        EXPECT_GT(drainage.fill_rounds, 0u);
        EXPECT_GT(drainage.accumulation_rounds, 0u);
    }
}

TEST_F(Draining, CarvesAPathFromThePitOverTheLowestSaddle) {
    // A pit of height 1 behind a wall of height 9 with a gap of height 5. Beyond the gap the ground falls to the east.
    const TerrainGrid grid{6, 5};
    const std::vector<float> heights{9, 9, 9, 9, 9, 9,  //
                                     9, 6, 6, 9, 9, 9,  //
                                     9, 1, 4, 5, 3, 2,  //
                                     9, 6, 6, 9, 9, 9,  //
                                     9, 9, 9, 9, 9, 9};
    const Drainage carved = take(drain(runner(), grid, heights, {.pits = PitRule::carve}));
    EXPECT_TRUE(carved.filled.empty());
    // The pit's water runs east through the gap; the cell above the pit still drains into it.
    for (const std::size_t cell : {13u, 14u, 15u, 16u, 17u}) {
        EXPECT_EQ(carved.codes[cell], 1) << cell;
    }
    EXPECT_EQ(carved.codes[7], 3);
    const Drainage kept = take(drain(runner(), grid, heights, {.pits = PitRule::keep}));
    EXPECT_EQ(kept.codes[13], kFlowStays);
    EXPECT_EQ(kept.codes[14], 5);
}

TEST_F(Draining, LabelsWatershedsOfAllOrOfGivenOutlets) {
    const Terrain terrain = make_terrain(90, 77, Relief::hills, 3, 300);
    const Drainage all = take(drain(runner(), terrain.grid, terrain.heights, {.watersheds = true}));
    EXPECT_EQ(all.labels, watersheds_reference(all.codes, terrain.grid));
    // The three cells with the most water, one of which may be upstream of another.
    std::vector<std::uint64_t> outlets(terrain.heights.size());
    std::iota(outlets.begin(), outlets.end(), 0);
    std::sort(outlets.begin(), outlets.end(), [&](auto a, auto b) { return all.sums[a] > all.sums[b]; });
    outlets.resize(3);
    std::vector<std::uint32_t> marks(terrain.heights.size(), 0);
    for (std::uint32_t k = 0; k < 3; ++k) {
        marks[outlets[k]] = k + 1;
    }
    const Drainage some = take(accumulate_flow(runner(), terrain.grid, all.codes, {.outlets = outlets}));
    EXPECT_EQ(some.labels, watersheds_reference(all.codes, terrain.grid, marks));
    EXPECT_TRUE(take(drain(runner(), terrain.grid, terrain.heights)).labels.empty());
}

TEST_F(Draining, OrdersTheStreamsOfTheNetworkOrAll) {
    const Terrain terrain = make_terrain(90, 77, Relief::hills, 3, 300);
    const Drainage all = take(drain(runner(), terrain.grid, terrain.heights, {.stream_order = true}));
    EXPECT_EQ(all.orders, streams_reference(all.codes, terrain.grid));
    const Drainage some =
        take(accumulate_flow(runner(), terrain.grid, all.codes, {.threshold = 10, .stream_order = true}));
    EXPECT_EQ(some.orders, streams_reference(all.codes, terrain.grid, some.network));
    EXPECT_GT(*std::max_element(some.orders.begin(), some.orders.end()), 1u);
}

TEST_F(Draining, AnEmptyGridHasEmptyResults) {
    const Drainage drainage = take(drain(runner(), {0, 3}, {}, {.threshold = 1}));
    EXPECT_TRUE(drainage.codes.empty() && drainage.sums.empty() && drainage.network.empty());
    EXPECT_OK(drain(runner(), {5, 0}, {}, {.call = {.memory_limit = 1}}));
}

TEST_F(Draining, RefusesInvalidArguments) {
    const std::vector<float> heights(6, 1.0f);
    const TerrainGrid grid{3, 2};
    EXPECT_ERROR(drain(runner(), {2, 2}, heights), ErrorCode::invalid_argument);
    EXPECT_ERROR(drain(runner(), {3, 2, 0, 1}, heights), ErrorCode::invalid_argument);
    EXPECT_ERROR(drain(runner(), grid, heights, {.row_dx = std::vector<double>(3, 1.0)}), ErrorCode::invalid_argument);
    EXPECT_ERROR(drain(runner(), grid, heights, {.row_dx = std::vector<double>(2, 0.0)}), ErrorCode::invalid_argument);
    EXPECT_ERROR(drain(runner(), grid, heights, {.weights = Sums(5)}), ErrorCode::invalid_argument);
    EXPECT_ERROR(drain(runner(), grid, heights, {.weights = Sums(6, 0x30000000)}), ErrorCode::overflow);
    EXPECT_ERROR(drain(runner(), grid, heights, {.real_weights = std::vector<double>(5)}), ErrorCode::invalid_argument);
    const auto negative = drain(runner(), grid, heights, {.real_weights = std::vector<double>(6, -1.0)});
    ASSERT_ERROR(negative, ErrorCode::invalid_argument);
    EXPECT_EQ(negative.error().where, "real_weights");
    EXPECT_ERROR(drain(runner(), grid, heights, {.weights = Sums(6), .real_weights = std::vector<double>(6)}),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(drain(runner(), grid, heights, {.threshold = -0.5}), ErrorCode::invalid_argument);
    EXPECT_ERROR(drain(runner(), grid, heights, {.threshold = std::nan("")}), ErrorCode::invalid_argument);
    EXPECT_ERROR(drain(runner(), grid, heights, {.pits = PitRule::carve, .resolve_flats = false}),
                 ErrorCode::invalid_argument);
    const std::vector<std::uint64_t> beyond{0, 6};
    EXPECT_ERROR(drain(runner(), grid, heights, {.outlets = beyond}), ErrorCode::invalid_argument);
    EXPECT_ERROR(drain(runner(), grid, heights, {.method = "rain"}), ErrorCode::invalid_argument);
    EXPECT_ERROR(drain(runner(), grid, heights, {.iterations = 1, .method = "tiled"}), ErrorCode::invalid_argument);
    EXPECT_ERROR(drain(runner(), grid, heights, {.call = {.repeat = 0}}), ErrorCode::invalid_argument);
    EXPECT_ERROR(drain(runner(), grid, heights, {.call = {.memory_limit = 100}}), ErrorCode::too_large);
    for (const char* method : kMethods) {
        EXPECT_ERROR(accumulate_flow(runner(), grid, std::vector<FlowCode>{1, 3, 0, 7, 5, 0}, {.method = method}),
                     ErrorCode::invalid_argument);
    }
    EXPECT_ERROR(accumulate_flow(runner(), grid, std::vector<FlowCode>{1, 3, 0, 7, 5, 0}, {.iterations = 2}),
                 ErrorCode::invalid_argument);
}

TEST_F(Draining, ReportsItsProgressAndStopsOnCancellation) {
    const Terrain terrain = make_terrain(60, 50, Relief::steps, 1);
    std::vector<double> fractions;
    std::stop_source stop;
    DrainageOptions options;
    options.call.repeat = 2;
    options.call.progress = [&](double fraction) { fractions.push_back(fraction); };
    options.call.cancel = stop.get_token();
    EXPECT_OK(drain(runner(), terrain.grid, terrain.heights, options));
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_EQ(fractions.size(), 4u);
    EXPECT_EQ(fractions.back(), 1.0);
    stop.request_stop();
    EXPECT_ERROR(drain(runner(), terrain.grid, terrain.heights, options), ErrorCode::cancelled);
}

TEST_F(Draining, ReportsEachKindOfWorkOnce) {
    const Terrain terrain = make_terrain(60, 50, Relief::steps, 1);
    std::vector<SpanTime> spans =
        take(drain(runner(), terrain.grid, terrain.heights, {.pits = PitRule::carve})).report.spans;
    EXPECT_FALSE(spans.empty());
    const auto key = [](const SpanTime& span) { return std::pair(span.depth, span.name); };
    std::sort(spans.begin(), spans.end(), [&](const SpanTime& a, const SpanTime& b) { return key(a) < key(b); });
    const auto same = std::adjacent_find(spans.begin(), spans.end(),
                                         [&](const SpanTime& a, const SpanTime& b) { return key(a) == key(b); });
    EXPECT_TRUE(same == spans.end()) << same->name;
}

TEST_F(Draining, UsesNoMoreMemoryThanItsPlanSays) {
    const Terrain terrain = make_terrain(200, 100, Relief::hills, 1);
    const Sums weights(terrain.heights.size(), 1);
    const std::vector<double> rain(terrain.heights.size(), 0.5);
    for (const PitRule pits : {PitRule::fill, PitRule::carve, PitRule::keep}) {
        context().reset_peak_memory();
        const std::uint64_t before = context().memory_in_use();
        const Drainage drainage =
            take(drain(runner(), terrain.grid, terrain.heights,
                       {.pits = pits, .weights = weights, .threshold = 3, .stream_order = true, .watersheds = true}));
        EXPECT_LE(context().peak_memory() - before, drainage.report.device_bytes) << to_string(pits);
        context().reset_peak_memory();
        const Drainage wide =
            take(drain(runner(), terrain.grid, terrain.heights, {.pits = pits, .real_weights = rain, .threshold = 3}));
        EXPECT_LE(context().peak_memory() - before, wide.report.device_bytes) << to_string(pits);
    }
}

TEST_F(Draining, RunsAsItsPlanSays) {
    const Terrain terrain = make_terrain(200, 100, Relief::hills, 1);
    const Sums weights(terrain.heights.size(), 1);
    const std::vector<double> rain(terrain.heights.size(), 0.5);
    for (const PitRule pits : {PitRule::fill, PitRule::carve, PitRule::keep}) {
        for (const bool real : {false, true}) {
            if (real && pits != PitRule::fill) {
                continue;
            }
            for (const std::uint64_t limit : {std::uint64_t{0}, std::uint64_t{300'000}}) {
                DrainageOptions options{.pits = pits, .threshold = 3, .stream_order = true, .watersheds = true};
                if (real) {
                    options.real_weights = rain;
                } else {
                    options.weights = weights;
                }
                options.call.memory_limit = limit;
                const DrainagePlan plan = take(plan_drainage(terrain.grid, options, context().profile()));
                EXPECT_EQ(plan.parts > 1, limit != 0);
                context().reset_peak_memory();
                const std::uint64_t before = context().memory_in_use();
                Runner own = take(Runner::create(context()));
                const Drainage drained = take(drain(own, terrain.grid, terrain.heights, options, plan));
                EXPECT_LE(context().peak_memory() - before, plan.device_bytes());
                EXPECT_EQ(drained.report.device_bytes, plan.device_bytes());
                EXPECT_EQ(drained.parts, plan.parts);
                EXPECT_EQ(drained.method, plan.accumulation.method_name());
                if (plan.parts == 1) {
                    EXPECT_LE(drained.fill_rounds, plan.fill_rounds);
                    EXPECT_LE(drained.flat_rounds, plan.flat_rounds);
                    EXPECT_LE(drained.accumulation_rounds, plan.accumulation.rounds);
                    EXPECT_EQ(plan.carve_rounds != 0, pits == PitRule::carve);
                }
                const Drainage other = take(drain(runner(), terrain.grid, terrain.heights, options));
                EXPECT_EQ(drained.codes, other.codes);
                EXPECT_EQ(drained.sums, other.sums);
                EXPECT_EQ(drained.real_sums, other.real_sums);
                EXPECT_EQ(drained.orders, other.orders);
                EXPECT_EQ(drained.with_sums([](const auto& sums) { return sums.size(); }), terrain.heights.size());
                const DrainagePlan ways = take(plan_accumulate_flow(terrain.grid, options, context().profile()));
                EXPECT_EQ(take(accumulate_flow(runner(), terrain.grid, drained.codes, options, ways)).sums,
                          drained.sums);
            }
        }
    }
}

TEST_F(Draining, RefusesAPlanForOtherInputs) {
    const Terrain terrain = make_terrain(20, 10, Relief::hills, 1);
    const DeviceProfile& profile = context().profile();
    const auto refused = [](const Result<Drainage>& drained) {
        ASSERT_ERROR(drained, ErrorCode::invalid_argument);
        EXPECT_EQ(drained.error().where, "plan");
    };
    const DrainagePlan plan = take(plan_drainage(terrain.grid, {}, profile));
    const DrainagePlan other = take(plan_drainage({10, 20}, {}, profile));
    const DrainagePlan ways = take(plan_accumulate_flow(terrain.grid, {}, profile));
    refused(drain(runner(), terrain.grid, terrain.heights, {}, other));
    TerrainGrid wider = terrain.grid;
    wider.dx *= 2;
    refused(drain(runner(), wider, terrain.heights, {}, plan));
    refused(drain(runner(), terrain.grid, terrain.heights, {}, ways));
    const std::vector<FlowCode> codes(terrain.heights.size(), kFlowStays);
    refused(accumulate_flow(runner(), terrain.grid, codes, {}, plan));
    std::vector<double> wide(terrain.heights.begin(), terrain.heights.end());
    EXPECT_OK(drain_wide(runner(), terrain.grid, wide, {}, plan));
    wide[7] += 1e-12;
    wide[8] += 1e-13;
    ASSERT_FALSE(f32_holds(wide));
    refused(drain_wide(runner(), terrain.grid, wide, {}, plan));
    const DrainagePlan ranked = take(plan_drainage(terrain.grid, {.ranked = true}, profile));
    EXPECT_GT(ranked.device_bytes(), plan.device_bytes());
    const Drainage drained = take(drain_wide(runner(), terrain.grid, wide, {}, ranked));
    EXPECT_TRUE(drained.ranked);
    EXPECT_EQ(drained.codes, take(drain_wide(runner(), terrain.grid, wide)).codes);
}

}  // namespace vkalgo::test
