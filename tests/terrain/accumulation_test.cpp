// Compares accumulation by every method with topological sorting.
#include "algorithms/terrain/accumulation_method.hpp"
#include "algorithms/terrain/terrain_tuning.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/terrain/terrains.hpp"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

constexpr std::pair<std::uint32_t, std::uint32_t> kAccumulationSizes[] = {
    {1, 1}, {1, 130}, {131, 1}, {2, 3}, {8, 8}, {9, 7}, {63, 64}, {65, 63}, {127, 5}, {129, 65}, {97, 101}};

/// The buffers of one accumulation, guarded and filled with poison.
struct Accumulating {
    Accumulating(Runner& with, const AccumulationPlan& wanted, const std::vector<FlowCode>& given,
                 const std::vector<std::uint32_t>& by = {})
        : runner(with),
          plan(wanted),
          codes(with, given),
          weights(with, by),
          sums(with, plan.sums_bytes),
          network(with, plan.codes_bytes),
          scratch(with, plan.scratch.bytes) {}

    AccumulationArguments arguments(const RoundRange& rounds = {}) const {
        return {.codes = {codes.view().buffer, codes.view().offset, std::max<std::uint64_t>(plan.codes_bytes, 4)},
                .weights = plan.options.weighted ? weights.view() : BufferView{},
                .sums = sums.view(),
                .network = plan.options.network ? network.view() : BufferView{},
                .scratch = scratch.view(),
                .rounds = rounds};
    }
    bool done() const { return read_back<std::uint32_t>(runner, scratch.view().slice(0, 4))[0] != 0; }

    void run(const FlowAccumulation& accumulation, std::uint32_t chunk) const {
        for (std::uint32_t first = 0; first < plan.rounds; first += chunk) {
            take(runner.run([&](Recorder& recorder) {
                return accumulation.record(recorder, plan.grid, arguments({first, chunk, true}));
            }));
            if (done()) {
                return;
            }
            ASSERT_NE(plan.method_name(), "tiled") << "may not be finished before its end";
        }
        FAIL() << "not done after " << plan.rounds << " rounds";
    }

    std::vector<std::uint32_t> result() const { return sums.values<std::uint32_t>(plan.grid.cells()); }

    void expect_intact() const {
        for (const GuardedBuffer* buffer : {&codes, &weights, &sums, &network, &scratch}) {
            buffer->expect_intact();
        }
    }

    Runner& runner;
    AccumulationPlan plan;
    GuardedBuffer codes, weights, sums, network, scratch;
};

class TerrainAccumulation : public DeviceTest {
protected:
    static TerrainTuning small_tiles() {
        TerrainTuning tuning = terrain_tuning(context().profile());
        tuning.threads = 32;
        tuning.water_side = 8;
        return tuning;
    }

    static void accumulate_and_compare(const TerrainGrid& grid, const std::vector<FlowCode>& codes,
                                       const AccumulationOptions& options, const TerrainTuning& tuning,
                                       std::uint32_t chunk = 64, const std::vector<std::uint32_t>& weights = {}) {
        SCOPED_TRACE(options.method + (options.include_self ? " with itself" : "") +
                     (options.weighted ? " weighted" : ""));
        const auto plan = take(plan_tuned_accumulation(grid, options, context().profile(), tuning));
        const FlowAccumulation accumulation = take(create_tuned_accumulation(context(), options, tuning));
        std::vector<FlowCode> padded = codes;
        padded.resize(flow_codes_bytes(codes.size()), 3);
        const Accumulating buffers(runner(), plan, padded, weights);
        buffers.run(accumulation, chunk);
        const auto expected = take(accumulation_reference(codes, grid, options.include_self, weights));
        EXPECT_EQ(buffers.result(), expected);
        if (options.network) {
            std::vector<std::uint8_t> marked(flow_codes_bytes(codes.size()), 0);
            std::transform(expected.begin(), expected.end(), marked.begin(),
                           [&](std::uint32_t sum) { return sum > options.threshold ? 1 : 0; });
            EXPECT_EQ(buffers.network.values<std::uint8_t>(marked.size()), marked);
        }
        buffers.expect_intact();
    }
};

/// Returns the words of each value, the low one first.
std::vector<std::uint32_t> words_of(const std::vector<std::uint64_t>& values) {
    std::vector<std::uint32_t> words;
    for (const std::uint64_t value : values) {
        words.push_back(static_cast<std::uint32_t>(value));
        words.push_back(static_cast<std::uint32_t>(value >> 32));
    }
    return words;
}

