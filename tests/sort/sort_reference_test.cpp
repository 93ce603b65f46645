// Compares the sort on the CPU, which is the reference for the other sorts, with that of the C++ library.
#include "algorithms/sort/sort_reference.hpp"

#include "tests/sort/sorting.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

namespace vkalgo::test {
namespace {

void expect_like_stable_sort(const SortOptions& options, std::size_t count, Spread spread) {
    const std::vector<std::byte> before = some_bytes(options.type, count, spread);
    const std::vector<std::uint64_t> ordinals = sort_ordinals(before, options);
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    std::vector<std::uint32_t> indices = order;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return ordinals[a] < ordinals[b]; });
    std::vector<std::byte> keys = before;
    if (options.values) {
        take(sort_reference(keys, indices, options));
        EXPECT_EQ(indices, order) << sort_words(options, count);
    } else {
        take(sort_reference(keys, {}, options));
    }
    const std::size_t bytes = size_of(options.type);
    std::vector<std::byte> expected(before.size());
    for (std::size_t i = 0; i < count; ++i) {
        std::memcpy(expected.data() + i * bytes, before.data() + order[i] * bytes, bytes);
    }
    EXPECT_EQ(keys, expected) << sort_words(options, count);
    EXPECT_EQ(unsorted_pairs(keys, options), 0U);
    std::uint64_t pairs = 0;
    for (std::size_t i = 1; i < count; ++i) {
        pairs += ordinals[i] < ordinals[i - 1] ? 1U : 0U;
    }
    EXPECT_EQ(unsorted_pairs(before, options), pairs);
}

TEST(SortReference, SortsLikeTheStableSortOfTheLibrary) {
    std::size_t turn = 0;
    for (const ElementType type :
         {ElementType::u8, ElementType::i8, ElementType::u16, ElementType::i16, ElementType::u32, ElementType::i32,
          ElementType::f16, ElementType::f32, ElementType::u64, ElementType::i64, ElementType::f64}) {
        for (const bool descending : {false, true}) {
            for (const std::size_t count : {0U, 1U, 2U, 1001U}) {
                for (const Spread spread : kSpreads) {
                    SortOptions options{.type = type, .descending = descending, .values = ++turn % 2 == 0};
                    options.begin_bit = turn % 3 == 0 ? 3 : 0;
                    options.end_bit = turn % 5 == 0 ? 7 : 0;
                    expect_like_stable_sort(options, count, spread);
                }
            }
        }
    }
}

TEST(SortReference, OrdersEveryHalfAsTheFloatThatEqualsIt) {
    for (const bool descending : {false, true}) {
        const SortOptions options{.type = ElementType::f16, .descending = descending};
        std::vector<std::uint64_t> ordinals(65536, ~std::uint64_t{0});
        for (std::uint32_t bits = 0; bits < 65536; ++bits) {
            const std::uint64_t ordinal = sort_ordinal(bits, options);
            ASSERT_LT(ordinal, 65536U);
            ordinals[ordinal] =
                sort_ordinal(std::bit_cast<std::uint32_t>(float{Half::of_bits(static_cast<std::uint16_t>(bits))}),
                             {.type = ElementType::f32, .descending = descending});
            ASSERT_EQ(sort_bits(ordinal, options), bits);
        }
        for (std::size_t at = 1; at < ordinals.size(); ++at) {
            ASSERT_LT(ordinals[at - 1], ordinals[at]) << at;
        }
    }
}

TEST(SortReference, SortsManyKeysInThreads) {
    // From 2^21 keys on the sort uses two threads, if the host has two processors.
    expect_like_stable_sort({.type = ElementType::f32, .values = true}, (std::size_t{1} << 21) + 77, Spread::zipf);
}

}  // namespace
}  // namespace vkalgo::test
