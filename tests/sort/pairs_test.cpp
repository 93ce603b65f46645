// Sorts that move a value of 64 bits with each key.
#include "algorithms/sort/segmented_sort.hpp"
#include "algorithms/sort/segmented_sort_call.hpp"
#include "algorithms/sort/sort_call.hpp"
#include "tests/sort/sorting.hpp"

#include <array>
#include <span>
#include <string_view>
#include <utility>

namespace vkalgo::test {
namespace {

/// Returns different values that use both words.
std::vector<std::uint64_t> wide_values(std::size_t count) {
    std::vector<std::uint64_t> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = i * 0x9E3779B97F4A7C15U + 1;
    }
    return values;
}

/// Returns the keys and the values in the order of the C++ library's stable sort. Only the first `sorted` keys are
/// sorted; later keys stay.
std::pair<std::vector<std::byte>, std::vector<std::uint64_t>> sorted_pairs(const std::vector<std::byte>& keys,
                                                                           const SortOptions& options,
                                                                           std::size_t sorted) {
    const std::size_t bytes = size_of(options.type);
    const std::vector<std::uint64_t> ordinals = sort_ordinals(keys, options);
    std::vector<std::uint32_t> order(ordinals.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(sorted),
                     [&](std::uint32_t a, std::uint32_t b) { return ordinals[a] < ordinals[b]; });
    const std::vector<std::uint64_t> values = wide_values(order.size());
    std::pair<std::vector<std::byte>, std::vector<std::uint64_t>> right{keys, values};
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::memcpy(right.first.data() + i * bytes, keys.data() + order[i] * bytes, bytes);
        right.second[i] = values[order[i]];
    }
    return right;
}

/// Sorts pairs in guarded buffers. `count` is the number of keys in the count buffer; if it is above `keys`, no count
/// buffer is used.
void sort_pairs_and_expect(Runner& runner, const SortOptions& options, std::size_t keys, Spread spread,
                           std::size_t count = ~std::size_t{0}) {
    Context& context = runner.context();
    const std::string what = sort_words(options, keys);
    const std::vector<std::byte> given = some_bytes(options.type, keys, spread);
    std::vector<std::byte> padded = given;
    padded.resize((given.size() + 3) / 4 * 4, std::byte{0xe7});
    const SortPlan plan = take(plan_sort({options, keys}, context.profile()), what.c_str());
    EXPECT_TRUE(plan.stable() || !plan.sorts()) << what;
    const Sort sort = take(Sort::create(context, options));
    const GuardedBuffer key_buffer(runner, padded), values(runner, wide_values(keys));
    const GuardedBuffer scratch(runner, plan.scratch_bytes);
    const GuardedBuffer counted(runner, std::vector<std::uint32_t>{5, static_cast<std::uint32_t>(count)});
    SortArguments arguments{
        .keys = key_buffer.view(), .values = values.view(), .scratch = scratch.view(), .count = keys};
    if (count <= keys) {
        arguments.count_buffer = counted.view().slice(4, 4);
    }
    ASSERT_OK(runner.run([&](Recorder& recorder) { return sort.record(recorder, arguments); })) << what;
    const auto [right_keys, right_values] = sorted_pairs(given, options, std::min(count, keys));
    std::copy(right_keys.begin(), right_keys.end(), padded.begin());
    EXPECT_EQ(key_buffer.values<std::byte>(padded.size()), padded) << what;
    EXPECT_EQ(values.values<std::uint64_t>(keys), right_values) << what;
    for (const GuardedBuffer* buffer : {&key_buffer, &values, &scratch}) {
        buffer->expect_intact(what.c_str());
    }
}

class SortsOfPairs : public DeviceTest {};

TEST_F(SortsOfPairs, MoveValuesOf64BitsWithKeysOfEveryType) {
    std::size_t turn = 0;
    for (const char* name : kElementTypeNames) {
        for (const std::size_t count : {0U, 1U, 2U, 33U, 1025U, 20011U}) {
            const SortOptions options{
                .type = *element_type_from(name), .descending = ++turn % 2 == 0, .values = true, .value_bits = 64};
            sort_pairs_and_expect(runner(), options, count, kSpreads[turn % std::size(kSpreads)]);
        }
    }
}

TEST_F(SortsOfPairs, MoveValuesOf64BitsByEveryMethodAndKeepEqualKeysInOrder) {
    for (const std::string_view name : sort_method_names()) {
        const bool small = name == "counting";
        SortOptions options{.type = small ? ElementType::i8 : ElementType::f32,
                            .values = true,
                            .value_bits = 64,
                            .method = std::string(name)};
        const auto plan = plan_sort({options, 3001}, context().profile());
        if (name == "shell-seq") {
            ASSERT_ERROR(plan, ErrorCode::unsupported);
            EXPECT_NE(plan.error().message.find("with values of 64 bits; methods that do: "), std::string::npos)
                << plan.error().message;
            continue;
        }
        if (!plan || !plan->sorts()) {
            EXPECT_TRUE(plan || name == "onesweep") << plan.error().message;
            continue;
        }
        sort_pairs_and_expect(runner(), options, name == "shell-0" ? 301 : 3001, Spread::few);
        options.descending = true;
        sort_pairs_and_expect(runner(), options, name == "shell-0" ? 301 : 3001, Spread::zipf);
    }
}

TEST_F(SortsOfPairs, TakeTheirCountFromTheDeviceAndSortBySomeBits) {
    const SortOptions options{.type = ElementType::u32, .values = true, .value_bits = 64};
    for (const std::size_t count : {0U, 1U, 2U, 1777U, 3001U}) {
        sort_pairs_and_expect(runner(), options, 3001, Spread::zipf, count);
    }
    SortOptions some = options;
    some.begin_bit = 5;
    some.end_bit = 14;
    sort_pairs_and_expect(runner(), some, 5003, Spread::uniform);
}