class ByEachAccumulation : public TerrainAccumulation, public ::testing::WithParamInterface<std::string_view> {};

std::string named(const ::testing::TestParamInfo<std::string_view>& info) {
    std::string name(info.param);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(TerrainMethods, ByEachAccumulation, ::testing::ValuesIn(accumulation_method_names()), named);

TEST_P(ByEachAccumulation, SumsAsTopologicalSortingDoes) {
    for (const auto& [width, height] : kAccumulationSizes) {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height) + ", seed " + std::to_string(seed));
            const TerrainGrid grid{width, height};
            const auto codes = random_directions(grid, seed);
            const auto weights = random_words(codes.size(), seed, 1000);
            const std::string method(GetParam());
            const TerrainTuning tuning = seed == 1 ? terrain_tuning(context().profile()) : small_tiles();
            // "tiled" must finish in its first call.
            const std::uint32_t chunk = seed == 3 && method != "tiled" ? 5 : 64;
            accumulate_and_compare(grid, codes, {.network = true, .threshold = 5, .method = method}, tuning, chunk);
            accumulate_and_compare(grid, codes, {.include_self = true, .method = method}, tuning, chunk);
            accumulate_and_compare(grid, codes, {.weighted = true, .method = method}, tuning, chunk, weights);
            accumulate_and_compare(grid, codes, {.include_self = true, .weighted = true, .method = method}, tuning,
                                   chunk, weights);
            if (HasFailure()) {
                return;
            }
        }
    }
}

TEST_P(ByEachAccumulation, SumsWeightsOf64BitsAsTopologicalSortingDoes) {
    for (const auto& [width, height] : kAccumulationSizes) {
        SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height));
        const TerrainGrid grid{width, height};
        const auto codes = random_directions(grid, 5);
        std::vector<FlowCode> padded = codes;
        padded.resize(flow_codes_bytes(codes.size()), 3);
        // The low words of the weights are so large that almost every addition carries into the high word.
        const auto words = random_words(2 * codes.size(), 5);
        std::vector<std::uint64_t> weights(codes.size());
        for (std::size_t cell = 0; cell < weights.size(); ++cell) {
            weights[cell] = words[2 * cell] | 0xf0000000u | std::uint64_t{words[2 * cell + 1] >> 20} << 32;
        }
        for (const bool self : {false, true}) {
            const auto expected = take(wide_accumulation_reference(codes, grid, self, weights));
            const std::uint64_t threshold = expected[expected.size() / 2];
            const AccumulationOptions options{.include_self = self,
                                              .weighted = true,
                                              .wide = true,
                                              .network = true,
                                              .threshold = threshold,
                                              .method = std::string(GetParam())};
            const TerrainTuning tuning = self ? small_tiles() : terrain_tuning(context().profile());
            const auto plan = take(plan_tuned_accumulation(grid, options, context().profile(), tuning));
            EXPECT_EQ(plan.sums_bytes, 8 * grid.cells());
            const auto accumulation = take(create_tuned_accumulation(context(), options, tuning));
            const Accumulating buffers(runner(), plan, padded, words_of(weights));
            buffers.run(accumulation, 64);
            EXPECT_EQ(buffers.sums.values<std::uint64_t>(expected.size()), expected);
            const auto marked = buffers.network.values<std::uint8_t>(expected.size());
            for (std::size_t cell = 0; cell < expected.size(); ++cell) {
                ASSERT_EQ(marked[cell], expected[cell] > threshold ? 1 : 0) << cell;
            }
            buffers.expect_intact();
        }
    }
}

TEST_P(ByEachAccumulation, CountsCellsIn64Bits) {
    const TerrainGrid grid{70, 41};
    const auto codes = random_directions(grid, 6);
    std::vector<FlowCode> padded = codes;
    padded.resize(flow_codes_bytes(codes.size()), 3);
    const AccumulationOptions options{.wide = true, .method = std::string(GetParam())};
    const auto plan = take(plan_tuned_accumulation(grid, options, context().profile(), small_tiles()));
    const Accumulating buffers(runner(), plan, padded);
    buffers.run(take(create_tuned_accumulation(context(), options, small_tiles())), 64);
    EXPECT_EQ(buffers.sums.values<std::uint64_t>(codes.size()), take(wide_accumulation_reference(codes, grid, false)));
}

