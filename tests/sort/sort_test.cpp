// Sorting on the device, by the methods onesweep, pratt, pratt-pure and radix.
#include "algorithms/sort/sort.hpp"

#include "algorithms/sort/sort_tuning.hpp"
#include "tests/sort/sorting.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

class Sorts : public DeviceTest, public ::testing::WithParamInterface<std::string> {
protected:
    bool is_pratt() const { return GetParam().starts_with("pratt"); }

    /// Sorts keys in place, with values if there are any. If the tile is 0, the device's tuning is used. If the number
    /// of rows equals the tile, columns are sorted in registers.
    template <class Key>
    void sort(std::vector<Key>& keys, std::vector<std::uint32_t>& values, bool descending, const PrattShape& shape) {
        const SortOptions options{.type = element_type_of<Key>(),
                                  .descending = descending,
                                  .values = !values.empty(),
                                  .stable = false,
                                  .method = GetParam()};
        SortTuning tuning = sort_tuning(options, context().profile());
        if (shape.tile != 0) {
            tuning.pratt = shape;
            tuning.pratt_columns_from = shape.rows == shape.tile ? 0 : ~std::uint64_t{0};
            tuning.pratt_column_rows = shape.rows == shape.tile ? static_cast<std::uint32_t>(shape.rows) : 16;
            tuning.pratt_column_threads = 24;
            tuning.threads = 128;
            tuning.each = 3;
            // Few and many keys use different sweeps. With a patience of 0, a workgroup does not wait for a tile that
            // has published nothing, but counts that tile at once.
            tuning.sweep = {.threads = tuning.sweep.threads, .each = 3, .rounds = 2};
            tuning.few_sweep = {.threads = tuning.few_sweep.threads, .each = 5, .rounds = 3};
            tuning.few_keys = 1000;
            tuning.sweep_patience = 0;
        }
        const Sort sort = take(create_tuned_sort(context(), options, tuning));
        const Buffer key_buffer = take(runner().upload_new(std::as_bytes(std::span(keys)), "keys"));
        Buffer value_buffer;
        if (options.values) {
            value_buffer = take(runner().upload_new(std::as_bytes(std::span(values)), "values"));
        }
        const SortPlan plan = take(plan_tuned_sort({options, keys.size()}, context().profile(), tuning));
        Buffer scratch;
        if (plan.scratch_bytes != 0) {
            scratch = take(Buffer::create(context(), {.size = plan.scratch_bytes, .name = "scratch"}));
        }
        ASSERT_OK(runner().run([&](Recorder& recorder) {
            return sort.record(recorder, {.keys = key_buffer.view().slice(0, keys.size() * sizeof(Key)),
                                          .values = options.values ? value_buffer.view() : BufferView{},
                                          .scratch = scratch.view(),
                                          .count = keys.size()});
        }));
        take(runner().download(key_buffer.view(), std::as_writable_bytes(std::span(keys))));
        if (options.values) {
            take(runner().download(value_buffer.view(), std::as_writable_bytes(std::span(values))));
        }
    }
};

class SortsOnADevice : public DeviceTest {};

/// Returns random keys. Half of the floats are zeros, infinities, NaN and ones of both signs. Integers have only seven
/// values if the count is odd.
template <class Key>
std::vector<Key> some_keys(std::size_t count) {
    SplitMix64 random(count + sizeof(Key));
    std::vector<Key> keys(count);
    for (Key& key : keys) {
        if constexpr (std::is_floating_point_v<Key>) {
            const Key special[] = {Key(0), -Key(0), INFINITY, -INFINITY, NAN, -Key(NAN), Key(1), -Key(1)};
            const std::uint32_t which = random.next32() % 16;
            key = which < 8 ? special[which] : static_cast<Key>(static_cast<std::int32_t>(random.next32())) / 1000;
        } else {
            key = static_cast<Key>(count % 2 == 0 ? random.next() : random.next() % 7);
        }
    }
    return keys;
}

