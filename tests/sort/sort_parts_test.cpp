// Keys that exceed one binding are sorted in parts. The device has a small limit on the size of a binding.
#include "algorithms/sort/sort_call.hpp"
#include "algorithms/sort/sort_phases.hpp"
#include "tests/sort/sorting.hpp"
#include "tests/support/reported_limits.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace vkalgo::test {
namespace {

constexpr std::uint64_t kBound = 16384;

Narrow binding(std::uint64_t bytes, std::uint64_t alignment = 16) {
    return [=](DeviceProfile& profile) {
        profile.max_storage_range = bytes;
        profile.storage_offset_alignment = alignment;
    };
}

class SortParts : public ::testing::Test {
protected:
    explicit SortParts(Narrow narrow = binding(kBound))
        : context_([&] {
              ContextOptions options = test_options();
              options.narrow = std::move(narrow);
              return options;
          }()) {}

    Context& context() { return *context_; }
    Runner& runner() { return runner_; }

    /// Returns a tuning with small tiles, of at least `columns` adjacent columns, so that a merge takes several passes.
    SortTuning small_tiles(const SortOptions& options, std::uint64_t columns) {
        SortTuning tuning = sort_tuning(options, context().profile());
        tuning.threads = 64;
        tuning.pratt_column_rows = 8;  // A kernel with 8 rows per column compiles fast
        tuning.pratt_merge_tile = 256;
        tuning.pratt_merge_columns = columns;
        return tuning;
    }

    void sort(const SortOptions& options, std::size_t count, Spread spread, const SortTuning& tuning) {
        const SortPlan plan = take(plan_tuned_sort({options, count}, context().profile(), tuning));
        const Sort sort = take(create_tuned_sort(context(), options, tuning));
        const SortBuffers buffers(runner(), plan, some_bytes(options.type, count, spread), count);
        ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
            VKALGO_CHECK(sort.record(recorder, buffers.arguments()));
            EXPECT_EQ(recorder.dispatches(), plan.dispatches) << sort_words(options, count);
            return {};
        }));
        buffers.expect(sort_words(options, count) + " in parts of " + std::to_string(plan.part));
    }

private:
    ValidatedContext context_;
    Runner runner_ = take(Runner::create(*context_));
};

class SortPartsOfWideAlignment : public SortParts {
protected:
    SortPartsOfWideAlignment() : SortParts(binding(7000, 1024)) {}
};

TEST_F(SortParts, SortEveryTypeBothWays) {
    std::size_t turn = 0;
    for (const ElementType type :
         {ElementType::u32, ElementType::i32, ElementType::f32, ElementType::u64, ElementType::i64, ElementType::f64}) {
        for (const bool values : {false, true}) {
            SortOptions options{.type = type, .descending = ++turn % 2 == 0, .values = values, .method = "pratt"};
            options.indices = values && turn % 4 == 0;
            options.stable = options.indices;
            const std::uint64_t part = kBound / size_of(type);
            // The sort is not stable with values, so their keys must differ. With indices it is stable.
            const Spread spread = values && !options.indices ? Spread::uniform : kSpreads[turn % std::size(kSpreads)];
            sort(options, 3 * part - 5, spread, small_tiles(options, 8));
        }
    }
}

TEST_F(SortParts, SortEveryNumberOfKeysAroundTheEndsOfParts) {
    const SortOptions options{.method = "pratt"};
    const std::uint64_t part = kBound / 4;
    for (const std::uint64_t columns : {2U, 128U}) {
        const SortTuning tuning = small_tiles(options, columns);
        for (const std::uint64_t count :
             {part - 1, part, part + 1, 2 * part - 1, 2 * part, 2 * part + 1, 4 * part + 4000, 7 * part + 64}) {
            const SortPlan plan = take(plan_tuned_sort({options, count}, context().profile(), tuning));
            EXPECT_EQ(plan.part, std::min(part, count));
            EXPECT_EQ(plan.scratch_bytes, 0U);
            sort(options, count, kSpreads[count % std::size(kSpreads)], tuning);
        }
    }
}

TEST_F(SortParts, SortWithTheDevicesOwnTuning) {
    for (const ElementType type : {ElementType::u32, ElementType::f64}) {
        const SortOptions options{.type = type, .values = true, .indices = true, .method = "pratt"};
        const SortTuning tuning = sort_tuning(options, context().profile());
        sort(options, 9000, Spread::few, tuning);
        // This tuning sorts few keys in tiles, as a GPU does.
        SortTuning tiles = tuning;
        tiles.pratt_columns_from = ~std::uint64_t{0};
        sort(options, 9000, Spread::few, tiles);
    }
}

TEST_F(SortPartsOfWideAlignment, BeginAtTheAlignmentOfBindings) {
    const SortOptions options{.values = true, .stable = false, .method = "pratt"};
    // The length of a part is not a power of two, so a merge has positions before the first key.
    EXPECT_EQ(take(plan_sort({options, 5000}, context().profile())).part, 1536U);
    sort(options, 5000, Spread::uniform, small_tiles(options, 4));
}