TEST_P(ByEachAccumulation, FollowsOnePathThroughAllCells) {
    // The path goes east along one row and west along the next.
    const TerrainGrid grid{29, 31};
    std::vector<FlowCode> codes(grid.cells());
    for (std::size_t cell = 0; cell < codes.size(); ++cell) {
        const std::size_t row = cell / grid.width, column = cell % grid.width;
        const bool turns = row % 2 == 0 ? column + 1 == grid.width : column == 0;
        codes[cell] = turns ? 3 : row % 2 == 0 ? 1 : 5;
    }
    const std::string method(GetParam());
    accumulate_and_compare(grid, codes, {.include_self = true, .method = method}, small_tiles());
    accumulate_and_compare(grid, codes, {.method = method}, terrain_tuning(context().profile()));
}

TEST_P(ByEachAccumulation, TakesAnyBytesAsCodes) {
    // Any bytes are allowed if no water flows in a circle: codes beyond 8 mean no data.
    const TerrainGrid grid{40, 50};
    SplitMix64 random(3);
    std::vector<FlowCode> codes(grid.cells());
    for (FlowCode& code : codes) {
        const FlowCode some[] = {0, 1, 2, 3, 2, 3, 1, 9, 100, 255};
        code = some[random.below(10)];
    }
    accumulate_and_compare(grid, codes, {.include_self = true, .method = std::string(GetParam())}, small_tiles());
}

TEST_P(ByEachAccumulation, NeverFinishesIfWaterFlowsInACircle) {
    // A circle in the middle of a tile, and one across the common corner of four tiles.
    for (const std::size_t at : {std::size_t{2}, std::size_t{7}}) {
        const TerrainGrid grid{16, 16};
        std::vector<FlowCode> codes(grid.cells(), kFlowStays);
        codes[at * 16 + at] = 1;
        codes[at * 16 + at + 1] = 3;
        codes[(at + 1) * 16 + at + 1] = 5;
        codes[(at + 1) * 16 + at] = 7;
        const AccumulationOptions options{.method = std::string(GetParam())};
        const auto plan = take(plan_tuned_accumulation(grid, options, context().profile(), small_tiles()));
        const FlowAccumulation accumulation = take(create_tuned_accumulation(context(), options, small_tiles()));
        const Accumulating buffers(runner(), plan, codes);
        ASSERT_OK(runner().run([&](Recorder& recorder) {
            return accumulation.record(recorder, grid, buffers.arguments({0, plan.rounds, true}));
        }));
        EXPECT_FALSE(buffers.done());
        buffers.expect_intact();
    }
}

TEST_P(ByEachAccumulation, WithoutCellsRecordsNothing) {
    const FlowAccumulation accumulation =
        take(FlowAccumulation::create(context(), {.method = std::string(GetParam())}));
    ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
        VKALGO_CHECK(accumulation.record(recorder, {0, 7}, {}));
        EXPECT_EQ(recorder.dispatches(), 0u);
        return {};
    }));
}