/// Returns whether a comes before b in the documented order: NaN last, NaN with a sign after NaN without; -0 before 0.
template <class Key>
bool precedes(Key a, Key b) {
    if constexpr (std::is_floating_point_v<Key>) {
        const auto rank = [](Key key) { return !std::isnan(key) ? 0 : std::signbit(key) ? 2 : 1; };
        if (rank(a) != rank(b)) {
            return rank(a) < rank(b);
        }
        return rank(a) == 0 && (a < b || (a == b && std::signbit(a) && !std::signbit(b)));
    } else {
        return a < b;
    }
}

template <class Key>
bool same_bits(const std::vector<Key>& a, const std::vector<Key>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Key)) == 0;
}

TEST_P(Sorts, SortEveryTypeBothWays) {
    const auto sort_all = [&]<class Key>(Key) {
        for (const bool descending : {false, true}) {
            for (const std::size_t count : {2U, 255U, 1025U, 5000U, 20011U}) {
                std::vector<Key> keys = some_keys<Key>(count);
                std::vector<Key> expected = keys;
                std::stable_sort(expected.begin(), expected.end(),
                                 [&](Key a, Key b) { return descending ? precedes(b, a) : precedes(a, b); });
                std::vector<std::uint32_t> none;
                std::vector<Key> by_columns = keys;
                sort(keys, none, descending, {1024, 128});
                EXPECT_TRUE(same_bits(keys, expected)) << count << " keys of " << sizeof(Key) << " bytes";
                if (is_pratt()) {
                    sort(by_columns, none, descending, {16, 16});
                    EXPECT_TRUE(same_bits(by_columns, expected)) << count << " keys by columns";
                }
            }
        }
    };
    sort_all(std::uint32_t{});
    sort_all(std::int32_t{});
    sort_all(float{});
    sort_all(std::uint64_t{});
    sort_all(std::int64_t{});
    sort_all(double{});
}

TEST_P(Sorts, MoveTheValuesWithTheirKeys) {
    for (const std::size_t count : {3U, 1024U, 30000U}) {
        for (const PrattShape& shape : {PrattShape{2048, 256}, PrattShape{16, 16}}) {
            std::vector<std::uint32_t> keys = some_keys<std::uint32_t>(count + 1);
            keys.back() = ~0U;
            const std::vector<std::uint32_t> before = keys;
            std::vector<std::uint32_t> indices(keys.size());
            std::iota(indices.begin(), indices.end(), 0U);
            sort(keys, indices, false, shape);
            EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
            std::vector<bool> seen(keys.size());
            for (std::size_t i = 0; i < keys.size(); ++i) {
                ASSERT_LT(indices[i], keys.size());
                ASSERT_FALSE(seen[indices[i]]) << i;
                seen[indices[i]] = true;
                ASSERT_EQ(before[indices[i]], keys[i]) << i;
            }
        }
    }
}

TEST_P(Sorts, SortByTilesOfTheDevicesOwnSize) {
    for (const std::size_t count : {300000U, 2U << 12, 65U, 64U, 63U}) {
        std::vector<std::uint32_t> keys = some_keys<std::uint32_t>(count);
        std::vector<std::uint32_t> expected = keys;
        std::sort(expected.begin(), expected.end());
        std::vector<std::uint32_t> none;
        sort(keys, none, false, {0, 0});
        EXPECT_EQ(keys, expected) << count;
    }
}

TEST_P(Sorts, SortByColumnsOfEveryHeight) {
    if (!is_pratt()) {
        GTEST_SKIP() << "has no columns";
    }
    for (const std::uint64_t rows : {8U, 32U, 128U}) {
        for (const std::size_t count : {rows, rows + 1, std::size_t{30011}}) {
            std::vector<std::uint32_t> keys = some_keys<std::uint32_t>(count);
            std::vector<std::uint32_t> expected = keys;
            std::sort(expected.begin(), expected.end());
            std::vector<std::uint32_t> none;
            sort(keys, none, false, {rows, rows});
            EXPECT_EQ(keys, expected) << count << " by " << rows << " rows";
        }
    }
}