TEST_F(SortParts, SortTwiceInOneRecording) {
    const SortOptions options{.method = "pratt"};
    const Sort sort = take(Sort::create(context(), options));
    const SortPlan first_plan = take(plan_sort({options, 9000}, context().profile()));
    const SortPlan second_plan = take(plan_sort({options, 20000}, context().profile()));
    const SortBuffers first(runner(), first_plan, some_bytes(options.type, 9000, Spread::uniform), 9000);
    const SortBuffers second(runner(), second_plan, some_bytes(options.type, 20000, Spread::few), 20000);
    ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
        VKALGO_CHECK(sort.record(recorder, first.arguments()));
        return sort.record(recorder, second.arguments());
    }));
    first.expect("the first");
    second.expect("the second");
    const SortAccess access = take(sort.access(first.arguments()));
    EXPECT_TRUE(access.keys.first.holds({VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_READ_BIT}));
    EXPECT_TRUE(access.keys.last.holds({VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_WRITE_BIT}));
}

TEST_F(SortParts, AreAtMost1024) {
    constexpr std::uint64_t kMost = 1024 * kBound / 4;
    EXPECT_OK(plan_sort({{.method = "pratt"}, kMost}, context().profile()));
    const auto refused = plan_sort({{.method = "pratt"}, kMost + 1}, context().profile());
    ASSERT_ERROR(refused, ErrorCode::too_large);
    EXPECT_NE(refused.error().message.find("at most " + std::to_string(kMost) + " keys"), std::string::npos)
        << refused.error().message;
}

TEST_F(SortParts, AutoTakesPrattIfTheKeysExceedOneBinding) {
    const DeviceProfile& profile = context().profile();
    EXPECT_EQ(take(plan_sort({{}, kBound / 4 + 1}, profile)).method_name(), "pratt");
    std::vector<float> keys(10000);
    SplitMix64 random(1);
    std::generate(keys.begin(), keys.end(), [&] { return static_cast<float>(random.next32()) - 2e9F; });
    std::vector<float> expected = keys;
    std::sort(expected.begin(), expected.end());
    const SortResult sorted = take(vkalgo::sort(runner(), std::span(keys)));
    EXPECT_EQ(keys, expected);
    EXPECT_EQ(sorted.plan.part, kBound / 4);
    EXPECT_GT(sorted.plan.dispatches, 3U);
}

TEST_F(SortParts, NameTheReasonOfARefusal) {
    const DeviceProfile& profile = context().profile();
    const auto refused = [&](const SortOptions& options, std::uint64_t count, const char* words) {
        const auto plan = plan_sort({options, count}, profile);
        ASSERT_ERROR(plan, ErrorCode::too_large);
        EXPECT_NE(plan.error().message.find(words), std::string::npos) << plan.error().message;
    };
    for (const char* method : {"radix", "onesweep", "pratt-pure"}) {
        refused({.method = method}, 5000,
                "binding of this device has at most 16384; methods that sort more keys, in parts: pratt");
    }
    refused({.type = ElementType::u16}, 9000, "binding of this device has at most 16384");
    refused({.values = true}, 5000, "binding of this device has at most 16384");
    const bool counted_by_words = profile.largest_buffer() < (std::uint64_t{1} << 32);
    refused({.method = "radix"}, profile.largest_buffer(),
            counted_by_words ? "one buffer of this device has at most" : "are too many");
    refused({.method = "pratt"}, profile.largest_buffer(), "one buffer of this device has at most");
    refused({}, profile.largest_buffer(), "one buffer of this device has at most");
    refused({.method = "pratt"}, kMaxSortKeys + 1, "are too many");
    refused({.method = "pratt"}, kBound / 4 * 1024 + 1, "at most 4194304 keys of this size can be sorted");
    EXPECT_OK(plan_sort({{.method = "pratt"}, kBound / 4 * 1024}, profile));

    const SortOptions options{.method = "pratt"};
    // Only the tiles of the merge exceed shared memory.
    SortTuning large = sort_tuning(options, profile);
    large.pratt_merge_tile = std::bit_ceil(profile.shared_memory / 4U + 1);
    const auto merged = plan_tuned_sort({options, kBound / 4 + 1}, profile, large);
    ASSERT_ERROR(merged, ErrorCode::too_large);
    EXPECT_EQ(merged.error().where, "tile");
    EXPECT_OK(plan_tuned_sort({options, kBound / 4}, profile, large));
    const Sort sort = take(Sort::create(context(), options));
    const SortPlan plan = take(plan_sort({options, 5000}, profile));
    const SortBuffers buffers(runner(), plan, some_bytes(options.type, 5000, Spread::uniform), 5000);
    const GuardedBuffer word(runner(), std::vector<std::uint32_t>{3});
    SortArguments arguments = buffers.arguments();
    arguments.count_buffer = word.view();
    const auto counted = runner().run([&](Recorder& recorder) { return sort.record(recorder, arguments); });
    ASSERT_ERROR(counted, ErrorCode::unsupported);
    EXPECT_EQ(counted.error().where, "count_buffer");
}