TEST(SortsOfPairsOnOthers, MoveValuesOnEachProfile) {
    on_each_profile([](Context&, Runner& runner) {
        sort_pairs_and_expect(runner, {.type = ElementType::f32, .values = true, .value_bits = 64}, 3001,
                              Spread::uniform);
        sort_pairs_and_expect(runner, {.type = ElementType::f16, .values = true, .value_bits = 64}, 3001,
                              Spread::uniform);
    });
}

TEST_F(SortsOfPairs, MoveValuesOf64BitsInSegments) {
    constexpr std::uint32_t kKeys = 5003;
    const SortOptions options{.type = ElementType::i32, .values = true, .value_bits = 64};
    const std::vector<std::uint32_t> offsets{0, 0, 17, 1000, 1001, kKeys};
    const std::vector<std::byte> given = some_bytes(options.type, kKeys, Spread::zipf);
    const SegmentedSortPlan plan = take(plan_segmented_sort({{options, 5}, kKeys, 5}, context().profile()));
    const SegmentedSort sort = take(SegmentedSort::create(context(), {options, 5}));
    const GuardedBuffer keys(runner(), given), values(runner(), wide_values(kKeys)), begins(runner(), offsets);
    const GuardedBuffer scratch(runner(), plan.scratch_bytes);
    ASSERT_OK(runner().run([&](Recorder& recorder) {
        return sort.record(recorder, {.keys = keys.view(),
                                      .values = values.view(),
                                      .offsets = begins.view(),
                                      .scratch = scratch.view(),
                                      .count = kKeys,
                                      .segments = 5});
    }));
    const std::vector<std::uint64_t> all = wide_values(kKeys);
    const std::vector<std::uint64_t> ordinals = sort_ordinals(given, options);
    std::vector<std::uint32_t> order(kKeys);
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
        std::stable_sort(order.begin() + offsets[s], order.begin() + offsets[s + 1],
                         [&](std::uint32_t a, std::uint32_t b) { return ordinals[a] < ordinals[b]; });
    }
    const std::vector<std::uint64_t> moved = values.values<std::uint64_t>(kKeys);
    for (std::size_t i = 0; i < kKeys; ++i) {
        ASSERT_EQ(moved[i], all[order[i]]) << i;
    }
    values.expect_intact("values");
    scratch.expect_intact("scratch");
}

TEST_F(SortsOfPairs, UseThePlannedMemoryInTheEasyCall) {
    for (const std::size_t count : {0U, 1U, 2U, 70001U}) {
        std::vector<double> keys(count);
        SplitMix64 random(count);
        for (double& key : keys) {
            key = static_cast<double>(random.below(1000)) - 500;
        }
        const std::vector<double> before = keys;
        std::vector<std::uint64_t> values = wide_values(count);
        const SortCallOptions options{.sort = {.type = ElementType::f64, .values = true, .value_bits = 64}};
        const SortCallPlan plan = take(plan_sort_call(options, count, context().profile()));
        const SortResult sorted = take(sort_pairs(runner(), std::span(keys), std::span(values)));
        if (count > 2) {
            EXPECT_EQ(sorted.report.device_bytes, plan.device_bytes());
        }
        const auto bytes = std::as_bytes(std::span(before));
        const auto [right_keys, right_values] = sorted_pairs({bytes.begin(), bytes.end()}, options.sort, count);
        EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
        EXPECT_EQ(values, right_values);
    }
}

TEST_F(SortsOfPairs, RefuseOptionsAndValuesThatConflict) {
    const DeviceProfile& profile = context().profile();
    const auto refused = [&](const SortOptions& options, const std::string& part) {
        const auto plan = plan_sort({options, 10}, profile);
        ASSERT_ERROR(plan, ErrorCode::invalid_argument) << part;
        EXPECT_EQ(plan.error().where, "value_bits");
        EXPECT_NE(plan.error().message.find(part), std::string::npos) << plan.error().message;
    };
    refused({.values = true, .value_bits = 16}, "32 or 64 bits, not 16");
    refused({.value_bits = 64}, "set values too");
    refused({.values = true, .value_bits = 64, .indices = true}, "indices have 32 bits");
    // Values that do not fit one binding are refused, not sorted in parts.
    DeviceProfile narrow = profile;
    narrow.max_storage_range = 1 << 20;
    EXPECT_ERROR(plan_sort({{.values = true, .value_bits = 64}, 200'000}, narrow), ErrorCode::too_large);
    EXPECT_OK(plan_sort({{.values = true, .value_bits = 64}, 100'000}, narrow));
    std::vector<std::uint32_t> keys(10);
    std::vector<std::uint64_t> wide(9);
    std::vector<std::uint32_t> values(10);
    EXPECT_ERROR(sort_pairs(runner(), std::span(keys), std::span(wide)), ErrorCode::invalid_argument);
    const auto bytes = std::as_writable_bytes(std::span(keys));
    const SortCallPlan plan = take(plan_sort_call({.sort = {.values = true, .value_bits = 64}}, 10, profile));
    EXPECT_ERROR(sort_in_place(runner(), bytes, values, plan, {}), ErrorCode::invalid_argument);
    // A call with values of 32 bits plans for 32 bits.
    EXPECT_OK(sort_in_place(runner(), bytes, values, {.sort = {.value_bits = 64}}));
    const std::vector<std::uint32_t> offsets{0, 10};
    EXPECT_OK(segmented_sort(runner(), std::span(keys), offsets, values, {.sort = {.value_bits = 64}}));
}

}  // namespace
}  // namespace vkalgo::test
