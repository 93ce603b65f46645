// Tests that the plans of the easy calls describe what is run.
#include "algorithms/sort/segmented_sort_call.hpp"
#include "algorithms/sort/sort_call.hpp"
#include "algorithms/sort/top_k_call.hpp"
#include "algorithms/sort/unique_call.hpp"
#include "engine/descriptors.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

constexpr std::uint64_t kCount = 70'001;

std::vector<std::uint32_t> keys_below(std::uint32_t most) {
    SplitMix64 random(most);
    std::vector<std::uint32_t> keys(kCount);
    for (std::uint32_t& key : keys) {
        key = random.next32() % most;
    }
    return keys;
}

class CallPlans : public DeviceTest {
protected:
    /// Runs with a runner of its own, so that the memory of this runner's staging counts too. Expects that the peak of
    /// the device memory in use is the planned bytes above the memory in use before.
    template <class Plan, class Run>
    static auto run_as_planned(const Plan& plan, const Run& run) {
        context().reset_peak_memory();
        const std::uint64_t before = context().memory_in_use();
        Runner own = take(Runner::create(context()));
        auto result = take(run(own));
        EXPECT_EQ(context().peak_memory() - before, plan.device_bytes());
        EXPECT_EQ(result.report.device_bytes, plan.device_bytes());
        EXPECT_EQ(result.report.scratch_bytes, plan.scratch_bytes);
        return result;
    }

    /// Expects that planning succeeds with a memory limit of exactly the bytes that the plan needs, and fails with one
    /// byte less. `make(limit)` plans with a limit in bytes; 0 is no limit.
    template <class Make>
    static void expect_limit(const Make& make) {
        const std::uint64_t bytes = take(make(0)).device_bytes();
        EXPECT_EQ(take(make(bytes)).device_bytes(), bytes);
        const auto refused = make(bytes - 1);
        ASSERT_ERROR(refused, ErrorCode::too_large);
        EXPECT_EQ(refused.error().where, "memory_limit");
    }
};

TEST_F(CallPlans, OfSortsDescribeTheRun) {
    for (const bool indices : {false, true}) {
        SortCallOptions options{.sort = {.values = indices, .indices = indices}};
        const SortCallPlan plan = take(plan_sort_call(options, kCount, context().profile()));
        std::vector<std::uint32_t> keys = keys_below(1000), indices_out(indices ? kCount : 0);
        std::vector<std::uint32_t> other_keys = keys, other_indices = indices_out;
        const SortResult sorted = run_as_planned(plan, [&](Runner& own) {
            return sort_in_place(own, std::as_writable_bytes(std::span(keys)), indices_out, plan, {});
        });
        EXPECT_EQ(sorted.plan.method, plan.plan.method);
        EXPECT_OK(sort_in_place(runner(), std::as_writable_bytes(std::span(other_keys)), other_indices, options));
        EXPECT_EQ(keys, other_keys);
        EXPECT_EQ(indices_out, other_indices);
        expect_limit([&](std::uint64_t limit) {
            options.call.memory_limit = limit;
            return plan_sort_call(options, kCount, context().profile());
        });
    }
}

TEST_F(CallPlans, OfTheFirstKeysDescribeTheRun) {
    for (const bool indices : {false, true}) {
        TopKCallOptions options{.top = {.indices = indices}};
        for (const std::uint64_t k : {std::uint64_t{0}, std::uint64_t{100}, 2 * kCount}) {
            const TopKCallPlan plan = take(plan_top_k_call(options, kCount, k, context().profile()));
            const std::vector<std::uint32_t> keys = keys_below(1000);
            const auto bytes = std::as_bytes(std::span(keys));
            const TopKResult found =
                run_as_planned(plan, [&](Runner& own) { return top_k_of(own, bytes, {}, plan, {}); });
            const TopKResult other = take(top_k_of(runner(), bytes, {}, k, options));
            EXPECT_EQ(found.keys, other.keys);
            EXPECT_EQ(found.values, other.values);
            EXPECT_EQ(found.plan.k, std::min(k, kCount));
        }
        expect_limit([&](std::uint64_t limit) {
            options.call.memory_limit = limit;
            return plan_top_k_call(options, kCount, 100, context().profile());
        });
    }
}