/// Uses the tiles that a GPU uses for at most 2^21 keys.
TEST_F(SortsOnADevice, SortByPrattInTilesOfEverySize) {
    struct Case {
        std::uint32_t shared_memory;
        ElementType type;
        bool values;
    };
    for (const Case& each : {Case{32768, ElementType::u32, false},
                             {32768, ElementType::f64, true},
                             {16384, ElementType::u32, true},
                             {16384, ElementType::i64, true}}) {
        DeviceProfile narrow = context().profile();
        narrow.type = DeviceType::discrete;
        narrow.shared_memory = each.shared_memory;
        const SortOptions options{.type = each.type, .values = each.values, .indices = each.values, .method = "pratt"};
        SortTuning tuning = sort_tuning(options, narrow);
        tuning.pratt_columns_from = ~std::uint64_t{0};
        const Sort sorter = take(create_tuned_sort(context(), options, tuning));
        for (const std::size_t count : {tuning.pratt.tile, 3 * tuning.pratt.tile + 1, std::uint64_t{70'001}}) {
            const SortPlan plan = take(plan_tuned_sort({options, count}, context().profile(), tuning));
            const std::vector<std::byte> bytes = some_bytes(each.type, count, Spread::uniform);
            const SortBuffers buffers(runner(), plan, bytes, count);
            ASSERT_OK(runner().run([&](Recorder& recorder) { return sorter.record(recorder, buffers.arguments()); }));
            buffers.expect(sort_words(options, count));
        }
    }
}

TEST_P(Sorts, KeepTheOrderOfEqualKeysIfTheyAreStable) {
    if (is_pratt()) {
        GTEST_SKIP() << "not stable";
    }
    std::vector<std::uint32_t> keys(20001);
    SplitMix64 random(1);
    for (std::uint32_t& key : keys) {
        key = random.next32() % 5 << 14;
    }
    std::vector<std::uint32_t> indices(keys.size());
    std::iota(indices.begin(), indices.end(), 0U);
    std::vector<std::uint32_t> expected = indices;
    std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
    sort(keys, indices, false, {1024, 128});
    EXPECT_EQ(indices, expected);
}

TEST_P(Sorts, TakeTheirCountFromTheDevice) {
    constexpr std::uint32_t kMax = 9000;
    const SortOptions options{.values = true, .stable = false, .method = GetParam()};
    const Sort sorter = take(Sort::create(context(), options));
    const SortPlan plan = take(plan_sort({options, kMax}, context().profile()));
    const GuardedBuffer scratch(runner(), plan.scratch_bytes);
    for (const std::uint32_t count : {0U, 1U, 2U, 4097U, kMax - 1, kMax, kMax + 5}) {
        const std::vector<std::uint32_t> keys = some_keys<std::uint32_t>(kMax);
        std::vector<std::uint32_t> indices(kMax);
        std::iota(indices.begin(), indices.end(), 0U);
        const GuardedBuffer key_buffer(runner(), keys);
        const GuardedBuffer value_buffer(runner(), indices);
        const GuardedBuffer words(runner(), std::vector<std::uint32_t>{1, 2, 3, count, 5});
        ASSERT_OK(runner().run([&](Recorder& recorder) {
            return sorter.record(recorder, {.keys = key_buffer.view(),
                                            .values = value_buffer.view(),
                                            .scratch = scratch.view(),
                                            .count = kMax,
                                            .count_buffer = words.view().slice(12, 4)});
        }));
        const std::vector<std::uint32_t> got = key_buffer.values<std::uint32_t>(kMax);
        const std::vector<std::uint32_t> moved = value_buffer.values<std::uint32_t>(kMax);
        const std::size_t sorted = std::min(count, kMax);
        std::vector<std::uint32_t> expected = keys;
        std::sort(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(sorted));
        EXPECT_EQ(got, expected) << count;
        for (std::size_t i = 0; i < kMax; ++i) {
            ASSERT_EQ(got[i], keys[moved[i]]) << count;
        }
        scratch.expect_intact("scratch");
        key_buffer.expect_intact("keys");
        value_buffer.expect_intact("values");
    }
}

INSTANTIATE_TEST_SUITE_P(ByEachMethod, Sorts, ::testing::Values("onesweep", "pratt", "pratt-pure", "radix"),
                         [](const auto& tested) { return tested.param == "pratt-pure" ? "pratt_pure" : tested.param; });

}  // namespace
}  // namespace vkalgo::test
