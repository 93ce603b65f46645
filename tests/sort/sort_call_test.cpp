// The easy calls sort() and argsort() with spans of keys.
#include "algorithms/sort/sort_call.hpp"

#include "tests/support/device_fixture.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

class SortCalls : public DeviceTest {};

std::vector<std::int32_t> some_keys(std::size_t count) {
    SplitMix64 random(count);
    std::vector<std::int32_t> keys(count);
    for (std::int32_t& key : keys) {
        key = static_cast<std::int32_t>(random.next32());
    }
    return keys;
}

TEST_F(SortCalls, SortSpansAndReportProgress) {
    for (const std::size_t count : {0U, 1U, 2U, 5000U, 70001U}) {
        std::vector<std::int32_t> keys = some_keys(count);
        const std::vector<std::int32_t> before = keys;
        std::vector<std::uint32_t> values(count);
        std::iota(values.begin(), values.end(), 0U);
        std::vector<double> fractions;
        SortCallOptions options;
        options.sort.descending = true;
        options.call.repeat = 2;
        options.call.progress = [&](double fraction) { fractions.push_back(fraction); };
        const SortResult result = take(vkalgo::sort(runner(), std::span(keys), values, options));
        EXPECT_TRUE(std::is_sorted(keys.rbegin(), keys.rend()));
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_EQ(before[values[i]], keys[i]);
        }
        EXPECT_EQ(result.report.gpu_milliseconds.size(), 2U);
        EXPECT_EQ(fractions, (std::vector<double>{0.2, 0.4, 0.6, 0.8, 1.0}));
    }
}

TEST_F(SortCalls, UseThePlannedMemory) {
    std::vector<std::uint8_t> keys(300'001);
    std::vector<std::uint32_t> values(keys.size());
    for (const bool indices : {false, true}) {
        SortCallOptions options{.sort = {.values = true, .indices = indices}};
        options.sort.type = ElementType::u8;
        const SortCallPlan plan = take(plan_sort_call(options, keys.size(), context().profile()));
        const SortResult result = take(vkalgo::sort(runner(), std::span(keys), values, options));
        EXPECT_EQ(result.report.device_bytes, plan.device_bytes());
    }
}

TEST_F(SortCalls, FindTheOrderOfKeysWithoutMovingThem) {
    for (const std::size_t count : {0U, 1U, 2U, 9U, 5000U, 70001U}) {
        const std::vector<std::int32_t> keys = some_keys(count);
        const ArgsortResult order =
            take(argsort(runner(), std::span(keys), {.sort = {.descending = true, .method = "radix"}}));
        std::vector<std::uint32_t> expected(count);
        std::iota(expected.begin(), expected.end(), 0U);
        std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return keys[a] > keys[b]; });
        EXPECT_EQ(order.indices, expected);
        EXPECT_EQ(order.sorted.plan.method_name(), "radix");
        std::vector<std::int16_t> small(keys.begin(), keys.end());
        const ArgsortResult small_order = take(argsort(runner(), std::span(small)));
        std::stable_sort(expected.begin(), expected.end());
        std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return small[a] < small[b]; });
        EXPECT_EQ(small_order.indices, expected);
    }
}

/// The counts of keys are chosen so that the keys fit one tile, take several tiles, or take several levels of tiles.
TEST_F(SortCalls, KeepTheOrderOfEqualKeysByEveryMethodThatSorts) {
    for (const std::string_view name : sort_method_names()) {
        const bool small = name == "counting";
        for (const std::size_t count : {2U, 5U, 100U, 5003U, 40'001U}) {
            if (name == "shell-0" && count > 1000) {
                continue;  // One dispatch per class
            }
            for (const bool descending : {false, true}) {
                std::vector<double> keys(count);
                std::vector<std::int8_t> bytes(count);
                SplitMix64 random(count);
                for (std::size_t i = 0; i < count; ++i) {
                    bytes[i] = static_cast<std::int8_t>(random.next() % 5 - 2);
                    keys[i] = bytes[i] / 2.0;
                }
                SortCallOptions options{.sort = {.descending = descending, .method = std::string(name)}};
                const ArgsortResult order = take(small ? argsort(runner(), std::span(bytes), options)
                                                       : argsort(runner(), std::span(keys), options));
                if (!order.sorted.plan.sorts()) {
                    continue;
                }
                std::vector<std::uint32_t> expected(count);
                std::iota(expected.begin(), expected.end(), 0U);
                std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) {
                    return descending ? bytes[a] > bytes[b] : bytes[a] < bytes[b];
                });
                EXPECT_EQ(order.indices, expected) << name << ", " << count << " keys";
            }
        }
    }
}

TEST_F(SortCalls, KeepTheOrderOfValuesOfEqualKeys) {
    for (const std::size_t count : {2U, 9U, 100U, 3000U, 20'000U}) {
        std::vector<std::int32_t> keys = some_keys(count);
        for (std::int32_t& key : keys) {
            key %= 3;
        }
        std::vector<std::uint32_t> values(count), expected(count);
        std::iota(values.begin(), values.end(), 7U);
        expected = values;
        const std::vector<std::int32_t> before = keys;
        std::stable_sort(expected.begin(), expected.end(),
                         [&](auto a, auto b) { return before[a - 7] < before[b - 7]; });
        EXPECT_TRUE(take(vkalgo::sort(runner(), std::span(keys), values)).plan.stable());
        EXPECT_EQ(values, expected);
    }
}

TEST_F(SortCalls, LeaveTheKeysAsTheyWereOnAnError) {
    std::vector<std::int32_t> keys = some_keys(1000);
    const std::vector<std::int32_t> before = keys;
    std::vector<std::uint32_t> values(999);
    EXPECT_ERROR(vkalgo::sort(runner(), std::span(keys), values), ErrorCode::invalid_argument);
    SortCallOptions options;
    options.call.memory_limit = 4096;
    EXPECT_ERROR(vkalgo::sort(runner(), std::span(keys), {}, options), ErrorCode::too_large);
    std::stop_source stop;
    options = {};
    options.call.cancel = stop.get_token();
    options.call.progress = [&](double) { stop.request_stop(); };
    EXPECT_ERROR(vkalgo::sort(runner(), std::span(keys), {}, options), ErrorCode::cancelled);
    options = {};
    options.call.repeat = 0;
    EXPECT_ERROR(vkalgo::sort(runner(), std::span(keys), {}, options), ErrorCode::invalid_argument);
    EXPECT_EQ(keys, before);
    EXPECT_ERROR(sort_in_place(runner(), std::as_writable_bytes(std::span(keys)).first(6), {}, {}),
                 ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace vkalgo::test