TEST_F(CallPlans, OfDistinctKeysDescribeTheRun) {
    SortCallOptions options;
    const UniqueCallPlan plan = take(plan_unique_call(options, kCount, context().profile()));
    const std::vector<std::uint32_t> keys = keys_below(1000);
    const auto bytes = std::as_bytes(std::span(keys));
    const UniqueResult found = run_as_planned(plan, [&](Runner& own) { return unique_of(own, bytes, plan, {}); });
    const UniqueResult other = take(unique_of(runner(), bytes, options));
    EXPECT_EQ(found.keys, other.keys);
    EXPECT_EQ(found.counts, other.counts);
    EXPECT_EQ(plan.dispatches(), found.sort.dispatches + found.plan.dispatches);
    expect_limit([&](std::uint64_t limit) {
        options.call.memory_limit = limit;
        return plan_unique_call(options, kCount, context().profile());
    });
    EXPECT_ERROR(plan_unique_call({.sort = {.values = true}}, kCount, context().profile()),
                 ErrorCode::invalid_argument);
}

TEST_F(CallPlans, OfSortsAndSegmentedSortsCountEveryDispatch) {
    const auto recorded = [&](const auto& sort, auto arguments, std::uint64_t value_bytes, std::uint64_t scratch) {
        const Buffer keys = take(Buffer::create(context(), {.size = kCount * 4}));
        const Buffer values = take(Buffer::create(context(), {.size = kCount * value_bytes}));
        const Buffer spare = take(Buffer::create(context(), {.size = scratch + 16}));
        arguments.keys = keys.view();
        arguments.values = values.view();
        arguments.scratch = spare.view();
        arguments.count = kCount;
        HazardTracker hazards(HazardTracker::Before::nothing);
        DescriptorArena arena(context());
        Recorder recorder(context(), VK_NULL_HANDLE, arena, {.hazards = &hazards, .dry = true});
        EXPECT_OK(sort.record(recorder, arguments));
        return recorder.dispatches();
    };
    const Buffer offsets = upload(runner(), std::vector<std::uint32_t>{0, 5, kCount});
    for (const char* method : {"radix", "pratt"}) {
        for (const SortOptions& options : {SortOptions{.values = true, .stable = false, .method = method},
                                           {.values = true, .indices = true, .method = method},
                                           {.values = true, .value_bits = 64, .method = method}}) {
            const std::uint64_t value_bytes = options.value_bits / 8;
            const SortPlan plan = take(plan_sort({options, kCount}, context().profile()));
            const Sort sort = take(Sort::create(context(), options));
            EXPECT_EQ(recorded(sort, SortArguments{}, value_bytes, plan.scratch_bytes), plan.dispatches)
                << method << value_bytes << options.indices;
            const SegmentedSortPlan segmented =
                take(plan_segmented_sort({{options, 2}, kCount, 2}, context().profile()));
            const SegmentedSort by_segments = take(SegmentedSort::create(context(), {options, 2}));
            const SegmentedSortArguments arguments{.offsets = offsets.view(), .segments = 2};
            EXPECT_EQ(recorded(by_segments, arguments, value_bytes, segmented.scratch_bytes), segmented.dispatches)
                << method << value_bytes << options.indices;
        }
    }
}