TEST_P(ByEachAccumulation, TakesMoreTilesAndGroupsThanOneDimensionHolds) {
    const TerrainGrid grid{5, 524'309};  // 65,539 tiles of 8 x 8, 81,924 groups of 32 cells
    std::vector<FlowCode> codes(grid.cells(), 1);
    SplitMix64 random(9);
    for (FlowCode& code : codes) {
        const FlowCode some[] = {1, 2, 8, 0};
        code = some[random.below(4)];
    }
    accumulate_and_compare(grid, codes, {.include_self = true, .method = std::string(GetParam())}, small_tiles());
}

TEST_F(TerrainAccumulation, GivesTheSlidesSumsAfterEachIterationFromTheSlidesDirections) {
    const std::vector<std::uint32_t> moving[] = {{1, 1, 1, 1, 1, 1, 1, 1, 1},
                                                 {3, 1, 0, 1, 2, 0, 0, 1, 0},
                                                 {4, 0, 0, 0, 1, 0, 0, 0, 0},
                                                 {1, 0, 0, 0, 0, 0, 0, 0, 0}};
    std::vector<FlowCode> codes = kSlideCodes;
    codes.resize(12, kFlowNoData);
    for (const char* method : {"scatter", "scatter-8x8", "gather"}) {
        const AccumulationOptions options{.network = true, .threshold = 2, .method = method};
        const auto plan = take(plan_accumulation(kSlideGrid, options, context().profile()));
        const FlowAccumulation accumulation = take(FlowAccumulation::create(context(), options));
        const Accumulating buffers(runner(), plan, codes);
        for (std::uint32_t turn = 0; turn < 4; ++turn) {
            ASSERT_OK(runner().run([&](Recorder& recorder) {
                return accumulation.record(recorder, kSlideGrid,
                                           buffers.arguments({turn - (turn > 0), turn > 0, true}));
            }));
            const BufferView water = ScratchLayout::view(buffers.scratch.view(), plan.moving[turn % 2]);
            EXPECT_EQ(read_back<std::uint32_t>(runner(), {water.buffer, water.offset, 36}), moving[turn]) << turn;
            EXPECT_EQ(buffers.result(), kSlideSums[turn]) << method << " after " << turn;
            EXPECT_FALSE(buffers.done());
        }
        const std::vector<std::uint8_t> network{1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
        EXPECT_EQ(buffers.network.values<std::uint8_t>(12), network);
        ASSERT_OK(runner().run([&](Recorder& recorder) {
            return accumulation.record(recorder, kSlideGrid, buffers.arguments({3, 5, true}));
        }));
        EXPECT_TRUE(buffers.done());
        const auto status = read_back<std::uint32_t>(runner(), buffers.scratch.view().slice(0, 8));
        EXPECT_EQ(status[VKALGO_TERRAIN_ROUNDS], 3u) << "iterations in which water arrived somewhere";
        EXPECT_EQ(buffers.result(), kSlideSums[3]);
    }
}

TEST_F(TerrainAccumulation, StopsAfterTheRequestedIterations) {
    for (const auto& [width, height] : kAccumulationSizes) {
        const TerrainGrid grid{width, height};
        const auto codes = random_directions(grid, 4);
        const auto weights = random_words(codes.size(), 4, 1000);
        for (const char* method : {"scatter", "scatter-8x8", "gather", "auto"}) {
            for (const std::uint32_t iterations : {0u, 1u, 2u, 7u, 500u}) {
                SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height) + " " + method + " after " +
                             std::to_string(iterations));
                const AccumulationOptions options{
                    .include_self = iterations % 2 == 0, .weighted = true, .iterations = iterations, .method = method};
                const auto plan = take(plan_tuned_accumulation(grid, options, context().profile(), small_tiles()));
                EXPECT_LE(plan.rounds, iterations);
                const auto accumulation = take(create_tuned_accumulation(context(), options, small_tiles()));
                std::vector<FlowCode> padded = codes;
                padded.resize(flow_codes_bytes(codes.size()), 3);
                const Accumulating buffers(runner(), plan, padded, weights);
                // 1000 rounds are asked for, but only as many as the requested iterations are recorded.
                ASSERT_OK(runner().run([&](Recorder& recorder) {
                    return accumulation.record(recorder, grid, buffers.arguments({0, 1000, true}));
                }));
                EXPECT_EQ(buffers.result(),
                          take(accumulation_reference(codes, grid, options.include_self, weights, iterations)));
                buffers.expect_intact();
                if (HasFailure()) {
                    return;
                }
            }
        }
    }
}

TEST_F(TerrainAccumulation, PlansByNameAndRefusesOthers) {
    const DeviceProfile& profile = context().profile();
    EXPECT_EQ(take(plan_accumulation({100, 100}, {}, profile)).method_name(), "tiled");
    const auto refused = plan_accumulation({100, 100}, {.method = "rain"}, profile);
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_NE(refused.error().message.find("auto, gather, scatter, scatter-8x8, tiled"), std::string::npos)
        << refused.error().message;
    EXPECT_EQ(take(plan_accumulation({100, 100}, {.iterations = 3}, profile)).method_name(), "gather");
    const auto steps = plan_accumulation({100, 100}, {.iterations = 3, .method = "tiled"}, profile);
    ASSERT_ERROR(steps, ErrorCode::invalid_argument);
    EXPECT_EQ(steps.error().where, "iterations");
    EXPECT_ERROR(plan_accumulation({1u << 16, 1u << 15}, {}, profile), ErrorCode::too_large);
    DeviceProfile least;
    EXPECT_EQ(take(plan_accumulation({4096, 4096}, {}, least)).side, 32u);
    EXPECT_EQ(take(plan_accumulation({2048, 2048}, {.wide = true}, least)).side, 32u);
    EXPECT_ERROR(plan_accumulation({8192, 8192}, {}, least), ErrorCode::too_large);
    EXPECT_ERROR(plan_accumulation({4097, 4096}, {.wide = true}, least), ErrorCode::too_large);
    least.shared_memory = 32768;
    EXPECT_EQ(take(plan_accumulation({2048, 2048}, {}, least)).side, 64u);
    EXPECT_EQ(take(plan_accumulation({2048, 2048}, {.wide = true}, least)).side, 32u);
    EXPECT_LE(take(plan_accumulation({4096, 4096}, {}, least)).loop_iterations, 65535u);
}

}  // namespace vkalgo::test
