// The kernel of Pratt's Shellsort, pass by pass on the device.
#include "algorithms/element_type.hpp"
#include "algorithms/sort/pratt_plan.hpp"
#include "shaders/sort/sort.h"
#include "tests/support/device_fixture.hpp"
#include "tests/support/random.hpp"
#include <vkalgo_spirv/sort/pratt_pass.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

class PrattPasses : public DeviceTest {
protected:
    /// Sorts keys, and values with them if there are any, in place.
    template <class Key>
    void sort(std::vector<Key>& keys, std::vector<std::uint32_t>& values, bool descending, const PrattShape& shape) {
        const bool has_values = !values.empty();
        const auto kernel = [&](std::uint64_t rows, std::uint64_t columns) {
            const std::uint32_t order = std::is_floating_point_v<Key> ? VKALGO_SORT_KEY_FLOAT
                                        : std::is_signed_v<Key>       ? VKALGO_SORT_KEY_SIGNED
                                                                      : VKALGO_SORT_KEY_UNSIGNED;
            return take(context().kernel({"sort/pratt_pass",
                                          spirv::sort_pratt_pass,
                                          {{VKALGO_SORT_CONSTANT_THREADS, 128},
                                           {VKALGO_SORT_CONSTANT_KEY_WORDS, sizeof(Key) / 4},
                                           {VKALGO_SORT_CONSTANT_KEY, order},
                                           {VKALGO_SORT_CONSTANT_DESCENDING, descending ? 1u : 0u},
                                           {VKALGO_SORT_CONSTANT_HAS_VALUES, has_values ? 1u : 0u},
                                           {VKALGO_SORT_CONSTANT_ROWS, static_cast<std::uint32_t>(rows)},
                                           {VKALGO_SORT_CONSTANT_COLUMNS, static_cast<std::uint32_t>(columns)}},
                                          0}));
        };
        const std::uint64_t columns = shape.tile / shape.rows;
        const auto of_columns = kernel(shape.rows, columns);
        const auto of_neighbours = kernel(shape.tile, 1);
        const Buffer key_buffer = take(runner().upload_new(std::as_bytes(std::span(keys)), "keys"));
        const Buffer value_buffer =
            has_values ? take(runner().upload_new(std::as_bytes(std::span(values)), "values")) : Buffer{};
        const BufferView moved = has_values ? value_buffer.view() : key_buffer.view();
        const auto divide_up = [](std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; };
        const auto word = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
        ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
            for (const PrattPass& pass : plan_pratt(keys.size(), shape)) {
                const std::uint64_t beside = divide_up(pass.stride, pass.stride == 1 ? 1 : columns);
                const std::uint64_t height = divide_up(keys.size(), pass.stride);
                if (height <= pass.first_row) {
                    continue;
                }
                const std::uint64_t groups = beside * divide_up(height - pass.first_row, pass.rows);
                const shader::PrattPush push{word(keys.size()), word(pass.stride), word(pass.rows),
                                             word(pass.first_row), word(beside),   word(groups),
                                             word(pass.thirds),    word(pass.limit), pass.merges ? 1u : 0u};
                recorder.dispatch(pass.stride == 1 ? *of_neighbours : *of_columns,
                                  {key_buffer.view(), key_buffer.view(), moved, moved}, push,
                                  Groups::linear(groups, context()));
            }
            return recorder.status();
        }));
        take(runner().download(key_buffer.view(), std::as_writable_bytes(std::span(keys))));
        if (has_values) {
            take(runner().download(value_buffer.view(), std::as_writable_bytes(std::span(values))));
        }
    }
};

/// Bits of every kind: zeros, infinities, NaN of both signs, what repeats.
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

/// The order that is promised: NaN last, those with a sign behind the others; -0 before 0.
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

TEST_F(PrattPasses, SortEveryTypeBothWays) {
    const auto sort_all = [&]<class Key>(Key) {
        for (const bool descending : {false, true}) {
            for (const std::size_t count : {2U, 255U, 1025U, 5000U, 20011U}) {
                std::vector<Key> keys = some_keys<Key>(count);
                std::vector<Key> expected = keys;
                std::stable_sort(expected.begin(), expected.end(), [&](Key a, Key b) {
                    return descending ? precedes(b, a) : precedes(a, b);
                });
                std::vector<std::uint32_t> none;
                sort(keys, none, descending, {1024, 128});
                EXPECT_TRUE(same_bits(keys, expected)) << count << " keys of " << sizeof(Key) << " bytes";
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

TEST_F(PrattPasses, MoveTheValuesWithTheirKeys) {
    for (const std::size_t count : {3U, 1024U, 30000U}) {
        std::vector<std::uint32_t> keys = some_keys<std::uint32_t>(count + 1);
        keys.back() = ~0U;
        const std::vector<std::uint32_t> before = keys;
        std::vector<std::uint32_t> places(keys.size());
        std::iota(places.begin(), places.end(), 0U);
        sort(keys, places, false, {2048, 256});
        EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
        std::vector<bool> seen(keys.size());
        for (std::size_t i = 0; i < keys.size(); ++i) {
            ASSERT_LT(places[i], keys.size());
            ASSERT_FALSE(seen[places[i]]) << i;
            seen[places[i]] = true;
            ASSERT_EQ(before[places[i]], keys[i]) << i;
        }
    }
}

TEST_F(PrattPasses, SortByTilesAsDevicesHoldThem) {
    std::vector<std::uint32_t> keys = some_keys<std::uint32_t>(300000);
    std::vector<std::uint32_t> expected = keys;
    std::sort(expected.begin(), expected.end());
    std::vector<std::uint32_t> none;
    sort(keys, none, false, {4096, 512});
    EXPECT_EQ(keys, expected);
}

}  // namespace
}  // namespace vkalgo::test