TEST_F(CallPlans, OfSegmentsDescribeTheRun) {
    const std::vector<std::uint32_t> offsets = {0, 5, 5, 40'000, kCount};
    for (const bool indices : {false, true}) {
        SortCallOptions options{.sort = {.values = indices, .indices = indices}};
        const SegmentedSortCallPlan plan =
            take(plan_segmented_sort_call(options, kCount, offsets.size() - 1, context().profile()));
        std::vector<std::uint32_t> keys = keys_below(1000), indices_out(indices ? kCount : 0);
        std::vector<std::uint32_t> other_keys = keys, other_indices = indices_out;
        run_as_planned(plan, [&](Runner& own) {
            return segmented_sort_in_place(own, std::as_writable_bytes(std::span(keys)), indices_out, offsets, plan,
                                           {});
        });
        EXPECT_OK(segmented_sort_in_place(runner(), std::as_writable_bytes(std::span(other_keys)), other_indices,
                                          offsets, options));
        EXPECT_EQ(keys, other_keys);
        EXPECT_EQ(indices_out, other_indices);
        expect_limit([&](std::uint64_t limit) {
            options.call.memory_limit = limit;
            return plan_segmented_sort_call(options, kCount, offsets.size() - 1, context().profile());
        });
    }
    EXPECT_ERROR(plan_segmented_sort_call({}, kCount, std::uint64_t{1} << 32, context().profile()),
                 ErrorCode::too_large);
}

TEST_F(CallPlans, AreRefusedForOtherKeys) {
    const DeviceProfile& profile = context().profile();
    std::vector<std::uint32_t> keys(10, 1), values(10);
    const std::vector<std::uint32_t> offsets = {0, 10}, more = {0, 4, 10};
    const auto bytes = std::as_writable_bytes(std::span(keys));
    const auto refused = [](const auto& result) {
        ASSERT_ERROR(result, ErrorCode::invalid_argument);
        EXPECT_EQ(result.error().where, "plan");
    };
    const SortCallPlan few = take(plan_sort_call({}, 9, profile)), sort = take(plan_sort_call({}, 10, profile));
    refused(sort_in_place(runner(), bytes, {}, few, {}));
    refused(sort_in_place(runner(), bytes, values, sort, {}));
    refused(sort_in_place(runner(), bytes, {}, take(plan_sort_call({.sort = {.values = true}}, 10, profile)), {}));
    refused(top_k_of(runner(), bytes, {}, take(plan_top_k_call({}, 11, 2, profile)), {}));
    refused(top_k_of(runner(), bytes, values, take(plan_top_k_call({}, 10, 2, profile)), {}));
    refused(unique_of(runner(), bytes, take(plan_unique_call({}, 9, profile)), {}));
    const SegmentedSortCallPlan segments = take(plan_segmented_sort_call({}, 10, 1, profile));
    refused(segmented_sort_in_place(runner(), bytes, {}, more, segments, {}));
    refused(segmented_sort_in_place(runner(), bytes, values, offsets, segments, {}));
    EXPECT_OK(segmented_sort_in_place(runner(), bytes, {}, offsets, segments, {}));
    const SortCallPlan host = take(plan_sort_call({.sort = {.method = "shell-seq"}}, 10, profile));
    EXPECT_OK(sort_on_host(bytes, {}, host.plan, {}));
    EXPECT_ERROR(sort_on_host(bytes, {}, sort.plan, {}), ErrorCode::unsupported);
    refused(sort_on_host(bytes.first(4), {}, host.plan, {}));
}

/// The context of each object differs from the recorder's. The contexts are compared before the arguments are checked.
TEST(CallPlansEmbedding, RefuseARecorderOfAnotherContext) {
    ValidatedContext one, other;
    Runner runner = take(Runner::create(*other));
    const auto refused = [&](const auto& object) {
        const auto recorded = runner.run([&](Recorder& recorder) { return object.record(recorder, {}); });
        ASSERT_ERROR(recorded, ErrorCode::invalid_argument);
        EXPECT_EQ(recorded.error().where, "recorder");
    };
    refused(take(Sort::create(*one, {})));
    refused(take(TopK::create(*one, {})));
    refused(take(Unique::create(*one, {})));
    refused(take(SegmentedSort::create(*one, {})));
}

}  // namespace
}  // namespace vkalgo::test
