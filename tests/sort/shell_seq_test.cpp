// The Shellsort on the CPU: shell-seq.
#include "algorithms/sort/sort_call.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

using Bytes = std::vector<std::byte>;

Bytes random_bytes(std::size_t count, std::uint64_t seed) {
    SplitMix64 random(seed);
    Bytes bytes(count);
    std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<std::byte>(random.next()); });
    return bytes;
}

SortCallOptions on_host(ElementType type = ElementType::u32) {
    return {.sort = {.type = type, .stable = false, .method = "shell-seq"}};
}

TEST(SortOnHost, SortsEveryTypeBothWaysWithoutADevice) {
    std::uint64_t seed = 0;
    for (const ElementType type :
         {ElementType::u32, ElementType::i32, ElementType::f32, ElementType::u64, ElementType::i64, ElementType::f64}) {
        for (const std::size_t count : {0U, 1U, 2U, 31U, 257U, 3001U}) {
            for (const bool descending : {false, true}) {
                for (const char* increments : {"sedgewick", "pratt", "shell"}) {
                    // Random bits; floats include NaN and infinities.
                    Bytes keys = random_bytes(count * size_of(type), ++seed);
                    const Bytes before = keys;
                    Bytes expected = keys;
                    SortCallOptions options = on_host(type);
                    options.sort.descending = descending;
                    options.sort.shell.increments = increments;
                    std::vector<std::uint32_t> values(count);
                    std::iota(values.begin(), values.end(), 0U);
                    const SortResult result = take(sort_on_host(keys, values, options));
                    take(sort_reference(expected, {}, options.sort));
                    EXPECT_TRUE(keys == expected) << to_string(type) << ", " << count << ", " << increments;
                    EXPECT_EQ(wrong_order(before, values, options.sort, false), "");
                    EXPECT_TRUE(result.plan.on_host());
                    EXPECT_EQ(result.host_milliseconds.size(), 1U);
                    EXPECT_TRUE(result.report.gpu_milliseconds.empty());
                    EXPECT_EQ(result.report.device_bytes, 0U);
                }
            }
        }
    }
}

TEST(SortOnHost, ConvertsEveryOrdinalBackToItsKey) {
    for (const ElementType type :
         {ElementType::u32, ElementType::i32, ElementType::f32, ElementType::u64, ElementType::i64, ElementType::f64}) {
        for (const bool descending : {false, true}) {
            const SortOptions options{.type = type, .descending = descending};
            const std::uint64_t all = size_of(type) == 8 ? ~std::uint64_t{0} : 0xffffffffU;
            SplitMix64 random(3);
            for (int turn = 0; turn < 1000; ++turn) {
                const std::uint64_t bits = turn == 0 ? 0 : turn == 1 ? all : random.next() & all;
                ASSERT_EQ(sort_bits(sort_ordinal(bits, options), options), bits) << to_string(type);
            }
        }
    }
}

TEST(SortOnHost, RefusesWhatItCannotSort) {
    std::vector<std::uint32_t> keys = random_words(100, 1);
    const std::vector<std::uint32_t> before = keys;
    const auto bytes = std::as_writable_bytes(std::span(keys));
    EXPECT_ERROR(sort_on_host(bytes, {}, {.sort = {.method = "pratt"}}), ErrorCode::unsupported);
    EXPECT_ERROR(sort_on_host(bytes, {}, {.sort = {.method = "none"}}), ErrorCode::invalid_argument);
    EXPECT_ERROR(sort_on_host(bytes.first(6), {}, on_host()), ErrorCode::invalid_argument);
    std::vector<std::uint32_t> values(99);
    EXPECT_ERROR(sort_on_host(bytes, values, on_host()), ErrorCode::invalid_argument);
    SortCallOptions options = on_host();
    options.sort.shell.increments = "none";
    EXPECT_ERROR(sort_on_host(bytes, {}, options), ErrorCode::invalid_argument);
    options = on_host();
    std::stop_source stop;
    options.call.cancel = stop.get_token();
    stop.request_stop();
    EXPECT_ERROR(sort_on_host(bytes, {}, options), ErrorCode::cancelled);
    EXPECT_EQ(keys, before);
}

class SortOnHostByTheEasyCall : public DeviceTest {};

TEST_F(SortOnHostByTheEasyCall, GivesTheSameResult) {
    std::vector<float> keys{3, -1, NAN, 0.5F, -INFINITY};
    std::vector<std::uint32_t> values{0, 1, 2, 3, 4};
    std::vector<double> fractions;
    SortCallOptions options = on_host();
    options.call.repeat = 4;
    options.call.warm_up = true;
    options.call.progress = [&](double fraction) { fractions.push_back(fraction); };
    const SortResult result = take(vkalgo::sort(runner(), std::span(keys), values, options));
    EXPECT_EQ(values, (std::vector<std::uint32_t>{4, 1, 3, 0, 2}));
    EXPECT_EQ(result.host_milliseconds.size(), 4U);
    EXPECT_EQ(fractions, (std::vector<double>{0.25, 0.5, 0.75, 1}));
    // argsort() leaves the keys in place. A sort with `indices` writes the same indices.
    const std::vector<float> unsorted{3, -1, NAN, 0.5F, -INFINITY};
    const ArgsortResult order = take(argsort(runner(), std::span(unsorted), options));
    EXPECT_EQ(order.indices, values);
    EXPECT_TRUE(order.sorted.plan.on_host());
    keys = unsorted;
    std::fill(values.begin(), values.end(), 7U);
    options.sort.indices = true;
    take(vkalgo::sort(runner(), std::span(keys), values, options));
    EXPECT_EQ(values, order.indices);
    EXPECT_ERROR(vkalgo::sort(runner(), std::span(keys), {}, options), ErrorCode::invalid_argument);
    options.sort.indices = false;
    // A method on the host cannot be recorded.
    EXPECT_ERROR(Sort::create(context(), options.sort), ErrorCode::unsupported);
    EXPECT_EQ(take(Sort::scratch({options.sort, 100}, context().profile())).bytes, 0U);
}

}  // namespace
}  // namespace vkalgo::test