TEST_F(SortParts, HavePhases) {
    const SortOptions options{.method = "pratt", .phases = true};
    std::vector<std::uint32_t> keys(2 * kBound / 4 + 100);
    SplitMix64 random(3);
    std::generate(keys.begin(), keys.end(), [&] { return random.next32(); });
    const std::vector<std::uint32_t> before = keys;
    const SortResult sorted = take(sort_in_place(runner(), std::as_writable_bytes(std::span(keys)), {}, {options}));
    std::vector<std::uint64_t> last;
    const auto phases =
        take(sort_phases(sorted.plan, context().profile(), std::as_bytes(std::span(before)), sorted.report.spans,
                         [&](std::span<const std::uint64_t> state) { last.assign(state.begin(), state.end()); }));
    EXPECT_TRUE(std::equal(keys.begin(), keys.end(), last.begin(), last.end()));
    EXPECT_EQ(phases.size(), sorted.plan.dispatches);
    for (const SortPhase& phase : phases) {
        EXPECT_GT(phase.milliseconds, 0) << phase.name;
    }
    EXPECT_EQ(phases.back().name, "part 2: bitonic at 1");
}

TEST(SortPartsPlan, CountsKeysBeyond32Bits) {
    DeviceProfile gpu;
    gpu.type = DeviceType::discrete;
    gpu.max_workgroup_invocations = gpu.max_workgroup_size[0] = 1024;
    gpu.shared_memory = 49152;
    gpu.max_storage_buffers = 100;
    gpu.max_storage_range = 0xffffffffU;
    gpu.max_allocation = (std::uint64_t{4} << 30) - (2U << 20);
    gpu.max_buffer = std::uint64_t{1} << 40;
    gpu.device_memory = std::uint64_t{139} << 30;
    EXPECT_ERROR(plan_sort({{}, 1073754169}, gpu), ErrorCode::too_large);
    gpu.larger_allocations = true;
    const SortPlan two = take(plan_sort({{}, 1073754169}, gpu));
    EXPECT_EQ(two.method_name(), "pratt");
    EXPECT_EQ(two.part, 1073741760U);
    const SortPlan five = take(plan_sort({{}, 4294967301}, gpu));
    EXPECT_EQ(five.part, 1073741760U);
    EXPECT_EQ(five.keys_bytes, 17179869204U);
    EXPECT_EQ(five.scratch_bytes, 0U);
    EXPECT_GT(five.predicted_ms, 3 * two.predicted_ms);
    const SortPlan pairs =
        take(plan_sort({{.type = ElementType::f64, .values = true, .stable = false}, 4294967301}, gpu));
    EXPECT_EQ(pairs.part, 536870848U);
    EXPECT_EQ(pairs.values_bytes, 17179869204U);
    const auto indices = plan_sort({{.values = true, .indices = true}, 4294967301}, gpu);
    ASSERT_ERROR(indices, ErrorCode::too_large);
    EXPECT_NE(indices.error().message.find("4294967295"), std::string::npos) << indices.error().message;
    // 139 << 28 keys take 139 GiB.
    EXPECT_OK(plan_sort({{}, std::uint64_t{139} << 28}, gpu));
    EXPECT_ERROR(plan_sort({{}, (std::uint64_t{139} << 28) + 1}, gpu), ErrorCode::too_large);
    const auto refused = [&](std::uint64_t count, const char* words) {
        const auto plan = plan_sort({{.method = "pratt"}, count}, gpu);
        ASSERT_ERROR(plan, ErrorCode::too_large);
        EXPECT_NE(plan.error().message.find(words), std::string::npos) << plan.error().message;
    };
    gpu.max_storage_range = 100;  // Too few bytes for a part
    refused(1000, "at most 0 keys of this size can be sorted");
    gpu.max_storage_range = 0xffffffffU;
    gpu.max_storage_buffers = 7;
    refused(1073754169, "a kernel of this device can use only 7");
}

TEST(SortPartsEmbedding, SortInAHostsCommandBuffer) {
    for (const bool everything : {false, true}) {
        ForeignDevice foreign({.everything = everything});
        const HostDevice host =
            with_limits(foreign.host(), [](VkPhysicalDeviceLimits& limits) { limits.maxStorageBufferRange = kBound; });
        const auto context = take(Context::adopt(host));
        ASSERT_EQ(context->profile().max_storage_range, kBound);
        Runner runner = take(Runner::create(*context));
        DescriptorArena arena(*context);
        const SortOptions options{.type = ElementType::f32, .descending = true, .values = true, .stable = false};
        const Sort sort = take(Sort::create(*context, options));
        const SortPlan plan = take(plan_sort({options, 10001}, context->profile()));
        const SortBuffers buffers(runner, plan, some_bytes(options.type, 10001, Spread::uniform), 10001);
        foreign.run([&](VkCommandBuffer commands) {
            Recorder recorder(*context, commands, arena);
            EXPECT_OK(sort.record(recorder, buffers.arguments()));
        });
        EXPECT_OK(arena.reset());
        buffers.expect(sort_words(options, 10001));
    }
}

}  // namespace
}  // namespace vkalgo::test
